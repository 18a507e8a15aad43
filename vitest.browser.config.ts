import { defineConfig } from "vitest/config";

/** `npm run test:browser`: pages in a real browser, which has to be installed. */
export default defineConfig({
  test: {
    include: ["test/browser/*.test.ts"],
    setupFiles: ["test/support/node-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
