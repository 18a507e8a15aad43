import { XMLParser } from "fast-xml-parser";
import { record } from "./loose-json.ts";

/** Entities are left alone, so that a document cannot define any that grow. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
});

/** Elements by name without namespace prefixes, attributes with `@` before theirs; values are text. Throws for malformed XML. */
export function parseXml(xml: string): Record<string, unknown> {
  return record(parser.parse(xml));
}
