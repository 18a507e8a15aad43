/** The words of a text, for a list of words that reads better as one. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The words of a text, each with its literal type: the names of a fixed list. */
export function literals<const Text extends string>(text: Text) {
  return text.split(" ") as Literals<Text>;
}
type Literals<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? [Word, ...Literals<Rest>] : [Text];

/** A text of several lines as one: its line breaks count as spaces. */
export function prose(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return words(String.raw({ raw: texts }, ...values)).join(" ");
}

/** A table of words: every second word of a text by the one before it. */
export function pairsOf(text: string): ReadonlyMap<string, string> {
  const all = words(text);
  return new Map(all.flatMap((word, index) => (index % 2 ? [] : [[word, all[index + 1] ?? ""] as const])));
}
