/**
 * Part of `npm run check` and of `npm run deploy`: fails when a migration does what the release before cannot work with, because
 * migrations run while that release serves, and stay when one returns to it. What a table loses is dropped by hand, once no
 * release needs it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Migrations from before there was this rule, which every deployment has. */
const LAST_WITHOUT_RULE = "0031";

const NAME = String.raw`[\`"]?(\w+)[\`"]?`;
const DROPS_TRIGGER = new RegExp(`^DROP TRIGGER (?:IF EXISTS )?${NAME}`, "i");
const UNIQUE_INDEX = new RegExp(`^CREATE UNIQUE INDEX ${NAME} ON ${NAME} \\((.*?)\\)`, "is");
const ADDED_COLUMN = new RegExp(`^ALTER TABLE ${NAME} ADD (?:COLUMN )?${NAME}(.*)`, "is");

/** What is wrong with a migration, statement by statement. */
export function nonAdditive(migration: string): string[] {
  const statements = migration
    .split("--> statement-breakpoint")
    .map((statement) => statement.replace(/^\s*--.*$/gm, "").trim())
    .filter(Boolean);
  const created = statements.flatMap((text) => new RegExp(`^CREATE TABLE ${NAME}`, "i").exec(text)?.[1] ?? []);
  const added = statements.flatMap((text) => ADDED_COLUMN.exec(text)?.[2] ?? []);
  const problemOf = (text: string): string | null => {
    if (/^DROP (TABLE|VIEW)\b/i.test(text)) return "drops a table";
    if (/^ALTER TABLE .*\bDROP\b/is.test(text)) return "drops a column";
    if (/^ALTER TABLE .*\bRENAME\b/is.test(text)) return "renames";
    if (/^DELETE\b/i.test(text)) return "deletes rows";
    const column = ADDED_COLUMN.exec(text);
    if (column && /\bNOT NULL\b/i.test(column[3] ?? "") && !/\bDEFAULT\b/i.test(column[3] ?? ""))
      return "adds a column that is NOT NULL without a default";
    const dropped = DROPS_TRIGGER.exec(text)?.[1];
    if (dropped && !statements.some((other) => new RegExp(`^CREATE TRIGGER [\`"]?${dropped}\\b`, "i").test(other)))
      return `drops the trigger ${dropped} and does not make it again`;
    const [, , table = "", columns = ""] = UNIQUE_INDEX.exec(text) ?? [];
    const isOfNew = created.includes(table) || added.some((name) => columns.includes(name));
    return table && !isOfNew ? "makes a unique index on columns that are there already" : null;
  };
  return statements.flatMap((text) => {
    const problem = problemOf(text);
    return problem ? [`${problem}: ${text.split("\n")[0]?.slice(0, 120)}`] : [];
  });
}

/** The findings in all migrations since there is the rule, of every database. */
export function listNonAdditive(folder = "migrations"): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql"));
  return files.toSorted().flatMap((file) => {
    const isOld = dirname(file) === "." && file.slice(0, 4) <= LAST_WITHOUT_RULE;
    return isOld ? [] : nonAdditive(readFileSync(join(folder, file), "utf8")).map((problem) => `${file} ${problem}`);
  });
}

if (import.meta.main) {
  const found = listNonAdditive();
  if (found.length > 0) {
    console.error(`Migrations may only add, see scripts/additive-migrations.ts:\n${found.join("\n")}`);
    process.exit(1);
  }
}
