import { isTooComplex, MAX_FOREIGN_LEVELS, MAX_FOREIGN_VALUES } from "./json-limits.ts";

/** Readers of third-party JSON: a value of another type than documented counts as absent. */

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
