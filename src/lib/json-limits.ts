/** Levels of lists and objects that are read in JSON of other services. Real answers have up to some dozens. */
export const MAX_FOREIGN_LEVELS = 1_000;
/** Lists and objects in one text: empty ones take many times the memory of their text, and an isolate has 128 MB for all requests. */
export const MAX_FOREIGN_VALUES = 500_000;

/**
 * Whether lists and objects in a JSON text nest deeper than `maxLevels`, or are more than `maxValues`, in time linear in the text.
 * Asked before `JSON.parse`, which takes seconds for millions of levels, and makes values on which recursion overflows the stack.
 */
export function isTooComplex(text: string, maxLevels: number, maxValues = Number.POSITIVE_INFINITY): boolean {
  if (text.length <= maxLevels) return false;
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") {
      if (++depth > maxLevels || ++values > maxValues) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
