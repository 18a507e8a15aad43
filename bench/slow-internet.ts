import internet from "../test/internet/index.ts";

const DELAY_MS = 120;

/** The demo internet, each of whose hosts answers {@link DELAY_MS} late. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).hostname !== "log.internet.example") await scheduler.wait(DELAY_MS);
    return internet.fetch(request);
  },
};
