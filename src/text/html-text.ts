import { decodeEntities } from "./html-entities.ts";
import { plainText } from "./plain-text.ts";

const MARKUP_FACTOR = 6;

/** The text of a piece of HTML as inert text of at most `maxLength` UTF-16 units: no markup, no entities, no script. */
export function textOfHtml(html: string, maxLength: number): string {
  const visible = html.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, " ");
  // Entities are resolved after the markup is gone, and may spell markup themselves.
  return plainText(decodeEntities(plainText(visible, maxLength * MARKUP_FACTOR)), maxLength);
}
