import type { Child } from "hono/jsx";
import { breakable } from "../http/pages/page.tsx";

/** A page is written once, as blocks, and rendered as HTML and Markdown. Texts may hold `code`, **strong**, [links]. */
export type Block =
  | string
  | Heading
  | { kind: "list"; items: string[]; isOrdered: boolean }
  | Table
  | { kind: "code"; text: string; language: string }
  | { kind: "cards"; cards: Card[] };

/** With `fold`, a note that may be empty, HTML shows the section as a disclosure that starts closed. */
type Heading = { kind: "heading"; heading: string; id: string; level: 2 | 3 | 4; fold?: string | undefined };
type Table = { kind: "table"; head: string[]; rows: string[][]; ids: string[] };
export type Card = { title: string; blocks: Block[] };

export function heading(text: string, id: string, level: 2 | 3 | 4 = 2, fold?: string): Heading {
  return { kind: "heading", heading: text, id, level, fold };
}

export function list(items: string[], isOrdered = false): Block {
  return { kind: "list", items, isOrdered };
}

export function code(text: string, language: string): Block {
  return { kind: "code", text, language };
}

/** `ids` are those of the rows. */
export function table(head: string[], rows: string[][], ids: string[] = []): Block {
  return { kind: "table", head, rows, ids };
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
      return block.items.map((item, index) => `${block.isOrdered ? `${index + 1}.` : "-"} ${item}`).join("\n");
    case "table": {
      const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
      return [block.head, block.head.map(() => "---"), ...block.rows].map(line).join("\n");
    }
    case "code":
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case "cards":
      return block.cards.map((card) => [`### ${card.title}`, ...card.blocks.map(markdownOf)].join("\n\n")).join("\n\n");
  }
}

/** Renders blocks as HTML. */
export function BlocksHtml({ blocks }: { blocks: Block[] }) {
  const parts: Child[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    if (!isHeading(block) || block.fold === undefined) {
      parts.push(<BlockHtml block={block} />);
      continue;
    }
    const below = sectionBelow(blocks, at);
    const Heading = `h${block.level}` as "h2";
    parts.push(
      <details id={block.id}>
        <summary>
          <Heading>{inline(block.heading)}</Heading> {block.fold && <span class="hint">{block.fold}</span>}
        </summary>
        <BlocksHtml blocks={below} />
      </details>,
    );
    at += below.length;
  }
  return <>{parts}</>;
}

function BlockHtml({ block }: { block: Block }) {
  if (typeof block === "string") return <p>{inline(block)}</p>;
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as "h2";
      return (
        <Heading id={block.id}>
          <a class="anchor" href={`#${block.id}`}>
            {inline(block.heading)}
          </a>
        </Heading>
      );
    }
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item) => (
            <li>{inline(item)}</li>
          ))}
        </List>
      );
    }
    case "table":
      return <TableHtml table={block} />;
    case "code":
      return (
        <pre>
          <code>{highlight(block.text, block.language)}</code>
        </pre>
      );
    case "cards":
      return (
        <div class="cards">
          {block.cards.map((card) => (
            <section class="card">
              <h3>{card.title}</h3>
              <BlocksHtml blocks={card.blocks} />
            </section>
          ))}
        </div>
      );
  }
}

function TableHtml({ table: { head, rows, ids } }: { table: Table }) {
  const hasLinks = rows.flat().some((cell) => cell.includes("]("));
  return (
    // A keyboard scrolls what it can focus.
    <div class="table" tabindex={hasLinks ? undefined : 0}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col">{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr id={ids[index]}>
              {cells.map((cell) => (
                <td>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^)\s]+)\)/g;

function inline(text: string): Child[] {
  return marked(text, INLINE, breakable, ([, code, strong, label, address]) => {
    if (code !== undefined) return <code>{breakable(code)}</code>;
    return strong !== undefined ? <strong>{strong}</strong> : <a href={address}>{inline(label ?? "")}</a>;
  });
}

/** A text with `show` of each match of `pattern`, and `plain` of what is between. */
function marked(
  text: string,
  pattern: RegExp,
  plain: (text: string) => Child[],
  show: (match: RegExpExecArray) => Child,
): Child[] {
  let end = 0;
  const parts = [...text.matchAll(pattern)].flatMap((match) => {
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    return [...plain(before), show(match)];
  });
  return [...parts, ...plain(text.slice(end))];
}

/** Token kinds; classes of assets/style.css colour them. */
const KINDS = ["comment", "string", "number", "word"] as const;

const STRING = `"(?:[^"\\\\\\n]|\\\\.)*"|'[^']*'|\`[^\`]*\``;
const LANGUAGES: Record<string, [comment: string, word: string]> = {
  sh: ["#[^\\n]*", "\\b(?:curl|npx|npm|install|export)\\b|-[A-Za-z]\\b"],
  ts: ["//[^\\n]*", "\\b(?:import|from|type|const|await|new|return|async|function)\\b"],
  json: ["(?!)", "\\b(?:true|false|null)\\b"],
  http: ["(?!)", "\\b(?:GET|POST)\\b|\\bHTTP/1\\.1\\b"],
};

/** Highlights comments, strings, numbers and keywords without changing the text. In JSON, field names count as keywords. */
export function highlight(code: string, language: string): Child[] {
  const known = LANGUAGES[language];
  if (!known) return [code];
  const [comment, word] = known;
  const pattern = new RegExp(`(${comment})|(${STRING})|(\\b\\d+(?:\\.\\d+)?\\b)|(${word})`, "g");
  return marked(
    code,
    pattern,
    (text) => [text],
    ({ index, 0: text, ...groups }) => {
      const kind = KINDS.find((_, at) => groups[at + 1] !== undefined);
      const isName = language === "json" && kind === "string" && code[index + text.length] === ":";
      return <span class={`code-${isName ? "word" : kind}`}>{text}</span>;
    },
  );
}
