/** A tag or text of an HTML page, unprocessed: entities are not resolved, and tags need not match. */
export type Tag =
  /** `at`: its index in the page, or in the `noscript` element around it. */
  | { kind: "open"; name: string; attributes: Attributes; isVoid: boolean; at: number }
  | { kind: "close"; name: string }
  /** `within`: the contents of a `noscript` element, which browsers without scripts read. */
  | { kind: "text"; text: string; within?: readonly Tag[] };

/** Attribute names (lower case) and raw values; the first attribute of a name wins. */
export type Attributes = Readonly<Record<string, string>>;

/** What a page consists of, with the beginnings of its comments. `isComplete`: it has no more tags and texts than are read. */
type Markup = { tags: readonly Tag[]; comments: readonly string[]; isComplete: boolean };

const NAME = /[a-z][^\s/>]*/iy;
const QUOTE_OR_END = /["'>]/g;
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const RAW = new Set(["script", "style", "textarea", "title", "noscript", "iframe"]);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const NONE: Attributes = Object.freeze({});
/** A page of 1.5 MB has some 60,000; what is kept of a hostile one is bounded. */
const MAX_TAGS = 150_000;
const MAX_COMMENTS = 500;
const MAX_COMMENT_LENGTH = 200;
const MAX_NESTING = 2;

/** Splits a page into tags and texts; HTMLRewriter's callbacks would take seconds. Linear in the page. */
export function readMarkup(html: string, nesting = 0, maxTags = MAX_TAGS): Markup {
  const tags: Tag[] = [];
  const comments: string[] = [];
  let at = 0;
  while (at < html.length && tags.length < maxTags) {
    if (html.startsWith("<!", at) || html.startsWith("<?", at)) {
      const comment = html.startsWith("<!--", at) ? commentAt(html, at) : null;
      if (comment !== null && comments.length < MAX_COMMENTS) comments.push(comment);
      at = endOf(comment === null ? ">" : "-->", html, at);
      continue;
    }
    const isClose = html[at + 1] === "/";
    const nameAt = at + (isClose ? 2 : 1);
    const written = html[at] === "<" && matchAt(NAME, html, nameAt)?.[0];
    if (!written) {
      const next = html.indexOf("<", at + 1);
      const end = next < 0 ? html.length : next;
      tags.push({ kind: "text", text: html.slice(at, end) });
      at = end;
      continue;
    }
    const end = endOfTag(html, nameAt + written.length);
    // An unterminated tag runs to the end of the page, as in browsers.
    if (end < 0) break;
    const name = written.toLowerCase();
    if (isClose) tags.push({ kind: "close", name });
    else {
      const attributes = readAttributes(html.slice(nameAt + written.length, end));
      tags.push({ kind: "open", name, attributes, isVoid: VOID.has(name), at });
    }
    at = end + 1;
    if (isClose || !RAW.has(name)) continue;
    const text = html.slice(at, startOfEndTag(name, html, at));
    at += text.length;
    if (name === "noscript" && nesting < MAX_NESTING) {
      const within = readMarkup(text, nesting + 1, maxTags - tags.length);
      tags.push({ kind: "text", text, within: within.tags });
      comments.push(...within.comments.slice(0, MAX_COMMENTS - comments.length));
      maxTags -= within.tags.length;
    } else tags.push({ kind: "text", text });
  }
  return { tags, comments, isComplete: tags.length < maxTags };
}

/** The beginning of the comment at `at`; without an end it is the rest of the page, and empty here. */
function commentAt(html: string, at: number): string {
  const end = html.indexOf("-->", at + 4);
  return html.slice(at + 4, Math.max(at + 4, Math.min(end, at + 4 + MAX_COMMENT_LENGTH)));
}

function startOfEndTag(name: string, html: string, from: number): number {
  const endTag = new RegExp(`</${name}`, "gi");
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

/** Index of the `>` that ends a tag, outside quoted values; −1 without one. A quotation mark that does not follow `=` is stray. */
function endOfTag(html: string, from: number): number {
  for (let at = from; ; ) {
    const index = matchAt(QUOTE_OR_END, html, at)?.index ?? -1;
    if (index < 0 || html[index] === ">") return index;
    if (!opensValue(html, index, at)) {
      at = index + 1;
      continue;
    }
    const closing = html.indexOf(html[index] as string, index + 1);
    if (closing < 0) return -1;
    at = closing + 1;
  }
}

function opensValue(html: string, quote: number, from: number): boolean {
  let before = quote - 1;
  while (before >= from && /\s/.test(html[before] as string)) before--;
  return html[before] === "=";
}

/** Index after `mark`; without it, the end of the page. */
function endOf(mark: string, text: string, at: number): number {
  const end = text.indexOf(mark, at + 2);
  return end < 0 ? text.length : end + mark.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readAttributes(text: string): Attributes {
  if (!/[^\s/]/.test(text)) return NONE;
  const found: Record<string, string> = {};
  for (const [, name = "", ...values] of text.matchAll(ATTRIBUTE)) {
    found[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? "";
  }
  return found;
}
