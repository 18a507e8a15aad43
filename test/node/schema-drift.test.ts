import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { findDrift } from "../../scripts/schema-drift.ts";
import * as data from "../../src/platform/data-schema.ts";
import * as ledger from "../../src/platform/ledger-schema.ts";

test.each([
  ["migrations", ledger],
  ["migrations/data", data],
])("%s hold the whole schema of their database", async (folder, tables) => {
  expect(await findDrift(tables, folder)).toEqual([]);
});

test("a table without a migration is drift", async () => {
  const planted = sqliteTable("planted", { name: text() });
  expect(await findDrift({ ...ledger, planted }, "migrations")).toEqual([
    expect.stringContaining("CREATE TABLE `planted`"),
  ]);
});
