import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import * as schema from "../../src/platform/schema.ts";
import { readThenWrite } from "../support/read-then-write.ts";

type Files = Record<string, string>;
const FILES: Files = Object.fromEntries(
  Object.entries({
    ...import.meta.glob("../../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
    ...import.meta.glob("../../migrations/*.sql", { query: "?raw", import: "default", eager: true }),
  }).map(([path, content]) => [path.replace("../../", ""), content]),
);
const SOURCES: Files = Object.fromEntries(
  Object.entries(FILES).flatMap(([path, content]) => (path.startsWith("src/") ? [[path.slice(4), content]] : [])),
);
const [DOCUMENT = ""] = Object.values(
  import.meta.glob("../../docs/security.md", { query: "?raw", import: "default", eager: true }),
);

/** The classes of Durable Objects with tables, by where these are made. */
const OBJECTS = [
  ["batches/", "Batch"],
  ["ledger/", "Account"],
  ["platform/sites/", "Site"],
] as const;

/** The rows of the table under a heading, each a list of cells. */
function rowsUnder(heading: string): string[][] {
  const section = DOCUMENT.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => line.split(" |").map((cell) => cell.replace(/^\|? ?/, "").trim()));
}

const quoted = (cell = ""): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const plain = (content: string) => content.replace(/\s+/g, " ");
const quotes = (file: string, snippet: string) => plain(FILES[file] ?? "").includes(plain(snippet));

describe("rows that free calls write", () => {
  const rows = rowsUnder("Rows that free calls write");
  const tablesOf = (store: string) =>
    rows.flatMap(([name = ""]) =>
      name.startsWith(store) ? [name.slice(store.length).replaceAll("`", "").trim()] : [],
    );

  it("names every table of D1 once", () => {
    const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [getTableName(table)] : []));
    expect(tablesOf("D1 ").toSorted()).toEqual(tables.toSorted());
  });

  it("names every table of the Durable Objects, and every kind of key in their storage and in KV", () => {
    const made = Object.entries(SOURCES).flatMap(([file, content]) =>
      [...content.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+) \(/g)].map(
        ([, name = ""]) => `${OBJECTS.find(([room]) => file.startsWith(room))?.[1]} object ${name}`,
      ),
    );
    const listed = OBJECTS.flatMap(([, object]) =>
      tablesOf(`${object} object`).map((name) => `${object} object ${name}`),
    );
    expect(listed.toSorted()).toEqual(made.toSorted());
    const stored = Object.values(SOURCES).flatMap((content) =>
      [...content.matchAll(/#store\("(\w+)"|storage\.kv\.put\("(\w+)"/g)].map(([, a, b]) => a ?? b ?? ""),
    );
    expect(tablesOf("Limiter object").toSorted()).toEqual([...new Set(stored)].toSorted());
    const putters = Object.keys(SOURCES).filter((file) => /\bclaims\.put\(|CLAIMS\.put\(/.test(SOURCES[file] ?? ""));
    const named = rows.filter(([name]) => name?.startsWith("KV")).flatMap(([, , , by]) => quoted(by)[0] ?? []);
    expect([...new Set(named)].toSorted()).toEqual(putters.map((file) => `src/${file}`).toSorted());
  });

  it.each(rows)("%s: the bound is said, and the quoted code exists", (_, writers, bound, keptBy) => {
    const [file = "", snippet = ""] = quoted(keptBy);
    expect(quotes(file, snippet) ? "" : `${file} does not contain ${snippet}`).toBe("");
    if (!/^(the operator|a migration)$/.test(writers ?? "")) expect(bound).not.toBe("");
  });
});

describe("reads followed by a write", () => {
  const rows = rowsUnder("Reads followed by a write");

  it("a crude search finds none that the table does not have", () => {
    const known = new Set(rows.map(([where]) => quoted(where).join(" ")));
    const found = readThenWrite(SOURCES).map(({ file, name }) => `src/${file} ${name}`);
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter((where) => !known.has(where))).toEqual([]);
  });

  it("the search sees a read of a balance before its update", () => {
    const source = `export async function spend(db: D1Database, tokens: number) {
  const balance = await db.prepare("SELECT balance FROM organisations").first<number>("balance");
  if (balance < tokens) throw new Error();
  await db.prepare("UPDATE organisations SET balance = ?").bind(balance - tokens).run();
}`;
    expect(readThenWrite({ "ledger/spend.ts": source })).toMatchObject([{ file: "ledger/spend.ts", name: "spend" }]);
  });

  it.each(rows)("%s: the function and the quoted guard exist", (where, _, guard) => {
    const [file = "", name = ""] = quoted(where);
    expect(quotes(file, name) ? "" : `${file} does not contain ${name}`).toBe("");
    const snippets = quoted(guard);
    expect(snippets.some((snippet) => quotes(file, snippet)) ? "" : `${file} contains none of ${snippets}`).toBe("");
  });
});
