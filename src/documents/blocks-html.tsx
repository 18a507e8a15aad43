import type { Child } from "hono/jsx";
import { breakable } from "../http/pages/page.tsx";
import { type Block, isHeading, sectionBelow, type Table } from "./blocks.ts";
import { highlight } from "./highlight.tsx";

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
    const Heading = `h${block.level}` as "h2" | "h3" | "h4";
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
  if (block.kind === "heading") {
    const Heading = `h${block.level}` as "h2" | "h3" | "h4";
    return (
      <Heading id={block.id}>
        <a class="anchor" href={`#${block.id}`}>
          {inline(block.heading)}
        </a>
      </Heading>
    );
  }
  if (block.kind === "list") {
    const List = block.ordered ? "ol" : "ul";
    return (
      <List>
        {block.items.map((item) => (
          <li>{inline(item)}</li>
        ))}
      </List>
    );
  }
  if (block.kind === "table") return <TableHtml table={block} />;
  if (block.kind === "code") {
    return (
      <pre>
        <code>{highlight(block.code, block.language)}</code>
      </pre>
    );
  }
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

function TableHtml({ table }: { table: Table }) {
  const hasLinks = table.rows.some((cells) => cells.some((cell) => cell.includes("](")));
  return (
    // A keyboard scrolls what it can focus.
    <div class="table" tabindex={hasLinks ? undefined : 0}>
      <table>
        <thead>
          <tr>
            {table.head.map((cell) => (
              <th scope="col">{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, index) => (
            <tr id={table.ids?.[index]}>
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
  const parts: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, label, address] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code>{breakable(code)}</code>);
    else if (strong !== undefined) parts.push(<strong>{strong}</strong>);
    else parts.push(<a href={address}>{inline(label ?? "")}</a>);
    end = match.index + whole.length;
  }
  return [...parts, ...breakable(text.slice(end))];
}
