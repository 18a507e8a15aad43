/** The words of a text, for a list of words that reads better as one. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A text of several lines as one: its line breaks count as spaces. */
export function prose(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return words(String.raw({ raw: texts }, ...values)).join(" ");
}

/** A table of words: every second word of a text by the one before it. */
export function pairsOf(text: string): ReadonlyMap<string, string> {
  const all = words(text);
  return new Map(all.flatMap((word, index) => (index % 2 ? [] : [[word, all[index + 1] ?? ""] as const])));
}
