import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DEMO_COMPANIES } from "../../src/tools/demo-companies.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { type JsonSchema, outputSchema } from "../../src/tools/json-schema.ts";
import { loadAnswers, loadDemoCalls } from "../../src/tools/recorded-answers.ts";

/** The values of `answer` that are not among those that its schema lists, with their paths. */
function unlisted(schema: JsonSchema | undefined, answer: unknown, path: string): string[] {
  if (!schema || answer === null || answer === undefined) return [];
  const choices = (schema.anyOf ?? [schema]).filter(({ type }) => type !== "null");
  return choices.flatMap((choice) => {
    if (choice.enum && !choice.enum.includes(answer)) return [`${path}: ${String(answer)}`];
    if (Array.isArray(answer)) return answer.flatMap((item) => unlisted(choice.items, item, `${path}[]`));
    if (typeof answer !== "object") return [];
    return Object.entries(answer).flatMap(([name, value]) =>
      unlisted(choice.properties?.[name], value, `${path}.${name}`),
    );
  });
}

it("every code of a recorded answer is listed in the tool's schema", async () => {
  const examples = await loadAnswers(env);
  const demo = await Promise.all(Object.keys(DEMO_COMPANIES).map((domain) => loadDemoCalls(env, domain)));
  for (const tool of TOOLS) {
    const schema = outputSchema(tool);
    const calls = demo.flatMap((company) => company[tool.name] ?? []);
    const answers = [examples[tool.name]?.answer, ...calls.map(({ answer }) => answer)];
    expect(answers.flatMap((answer) => unlisted(schema, answer, tool.name))).toEqual([]);
  }
});

it("lists of missing or failed sources enumerate their sources and reasons", () => {
  for (const tool of TOOLS.filter(({ category }) => category !== "admin")) {
    const { properties = {} } = outputSchema(tool);
    const lists = [
      properties.incomplete,
      properties.errors,
      properties.skipped,
      properties.coverage?.properties?.not_read,
    ];
    for (const list of lists.filter((one) => one !== undefined)) {
      expect(list.items?.properties?.reason?.enum, tool.name).toBeDefined();
    }
    if (properties.source) expect(JSON.stringify(properties.source), tool.name).toContain('"enum"');
    if (properties.reason) expect(JSON.stringify(properties.reason), tool.name).toContain('"enum"');
  }
});
