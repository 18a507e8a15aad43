import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { singular } from "../lib/search-words.ts";
import { words } from "../lib/words.ts";
import type { Tool } from "../tools/tool.ts";

/** A field of a request that is not declared; `fields` are those of `parent`, the tool or the path of an object. */
export type UnknownField = { path: string; parent: string; didYouMean: string | null; fields: string[] };

/** Two names of one field: a tool that declares either reads both. */
const ACCEPTED_NAMES = ["title_filters job_title_filters", "techs technologies"].map(words);

/** Names for the same thing, used by our tools and by services that agents know. */
const SAME_MEANING = [
  "title_filters job_title_filters titles job_titles title job_title role roles position seniority department",
  "techs technologies technology tech stack",
  "domain url website site company host hostname homepage",
  "inputs domains items rows records list companies accounts urls websites",
  "deliver webhook webhooks webhook_url callback callback_url notify notify_url",
  "name person first_name last_name",
  "email address mail",
  "query q search keyword keywords term",
  "username user author",
  "subreddit community sub",
  "limit per_page page_size max_results count size num_results",
  "cursor page offset next_cursor page_token after",
  "amount_usd amount usd dollars",
  "post_id id item_id",
  "since from start start_date start_time",
  "until to end end_date end_time",
].map(words);

/** Qualifiers that a tool's field name may lack: `company_url`, `person_name`, `batch_id`. */
const SUBJECT = /^(company|organi[sz]ation|account|person|contact|batch|watch|key|endpoint|job)_/;

const MAX_NAME_LENGTH = 64;
const MAX_UNKNOWN_FIELDS = 20;

/** The request with second names of fields replaced by declared ones; with both sent, the second one stays. */
export function withDeclaredNames(tool: Tool, raw: Record<string, unknown>): Record<string, unknown> {
  const shape = fieldsOf(tool.input);
  if (!shape) return raw;
  const declaredName = (field: string) => {
    if (Object.hasOwn(shape, field)) return field;
    const declared = acceptedNames(field).find((name) => Object.hasOwn(shape, name));
    return declared !== undefined && !Object.hasOwn(raw, declared) ? declared : field;
  };
  return Object.fromEntries(Object.entries(raw).map(([field, value]) => [declaredName(field), value]));
}

/** Fields that `tool` does not declare, at most 20, also in objects; `didYouMean` is the one probably meant. */
export function unknownFields(tool: Tool, raw: Record<string, unknown>): UnknownField[] {
  const found: UnknownField[] = [];
  const collect = (schema: z.core.$ZodType, value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      const element = elementOf(schema);
      if (element) for (const [index, item] of value.entries()) collect(element, item, `${path}${index}.`);
      return;
    }
    const shape = fieldsOf(schema);
    if (!shape) return;
    const fields = Object.keys(shape);
    for (const [name, item] of Object.entries(value)) {
      if (found.length >= MAX_UNKNOWN_FIELDS) return;
      const declared = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (declared) collect(declared, item, `${path}${name}.`);
      else {
        const didYouMean = meantField(name, fields, value as Record<string, unknown>);
        const parent = path.slice(0, -1) || tool.name;
        found.push({ path: `${path}${name.slice(0, MAX_NAME_LENGTH)}`, parent, didYouMean, fields });
      }
    }
  };
  collect(tool.input, withDeclaredNames(tool, raw), "");
  return found;
}

/** The declared field that `unknown` probably means, or null. */
function meantField(unknown: string, fields: string[], sent: Record<string, unknown>): string | null {
  if (unknown.length > MAX_NAME_LENGTH) return null;
  const name = snakeCase(unknown);
  const misspelt = byEdits(name, fields.flatMap(acceptedNames)).find((form) => isMisspelt(name, form));
  if (misspelt !== undefined) return fields.find((field) => acceptedNames(field).includes(misspelt)) ?? null;
  // A declared field that was sent too cannot be the one meant.
  const missing = fields.filter((field) => !Object.hasOwn(sent, field));
  const bare = name.replace(SUBJECT, "");
  return (
    missing.find((field) => singular(field) === singular(bare)) ??
    missing.find((field) => hasSameMeaning(name, field) || hasSameMeaning(bare, field)) ??
    missing.find((field) => isQualified(name, field)) ??
    null
  );
}

/** The allowed value that `given` probably means, or null. */
export function meantValue(given: unknown, allowed: readonly unknown[]): string | null {
  if (typeof given !== "string" || given.length > MAX_NAME_LENGTH) return null;
  const name = snakeCase(given);
  const values = allowed.filter((value) => typeof value === "string");
  const forms = byEdits(name, values.map(snakeCase));
  const meant =
    forms.find((form) => isMisspelt(name, form)) ??
    forms.find((form) => isQualified(form, name) || isQualified(name, form));
  return values.find((value) => snakeCase(value) === meant) ?? null;
}

function byEdits(name: string, forms: string[]): string[] {
  return forms.toSorted((one, other) => edits(name, one) - edits(name, other));
}

function acceptedNames(field: string): readonly string[] {
  return ACCEPTED_NAMES.find((names) => names.includes(field)) ?? [field];
}

function hasSameMeaning(name: string, field: string): boolean {
  return SAME_MEANING.some((names) => names.includes(name) && names.includes(field));
}

/** `company_domain`, `domain_name`: a word before or after the declared name, unless that is short (`id`, `to`). */
function isQualified(name: string, field: string): boolean {
  return field.length >= 4 && (name.endsWith(`_${field}`) || name.startsWith(`${field}_`));
}

/** `titleFilters` and `title-filters` are `title_filters`. */
function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
}

/** Edits between two names, underscores aside; two letters swapped are one edit. */
function edits(name: string, field: string): number {
  const [a, b] = [name.replaceAll("_", ""), field.replaceAll("_", "")];
  const count = distance(a, b);
  return count === 2 && [...a].sort().join("") === [...b].sort().join("") ? 1 : count;
}

/** Longer names may have more typing errors. In a short one a different first letter makes another word: `mode`, `code`. */
function isMisspelt(name: string, field: string): boolean {
  const isOther = field.length <= 5 && name.length === field.length && name[0] !== field[0];
  const most = field.length < 3 || isOther ? 0 : Math.min(3, Math.max(1, Math.floor(field.length / 3)));
  return edits(name, field) <= most;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Wrapper = { innerType?: z.core.$ZodType; in?: z.core.$ZodType; options?: readonly z.core.$ZodType[] };

/** The fields of an object schema inside its wrappers; null for other schemas and for objects that accept any field. */
function fieldsOf(schema: z.core.$ZodType): Shape | null {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? null : schema.def.shape;
  return firstInside(schema, fieldsOf);
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodArray) return schema.def.element;
  return firstInside(schema, elementOf);
}

/** The first result of `find` in `schema` and the schemas that it wraps: optional, default, transformed, a union's members. */
function firstInside<T>(schema: z.core.$ZodType, find: (schema: z.core.$ZodType) => T | null): T | null {
  const { innerType, in: input, options } = schema._zod.def as Wrapper;
  for (const inside of options ?? [innerType ?? input]) {
    const found = inside ? find(inside) : null;
    if (found !== null) return found;
  }
  return null;
}
