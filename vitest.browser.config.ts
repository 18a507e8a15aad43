import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { HANG_LIMITS, prepareSurroundings } from "./test/support/surroundings.ts";

prepareSurroundings();

/** `npm run test:browser`: pages in a real browser, which has to be installed. */
export default defineConfig({
  plugins: [
    {
      name: "text modules, as wrangler imports them",
      enforce: "pre",
      load: (id) => (/\.(txt|md)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};` : null),
    },
  ],
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
