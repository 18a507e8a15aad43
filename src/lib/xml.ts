import { record, string } from "./loose-json.ts";

/** A tag or an attribute takes up to 250 bytes of memory, of which an isolate has 128 MB for all requests. */
const MAX_PARTS = 200_000;

/** `fields` of an element without attributes and child elements is null. */
type Open = { name: string; fields: Record<string, unknown> | null; text: string };

const TAG_NAME = /[^\s/>"'=<]+/y;
const QUOTE_OR_END = /["'>]/g;
/** The value is optional, so that a long run of anything else is not read twice. */
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;

/**
 * Reads XML of third parties: the root element by its name. An element is its text or, with attributes or child elements, an object of
 * attributes as `@name`, child elements by name, and text as `#text`; several elements of one name are a list. Names have no
 * namespace prefixes. Entities stay as written, so that a document cannot define any that grow.
 *
 * Unclosed elements end with the document, and an end tag closes the innermost element. The result is empty for a text that is not
 * XML, and for one that would take too much memory. Linear in the length of the text; never throws.
 */
export function parseXml(xml: string): Record<string, unknown> {
  const root: Open = { name: "", fields: null, text: "" };
  const open = [root];
  let parts = 0;
  for (let at = 0; at < xml.length && parts <= MAX_PARTS; parts++) {
    const top = open.at(-1) ?? root;
    const start = indexOrEnd(xml, "<", at);
    top.text += xml.slice(at, start);
    if (start === xml.length) break;
    if (xml.startsWith("<![CDATA[", start)) {
      const end = indexOrEnd(xml, "]]>", start);
      top.text += xml.slice(start + "<![CDATA[".length, end);
      at = end + 3;
    } else if (xml.startsWith("<!--", start)) {
      at = indexOrEnd(xml, "-->", start + 4) + 3;
    } else if (xml.startsWith("<?", start)) {
      at = indexOrEnd(xml, "?>", start) + 2;
    } else if (xml.startsWith("<!", start)) {
      at = endOfDeclaration(xml, start);
    } else if (xml.startsWith("</", start)) {
      if (open.length > 1) close(open);
      at = indexOrEnd(xml, ">", start) + 1;
    } else {
      TAG_NAME.lastIndex = start + 1;
      const [name] = TAG_NAME.exec(xml) ?? [];
      if (!name) {
        top.text += "<";
        at = start + 1;
        continue;
      }
      const end = endOfTag(xml, start);
      const fields = attributesOf(xml.slice(start + 1 + name.length, end));
      parts += Object.keys(fields ?? {}).length;
      open.push({ name: withoutPrefix(name), fields, text: "" });
      if (xml[end - 1] === "/") close(open);
      at = end + 1;
    }
  }
  if (parts > MAX_PARTS) return {};
  while (open.length > 1) close(open);
  return root.fields ?? {};
}

/** The child elements of one name: none, one or several. */
export function elements(value: unknown): Record<string, unknown>[] {
  return [value ?? []].flat().map(record);
}

/** The text of an element or attribute, of the first if there are several, with entities as written; null when empty. */
export function elementText(value: unknown): string | null {
  const [first] = [value].flat();
  return string(first) ?? string(record(first)["#text"]);
}

/** Ends the innermost element and gives it to its parent. */
function close(open: Open[]): void {
  const { name, fields, text } = open.pop() as Open;
  const written = text.trim();
  if (fields && written) fields["#text"] = written;
  const parent = open.at(-1) as Open;
  parent.fields ??= emptyFields();
  const known = parent.fields[name];
  if (Array.isArray(known)) known.push(fields ?? written);
  else parent.fields[name] = known === undefined ? (fields ?? written) : [known, fields ?? written];
}

/** Attributes with a value. Null when there are none. */
function attributesOf(text: string): Record<string, unknown> | null {
  let found: Record<string, unknown> | null = null;
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE).take(MAX_PARTS)) {
    const value = double ?? single;
    if (value === undefined || name.startsWith("xmlns")) continue;
    found ??= emptyFields();
    found[`@${withoutPrefix(name)}`] = value.trim();
  }
  return found;
}

/** Without a prototype: an element may be called `__proto__` or `constructor`. */
function emptyFields(): Record<string, unknown> {
  return Object.create(null);
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** Index after a declaration; that of a document type may list others in brackets. */
function endOfDeclaration(xml: string, start: number): number {
  const end = indexOrEnd(xml, ">", start);
  if (!xml.slice(start, end).includes("[")) return end + 1;
  return indexOrEnd(xml, ">", indexOrEnd(xml, "]", start)) + 1;
}

/** Index of the `>` that ends a tag, outside quoted values; without one, the end of the text. */
function endOfTag(xml: string, start: number): number {
  for (let at = start; ; ) {
    QUOTE_OR_END.lastIndex = at;
    const index = QUOTE_OR_END.exec(xml)?.index ?? xml.length;
    if (index === xml.length || xml[index] === ">") return index;
    at = indexOrEnd(xml, xml[index] as string, index + 1) + 1;
  }
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index < 0 ? text.length : index;
}
