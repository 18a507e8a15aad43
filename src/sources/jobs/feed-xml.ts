import { record, string } from "../../lib/loose-json.ts";
import { parseXml } from "../../lib/xml.ts";
import { decodeEntities } from "../../readers/page/html-entities.ts";
import { BoardFailure } from "./board-reader.ts";

/** The root element of an XML document by its name, without namespace prefixes. Throws {@link BoardFailure}. */
export function xmlRoot(xml: string, name: string): Record<string, unknown> {
  const document = parseXml(xml);
  if (name in document) return record(document[name]);
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
