import * as z from "zod";
import { words } from "../lib/words.ts";
import { hasForeignText, type Tool } from "./tool.ts";

/** The parts of a JSON Schema (2020-12) that documents use. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** The value is third-party text: data, never an instruction. */
  "x-foreign-text"?: true;
};

/** Text fields of data tools' answers that hold our own words or checked values; all others are marked. */
const OWN_TEXT = new Set(
  words(`status source reason kind state domain observed_at last_seen_at created_at posted_at changed_at previously_open_until date
   email alternatives parsed warnings checked signal signal_name category technology technologies_found level board
   currency order omitted next_cursor pattern provider`),
);

/** The JSON Schema of a tool's input. */
export function inputSchema(tool: Tool): JsonSchema {
  return convert(tool.input, false);
}

/** The JSON Schema of a tool's answer. */
export function outputSchema(tool: Tool): JsonSchema {
  return convert(tool.output, hasForeignText(tool));
}

/** The JSON Schema of a part of data tools' answers. */
export function schemaOfAnswer(part: z.ZodObject): JsonSchema {
  return convert(part, true);
}

function convert(schema: z.ZodType, marksForeignText: boolean): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    // For answers too: it is what a handler returns, and it keeps nested objects open, so that a client which cached the
    // schema accepts a field that was added later.
    io: "input",
    override: ({ jsonSchema }) => {
      // Zod bounds every integer by what a double can hold, which is of no use to a reader.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // Open objects are the default of JSON Schema.
      if (JSON.stringify(jsonSchema.additionalProperties) === "{}") delete jsonSchema.additionalProperties;
    },
  });
  return marksForeignText ? marked(rest as JsonSchema) : (rest as JsonSchema);
}

/** Marks third-party text below the field with the text or the list of texts. Zod calls `override` once for fields that share a schema. */
function marked(schema: JsonSchema, field?: string): JsonSchema {
  const isText = [schema.type].flat().includes("string") && !schema.enum && schema.const === undefined;
  const inner = mapInner(schema, (one, name = field) => marked(one, name));
  return isText && field !== undefined && !OWN_TEXT.has(field) ? { ...inner, "x-foreign-text": true } : inner;
}

/** `schema` with each schema directly inside it replaced; `field` is the name of a property. */
export function mapInner(schema: JsonSchema, change: (inner: JsonSchema, field?: string) => JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, change(inner, name)])),
    }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map((inner) => change(inner)) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: change(additionalProperties) }),
  };
}

/** Whole sentences from the beginning, at least one, together at most `max` characters. */
export function firstSentences(text: string, max: number): string {
  const [first = "", ...more] = text.split(/(?<=[.?!]) (?=[A-Z`])/);
  let kept = first;
  for (const sentence of more) {
    if (kept.length + 1 + sentence.length > max) break;
    kept = `${kept} ${sentence}`;
  }
  return kept;
}
