import { XMLParser } from "fast-xml-parser";
import { record } from "./loose-json.ts";

/** A tag takes up to 350 bytes of memory, of which an isolate has 128 MB for all requests. */
const MAX_TAGS = 200_000;
/** The parser builds a text character by character, and each takes up to 32 bytes until the text ends. */
const MAX_TEXT_LENGTH = 500_000;

/** Entities stay as they are written. */
const ENTITY_DECODER = {
  reset() {},
  setXmlVersion() {},
  setExternalEntities() {},
  addInputEntities() {},
  decode: (text: string) => text,
};

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  processEntities: false,
  entityDecoder: ENTITY_DECODER,
  parseTagValue: false,
  removeNSPrefix: true,
});

/** Third-party XML: elements without prefixes, attributes as `@name`; `{}` for other text. Entities stay. */
export function parseXml(xml: string): Record<string, unknown> {
  if (isTooLarge(xml)) return {};
  try {
    return record(parser.parse(xml));
  } catch {
    return {};
  }
}

/** Counts tags in comments and CDATA too, because the parser may not skip the same ones. */
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
