/** Levels of lists and objects that are read in JSON of other services. Real answers have up to some dozens. */
export const MAX_FOREIGN_LEVELS = 1_000;

/**
 * Whether lists and objects in a JSON text nest deeper than `levels`, in time linear in the text. Asked before `JSON.parse`, which
 * takes seconds for millions of levels, and makes values on which recursion overflows the stack.
 */
export function nestsDeeperThan(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") {
      if (++depth > levels) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
