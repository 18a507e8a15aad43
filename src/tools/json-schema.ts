import * as z from "zod";
import type { Tool } from "./tool.ts";

/** A JSON Schema (2020-12) as far as documents look into it. */
export type JsonSchema = {
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
};

/** What a caller of `tool` sends. */
export function inputSchema(tool: Tool): JsonSchema {
  return convert(tool.input);
}

/** What `tool` answers. */
export function outputSchema(tool: Tool): JsonSchema {
  return convert(tool.output);
}

function convert(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    // For answers too: it is what a handler returns, and it keeps nested objects open, so that a client which cached the
    // schema accepts a field that was added later.
    io: "input",
    override: ({ jsonSchema }) => {
      // Zod bounds every integer by what a double can hold, which tells a reader nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // So it is without saying.
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
    },
  });
  return rest as JsonSchema;
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}
