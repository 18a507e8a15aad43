import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { recentPrints } from "../../src/privacy/names-in-text.ts";
import { suppress } from "../../src/privacy/suppressions.ts";

it("running text is checked against a changed list immediately in the isolate that changed it, and within 10 s elsewhere", async () => {
  const config = readConfig(env);
  const here = { env, config };
  const elsewhere = { env: { DB: Object.create(env.DB, {}) as D1Database }, config };
  Object.assign(elsewhere.env.DB, { prepare: env.DB.prepare.bind(env.DB), batch: env.DB.batch.bind(env.DB) });
  const clock = vi.spyOn(Date, "now").mockReturnValue(1_000_000_000_000);
  const sizes = async () =>
    [await recentPrints(here), await recentPrints(elsewhere)].map((list) => list?.prints.size ?? 0);

  expect(await sizes()).toEqual([0, 0]);
  await suppress(here, [{ kind: "email", email: "ada@prints.example" }]);
  expect(await sizes()).toEqual([1, 0]);
  clock.mockReturnValue(1_000_000_010_000);
  expect(await sizes()).toEqual([1, 1]);
  clock.mockRestore();
});
