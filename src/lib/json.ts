import { JSON_DEPTH } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { isObject, isTooComplex } from "./loose-json.ts";

/** Parses a JSON object; an empty text is `{}`. `what` names it. Throws `invalid_request`. */
export function parseJsonObject(text: string, what = "The body"): Record<string, unknown> {
  if (text.trim() === "") return {};
  if (isTooComplex(text, JSON_DEPTH)) throw invalidRequest(`Nest JSON at most ${JSON_DEPTH} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest(`${what} is not valid JSON. Send a JSON object.`);
  }
  return jsonObject(value, what);
}

/** Checks that a parsed value is an object of bounded depth; `what` names it. Throws `invalid_request`. */
export function jsonObject(value: unknown, what: string): Record<string, unknown> {
  if (!isObject(value)) throw invalidRequest(`${what} must be a JSON object.`);
  // Counted again: the limit on the text of an MCP message leaves room for the envelope around its arguments.
  if (isDeeperThan(value, JSON_DEPTH)) throw invalidRequest(`Nest JSON at most ${JSON_DEPTH} levels deep.`);
  return value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (!isObject(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
