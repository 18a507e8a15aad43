import { pairsOf, words } from "./words.ts";

/** Letters without a Unicode decomposition, as they are typed without a special keyboard; the final sigma as sigma. */
const UNDECOMPOSED = pairsOf("ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ς σ");

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
      .replace(/[ßæœøłđðþıς]/g, (letter) => UNDECOMPOSED.get(letter) ?? letter)
  );
}

const SPELLED_OUT = pairsOf("ä ae ö oe ü ue å aa ø oe");

/** Text in lower case with its umlauts spelled out, as on a keyboard without them. */
export function transliterate(text: string): string {
  const lower = text.normalize("NFC").toLowerCase();
  return lower.replace(/[äöüåø]/g, (letter) => SPELLED_OUT.get(letter) ?? letter);
}

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The same joined by hyphens: "Über uns" is `uber-uns`. */
export function foldWords(text: string): string {
  return foldedWords(text).join("-");
}

const SHORT = words(
  "ceo cto cfo coo cmo cro cio ciso cpo cdo chro vp svp evp avp hr it qa pr ux ui ai bi sdr bdr seo uk us usa eu",
);
const SMALL = words(
  "of and the for in on at to de da do dos du des del della di la le van von der den ter zu y e et und",
);

/** Restores capitals in the lower-case names, titles and places of a vendor. Other text stays. */
export function withCapitals(text: string): string {
  if (text !== text.toLowerCase()) return text;
  return text.replace(/[\p{L}\p{M}]+/gu, (word, index: number) => {
    if (SHORT.includes(word)) return word.toUpperCase();
    if (index > 0 && SMALL.includes(word)) return word;
    return word.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  });
}
