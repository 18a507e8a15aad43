import { parseJson } from "../../lib/loose-json.ts";
import { decodeEntities } from "./html-text.ts";
import { type Outline, textIn } from "./outline.ts";

/** An object of a JSON-LD block with the keys that lead to it, outermost first. */
export type LinkedNode = { node: Record<string, unknown>; path: string[] };

const MAX_DEPTH = 12;
const MAX_NODES = 20_000;

/** Every object of JSON-LD blocks, in document order, with the keys above it. Arrays and `@graph` add no key. */
export function linkedNodes(blocks: unknown[]): LinkedNode[] {
  const found: LinkedNode[] = [];
  const walk = (value: unknown, path: string[], depth: number): void => {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH || found.length >= MAX_NODES) return;
    const isList = Array.isArray(value);
    if (!isList) found.push({ node: value as Record<string, unknown>, path });
    for (const [key, child] of Object.entries(value))
      walk(child, isList || key === "@graph" ? path : [...path, key], depth + 1);
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

/** Whether one of the types of a node matches. */
export function isOf(node: Record<string, unknown>, types: RegExp): boolean {
  return texts(node["@type"]).some((type) => types.test(type));
}

/** JSON-LD as found in the wild: wrapped in comments or CDATA, with raw line breaks inside strings. Undefined when it is not JSON. */
export function parseJsonLd(text: string): unknown {
  const bare = text.replace(/^[\s;]*(<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(-->|\/\/\s*\]\]>|\]\]>)[\s;]*$/g, "");
  return parseJson(bare) ?? parseJson(bare.replace(/[\n\r\t]+/g, " "));
}

export type Item = Record<string, unknown>;

const MAX_ITEMS = 3_000;
const MAX_TEXT = 1_000;
/** Of one property, and pieces of text in one value. */
const MAX_VALUES = 100;
/** Attributes that hold a property's value, in the order of the standard. */
const VALUES = ["content", "href", "src", "data", "datetime", "value"];

/** The items of a page's microdata (HTML standard) as JSON-LD would write them; no `itemref`. Linear. */
export function readMicrodata(outline: Outline): Item[] {
  const found: Item[] = [];
  /** The innermost item that each element is in or is. */
  const itemAt: (Item | undefined)[] = [];
  let items = 0;
  for (const box of outline.boxes) {
    const { itemscope, itemtype = "", itemprop = "" } = box.attributes;
    const within = itemAt[box.parent];
    const names = itemprop.split(/\s+/).filter(Boolean);
    if (itemscope !== undefined && items++ < MAX_ITEMS) {
      const item: Item = { "@type": itemtype.trim().split(/[/#]/).at(-1) ?? "" };
      if (within && names[0]) add(within, names[0], item);
      else found.push(item);
      itemAt.push(item);
      continue;
    }
    itemAt.push(within);
    if (!within || names.length === 0) continue;
    const value = VALUES.map((name) => box.attributes[name]).find((text) => text !== undefined);
    const shown = { ...box, to: Math.min(box.to, box.from + MAX_VALUES) };
    const text = value === undefined ? textIn(outline, shown) : decodeEntities(value.slice(0, MAX_TEXT)).trim();
    for (const name of names) add(within, name, text.slice(0, MAX_TEXT));
  }
  return found;
}

function add(item: Item, name: string, value: unknown): void {
  if (value === "" || name.startsWith("@") || name === "__proto__") return;
  const known = Object.hasOwn(item, name) ? item[name] : undefined;
  if (!Array.isArray(known)) item[name] = known === undefined ? value : [known, value];
  else if (known.length < MAX_VALUES) known.push(value);
}
