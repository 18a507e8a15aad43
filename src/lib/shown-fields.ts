import * as z from "zod";
import { record } from "./loose-json.ts";

export type Thing = Record<string, unknown>;
/** A field's schema, the reader of its value, and its name at the source where that differs. */
export type Field = [schema: z.ZodType, read: (value: unknown, thing: Thing) => unknown, name?: string];

/** The things of a source as answers show them: the schema of each field, and how it is read from what the source says. */
export function shape<Fields extends Record<string, Field>>(given: Fields) {
  const schemas = Object.entries(given).map(([name, [schema]]) => [name, schema]);
  const fields = Object.fromEntries(schemas) as { [Name in keyof Fields]: Fields[Name][0] };
  const shown = z.object(fields);
  return {
    fields,
    /** A thing as answers show it; null when a field that they always have cannot be read. */
    read(said: unknown): z.output<typeof shown> | null {
      const thing = record(said);
      const values = Object.entries(given).map(([field, [, read, name = field]]) => [field, read(thing[name], thing)]);
      return shown.safeParse(Object.fromEntries(values)).data ?? null;
    },
  };
}

export type Of<Shape extends { read(thing: unknown): unknown }> = NonNullable<ReturnType<Shape["read"]>>;
