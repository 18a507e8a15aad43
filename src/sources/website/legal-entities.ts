import { record, string } from "../../lib/loose-json.ts";
import { findLegalNames } from "../../text/companies/legal-names.ts";
import { findLegalNumbers, type LegalNumber, legalNumber } from "../../text/companies/legal-numbers.ts";
import { plainText } from "../../text/plain-text.ts";
import { linkedNodes, texts } from "./json-ld.ts";
import type { LegalPage, LegalPageKind } from "./legal-pages.ts";
import { copyrightNames, linesOf, ownText } from "./legal-text.ts";

/** A legal entity that a company's own pages name. */
export type NamedEntity = {
  /** As written, with its legal form; null for a number without a name near it. */
  name: string | null;
  numbers: LegalNumber[];
  /** Where it was seen, best page first. */
  seen: { url: string; kind: LegalPageKind | "json_ld" | "copyright" }[];
};

/** The contents of a site's legal pages. Texts are inert; `text` holds what concerns the owner, for comparing addresses and names. */
export type LegalFacts = {
  entities: NamedEntity[];
  copyrightNames: string[];
  phones: string[];
  text: string;
};

const BEFORE = 600;
const AFTER = 160;
const FOOTER_LENGTH = 1_000;
const MAX_ENTITIES = 30;
const MAX_NAME = 120;
const PHONE = /(?:\+|\b00)\d[\d\s()./-]{6,20}\d/g;
const ORGANISATION = /(Organization|Corporation|Business|Company|Store|Agency)$/;
/** JSON-LD `iso6523Code` prefixes of the registers behind them (ISO 6523 international code designators). */
const ICD: Record<string, string> = {
  ...{
    "0002": "FR_SIREN",
    "0009": "FR_SIRET",
    "0007": "SE_ORGNR",
    "0096": "DK_CVR",
    "0184": "DK_CVR",
    "0106": "NL_KVK",
  },
  "0192": "NO_ORGNR",
  "0199": "LEI",
  "0208": "BE_KBO",
  "0037": "FI_YTUNNUS",
  "0212": "FI_YTUNNUS",
};

/** Reads the legal entities, numbers, copyright names and phones of a company's own pages. Linear in the length of the pages. */
export function readLegalFacts(pages: LegalPage[]): LegalFacts {
  const entities: NamedEntity[] = [];
  const names: string[] = [];
  const phones = new Set<string>();
  const kept: string[] = [];
  for (const page of pages) {
    for (const entity of inJsonLd(page)) add(entities, entity);
    const text = plainLines(ownText(linesOf(page.page.text), page.kind === "privacy"));
    kept.push(text);
    const owners = copyrightNames(text).map((name) => plainText(name, MAX_NAME));
    names.push(...owners);
    for (const entity of inText(text, page)) add(entities, entity);
    for (const name of owners) {
      if (findLegalNames(name).length > 0)
        add(entities, { name, numbers: [], seen: [{ url: page.url.href, kind: "copyright" }] });
    }
    for (const [phone] of text.matchAll(PHONE)) phones.add(phone);
    for (const { url } of page.facts.anchors)
      if (url.protocol === "tel:") phones.add(decodeURIComponentSafe(url.pathname));
  }
  return { entities, copyrightNames: [...new Set(names)], phones: [...phones].slice(0, 40), text: kept.join("\n") };
}

function inText(text: string, { url, kind }: LegalPage): NamedEntity[] {
  const all = findLegalNames(text);
  // Headlines of a home page name other firms, so only its footer and text near a number count.
  const numbers = findLegalNumbers(text);
  const names =
    kind === "home" ? all.filter(({ index }) => isInFooter(text, index) || isByNumber(numbers, index)) : all;
  const seen = [{ url: url.href, kind }];
  const found: NamedEntity[] = names.map(({ name }) => ({ name, numbers: [], seen }));
  for (const { index, ...number } of numbers) {
    const before = names.findLast((name) => name.index <= index && index - name.index <= BEFORE);
    const after = names.find((name) => name.index > index && name.index - index <= AFTER);
    found.push({ name: (before ?? after)?.name ?? null, numbers: [number], seen });
  }
  return found;
}

function isInFooter(text: string, index: number): boolean {
  return index >= text.length - FOOTER_LENGTH;
}

function isByNumber(numbers: { index: number }[], index: number): boolean {
  return numbers.some((number) => Math.abs(number.index - index) <= AFTER);
}

function inJsonLd({ facts, url }: LegalPage): NamedEntity[] {
  return linkedNodes(facts.jsonLd)
    .filter(({ node, path }) => path.length === 0 && texts(node["@type"]).some((type) => ORGANISATION.test(type)))
    .flatMap(({ node }): NamedEntity[] => {
      const numbers = [
        ...labelled("VAT", node.vatID),
        ...labelled("tax id", node.taxID),
        ...labelled("LEI", node.leiCode),
        ...[node.iso6523Code].flat().flatMap((code) => {
          const [, icd = "", number = ""] = /^(\d{4}):(.+)$/.exec(string(code) ?? "") ?? [];
          const read = legalNumber(ICD[icd] ?? "", number);
          return read ? [read] : [];
        }),
      ];
      const name = plainText(string(node.legalName) ?? "", MAX_NAME) || null;
      if (!name && numbers.length === 0) return [];
      return [
        {
          name: name ?? (plainText(string(node.name) ?? "", MAX_NAME) || null),
          numbers,
          seen: [{ url: url.href, kind: "json_ld" }],
        },
      ];
    });
}

function labelled(label: string, value: unknown): LegalNumber[] {
  const text = string(value) ?? string(record(value).value);
  return text ? findLegalNumbers(`${label}: ${text}`).map(({ index: _, ...number }) => number) : [];
}

/** Merges entities by name, and those without a name by number. */
function add(entities: NamedEntity[], { name, numbers, seen }: NamedEntity): void {
  const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const known = entities.find(
    (entity) =>
      (name && entity.name && key(entity.name) === key(name)) ||
      (numbers.length > 0 && numbers.every((number) => entity.numbers.some((other) => isSame(other, number)))),
  );
  if (!known) {
    if (entities.length < MAX_ENTITIES) entities.push({ name, numbers: [...numbers], seen: [...seen] });
    return;
  }
  known.name ??= name;
  for (const number of numbers) if (!known.numbers.some((other) => isSame(other, number))) known.numbers.push(number);
  for (const place of seen)
    if (!known.seen.some(({ url, kind }) => url === place.url && kind === place.kind)) known.seen.push(place);
}

function isSame(a: LegalNumber, b: LegalNumber): boolean {
  return a.scheme === b.scheme && a.number === b.number;
}

/** Lines of inert text. */
function plainLines(text: string): string {
  return text
    .replace(/[<>]/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/[\u00ad\u200b-\u200f\ufeff]/g, "");
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
