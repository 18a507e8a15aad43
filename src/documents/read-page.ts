import * as constants from "../constants.ts";
import { PATHS } from "../paths.ts";
import { type Block, code, heading, list, table } from "./blocks.tsx";

/** What a page's text may name. */
export type PageValues = Record<string, string | number | Block[]>;

const BLOCK = /^```\w+\n(?:(?!```$).*\n)*```$|^(?!```).+(?:\n.+)*/gm;

/**
 * The blocks of a page of `assets/pages/`, which is Markdown: headings with their ids (`## Limits {#limits}`, folded in HTML with
 * `{#limits .folded}`), lists, tables, code and paragraphs of one line, with empty lines between. `{{name}}` is one of `values`, a path of paths.ts or a number of
 * constants.ts (`{{BATCH_WINDOW.paid}}`). A paragraph of one name may stand for blocks, and a list omits an item that is empty.
 * Throws for an unknown name.
 */
export function readPage(text: string, values: PageValues): Block[] {
  const known = { ...constants, ...PATHS, ...values };
  const lookUp = (name: string) => {
    const value = name.split(".").reduce<unknown>((within, key) => (within as Record<string, unknown>)?.[key], known);
    if (value === undefined) throw new Error(`{{${name}}} is unknown`);
    return value;
  };
  const fill = (template: string) => template.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) => String(lookUp(name)));
  return [...text.matchAll(BLOCK)].flatMap(([block]) => {
    const [, name] = /^\{\{(\w+)\}\}$/.exec(block) ?? [];
    const inserted = name && lookUp(name);
    return Array.isArray(inserted) ? (inserted as Block[]) : [readBlock(block, fill)];
  });
}

function readBlock(block: string, fill: (template: string) => string): Block {
  const lines = block.split("\n");
  const [first = "", , ...rows] = lines;
  const [, marks = "", title = "", id = "", folded] = /^(#{2,4}) (.*) \{#([\w-]+)( \.folded)?\}$/.exec(first) ?? [];
  if (marks) return heading(fill(title), id, marks.length as 2 | 3 | 4, folded && "");
  if (first.startsWith("```")) return code(fill(lines.slice(1, -1).join("\n")), first.slice(3));
  const cells = (row: string) => row.slice(2, -2).split(" | ");
  if (first.startsWith("| "))
    return table(
      cells(first),
      rows.map((row) => cells(row).map(fill)),
    );
  const isOrdered = first.startsWith("1. ");
  if (!isOrdered && !first.startsWith("- ")) return fill(block);
  const items = lines.map((line) => fill(line.slice(line.indexOf(" ") + 1))).filter(Boolean);
  return list(items, isOrdered);
}
