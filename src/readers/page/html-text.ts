import { decodeEntities } from "./html-entities.ts";
import { readMarkup } from "./html-tags.ts";
import { plainText } from "./plain-text.ts";

const MARKUP_FACTOR = 6;

/** The text of a piece of HTML as inert text of at most `maxLength` UTF-16 units: no markup, no entities, no script. */
export function textOfHtml(html: string, maxLength: number): string {
  const visible = html.includes("<") ? withoutScripts(html) : html;
  // Entities are resolved after the markup is gone, and may spell markup themselves.
  return plainText(decodeEntities(plainText(visible, maxLength * MARKUP_FACTOR)), maxLength);
}

/** The texts of HTML outside its scripts and styles; an unterminated one runs to the end. */
function withoutScripts(html: string): string {
  const { tags } = readMarkup(html);
  const isHidden = (index: number) => {
    const before = tags[index - 1];
    return before?.kind === "open" && /^(?:script|style)$/.test(before.name);
  };
  return tags.map((tag, index) => (tag.kind === "text" && !isHidden(index) ? tag.text : " ")).join("");
}
