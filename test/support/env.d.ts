declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
      TEST_DATA_MIGRATIONS: import("cloudflare:test").D1Migration[];
      LEDGER_1: D1Database;
      LEDGER_2: D1Database;
    }
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** Cases for each property of the fuzz tests. */
    fuzzRuns: number;
    /** Of what is drawn at random. */
    seed: number;
    recordsAll: boolean;
  }
}

export {};
