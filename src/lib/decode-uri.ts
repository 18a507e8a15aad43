/** A part of a URL, percent-decoded; a malformed one is returned as it is. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
