import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../src/constants.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../../src/tools/json-schema.ts";
import { HIRING_SIGNALS } from "../../src/tools/signals/hiring-signals.ts";
import { NEWS_SIGNALS } from "../../src/tools/signals/news-signals.ts";
import { REVIEW_SIGNALS } from "../../src/tools/signals/review-signals.ts";
import type { Tool } from "../../src/tools/tool.ts";

const sources = import.meta.glob<Record<string, unknown>>("../../src/tools/*/*.ts");
const isTool = (value: unknown): value is Tool =>
  typeof value === "object" && value !== null && "run" in value && "input" in value && "cost" in value;

/** Descriptions that an agent's context can afford, and that say something. */
const [MIN_DESCRIPTION, MAX_DESCRIPTION] = [60, 1_200];

const listed = TOOLS.map((tool) => [tool.name, tool] as const);

describe("the catalogue", () => {
  it("has every tool that a file exports, under the name of the file unless it stands in a table", async () => {
    const exported = new Set<string>();
    const inTables: string[] = [...HIRING_SIGNALS, ...NEWS_SIGNALS, ...REVIEW_SIGNALS].map(({ name }) => name);
    for (const [path, load] of Object.entries(sources)) {
      const fileName = path.replace(/^.*\//, "").replace(/\.ts$/, "");
      const values = Object.values(await load());
      const tables = values.filter((value) => Array.isArray(value)).flatMap((table) => table.filter(isTool));
      inTables.push(...tables.map(({ name }) => name));
      for (const { name } of [...values, ...tables].filter(isTool)) {
        if (!inTables.includes(name)) expect(name.replaceAll("_", "-"), path).toBe(fileName);
        exported.add(name);
      }
    }
    // Detectors become tools in the list, so their files export no tool; those of one question are one table.
    const fromFiles = TOOLS.filter(({ name }) => exported.has(name)).map(({ name }) => name);
    expect(fromFiles.sort()).toEqual([...exported].sort());
    const files = Object.keys(sources).map((path) => path.replace(/^.*\//, "").replace(/\.ts$/, ""));
    for (const { name } of TOOLS) {
      if (!inTables.includes(name)) expect(files, name).toContain(name.replaceAll("_", "-"));
    }
  });

  it("has each name and each title once", () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
    expect(new Set(TOOLS.map(({ title }) => title)).size).toBe(TOOLS.length);
  });

  it.each(listed)("%s has a name, a price, a description and hints within bounds", (name, tool) => {
    expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
    expect(CATEGORIES).toContain(tool.category);
    expect(Number.isSafeInteger(tool.cost) && tool.cost >= 0).toBe(true);
    expect(tool.description.length).toBeGreaterThanOrEqual(MIN_DESCRIPTION);
    expect(tool.description.length).toBeLessThanOrEqual(MAX_DESCRIPTION);
    const hints = ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"];
    expect(Object.keys(tool.annotations).sort()).toEqual(hints);
    for (const hint of Object.values(tool.annotations)) expect(hint).toBeTypeOf("boolean");
  });

  it.each(listed)("%s has schemas that convert, with every argument described, and an example that fits", (_, tool) => {
    const input = inputSchema(tool);
    expect(input.type).toBe("object");
    expect(undescribed(input)).toEqual([]);
    expect(outputSchema(tool).type).toBe("object");
    expect(tool.input.safeParse(tool.example).success).toBe(true);
  });
});

/** Arguments that say nothing about themselves. */
function undescribed(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (field.description ? [] : [name]));
}
