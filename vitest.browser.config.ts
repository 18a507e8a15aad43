import { defineConfig } from "vitest/config";
import { HANG_LIMITS, prepareSurroundings } from "./test/support/surroundings.ts";

prepareSurroundings();

/** `npm run test:browser`: pages in a real browser, which has to be installed. */
export default defineConfig({
  test: {
    // One process, one server, one browser.
    isolate: false,
    maxWorkers: 1,
    include: ["test/browser/*.test.ts"],
    setupFiles: ["test/support/node-setup.ts"],
    slowTestThreshold: 60_000,
    ...HANG_LIMITS,
  },
});
