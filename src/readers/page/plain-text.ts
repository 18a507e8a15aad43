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
