const HIDDEN = /(?![\n\t])\p{C}/gu;

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
  return plain.length <= maxLength ? plain : cut(plain, maxLength).trimEnd();
}

/** Foreign text in lines, at most `maxLength` units, without invisible characters. Null when nothing is left. */
export function plainLines(text: string, maxLength: number): string | null {
  const plain = text
    .slice(0, maxLength * 2)
    .replace(/\r\n?/g, "\n")
    .replace(HIDDEN, "")
    .replace(/(?<![ \t])[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return cut(plain, maxLength) || null;
}

/** Never half of a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
