import { oauthRefusals } from "./openapi-errors.ts";

export const text = (description?: string) => ({ type: "string", ...(description && { description }) });
export const uri = (description: string) => ({ type: "string", format: "uri", description });
export const whole = (description?: string) => ({ type: "integer", ...(description && { description }) });
export const just = (value: string) => ({ type: "string", const: value });
export const shared = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** An object schema; a field whose name ends with `?` is optional. */
export function object(fields: Record<string, object>, more: object = {}) {
  const isOptional = (name: string) => name.endsWith("?");
  const required = Object.keys(fields).filter((name) => !isOptional(name));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name.replace("?", ""), field]));
  return { type: "object", ...more, ...(required.length > 0 && { required }), properties };
}

/** A body of one type with its examples by name. */
export function content(schema: object, examples: Record<string, unknown>, type = "application/json") {
  const named = Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
  return { content: { [type]: { schema, examples: named } } };
}

/** An operation that needs no key, with the refusals of registration and sign-in. */
export function open(tags: string[], operation: { responses: Record<string, object> } & Record<string, unknown>) {
  return { security: [], tags, ...operation, responses: { ...operation.responses, ...oauthRefusals() } };
}
