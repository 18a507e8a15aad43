/** Whole sentences from the beginning, at least one, together at most `max` characters. */
export function firstSentences(text: string, max: number): string {
  const [first = "", ...more] = text.split(/(?<=[.?!]) (?=[A-Z`])/);
  let kept = first;
  for (const sentence of more) {
    if (kept.length + 1 + sentence.length > max) break;
    kept = `${kept} ${sentence}`;
  }
  return kept;
}
