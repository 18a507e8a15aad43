import { words } from "../lib/words.ts";
import { RECORD_FIELDS } from "../readers/company/record-fields.ts";
import { type JsonSchema, outputSchema } from "../tools/json-schema.ts";
import type { Tool } from "../tools/tool.ts";

/** A column of a table of answers: its name, and where its value is in an answer. */
type Column = { name: string; path: string[] };

const MAX_NESTING = 3;
/** The fields of a company record as people look for them. */
const RECORD_COLUMNS = [
  ...["name", "country", "city", "website", "legal_name", "number"],
  ...[...RECORD_FIELDS, "technologies", "mail_provider"],
];

/** The columns of `tool`'s answers, one for each field; a field with evidence has one for its value. */
export function columnsOf(tool: Tool): Column[] {
  const { fields, missing, ...properties } = outputSchema(tool).properties ?? {};
  const others = pathsOf({ properties }).map((path) => ({ name: path.join("."), path }));
  if (!fields) return others;
  const own = [...new Set(RECORD_COLUMNS)].map((name) => ({
    name: name === "status" ? "legal_status" : name,
    path: ["fields", name, "value"],
  }));
  return [...own, ...others];
}

/** Paths of the fields of an answer. Objects are flattened, a list is one field. */
function pathsOf(schema: JsonSchema, path: string[] = []): string[][] {
  const object = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties);
  if (!object?.properties || path.length >= MAX_NESTING) return [path];
  return Object.entries(object.properties).flatMap(([name, field]) => pathsOf(field, [...path, name]));
}

/** The value of a column as one text or number; of evidence the first page, of other lists all items. */
export function cellOf({ path }: Column, answer: unknown): unknown {
  const value = path.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    answer,
  );
  if (path.at(-1) === "evidence" && Array.isArray(value)) return (value[0] as { url?: string } | undefined)?.url;
  return flatText(value);
}

/** Fields that stand for an object in a cell together. */
const PAIRS = ["name title", "signal_name summary", "signal reason", "source reason", "source state"].map(words);
/** A field that stands for an object alone. */
const SPEAKING = words("text state label name title number value band url domain technology source id");

/** A value as one text; a number or truth value stays one. */
export function flatText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatText).filter(isText).join("; ");
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  if ("band" in fields && typeof fields.min === "number") return countText(fields.min, fields.max);
  const pair = PAIRS.find((names) => names.every((name) => isText(fields[name])));
  if (pair) return pair.map((name) => fields[name]).join(", ");
  const speaking = SPEAKING.map((name) => fields[name]).find(isText);
  if (speaking !== undefined) return flatText(speaking);
  const pairs = Object.entries(fields).flatMap(([name, inner]) => {
    const text = flatText(inner);
    return isText(text) ? [`${name}: ${text}`] : [];
  });
  return pairs.join("; ");
}

/** A head count: `75`, `51-200` or `10001+`. */
function countText(min: number, max: unknown): unknown {
  if (min === max) return min;
  return typeof max === "number" ? `${min}-${max}` : `${min}+`;
}

export function isText(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
