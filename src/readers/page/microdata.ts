import { decodeEntities } from "./html-entities.ts";
import type { Tag } from "./html-tags.ts";

type Item = Record<string, unknown>;
type Open = { name: string; item: Item | null; prop: { of: Item; name: string; text: string } | null };

const MAX_ITEMS = 500;
const MAX_DEPTH = 256;
const MAX_TEXT = 1_000;
/** Of one property. */
const MAX_VALUES = 100;
/** Attributes that hold a property's value, in the order of the standard. */
const VALUES = ["content", "href", "src", "data", "datetime", "value"];

/**
 * The items of a page's microdata (HTML standard, "Microdata") as JSON-LD would write them: `@type` without its vocabulary,
 * values as texts, in lists where there are several. `itemref` is not followed. Linear in the length of the page.
 */
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
      const names = (given.itemprop ?? "").split(/\s+/).filter(Boolean);
      const isItem = given.itemscope !== undefined && items < MAX_ITEMS;
      const item: Item | null = isItem ? { "@type": (given.itemtype ?? "").trim().split(/[/#]/).at(-1) ?? "" } : null;
      if (item) {
        items++;
        if (within && names[0]) add(within, names[0], item);
        else found.push(item);
      }
      const value = VALUES.map((name) => given[name]).find((text) => text !== undefined);
      const isValue = within && !item && names.length > 0;
      if (isValue && value !== undefined) {
        const text = decodeEntities(value.slice(0, MAX_TEXT)).trim();
        for (const name of names) add(within, name, text);
      }
      if (piece.isVoid || open.length >= MAX_DEPTH) continue;
      const prop = isValue && value === undefined ? { of: within, name: names[0] ?? "", text: "" } : null;
      open.push({ name: piece.name, item, prop });
    }
  }
  for (const element of open.reverse()) close(element);
  return found;
}

function add(item: Item, name: string, value: unknown): void {
  if (value === "" || name.startsWith("@") || name === "__proto__") return;
  const known = Object.hasOwn(item, name) ? item[name] : undefined;
  if (!Array.isArray(known)) item[name] = known === undefined ? value : [known, value];
  else if (known.length < MAX_VALUES) known.push(value);
}
