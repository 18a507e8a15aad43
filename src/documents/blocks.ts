/** A page is written once, as blocks, and rendered as HTML and Markdown. Texts may hold `code`, **strong**, [links]. */
export type Block =
  | string
  | Heading
  | { kind: "list"; items: string[]; ordered?: true }
  | Table
  | { kind: "code"; code: string; language: string }
  | { kind: "cards"; cards: Card[] };

/** With `fold`, a note that may be empty, HTML shows the section as a disclosure that starts closed. */
export type Heading = { kind: "heading"; heading: string; id: string; level: 2 | 3 | 4; fold?: string };

export type Table = {
  kind: "table";
  head: string[];
  rows: string[][];
  ids?: string[];
};

export type Card = { title: string; blocks: Block[] };

export function heading(text: string, id: string, level: 2 | 3 | 4 = 2, fold?: string): Heading {
  return { kind: "heading", heading: text, id, level, ...(fold !== undefined && { fold }) };
}

export function isHeading(block: Block): block is Heading {
  return typeof block !== "string" && block.kind === "heading";
}

/** What is below the heading at `index`, up to the next heading of its level or above. */
export function sectionBelow<T extends Block>(blocks: T[], index: number): T[] {
  const below = blocks.slice(index + 1);
  const { level } = blocks[index] as Heading;
  const end = below.findIndex((block) => isHeading(block) && block.level <= level);
  return end < 0 ? below : below.slice(0, end);
}

function listText(items: string[], ordered = false): string {
  return items.map((item, index) => `${ordered ? `${index + 1}.` : "-"} ${item}`).join("\n");
}

/** Renders blocks as GitHub-flavoured Markdown under a title. */
export function toMarkdown(title: string, blocks: Block[]): string {
  return `${[`# ${title}`, ...blocks.map(markdownOf)].join("\n\n")}\n`;
}

function markdownOf(block: Block): string {
  if (typeof block === "string") return block;
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.heading}`;
    case "list":
      return listText(block.items, block.ordered);
    case "table": {
      const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
      return [block.head, block.head.map(() => "---"), ...block.rows].map(line).join("\n");
    }
    case "code":
      return `\`\`\`${block.language}\n${block.code}\n\`\`\``;
    case "cards":
      return block.cards.map((card) => [`### ${card.title}`, ...card.blocks.map(markdownOf)].join("\n\n")).join("\n\n");
  }
}
