const encoder = new TextEncoder();

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  // workerd's types leave the kind of buffer open, and Web Crypto's are strict about it.
  return encoder.encode(text) as Uint8Array<ArrayBuffer>;
}

/** Base64url without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
