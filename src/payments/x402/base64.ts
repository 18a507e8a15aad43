import { parseJson } from "../../lib/loose-json.ts";

/** Headers carry JSON as base64 of its UTF-8. */
export function toBase64(value: unknown): string {
  return new TextEncoder().encode(JSON.stringify(value)).toBase64();
}

/** The JSON in a base64 text, or null. */
export function fromBase64(text: string): unknown {
  try {
    // Clients that write base64url are understood too.
    const plain = text.replaceAll("-", "+").replaceAll("_", "/");
    return parseJson(new TextDecoder().decode(Uint8Array.fromBase64(plain))) ?? null;
  } catch {
    return null;
  }
}
