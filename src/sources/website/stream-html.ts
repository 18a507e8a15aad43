import { log } from "../../lib/log.ts";

/**
 * Runs a page through the handlers of `rewriter`. Never throws: the rewriter gives up on a page that is nested thousands of
 * elements deep, and what the handlers have seen by then stands.
 */
export async function streamHtml(rewriter: HTMLRewriter, html: string): Promise<void> {
  try {
    await rewriter.transform(new Response(html)).body?.pipeTo(new WritableStream());
  } catch (error) {
    log("warn", "page_not_read_to_its_end", { cause: error });
  }
}
