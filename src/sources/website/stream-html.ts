import { log } from "../../lib/log.ts";

/** Each tag may cost a call of a handler, some 60 µs. Pages have hundreds or a few thousand. */
const MAX_TAGS = 20_000;

/**
 * Runs a page through the handlers of `rewriter`. Never throws: the rewriter gives up on a page that is nested thousands of
 * elements deep, and what the handlers have seen by then stands. Tags behind the first 20,000 are not read.
 */
export async function streamHtml(rewriter: HTMLRewriter, html: string): Promise<void> {
  try {
    await rewriter.transform(new Response(upToTags(html))).body?.pipeTo(new WritableStream());
  } catch (error) {
    log("warn", "page_not_read_to_its_end", { cause: error });
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
