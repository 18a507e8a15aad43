import { readMarkup } from "./html-tags.ts";
import { plainText } from "./plain-text.ts";

const LATIN = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
  middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
  THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde
  ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`;
const FIRST_LATIN = 160;
const OTHERS = `amp & quot " apos ' lt < gt > sol / colon : commat @ period . ndash – mdash — lsquo ‘ rsquo ’ ldquo “ rdquo ”
  bull • hellip … euro € OElig Œ oelig œ Scaron Š scaron š trade ™ plus + lpar ( rpar ) num # excl ! VerticalBar | vert |
  Ccaron Č ccaron č Zcaron Ž zcaron ž Rcaron Ř rcaron ř Ecaron Ě ecaron ě Lstrok Ł lstrok ł aogon ą eogon ę Sacute Ś sacute ś
  cacute ć nacute ń zacute ź Zdot Ż zdot ż abreve ă scedil ş Scedil Ş inodot ı Idot İ gbreve ğ larr ← rarr → minus −`;
const ENTITIES = new Map<string, string>([
  ...LATIN.split(/\s+/).map((name, index) => [name, String.fromCodePoint(FIRST_LATIN + index)] as const),
  ...[...OTHERS.matchAll(/(\w{2,11}) (\S)/g)].map(([, name = "", character = ""]) => [name, character] as const),
  ...["nbsp", "ensp", "emsp", "thinsp"].map((name) => [name, " "] as const),
  ...["zwj", "zwnj"].map((name) => [name, ""] as const),
]);

/** Resolves character references; HTMLRewriter hands text and attributes over as written. Unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+\d*);/gi, (whole, name: string) => {
    if (name[0] !== "#") return ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const MARKUP_FACTOR = 6;

/** The text of a piece of HTML as inert text of at most `maxLength` UTF-16 units: no markup, no entities, no script. */
export function textOfHtml(html: string, maxLength: number): string {
  const visible = readMarkup(html).tags.map((tag) => (tag.kind === "text" ? tag.text : " "));
  // Entities are resolved after the markup is gone, and may spell markup themselves.
  return plainText(decodeEntities(plainText(visible.join(""), maxLength * MARKUP_FACTOR)), maxLength);
}
