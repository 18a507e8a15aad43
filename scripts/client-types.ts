/** The types of examples/client, from the OpenAPI document. */
import type { JsonSchema } from "../src/tools/json-schema.ts";

type Operation = {
  operationId: string;
  summary: string;
  "x-cost"?: number;
  requestBody: { content: { "application/json": { schema: JsonSchema } } };
  responses: Record<string, { content: { "application/json": { schema: JsonSchema } } }>;
};

/** The TypeScript file with what each tool takes and answers. */
export function clientTypes({ paths }: { paths: Record<string, unknown> }): string {
  const operations = Object.entries(paths as Record<string, { post?: Operation }>)
    .filter(([path]) => path.startsWith("/api/v0/"))
    .flatMap(([, { post }]) => post ?? []);
  const tools = operations.map(({ operationId, summary, requestBody, responses, "x-cost": cost }) => {
    const input = typeOf(requestBody.content["application/json"].schema, 2);
    const output = typeOf(responses[200]?.content["application/json"].schema ?? {}, 2);
    const title = summary.replaceAll("{network}", "the network");
    return `  /** ${title}. ${cost} tokens. */\n  ${operationId}: {\n    input: ${input};\n    output: ${output};\n  };`;
  });
  return `/** Written by \`npm run client\` from the OpenAPI document. */\nexport type Tools = {\n${tools.join("\n")}\n};\n`;
}

function typeOf(schema: JsonSchema, depth: number): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => typeOf(option, depth)))].join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? "unknown"].flat().map((type) => {
    if (type === "integer") return "number";
    if (type === "array") return `Array<${typeOf(schema.items ?? {}, depth)}>`;
    return type === "object" ? objectOf(schema, depth) : type;
  });
  return types.join(" | ");
}

function objectOf({ properties, required = [], additionalProperties }: JsonSchema, depth: number): string {
  if (!properties) {
    const values = typeof additionalProperties === "object" ? typeOf(additionalProperties, depth) : "unknown";
    return `Record<string, ${values}>`;
  }
  const pad = "  ".repeat(depth + 1);
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${pad}${key}${required.includes(name) ? "" : "?"}: ${typeOf(field, depth + 1)};`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`;
}
