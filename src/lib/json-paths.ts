import { string } from "./loose-json.ts";

/** Reads rows of third-party JSON by paths. Never throws: what is of another type than expected is not there. */

export type Row = Record<string, unknown>;

/**
 * Where a row has a value. `location.name` is a path; of a list it takes the first item, or each with `[]`. `a | b` is the first of
 * them that has a text or a number, `a + b` all of both, and `isRemote ? remote` the word "remote" where the flag is set.
 * A function reads what no path can.
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

/** The values at a path, of any type. */
export function nodesAt(row: unknown, path: string): unknown[] {
  let nodes = [row];
  for (const segment of path === "" ? [] : path.split(".")) {
    const isEach = segment.endsWith("[]");
    const key = isEach ? segment.slice(0, -2) : segment;
    nodes = nodes.flatMap((node) => {
      const value = Object.hasOwn(Object(node), key) ? (node as Row)[key] : undefined;
      if (value === undefined || value === null) return [];
      return isEach ? [value].flat() : Array.isArray(value) ? value.slice(0, 1) : [value];
    });
  }
  return nodes;
}

/** An element of XML with attributes has its text in `#text`. */
function scalarOf(value: unknown): string | number | null {
  if (typeof value === "number") return value;
  return string(value) ?? string((value as Row | null)?.["#text"]);
}
