import { string } from "./loose-json.ts";
import { rememberingUpTo } from "./memoize.ts";

/** Reads rows of third-party JSON by paths. Never throws: what is of another type than expected is not there. */

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
