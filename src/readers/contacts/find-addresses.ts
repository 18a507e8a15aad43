import { foldedWords } from "../../lib/fold.ts";
import { pairsOf } from "../../lib/words.ts";
import { countryCode } from "../words/countries.ts";
import { linesOf, patternOf, wordsOf } from "../words/sections.ts";

const POSTAL_CODE = patternOf("POSTAL_CODE_AND_CITY", "gu");
const statesOfTheUs = linesOf("states of the us");
const ROOM = patternOf("ROOM");
const NAMED_STREET = patternOf("NAMED_STREET", "u");
const FRENCH_STREET = patternOf("FRENCH_STREET", "u");
/** Countries where a street may have no number. */
const NUMBERLESS = new Set(["IN", "IE", "SG", "GB"]);
const STREET = patternOf("STREET", "u");
const STREET_WORD = patternOf("STREET_WORD", "u");
const REGION = patternOf("REGION_NAME");
const PROVIDERS = wordsOf("providers");
const COMPANY = /\b(?:GmbH|Inc|LLC|Ltd|Limited|S\.?[àa]\.?r\.?l|SAS|B\.?V|Corp|AG)\b/i;
const LABEL = patternOf("PLACE_LABEL", "u");
const NO_CITY = patternOf("NO_CITY");
const BEFORE_ADDRESS = patternOf("BEFORE_ADDRESS");
const PLACEHOLDER = patternOf("PLACEHOLDER_ADDRESS");
const COPYRIGHT = /(?:©|copyright)[\s\d–-]{0,12}$/iu;
const REACH = 120;
const MAX_PARTS = 5;
const MAX_PART = 60;
const MAX_FOUND = 20;
const MIN_STREET_LETTERS = 6;

/** Letters before a code, which some countries still write: "D-10115 Berlin". */
const PREFIXES = pairsOf("A AT B BE D DE F FR H HU I IT L LU N NO S SE FIN FI");

/** Countries of postal codes by the language of their page, where they differ by length from others' of that language. */
const OF_LANGUAGE = pairsOf(`
  bg4 BG ca5 ES cs5 CZ da4 DK de5 DE el5 GR en6 IN et5 EE eu5 ES fi5 FI fr5 FR gl5 ES hr5 HR hu4 HU id5 ID it5 IT
  lt5 LT ms5 MY nb4 NO nl4 BE no4 NO ro6 RO sk5 SK sl4 SI sr5 RS sv5 SE tr5 TR uk5 UA
`);

/** Forms that nothing else has. */
const SURE = new Set(["us", "ca", "au", "br", "br2", "it", "kr", "jp"]);
/** The name of a country, maybe behind a region. */
const COUNTRY_BEHIND =
  /^ ?(?:\([^()\n]{2,25})?\)?[\s,;.|·–-]{1,3}(\p{L}[\p{L} ]{1,30})(?:[,\n] ?(\p{L}[\p{L} ]{1,30}))?/u;
/** The letters of a canton behind a city, and how French post is sorted. */
const DISTRICT = patternOf("DISTRICT", "u");
/** What some countries write before a code. */
const CODE_LABEL = /[ ,.]{0,2}(?:C\.? ?P\.?|CAP|PLZ|Código Postal):? ?$| (?:in|te|à|en) $/u;
/** A street behind its city, or a house number behind its village. */
const STREET_BEHIND =
  /^(?: \([A-Z]{2}\))?(?:[,\n ]{1,2}| [·|–-] )(\p{L}[^,\n|]{4,50}?|\d{1,4}(?:\/\d{1,3})?)(?=$|[\n,|]| [–-])/u;
const BEHIND_SLASH = /^ ?\/ ?(\p{Lu}\p{L}{2,20})(?!\p{L})/u;
/** The last town of a line, before its code. */
const TOWN = /^\p{Lu}[\p{L}'’-]{2,24}(?: [\p{L}'’-]{2,24}){0,2}$/u;
const YEAR = /^(?:19|20)\d\d$/;
const LINE_BEFORE = /(?:^|\n|[,:·|–—(-] ?)$/;
const LINE_BEHIND = /^(?:$|\n|[,;.)]| [·|–—(-])/;
const PHONE_BEHIND = patternOf("PHONE_BEHIND", "u");

/**
 * The addresses of a text in `language` (ISO 639), in order, each with its city and country (ISO 3166-1) where the form or the
 * language tells them, and the `phone` right behind it. `key` is equal for two spellings of one address. Without a street only a code
 * of one country's form counts, or one of the language's on a line of its own.
 */
export function findAddresses(text: string, language: string | null = null) {
  return [...text.matchAll(POSTAL_CODE()).take(MAX_FOUND)].flatMap((match) => {
    const { prefix2 = "", prefix = prefix2, us, ...groups } = match.groups ?? {};
    const written = match[0].replace(/(?<=\d)\) (?:de )?|\) (?=\d)|\s+/g, " ").replace(/(\d\d)\.(?=\d{3}-)/, "$1");
    if (us && !statesOfTheUs().has(us)) return [];
    const [form = "us", code = ""] =
      Object.entries(groups).find(([group, value]) => value && !group.includes("_")) ?? [];
    const end = match.index + match[0].length;
    const before = text
      .slice(Math.max(0, match.index - REACH), match.index)
      .replace(CODE_LABEL, "")
      .replace(/ \($/, "");
    const behind = text.slice(end, end + REACH);
    const place = groups[`${form}_city`] ?? groups.xx_city ?? "";
    const named = [place, ...(COUNTRY_BEHIND.exec(behind)?.slice(1) ?? [])].map(countryNamed).find(Boolean);
    const country =
      named ??
      countryCode(form.slice(0, 2)) ??
      (isState(place) ? "US" : null) ??
      countryCode(PREFIXES.get(prefix) ?? prefix) ??
      OF_LANGUAGE.get(`${language}${code.replace(/\D/g, "").length}`) ??
      null;
    const [word = ""] = /(?<!\p{L})\p{L}{1,20}(?=\.? $)/u.exec(before) ?? [];
    if (isOfProvider(before) || (groups.xx && ROOM().test(word))) return [];
    if (isOther(place) || (form === "zz" && (ROOM().test(place) || (YEAR.test(code) && !named)))) return [];
    const isFrench = /^(?:F-)?\d{5}/.test(match[0]) && /[,\n] ?$/.test(before);
    const numberless = isFrench ? FRENCH_STREET : NUMBERLESS.has(country ?? "") ? NAMED_STREET : null;
    const ahead = COPYRIGHT.test(before) ? null : streetBefore(before, numberless?.() ?? null);
    const isLine = LINE_BEFORE.test(before) && !YEAR.test(code);
    const [, next = ""] = (isLine && !ahead && STREET_BEHIND.exec(behind)) || [];
    const isKnown = groups.xx || named ? country !== null : country?.toLowerCase() === language;
    const isNext = /^\d/.test(next) ? /: ?$/.test(before) : isStreet(next) && (isKnown || STREET_WORD().test(next));
    const street = groups[`${form}_street`] ?? ahead ?? (isNext ? next : null);
    // British towns are before their code, behind the street; between them and the code Romanians may write a county.
    const isCounty = form === "zz" && country === "RO" && ahead?.includes(", ");
    const isBehind = isCounty || country === "GB" || isRegion(place) || countryCode(place) !== null;
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const parts = ahead?.split(", ").slice(1) ?? line.split(/, ?/).map(bare).filter(Boolean);
    const towns = parts.filter((part) => !isRegion(part) && !countryCode(part) && (!ahead || !/\d/.test(part)));
    const last = towns.at(country === "RO" ? 0 : -1);
    // "Konak/İzmir" names a city behind its district.
    const [, beyond] = (country === "TR" && BEHIND_SLASH.exec(behind)) || [];
    const town = isBehind ? last : (beyond ?? place);
    const isTown = isBehind && TOWN.test(town ?? "") && !isOther(town ?? "");
    const isAlone = isBehind ? isTown && (isLine || country === "GB") : isLine && isKnown;
    // "9200 Aalborg" is a place; four digits or more before a street are of the United States, or of France.
    const isForeign = /^\d{4}/.test(street ?? "") && !FRENCH_STREET().test(street?.replace(/^\d+ |,.*/g, "") ?? "");
    if (street ? groups.xx && isForeign : !(isAlone && LINE_BEHIND.test(behind)) && !SURE.has(form)) return [];
    const whole = [ahead, written.trim(), isNext ? next : ""].filter(Boolean).join(", ");
    const cityState = country === "SG" ? "Singapore" : (country === "LU" && place) || null;
    const city = !town || countryCode(town) ? cityState : withoutCountry(town).replace(DISTRICT(), "");
    const [, phone = null] = PHONE_BEHIND().exec(behind) ?? [];
    if (isPlaceholderAddress(whole)) return [];
    const hasStreet = street !== null || form === "jp";
    return [{ text: whole, key: keyOf(whole), code: keyOf(match[0]), city, country, phone, hasStreet }];
  });
}

/** Of an analyst or a host of the site, which notices name on one line with its address. */
export function isOfProvider(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return COMPANY.test(line) && foldedWords(line).some((word) => PROVIDERS().has(word));
}

/** A label or a word of a menu. */
const isOther = (part: string) => NO_CITY().test(part) || LABEL().test(part);

/** A short name would be a state's or a province's code. */
export const countryNamed = (part = "") => (/^(?:U[KS]A?|UAE|NZ|.{4,})$/.test(part) ? countryCode(part) : null);

/** New York and Washington are cities too. */
const isState = (part: string) =>
  !/^(?:New York|Washington)$/.test(part) && [...statesOfTheUs().values()].includes(part);
export const isRegion = (part: string) => REGION().test(part) || isState(part);

/** "Munich Germany" */
function withoutCountry(city: string): string {
  const last = city.split(" ").at(-1) ?? "";
  return last.length > 3 && / \p{Lu}\S*$/u.test(city) && !/ \p{Ll}+ \S+$/u.test(city) && countryCode(last)
    ? city.slice(0, -last.length - 1)
    : city;
}

/** True for what templates show in place of an address. */
export function isPlaceholderAddress(address: string): boolean {
  return PLACEHOLDER().test(address);
}

function keyOf(address: string): string {
  return (address.match(/\d+/g) ?? []).join(" ");
}

/** The street at the end of a text, with the parts behind it: "2A Long Road, Ground Floor, London". It may be `numberless`. */
function streetBefore(text: string, numberless: RegExp | null): string | null {
  const parts = withNumbers(
    text
      .split(/[,\n|·•;]| [–/-] |\/(?=top )| (?=#\d|(?:ste|suite|unit|apt|bus|bte|bp)\b\.? ?#?\d)| \((?=\d)/i)
      .map(bare),
  ).filter(Boolean);
  for (let at = parts.length - 1; at >= Math.max(0, parts.length - MAX_PARTS); at--) {
    const part = parts[at] ?? "";
    if (part.length > MAX_PART) return null;
    if (numberless?.test(part)) return parts.slice(at).join(", ");
    if (ROOM().test(part)) continue;
    if (isStreet(part)) return parts.slice(at).join(", ");
    if (/\d/.test(part.replace(/ (?:19|20)\d\d$| \(\p{Lu}[^()]*\)$/u, ""))) return null;
  }
  return null;
}

/** "41 years", "500 CV" and "Colombo 03" are numbers of something else. */
export function isStreet(part: string): boolean {
  const letters = part.replace(/\P{L}/gu, "").length;
  const isNamed = /\p{Lu}/u.test(part) || STREET_WORD().test(part);
  const isYear = /^\D{1,60} (?:(?:19|20)\d\d|0\d)$/.test(part);
  return STREET().test(part) && isNamed && !isYear && (!/^\d+[^\d.]/.test(part) || letters >= MIN_STREET_LETTERS);
}

export function bare(part: string): string {
  return part
    .replace(/^.*\S@\S{1,255} /, "")
    .replace(/^[^\p{L}\p{N}#]+/u, "")
    .replace(/^\p{L}[^:\d]{0,30}(?<! N[or]):\s*/u, "")
    .replace(BEFORE_ADDRESS(), "")
    .replace(/(?<!\s)\s+$/, "");
}

/** "Calle Mayor, 3" and "12, rue Haute" are one part. */
export function withNumbers(parts: string[]): string[] {
  const joined: string[] = [];
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1] ?? "";
    const isBeforeStreet = /^\p{Ll}\S* \S/u.test(next) && !ROOM().test(next);
    const last = joined.at(-1) ?? "";
    if (!isBeforeStreet && /^(?:nr?[.º]{0,2} ?|#)?\d{1,4} ?[a-z]?\.?$/i.test(part) && /^\p{L}[^\d]{3,}$/u.test(last))
      joined.splice(-1, 1, `${last} ${part}`);
    else if (/^(?:no\.? ?|plot (?:no\.? ?)?)?\d{1,4}(?: ?(?:[a-z]|bis|ter))?$/i.test(last) && part)
      joined.splice(-1, 1, `${last} ${part}`);
    else joined.push(part);
  }
  return joined;
}
