/**
 * Replaces `is-unsafe` (`[alias]` in wrangler.toml), the patterns by which fast-xml-parser judges entities that a document
 * defines. `xml.ts` expands no entities, so all are unsafe.
 */
export const HTML = [];
export const XML = [];

export function isUnsafe(): boolean {
  return true;
}
