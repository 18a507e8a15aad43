import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { expect, it } from "vitest";
import { elements, elementText, parseXml } from "../../src/lib/xml.ts";

const NAME = fc.constantFrom("a", "b", "item", "x:item", "media:title", "ns:b", "Ünï");
const TEXT = fc.constantFrom("x", "a &amp; b", "1 > 0", "é 日本", "it's", 'say "x"', "0", "&#233;");
const ATTRIBUTES = fc.dictionary(NAME, fc.constantFrom("", "1", "a > b", "it's", " padded "), { maxKeys: 3 });
const { document } = fc.letrec<{ document: string; content: string }>((tie) => ({
  document: fc
    .tuple(NAME, ATTRIBUTES, fc.constantFrom("", " ", "\n"), fc.array(tie("content"), { maxLength: 4 }))
    .map(([name, attributes, space, children]) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key} = "${value}"`);
      const opening = `<${name}${written.join("")}${space}`;
      return children.length === 0 ? `${opening}/>` : `${opening}>${space}${children.join("")}</${name}${space}>`;
    }),
  content: fc.oneof(
    { depthSize: "small" },
    TEXT,
    TEXT.map((text) => `<![CDATA[${text}]]>`),
    TEXT.map((text) => `<!-- <a> ${text} -->`),
    tie("document"),
  ),
}));

it("reads well-formed documents as fast-xml-parser does", () => {
  const other = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    processEntities: false,
    parseTagValue: false,
    removeNSPrefix: true,
    ignoreDeclaration: true,
  });
  fc.assert(
    fc.property(document, (text) => {
      const xml = `<?xml version="1.0"?>\n<!DOCTYPE a [<!ELEMENT a ANY>]>\n<root>${text}<end/></root>`;
      expect(parseXml(xml)).toEqual(other.parse(xml));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["a tag that does not end", "<a><b>x</b><c d='1' e='2", { a: { b: "x", c: { "@d": "1" } } }],
  ["elements that do not end", "<a><b>x<c>y", { a: { b: { "#text": "x", c: "y" } } }],
  ["end tags too many", "</b><a>x</a></a>", { a: "x" }],
  ["a bracket that begins no tag", "<a>1 < 2 <b/></a>", { a: { "#text": "1 < 2", b: "" } }],
  ["a comment that does not end", "<a>x<!-- <b>", { a: "x" }],
  ["CDATA that does not end", "<a><![CDATA[x<b>", { a: "x<b>" }],
  ["an entity of its own", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', { a: "&b;" }],
  ["no markup", "nothing", {}],
] as const)("reads %s", (_, xml, expected) => {
  expect(parseXml(xml)).toEqual(expected);
});

it("gives an element no meaning beyond its name", () => {
  const { a } = parseXml("<a><__proto__><polluted>1</polluted></__proto__><constructor>x</constructor></a>");
  expect(Object.keys(elements(a)[0] ?? {})).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it("reads the first of several elements as text", () => {
  const { a } = parseXml('<a><b c="1">x</b><b>y</b><d/></a>');
  const [{ b, d, none } = {}] = elements(a);
  expect([elementText(b), elementText(d), elementText(none)]).toEqual(["x", null, null]);
  expect([elements(b).length, elements(none)]).toEqual([2, []]);
});
