/** A Worker that fills the index of `DATA`. From outside of workerd each statement is several requests to Miniflare. */
import { fillDemoIndex } from "./demo-index.ts";

export default {
  async fetch(_request: Request, { DATA }: { DATA: D1Database }): Promise<Response> {
    await fillDemoIndex(DATA);
    return new Response("filled");
  },
};
