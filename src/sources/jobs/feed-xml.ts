import { XMLParser } from "fast-xml-parser";
import { record, string } from "../../lib/loose-json.ts";
import { decodeEntities } from "../../text/html-entities.ts";
import { BoardFailure } from "./board-reader.ts";

/** Entities are left alone by the parser, so that a feed cannot define any that grow; the standard ones are resolved later. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
});

/** The root element of an XML document by its name, without namespace prefixes. Throws {@link BoardFailure}. */
export function xmlRoot(xml: string, name: string): Record<string, unknown> {
  try {
    const document = record(parser.parse(xml));
    if (name in document) return record(document[name]);
  } catch {}
  throw new BoardFailure({ status: "failed" });
}

/** The child elements of one name: none, one or several. */
export function elements(value: unknown): Record<string, unknown>[] {
  return [value ?? []].flat().map(record);
}

/** The text of an element, whether or not it has attributes or CDATA, with entities resolved once; null when empty. */
export function xmlText(value: unknown): string | null {
  const [first] = [value].flat();
  const text = string(first) ?? string(record(first)["#text"]);
  return text === null ? null : decodeEntities(text);
}
