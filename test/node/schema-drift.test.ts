import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { findDrift } from "../../scripts/schema-drift.ts";
import * as schema from "../../src/platform/schema.ts";

test("the migrations hold the whole schema", async () => {
  expect(await findDrift()).toEqual([]);
});

test("a table without a migration is drift", async () => {
  const planted = sqliteTable("planted", { name: text() });
  expect(await findDrift({ ...schema, planted })).toEqual([expect.stringContaining("CREATE TABLE `planted`")]);
});
