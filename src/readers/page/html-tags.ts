/** A tag or text of an HTML page, unprocessed: entities are not resolved, and tags need not match. */
export type Tag =
  | { kind: "open"; name: string; attributes: string; isClosed: boolean }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

const NAME = /[a-z][^\s/>]*/iy;
const TEXT = /<?[^<]*/y;
const QUOTE_OR_END = /["'>]/g;
const RAW = new Set(["script", "style", "textarea", "title", "noscript", "iframe"]);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/**
 * Splits a page into tags and texts. The page is in memory already, and HTMLRewriter costs some 60 µs per callback, which adds
 * up to seconds on a page that this function reads in milliseconds. Linear in the length of the page.
 */
export function* tagsOf(html: string): Generator<Tag> {
  for (let at = 0; at < html.length; ) {
    if (html.startsWith("<!", at) || html.startsWith("<?", at)) {
      at = endOf(html.startsWith("<!--", at) ? "-->" : ">", html, at);
      continue;
    }
    const isClose = html[at + 1] === "/";
    const written = html[at] === "<" && matchAt(NAME, html, at + (isClose ? 2 : 1))?.[0];
    if (!written) {
      const text = matchAt(TEXT, html, at)?.[0] ?? "";
      at += text.length;
      yield { kind: "text", text };
      continue;
    }
    const attributesAt = at + (isClose ? 2 : 1) + written.length;
    const end = endOfTag(html, attributesAt);
    // An unterminated tag runs to the end of the page, as in browsers.
    if (end < 0) return;
    const attributes = html.slice(attributesAt, end);
    at = end + 1;
    const name = written.toLowerCase();
    if (isClose) {
      yield { kind: "close", name };
      continue;
    }
    yield { kind: "open", name, attributes, isClosed: VOID.has(name) };
    if (!RAW.has(name)) continue;
    const endTag = new RegExp(`</${name}`, "gi");
    endTag.lastIndex = at;
    const stop = endTag.exec(html)?.index ?? html.length;
    yield { kind: "text", text: html.slice(at, stop) };
    at = stop;
  }
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

/** Attribute names (lower case) and raw values; the first attribute of a name wins. */
export function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", ...values] of text.matchAll(
    /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  )) {
    found[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? "";
  }
  return found;
}
