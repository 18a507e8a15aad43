/** A piece of an HTML page as written: entities are not resolved, and nothing says that tags match. */
export type Tag =
  | { kind: "open"; name: string; attributes: string; isClosed: boolean }
  | { kind: "close"; name: string }
  | { kind: "text"; text: string };

const TAG = /<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/iy;
const TEXT = /<?[^<]*/y;
const RAW = new Set(["script", "style", "textarea", "title", "noscript", "iframe"]);
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/**
 * Cuts a page into tags and texts. The page is in memory already, and a callback of HTMLRewriter for each element and text
 * costs some 60 µs: seconds of computing for a page that this reads in milliseconds. Linear in the length of the page.
 */
export function* tagsOf(html: string): Generator<Tag> {
  for (let at = 0; at < html.length; ) {
    if (html.startsWith("<!", at) || html.startsWith("<?", at)) {
      at = endOf(html.startsWith("<!--", at) ? "-->" : ">", html, at);
      continue;
    }
    const isTag = /^<\/?[a-z]/i.test(html.slice(at, at + 3));
    const match = matchAt(isTag ? TAG : TEXT, html, at);
    // A tag that nobody ends takes the rest of the page, as in browsers.
    if (!match) return;
    at += match[0].length;
    const [whole, slash, written, attributes = ""] = match;
    if (written === undefined) {
      yield { kind: "text", text: whole };
      continue;
    }
    const name = written.toLowerCase();
    if (slash) {
      yield { kind: "close", name };
      continue;
    }
    yield { kind: "open", name, attributes, isClosed: VOID.has(name) };
    if (!RAW.has(name)) continue;
    const end = new RegExp(`</${name}`, "gi");
    end.lastIndex = at;
    const stop = end.exec(html)?.index ?? html.length;
    yield { kind: "text", text: html.slice(at, stop) };
    at = stop;
  }
}

/** Where what ends with `mark` is over; what nobody ends takes the rest of the page. */
function endOf(mark: string, text: string, at: number): number {
  const end = text.indexOf(mark, at + 2);
  return end < 0 ? text.length : end + mark.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Names (lower case) and values of attributes, as written; the first of a name counts. */
export function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", ...values] of text.matchAll(
    /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g,
  )) {
    found[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? "";
  }
  return found;
}
