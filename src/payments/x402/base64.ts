import { utf8 } from "../../lib/bytes.ts";
import { parseJson } from "../../lib/loose-json.ts";

/** JSON as base64 of its UTF-8, as headers carry it. */
export function toBase64(value: unknown): string {
  return utf8(JSON.stringify(value)).toBase64();
}

/** The JSON in a base64 text, or null. */
export function fromBase64(text: string): unknown {
  try {
    // Some clients write base64url.
    const plain = text.replaceAll("-", "+").replaceAll("_", "/");
    return parseJson(new TextDecoder().decode(Uint8Array.fromBase64(plain))) ?? null;
  } catch {
    return null;
  }
}
