/** Foreign text in one line of at most `maxLength` units, without markup and invisible characters. */

export function plainText(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength * 8)
    .replace(/<[^<>]*(>|$)/g, " ")
    .replace(/[<>]/g, " ")
    .replace(/\s/g, " ")
    .replace(/\p{C}/gu, "")
    .normalize("NFC")
    .replace(/ {2,}/g, " ")
    .trim();
  if (plain.length <= maxLength) return plain;
  // Never half of a surrogate pair.
  return plain
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

const HIDDEN = /(?![\n\t])\p{C}/gu;

/** Foreign text in lines, at most `maxLength` units, without invisible characters. Null when nothing is left. */
export function plainLines(text: string, maxLength: number): string | null {
  const plain = text
    .slice(0, maxLength * 2)
    .replace(/\r\n?/g, "\n")
    .replace(HIDDEN, "")
    .replace(/(?<![ \t])[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  // Never half of a surrogate pair.
  return plain.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") || null;
}
