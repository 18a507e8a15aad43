/** The words of a text, for a list of words that reads better as one. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
