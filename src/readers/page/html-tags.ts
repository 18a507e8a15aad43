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
