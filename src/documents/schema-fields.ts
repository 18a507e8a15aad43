import type { JsonSchema } from "../tools/json-schema.ts";

type SchemaField = { path: string; type: string; isRequired: boolean; description: string };

/** The fields of an object schema as a flat list: `employees[].name`. Deeper than three levels is left to openapi.json. */
export function schemaFields(schema: JsonSchema, prefix = "", depth = 0): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = {
      path,
      type: typeOf(field),
      isRequired: schema.required?.includes(name) === true,
      description: describe(field),
    };
    const inner = withoutNull(field);
    const element = inner.items && withoutNull(inner.items);
    if (depth >= 2) return [row];
    if (element?.properties) return [row, ...schemaFields(element, `${path}[].`, depth + 1)];
    return [row, ...schemaFields(inner, `${path}.`, depth + 1)];
  });
}

function withoutNull(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find((option) => option.type !== "null") ?? schema;
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `array of ${schema.items ? typeOf(schema.items) : "anything"}`;
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => (type === "string" && schema.format ? schema.format : type)).join(" or ");
}

function describe(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const limits = [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  const text = schema.description ?? "";
  if (limits.length === 0) return text;
  return text ? `${text} (${limits.join("; ")})` : limits.join("; ");
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`;
  if (high !== undefined) return `at most ${high}${unit}`;
  return low ? `at least ${low}${unit}` : "";
}
