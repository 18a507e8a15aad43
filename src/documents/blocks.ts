/**
 * A page is written once, as blocks, and rendered twice: as HTML for people, as Markdown for agents. Texts may hold `code`,
 * **strong** and [links](https://…).
 */
export type Block =
  /** A paragraph. */
  | string
  | { heading: string; id: string; level: 2 | 3 | 4 }
  | { items: string[]; ordered?: true }
  | Table
  | { code: string; language: string }
  /** Closed at first where there is room to open it. */
  | { summary: string; blocks: Block[] }
  | { cards: Card[] };

export type Table = {
  head: string[];
  rows: string[][];
  /** Anchors of the rows. */
  ids?: string[];
};

export type Card = { title: string; blocks: Block[] };

/** Renders blocks as GitHub-flavoured Markdown under a title. */
export function toMarkdown(title: string, blocks: Block[]): string {
  return `${[`# ${title}`, ...blocks.map(markdownOf)].join("\n\n")}\n`;
}

function markdownOf(block: Block): string {
  if (typeof block === "string") return block;
  if ("heading" in block) return `${"#".repeat(block.level)} ${block.heading}`;
  if ("items" in block) {
    return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : "-"} ${item}`).join("\n");
  }
  if ("rows" in block) {
    const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    return [block.head, block.head.map(() => "---"), ...block.rows].map(line).join("\n");
  }
  if ("code" in block) return `\`\`\`${block.language}\n${block.code}\n\`\`\``;
  if ("cards" in block) {
    return block.cards.map((card) => [`### ${card.title}`, ...card.blocks.map(markdownOf)].join("\n\n")).join("\n\n");
  }
  return [`**${block.summary}**`, ...block.blocks.map(markdownOf)].join("\n\n");
}
