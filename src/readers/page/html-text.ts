import { decodeEntities } from "./html-entities.ts";
import { plainText } from "./plain-text.ts";

const MARKUP_FACTOR = 6;

/** The text of a piece of HTML as inert text of at most `maxLength` UTF-16 units: no markup, no entities, no script. */
export function textOfHtml(html: string, maxLength: number): string {
  const visible = withoutScripts(html);
  // Entities are resolved after the markup is gone, and may spell markup themselves.
  return plainText(decodeEntities(plainText(visible, maxLength * MARKUP_FACTOR)), maxLength);
}

/** HTML without its scripts and styles; an unterminated one runs to the end. */
function withoutScripts(html: string): string {
  const opening = /<(script|style)\b/gi;
  let visible = "";
  let from = 0;
  for (let start = opening.exec(html); start; start = opening.exec(html)) {
    visible += `${html.slice(from, start.index)} `;
    const closing = new RegExp(`</${start[1]}`, "gi");
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html) ? html.indexOf(">", closing.lastIndex) : -1;
    if (end < 0) return visible;
    from = end + 1;
    opening.lastIndex = from;
  }
  return visible + html.slice(from);
}
