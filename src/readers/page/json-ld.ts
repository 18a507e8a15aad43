import { parseJson } from "../../lib/loose-json.ts";

/** An object of a JSON-LD block with the keys that lead to it, outermost first. */
export type LinkedNode = { node: Record<string, unknown>; path: string[] };

const MAX_DEPTH = 12;
const MAX_NODES = 20_000;

/** Every object of JSON-LD blocks, in document order, with the keys above it. Arrays and `@graph` add no key. */
export function linkedNodes(blocks: unknown[]): LinkedNode[] {
  const found: LinkedNode[] = [];
  const walk = (value: unknown, path: string[], depth: number): void => {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH || found.length >= MAX_NODES) return;
    if (Array.isArray(value)) {
      for (const item of value) walk(item, path, depth + 1);
      return;
    }
    const node = value as Record<string, unknown>;
    found.push({ node, path });
    for (const [key, child] of Object.entries(node)) walk(child, key === "@graph" ? path : [...path, key], depth + 1);
  };
  walk(blocks, [], 0);
  return found;
}

/** The texts of a property that may be absent, one value, or a list of values or of objects with an `@id` or `url`. */
export function texts(value: unknown): string[] {
  return [value].flat(2).flatMap((item) => {
    if (typeof item === "string") return [item];
    const { "@id": id, url } = (item ?? {}) as { "@id"?: unknown; url?: unknown };
    return [id, url].filter((text) => typeof text === "string");
  });
}

/** JSON-LD as found in the wild: wrapped in comments or CDATA, with raw line breaks inside strings. Undefined when it is not JSON. */
export function parseJsonLd(text: string): unknown {
  const bare = text.replace(/^[\s;]*(<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(-->|\/\/\s*\]\]>|\]\]>)[\s;]*$/g, "");
  for (const attempt of [bare, bare.replace(/[\n\r\t]+/g, " ")]) {
    const read = parseJson(attempt);
    if (read !== undefined) return read;
  }
  return undefined;
}
