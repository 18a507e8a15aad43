import { defineConfig } from "vitest/config";

/** `npm run test:browser`: pages in a real browser, which has to be installed. */
export default defineConfig({
  test: { include: ["test/browser/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 },
});
