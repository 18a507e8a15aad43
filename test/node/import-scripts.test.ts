import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COLUMN_GUIDE } from "../../scripts/import-columns.ts";
import { documentedColumns } from "../../src/operator/imports/columns.ts";

/** What a script prints and how it ends. */
function run(script: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err });
    });
  });
}

it("the columns of an import are the same in the code, in --help and in docs/imports.md", async () => {
  const guide = readFileSync("docs/imports.md", "utf8");
  const { code, out } = await run("directory-import", "--help");
  expect(code).toBe(0);
  for (const kind of ["people", "companies"] as const) {
    expect(Object.keys(COLUMN_GUIDE[kind])).toEqual(documentedColumns(kind));
    for (const column of documentedColumns(kind)) {
      expect(guide).toContain(`\`${column}\``);
      expect(out).toMatch(new RegExp(`^ {2}${column} `, "m"));
    }
  }
  expect((await run("reddit-import", "--help")).out).toContain("--kind posts|comments");
});

it.each([
  ["directory-import", ["no-such.csv", "--licence", "x"], "There is no file no-such.csv."],
  [
    "directory-import",
    ["package.json", "--licence", "x", "--kind", "persons"],
    '--kind is people or companies, not "persons".',
  ],
  [
    "directory-import",
    ["package.json", "--licence", "x", "--retention-days", "soon"],
    '--retention-days is 1 to 3650, not "soon".',
  ],
  ["directory-import", ["package.json", "--licenze", "x"], "Unknown option '--licenze'. See --help."],
  ["reddit-import", ["no-such.jsonl"], "There is no file no-such.jsonl."],
  ["reddit-import", ["package.json", "--kind", "post"], '--kind is posts or comments, not "post".'],
  [
    "reddit-import",
    ["package.json", "--url", "your-host"],
    '--url "your-host" is not an address such as https://your-host.',
  ],
])("%s %j: one clear line", async (script, args, line) => {
  expect(await run(script, ...args)).toEqual({ code: 1, out: "", err: `${line}\n` });
});
