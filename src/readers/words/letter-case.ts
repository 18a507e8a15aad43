const SHORT = new Set(
  "ceo cto cfo coo cmo cro cio ciso cpo cdo chro vp svp evp avp hr it qa pr ux ui ai bi sdr bdr seo uk us usa eu".split(
    " ",
  ),
);
const SMALL = new Set(
  "of and the for in on at to de da do dos du des del della di la le van von der den ter zu y e et und".split(" "),
);

/** Restores capitals in the lower-case names, titles and places of a vendor. Other text stays. */
export function withCapitals(text: string): string {
  if (text !== text.toLowerCase()) return text;
  return text.replace(/[\p{L}\p{M}]+/gu, (word, index: number) => {
    if (SHORT.has(word)) return word.toUpperCase();
    if (index > 0 && SMALL.has(word)) return word;
    return word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  });
}
