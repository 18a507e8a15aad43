/** The types of examples/client, from the OpenAPI document. */
import { freeName } from "../src/documents/shared-schemas.ts";
import type { JsonSchema } from "../src/tools/json-schema.ts";

type Operation = {
  operationId: string;
  summary: string;
  "x-cost"?: number;
  requestBody: { content: { "application/json": { schema: JsonSchema } } };
  responses: Record<string, { content: { "application/json": { schema: JsonSchema } } }>;
};

/** The TypeScript file with what each tool takes and answers. Objects that answers share have a name: of their field or tool. */
export function clientTypes({ paths }: { paths: Record<string, unknown> }): string {
  const operations = Object.entries(paths as Record<string, { post?: Operation }>)
    .filter(([path]) => path.startsWith("/api/v0/"))
    .flatMap(([, { post }]) => post ?? []);
  const bodies = operations.map(({ operationId, summary, requestBody, responses, "x-cost": cost }) => ({
    ...{ operationId, cost, title: summary.replaceAll("{network}", "the network") },
    input: requestBody.content["application/json"].schema,
    output: responses[200]?.content["application/json"].schema ?? {},
  }));
  const counts = new Map<string, number>();
  const count = (schema: JsonSchema): string => {
    const text = expanded(schema);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    // What is inside a repeated object occurs in its definition only.
    return counts.get(text) === 1 && schema.properties ? objectOf(schema, (inner) => typeOf(inner, "", count)) : text;
  };
  for (const { output } of bodies) typeOf(output, "", count);
  const names = new Map<string, string>();
  const definitions: string[] = [];
  const taken = new Set(["Tools"]);
  const named = (schema: JsonSchema, field: string): string => {
    const text = expanded(schema);
    const isShared = (counts.get(text) ?? 0) > 1 && text.includes("\n");
    const known = names.get(text);
    if (known) return known;
    const name = isShared ? freeName(field, taken) : "";
    if (isShared) names.set(text, name);
    const shown = objectOf(schema, (inner, of) => typeOf(inner, of, named));
    if (isShared) definitions.push(`export type ${name} = ${shown};`);
    return isShared ? name : shown;
  };
  const tools = bodies.map(({ operationId, cost, title, input, output }) => {
    const types = [typeOf(input, "", expanded), typeOf(output, `${operationId}_output`, named)];
    const [takes = "", answers = ""] = types.map((type) => type.replaceAll("\n", "\n    "));
    return `  /** ${title}. ${cost} tokens. */\n  ${operationId}: {\n    input: ${takes};\n    output: ${answers};\n  };`;
  });
  const head = "/** Written by `npm run client` from the OpenAPI document. */";
  return `${[head, ...definitions].join("\n\n")}\n\nexport type Tools = {\n${tools.join("\n")}\n};\n`;
}

type ShowObject = (schema: JsonSchema, field: string) => string;

/** The type with each object in its place. */
function expanded(schema: JsonSchema): string {
  return objectOf(schema, (inner) => typeOf(inner, "", expanded));
}

/** The type of `field`, whose objects `show` writes. */
function typeOf(schema: JsonSchema, field: string, show: ShowObject): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => typeOf(option, field, show)))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? "unknown"].flat().map((type) => {
    if (type === "integer") return "number";
    if (type === "array") return `Array<${typeOf(schema.items ?? {}, field, show)}>`;
    return type === "object" ? show(schema, field) : type;
  });
  return types.join(" | ");
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema, show: ShowObject): string {
  if (!properties) {
    const values = typeof additionalProperties === "object" ? show(additionalProperties, "value") : "unknown";
    return `Record<string, ${values}>`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `  ${key}${required.includes(name) ? "" : "?"}: ${show(field, name).replaceAll("\n", "\n  ")};`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{\n${fields.join("\n")}\n}`;
}
