/**
 * An expression for whole tokens in a text of tokens with a space around each; `|` separates alternatives, `\\S*` is any
 * part. Its words are folded as tokens are: without accents and final forms.
 */
export function tokenPattern(alternatives: string, flags = ""): RegExp {
  const joined = alternatives
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("ς", "σ")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?\| ?/g, "|");
  return new RegExp(`(?<= )(?:${joined})(?= )`, flags);
}
