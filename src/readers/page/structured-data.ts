import { parseJson } from "../../lib/loose-json.ts";
import type { Attributes, Tag } from "./html-tags.ts";
import { decodeEntities } from "./html-text.ts";

/** An object of a JSON-LD block with the keys that lead to it, outermost first. */
type LinkedNode = { node: Record<string, unknown>; path: string[] };

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

export type Item = Record<string, unknown>;
type Open = { name: string; item: Item | null; prop: { of: Item; name: string; text: string } | null };

const MAX_ITEMS = 3_000;
const MAX_OPEN = 256;
const MAX_TEXT = 1_000;
/** Of one property. */
const MAX_VALUES = 100;
/** Attributes that hold a property's value, in the order of the standard. */
const VALUES = ["content", "href", "src", "data", "datetime", "value"];
/** Classes of h-cards and hCards (microformats.org) as properties of schema.org. */
const H_CARD = /(?:^|\s)(?:h-card|vcard)(?:\s|$)/;
const PROPERTIES = new Map([
  ...["p-name", "fn"].map((name) => [name, "name"] as const),
  ...["p-job-title", "p-role", "title", "role"].map((name) => [name, "jobTitle"] as const),
  ...["u-url", "url"].map((name) => [name, "url"] as const),
  ...["u-email", "email"].map((name) => [name, "email"] as const),
  ...["p-locality", "locality"].map((name) => [name, "address"] as const),
]);
/** Of an h-card, whose link can have the name as its text. */
const IN_LINKS = new Set(["url", "email"]);
const MICROFORMATS = "https://microformats.org";

/** True for an item that was an h-card. */
export function isHCard(item: Item): boolean {
  return item["@context"] === MICROFORMATS;
}

/** The items of a page's microdata (HTML standard) and h-cards as JSON-LD would write them; no `itemref`. Linear. */
export function readMicrodata(tags: readonly Tag[]): Item[] {
  const found: Item[] = [];
  const open: Open[] = [];
  let items = 0;
  const close = (element: Open) => {
    if (element.prop)
      add(element.prop.of, element.prop.name, decodeEntities(element.prop.text).replace(/\s+/g, " ").trim());
  };
  for (const piece of tags) {
    if (piece.kind === "text") {
      const prop = open.findLast((element) => element.prop)?.prop;
      if (prop && prop.text.length < MAX_TEXT) prop.text += ` ${piece.text.slice(0, MAX_TEXT)}`;
    } else if (piece.kind === "close") {
      const index = open.findLastIndex(({ name }) => name === piece.name);
      if (index >= 0) for (const element of open.splice(index).reverse()) close(element);
    } else {
      const given = piece.attributes;
      const within = open.findLast(({ item }) => item)?.item ?? null;
      const isCard = within !== null && isHCard(within);
      const names = isCard
        ? (given.class ?? "").split(/\s+/).flatMap((name) => PROPERTIES.get(name) ?? [])
        : (given.itemprop ?? "").split(/\s+/).filter(Boolean);
      const item = items < MAX_ITEMS ? itemOf(given) : null;
      if (item) {
        items++;
        if (within && names[0]) add(within, names[0], item);
        else found.push(item);
      }
      const value = VALUES.map((name) => given[name]).find((text) => text !== undefined);
      const isSaid = within !== null && !item;
      if (isSaid && value !== undefined) {
        const text = decodeEntities(value.slice(0, MAX_TEXT)).trim();
        for (const name of names) if (!isCard || IN_LINKS.has(name)) add(within, name, text);
      }
      if (piece.isVoid || open.length >= MAX_OPEN) continue;
      const name = names.find((one) => (isCard ? !IN_LINKS.has(one) : value === undefined));
      open.push({ name: piece.name, item, prop: isSaid && name ? { of: within, name, text: "" } : null });
    }
  }
  for (const element of open.reverse()) close(element);
  return found;
}

function itemOf({ itemscope, itemtype = "", class: classes = "" }: Attributes): Item | null {
  if (itemscope !== undefined) return { "@type": itemtype.trim().split(/[/#]/).at(-1) ?? "" };
  return H_CARD.test(classes) ? { "@type": "Person", "@context": MICROFORMATS } : null;
}

function add(item: Item, name: string, value: unknown): void {
  if (value === "" || name.startsWith("@") || name === "__proto__") return;
  const known = Object.hasOwn(item, name) ? item[name] : undefined;
  if (!Array.isArray(known)) item[name] = known === undefined ? value : [known, value];
  else if (known.length < MAX_VALUES) known.push(value);
}
