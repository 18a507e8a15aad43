import { describe, expect, it } from "vitest";
import { findFaults } from "../../scripts/floors.ts";

const faultsOf = (files: Record<string, string>) => findFaults(new Map(Object.entries(files)));
const leaf = "export const leaf = 1;";
const importing = (path: string) => `import { leaf } from "${path}";`;

describe("the floors of src/", () => {
  it("let a room import from the floors below, its own files, and the files beside the rooms", () => {
    const faults = faultsOf({
      "tools/admin/a.ts": `${importing("../../sources/news/b.ts")}\n${importing("./c.ts")}\n${importing("../../errors.ts")}`,
      "tools/admin/c.ts": leaf,
      "sources/news/b.ts": importing("../vendors/d.ts"),
      "sources/vendors/d.ts": importing("../../accounts/keys/e.ts"),
      "accounts/oauth/f.ts": importing("../keys/e.ts"),
      "accounts/keys/e.ts": leaf,
      "errors.ts": leaf,
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ["const page = fetch(url);", "fetch("],
    ["const now = Date.now();", "Date.now("],
    ["const today = new Date();", "new Date()"],
    ["export const read = (env: Env) => env.DB;", "env"],
  ])("a reader takes texts, and nothing else: no %s", (line, impure) => {
    expect(faultsOf({ "readers/people/a.ts": line })).toEqual([
      `readers/people/a.ts uses ${impure}: readers take texts, and nothing else`,
    ]);
    expect(faultsOf({ "sources/people/a.ts": line })).toEqual([]);
    expect(faultsOf({ "readers/people/a.ts": `// ${line}\nexport const day = new Date(0);` })).toEqual([]);
  });

  it.each([
    ["lib/a.ts", "../readers/b.ts", "readers/b.ts", "lib stands below readers"],
    ["sources/facts/a.ts", "../website/b.ts", "sources/website/b.ts", "facts stands below website"],
    ["sources/vendors/a.tsx", "../people/b.ts", "sources/people/b.ts", "vendors stands below people"],
    ["accounts/keys/a.ts", "../oauth/b.ts", "accounts/oauth/b.ts", "keys stands below oauth"],
    ["batches/a.ts", "../tools/b.ts", "tools/b.ts", "batches stands below tools"],
    ["errors.ts", "./lib/b.ts", "lib/b.ts", "errors.ts stands below lib"],
  ])("%s may not climb to %s", (from, specifier, to, rule) => {
    const [fault, ...rest] = faultsOf({ [from]: `import type { leaf } from "${specifier}";`, [to]: leaf });
    expect(fault).toBe(`${from} imports ${to}: ${rule}, and a room imports only from floors below it`);
    expect(rest).toEqual([]);
  });

  it.each([
    ["sources/people/a.ts", "../emails/b.ts", "sources/emails/b.ts", "people and emails"],
    ["payments/a.ts", "../accounts/keys/b.ts", "accounts/keys/b.ts", "payments and accounts"],
    ["console/a.ts", "../documents/b.ts", "documents/b.ts", "console and documents"],
  ])("%s may not know %s, on the same floor", (from, specifier, to, rooms) => {
    const [fault] = faultsOf({ [from]: `export { leaf } from "${specifier}";`, [to]: leaf });
    expect(fault).toContain(`${rooms} stand on one floor`);
  });

  it("a dynamic import counts", () => {
    const [fault] = faultsOf({ "lib/a.ts": 'const b = await import("../readers/b.ts");', "readers/b.ts": leaf });
    expect(fault).toContain("lib stands below readers");
  });

  it("a cycle inside a room is found, also one of types only", () => {
    const faults = faultsOf({
      "lib/a.ts": importing("./b.ts"),
      "lib/b.ts": 'import type { leaf } from "./c.ts";',
      "lib/c.ts": importing("./a.ts"),
      "lib/d.ts": importing("./a.ts"),
    });
    expect(faults).toEqual(["import cycle: lib/a.ts → lib/b.ts → lib/c.ts → lib/a.ts"]);
  });

  it("a climb that closes circles is named alone, because without it they are gone", () => {
    const faults = faultsOf({
      "lib/a.ts": importing("../readers/b.ts"),
      "readers/b.ts": importing("../lib/a.ts"),
    });
    expect(faults).toEqual([expect.stringContaining("lib stands below readers")]);
  });

  it("a new room has to take a floor", () => {
    expect(faultsOf({ "cellar/a.ts": leaf, "sources/a.ts": leaf, "accounts/fax/a.ts": leaf })).toEqual(
      ["cellar/a.ts", "sources/a.ts", "accounts/fax/a.ts"].map((path) =>
        expect.stringContaining(`${path}: in no room`),
      ),
    );
  });

  it("a tool that the list does not have is found", () => {
    const tool = "export const a = defineTool({});";
    const detector = "export const c = defineDetector({});";
    const files = {
      "tools/admin/a.ts": tool,
      "tools/admin/b.ts": tool,
      "tools/signals/c.ts": detector,
      "tools/signals/d.ts": detector,
      "tools/signals/detectors.ts": importing("./c.ts"),
      "tools/index.ts": importing("./admin/a.ts"),
    };
    expect(faultsOf(files)).toEqual([
      "tools/admin/b.ts: a tool that is not in tools/index.ts; add it to TOOLS, or to DETECTORS",
      "tools/signals/d.ts: a tool that is not in tools/index.ts; add it to TOOLS, or to DETECTORS",
    ]);
  });
});
