/** The deepest JSON of other services that is read. Real answers nest a few dozen levels at most. */
export const MAX_FOREIGN_LEVELS = 1_000;
/** The most lists and objects in one text. An empty one takes many times the memory of its text, and an isolate has 128 MB. */
export const MAX_FOREIGN_VALUES = 500_000;

/** Whether a JSON text is too deep or has too many values for `JSON.parse`; linear in the text. */
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
