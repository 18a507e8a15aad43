import { type JsonSchema, mapInner } from "../tools/json-schema.ts";

/** Shorter schemas are repeated: a reference would be as long. */
const MIN_SHARED_LENGTH = 50;

type Seen = { count: number; name: string };

/** `document` with repeated schemas in `components.schemas`, named by the field they were first seen in. */
export function shareSchemas<T extends { paths: unknown; components: { schemas: Record<string, unknown> } }>(
  document: T,
): T {
  const seen = new Map<string, Seen>();
  visitSchemas(document.paths, "Body", (schema, name) => count(schema, name, seen));
  const taken = new Set(Object.keys(document.components.schemas));
  const shared: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const refer = (schema: JsonSchema): JsonSchema => {
    const key = JSON.stringify(schema);
    const isShared = (seen.get(key)?.count ?? 0) > 1 && key.length >= MIN_SHARED_LENGTH;
    if (!isShared) return mapInner(schema, refer);
    const name = names.get(key) ?? freeName(seen.get(key)?.name ?? "", taken);
    if (!names.has(key)) {
      names.set(key, name);
      shared[name] = mapInner(schema, refer);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const paths = visitSchemas(document.paths, "Body", refer);
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: { ...document.components.schemas, ...shared } },
  };
}

/** A copy of `value` with each outermost schema replaced by what `change` makes of it; examples are data, not schemas. */
function visitSchemas(value: unknown, name: string, change: (schema: JsonSchema, name: string) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => visitSchemas(item, name, change));
  if (typeof value !== "object" || value === null) return value;
  const titled = (value as { operationId?: string }).operationId ?? name;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === "example" || key === "examples") return [key, inner];
      return [key, key === "schema" ? change(inner as JsonSchema, titled) : visitSchemas(inner, titled, change)];
    }),
  );
}

/** Counts a schema and, the first time, those inside it. */
function count(schema: JsonSchema, name: string, seen: Map<string, Seen>): JsonSchema {
  const key = JSON.stringify(schema);
  const known = seen.get(key);
  seen.set(key, { count: (known?.count ?? 0) + 1, name: known?.name ?? name });
  return known ? schema : mapInner(schema, (inner, field) => count(inner, field ?? name, seen));
}

/** A name for a schema by its field: `matching_jobs` as `MatchingJobs`, or `MatchingJobs2`. */
export function freeName(field: string, taken: Set<string>): string {
  const name = field.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}${number}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}
