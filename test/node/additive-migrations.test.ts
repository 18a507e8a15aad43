import { expect, test } from "vitest";
import { listNonAdditive, nonAdditive } from "../../scripts/additive-migrations.ts";

test("the migrations only add", () => {
  expect(listNonAdditive()).toEqual([]);
});

test.each([
  "DROP TABLE `calls`;",
  "ALTER TABLE `calls` DROP COLUMN `tool`;",
  "ALTER TABLE `calls` RENAME COLUMN `tool` TO `name`;",
  "-- A comment.\nALTER TABLE `__new_calls` RENAME TO `calls`;",
  "ALTER TABLE `calls` ADD `tool` text NOT NULL;",
  "DROP TRIGGER hold_ends_once;",
  "CREATE UNIQUE INDEX `calls_tool` ON `calls` (`tool`);",
  "DELETE FROM source_cache;",
])("%s is refused", (statement) => {
  expect(nonAdditive(`CREATE TABLE \`other\` (id text);\n--> statement-breakpoint\n${statement}`)).toHaveLength(1);
});

test("what the release before does not notice is allowed", () => {
  const statements = [
    "ALTER TABLE `calls` ADD `tool` text DEFAULT '' NOT NULL;",
    "ALTER TABLE `calls` ADD `key` text;",
    "CREATE UNIQUE INDEX `calls_key` ON `calls` (`key`);",
    "DROP INDEX `calls_old`;",
    "DROP TRIGGER hold_ends_once;",
    "CREATE TRIGGER hold_ends_once AFTER UPDATE ON holds BEGIN DELETE FROM calls; END;",
  ];
  expect(nonAdditive(statements.join("\n--> statement-breakpoint\n"))).toEqual([]);
});
