/** Letters without a Unicode decomposition, as they are typed without a special keyboard; the final sigma as sigma. */
const UNDECOMPOSED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};

/** Text as comparisons need it: lower case, one width, Latin and Greek letters without accents. */
export function foldText(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return (
    text
      .normalize("NFKD")
      // Only Latin and Greek accents: a Japanese voicing mark or a Hindi vowel sign makes another letter.
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .toLowerCase()
      .replace(/[ßæœøłđðþıς]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
  );
}

/** The words of a text, folded, joined by hyphens: "Über uns" is `uber-uns`. */
export function foldWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
