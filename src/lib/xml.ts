import { type X2jOptions, XMLParser } from "fast-xml-parser";
import { record } from "./loose-json.ts";

/** A tag takes up to 350 bytes of memory, of which an isolate has 128 MB for all requests. */
const MAX_TAGS = 200_000;
/** The parser puts a text together character by character, each of which takes up to 32 bytes until the text ends. */
const MAX_TEXT_LENGTH = 500_000;

/**
 * A reader of XML of third parties: elements by name without namespace prefixes, attributes as `@name`. Its result is empty for a
 * text that is no XML, and for one that would take too much memory. Entities are left alone, so that a document cannot define any
 * that grow.
 */
export function xmlReader(options: X2jOptions = {}): (xml: string) => Record<string, unknown> {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    processEntities: false,
    parseTagValue: false,
    removeNSPrefix: true,
    ...options,
  });
  return (xml) => {
    if (isTooLarge(xml)) return {};
    try {
      return record(parser.parse(xml));
    } catch {
      return {};
    }
  };
}

/** Counts tags in comments and CDATA too: what is skipped here might not be skipped by the parser. */
function isTooLarge(xml: string): boolean {
  let before = 0;
  for (let tags = 0; tags <= MAX_TAGS; tags++) {
    const at = xml.indexOf("<", before);
    if ((at < 0 ? xml.length : at) - before > MAX_TEXT_LENGTH) return true;
    if (at < 0) return false;
    before = at + 1;
  }
  return true;
}

/** A document with its attributes. */
export const parseXml = xmlReader();
