import { plainText } from "./plain-text.ts";

/** A tag or text of an HTML page, unprocessed: entities are not resolved, and tags need not match. */
export type Tag =
  /** `at`: its index in the page. `raw`: the contents of an element that has no tags in it, such as a script. */
  | { kind: "open"; name: string; attributes: Attributes; isVoid: boolean; at: number; raw: string }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

/** Attribute names (lower case) and raw values; the first attribute of a name wins. */
export type Attributes = Readonly<Record<string, string>>;

const START = /<(\/?)([a-z][^\s/>]*)/iy;
/** An attribute, or something between attributes: a quotation mark that does not follow `=` is stray. */
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?|[\s/]+|[^>]/y;
const RAW = new Set(["script", "style", "textarea", "title", "iframe"]);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** A page of 1.5 MB has some 60,000; what is kept of a hostile one is bounded. */
const MAX_TAGS = 150_000;
const MAX_COMMENTS = 500;
const MAX_COMMENT_LENGTH = 200;

/** Tags, texts and starts of comments of a page; linear (HTMLRewriter takes seconds). `isComplete`: all were read. */
export function readMarkup(html: string) {
  const tags: Tag[] = [];
  const comments: string[] = [];
  let at = 0;
  while (at < html.length && tags.length < MAX_TAGS) {
    const [start = "", slash, written] = matchAt(START, html, at) ?? [];
    if (written) {
      const name = written.toLowerCase();
      const tag = readAttributes(html, at + start.length);
      // An unterminated tag runs to the end of the page, as in browsers.
      if (!tag) break;
      const { attributes, end } = tag;
      const raw = !slash && RAW.has(name) ? html.slice(end, startOf(`</${name}`, html, end)) : "";
      tags.push(slash ? { kind: "close", name } : { kind: "open", name, attributes, isVoid: VOID.has(name), at, raw });
      at = end + raw.length;
    } else if (html.startsWith("<!--", at)) {
      const end = startOf("-->", html, at + 2);
      if (comments.length < MAX_COMMENTS) comments.push(html.slice(at + 4, Math.min(end, at + 4 + MAX_COMMENT_LENGTH)));
      at = end + 3;
    } else if (html.startsWith("<!", at) || html.startsWith("<?", at)) {
      at = startOf(">", html, at) + 1;
    } else {
      const end = startOf("<", html, at + 1);
      tags.push({ kind: "text", text: html.slice(at, end) });
      at = end;
    }
  }
  return { tags, comments, isComplete: tags.length < MAX_TAGS };
}

/** The attributes of a tag, and the index behind it; null where it does not end. */
function readAttributes(html: string, from: number): { attributes: Attributes; end: number } | null {
  const attributes: Record<string, string> = {};
  for (let at = from; at < html.length; ) {
    if (html[at] === ">") return { attributes, end: at + 1 };
    const [piece = "", name, ...values] = matchAt(ATTRIBUTE, html, at) ?? [];
    if (name) attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? "";
    at += piece.length;
  }
  return null;
}

/** The index of `mark` in any case; without it, the end of the page. */
function startOf(mark: string, html: string, from: number): number {
  const index = /[a-z]/.test(mark) ? matchAt(new RegExp(mark, "gi"), html, from)?.index : html.indexOf(mark, from);
  return index === undefined || index < 0 ? html.length : index;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

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
