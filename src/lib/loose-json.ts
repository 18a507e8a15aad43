import { rememberingUpTo } from "./memoize.ts";

/** Readers of third-party JSON, also by paths: a value of another type than documented counts as absent. */

/** The parsed text, or undefined when it is not JSON, too deep or too large: some vendors answer plain text on errors. */
export function parseJson(text: string): unknown {
  if (isTooComplex(text, MAX_FOREIGN_LEVELS, MAX_FOREIGN_VALUES)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else is an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** The objects of a list; empty for anything else. */
export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

/** A non-empty text, or null. Vendors put booleans where a plan does not include the text. */
export function string(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** An http(s) address, or null. */
export function webUrl(value: unknown): string | null {
  const url = URL.parse(string(value) ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** A moment as ISO 8601 in UTC, from a date text or milliseconds since 1970; null when it is neither. */
export function readMoment(value: unknown): string | null {
  const given = typeof value === "number" ? value : string(value);
  const time = given === null ? Number.NaN : new Date(given).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The deepest JSON of other services that is read. Real answers nest a few dozen levels at most. */
export const MAX_FOREIGN_LEVELS = 1_000;
/** The most lists and objects in one text. An empty one takes many times the memory of its text, and an isolate has 128 MB. */
export const MAX_FOREIGN_VALUES = 500_000;

/** Whether a JSON text is too deep or has too many values for `JSON.parse`; linear in the text. */
export function isTooComplex(text: string, maxLevels: number, maxValues = Number.POSITIVE_INFINITY): boolean {
  if (text.length <= maxLevels) return false;
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") {
      if (++depth > maxLevels || ++values > maxValues) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}

export type Row = Record<string, unknown>;

/**
 * Where a row has a value. `location.name` is a path; of a list it takes the first item, or each with `[]`. `names[type=1]` are the
 * items with this value, `names[!endDate]` those without one, `names[-1]` is the last. `a | b` is the first of them that has a
 * text or a number, `a + b` all of both, and `isRemote ? remote` the word "remote" where the flag is set. A function reads what no
 * path can.
 */
export type Where = string | ((row: Row) => unknown);

const IS_SET = /^(?:true|yes|1)$/i;

/** The first text or number at a place of a row; null without one. */
export function valueAt(row: unknown, where: Where | undefined): unknown {
  return typeof where === "function" ? where(row as Row) : where ? (valuesAt(row, where)[0] ?? null) : null;
}

/** All texts and numbers at a place of a row. */
export function valuesAt(row: unknown, where: string): unknown[] {
  for (const alternative of where.split(" | ")) {
    const [path = "", word] = alternative.split(" ? ");
    const found = path.split(" + ").flatMap((part) => nodesAt(row, part).flatMap((node) => scalarOf(node) ?? []));
    if (word === undefined) {
      if (found.length > 0) return found;
    } else if (nodesAt(row, path).some((node) => IS_SET.test(String(node)))) return [word];
  }
  return [];
}

const MAX_PATHS = 1_000;
/** The keys of a path, each followed by its filters. Our own code writes the paths, so they are few. */
const segmentsOf = rememberingUpTo(MAX_PATHS, (path: string) =>
  (path.match(/[^.[\]]+(?:\[[^\]]{0,60}\])*/g) ?? []).map((segment) => segment.replaceAll("]", "").split("[")),
);

/** The values at a path, of any type. */
export function nodesAt(row: unknown, path: string): unknown[] {
  let nodes = [row];
  for (const [key = "", ...filters] of segmentsOf(path)) {
    nodes = nodes.flatMap((node) => {
      const value = Object.hasOwn(Object(node), key) ? (node as Row)[key] : undefined;
      if (value === undefined || value === null) return [];
      return filters.length > 0 ? filters.reduce(filtered, [value].flat()) : [value].flat().slice(0, 1);
    });
  }
  return nodes;
}

function filtered(items: unknown[], filter: string): unknown[] {
  if (filter === "") return items;
  if (filter === "-1") return items.slice(-1);
  const [path = "", value] = filter.replace("!", "").split("=");
  return items.filter((item) => {
    const [found] = nodesAt(item, path);
    return value === undefined ? !found : String(found) === value;
  });
}

/** An element of XML with attributes has its text in `#text`. */
function scalarOf(value: unknown): string | number | null {
  if (typeof value === "number") return value;
  return string(value) ?? string((value as Row | null)?.["#text"]);
}
