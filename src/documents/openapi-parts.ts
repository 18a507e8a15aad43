export const text = (description?: string) => ({ type: "string", ...(description && { description }) });
export const uri = (description?: string) => ({ ...text(description), format: "uri" });
export const whole = (description?: string) => ({ type: "integer", ...(description && { description }) });
export const just = (value: string) => ({ type: "string", const: value });
export const shared = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** An object schema; a field whose name ends with `?` is optional. */
export function object(fields: Record<string, object>, more: object = {}) {
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name.replace("?", ""), field]));
  return { type: "object", ...more, ...(required.length > 0 && { required }), properties };
}

/** An example of a body. Its schema is `schema`, or has the shape of the example, with `fields` as they are given. */
export type Sample = { example: unknown; fields?: Record<string, object>; schema?: object };

/** A body of one type with its examples by name. */
export function body(samples: Record<string, Sample>, type = "application/json") {
  const schemas = Object.values(samples).map(({ example, fields, schema }) => schema ?? shapeOf(example, fields));
  const examples = Object.fromEntries(Object.entries(samples).map(([name, { example }]) => [name, { value: example }]));
  return { content: { [type]: { schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0], examples } } };
}

/** The schema that an example shows: `<…>` stands for any text, an address for any address, another text for itself. */
export function shapeOf(example: unknown, fields: Record<string, object> = {}): object {
  if (typeof example === "number") return whole();
  if (Array.isArray(example)) return { type: "array", items: text() };
  if (typeof example !== "object" || example === null) {
    if (/^<.*>$/.test(`${example}`)) return text();
    return /^https?:/.test(`${example}`) ? uri() : just(`${example}`);
  }
  const isGiven = (name: string) => name in fields || `${name}?` in fields;
  const shown = Object.entries(example).filter(([name]) => !isGiven(name));
  return object({ ...Object.fromEntries(shown.map(([name, value]) => [name, shapeOf(value)])), ...fields });
}
