/** Texts without the people in them. Pure. */
import { findAddresses } from "../contacts/find-addresses.ts";
import { readName } from "./name-readings.ts";

const MAIL = /[\w.+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gi;
const PHONE = /(?:\+|\b00|\(0|\b0)\d?[\d\s()./-]{6,20}\d|\b\d{3}[\s.-]\d{3}[\s.-]\d{4}\b/g;
/** Words that begin with a capital letter, side by side; a particle may be among them. */
const CAPITALISED =
  /\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?:\s(?:(?:van|von|de|der|den|da|di|dos|du|la|le|af|av|bin|al)\s){0,3}\p{Lu}[\p{L}\p{M}.'’-]{0,30}){1,12}/gu;
const LABELLED =
  /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|Herrn?|Frau|Mme|Monsieur|Madame|Señora?|Sra?|Dhr|Mevr|contact|kontakt|recruiter|ansprechpartner(?:in)?|reports? to|hiring manager|担当)\b[.:：]{0,2}\s?(?:is |ist |er )?)((?:\p{Lu}[\p{L}\p{M}.'’-]{1,30}\s?){1,4})/giu;
const EAST_ASIAN = /(?<![\p{L}\p{N}])[\p{sc=Han}]{2,4}(?:\s[\p{sc=Han}]{1,3})?(?:さん|様|氏)?(?![\p{L}\p{N}])/gu;
const MAX_NAME_WORDS = 5;

/** A text without the names, mail addresses, telephone numbers and postal addresses in it. A name too much goes rather than one too few. */
export function withoutPeople(text: string): string {
  const addresses = findAddresses(text).flatMap(({ text: address }) => [...address.split(", "), address]);
  const bare = addresses.reduce((rest, address) => rest.replaceAll(address, " "), text);
  return bare
    .replace(MAIL, " ")
    .replace(PHONE, " ")
    .replace(LABELLED, (whole, name: string) => (/^\p{Lu}/u.test(name) ? whole.slice(0, -name.length) : whole))
    .replace(CAPITALISED, withoutNames)
    .replace(EAST_ASIAN, (run) => (readName(run)?.isKnown ? " " : run));
}

/** Of words side by side, those that are no name; the longest name goes first. */
function withoutNames(run: string): string {
  const words = run.split(/\s+/);
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(MAX_NAME_WORDS, words.length - at);
    while (length > 1 && !isName(words.slice(at, at + length).join(" "))) length--;
    if (length === 1) kept.push(words[at] ?? "");
    at += length;
  }
  return kept.join(" ");
}

function isName(text: string): boolean {
  const read = readName(text.replace(/[.]$/, ""));
  return read?.isWhole === true && read.isKnown;
}
