import { log } from "../../lib/log.ts";

/** Each tag may call a handler, at some 60 µs. Real pages have hundreds or a few thousand tags. */
const MAX_TAGS = 10_000;

/**
 * Runs a page through the handlers of `rewriter`. Never throws: the rewriter aborts on a page nested thousands of elements deep,
 * and the results so far are kept. Tags after the first 10,000 are not read. Returns whether the page was read to its end.
 */
export async function streamHtml(rewriter: HTMLRewriter, html: string): Promise<boolean> {
  const read = upToTags(html);
  try {
    await rewriter.transform(new Response(read)).body?.pipeTo(new WritableStream());
    return read.length === html.length;
  } catch (error) {
    log("warn", "page_not_read_to_its_end", { cause: error });
    return false;
  }
}

function upToTags(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags++) {
    at = html.indexOf("<", at + 1);
    if (at < 0) return html;
  }
  return html.slice(0, at);
}
