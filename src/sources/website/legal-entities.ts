import { decodeUri } from "../../lib/decode-uri.ts";
import { plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import { findLegalNames, findLowerCaseNames } from "../../text/companies/find-legal-names.ts";
import { readLegalName } from "../../text/companies/legal-names.ts";
import {
  findLegalNumbers,
  type LegalNumber,
  legalNumber,
  registerNumberOfVat,
} from "../../text/companies/legal-numbers.ts";
import { plainText } from "../../text/plain-text.ts";
import { linkedNodes } from "./json-ld.ts";
import type { LegalPage, LegalPageKind } from "./legal-pages.ts";
import { copyrightNames, legalLines, ownText } from "./legal-text.ts";
import { isOrganisation } from "./organisations.ts";
import { likeness, ownNames } from "./own-name.ts";
import { type Contacts, contactsOf, type OwnText } from "./site-contacts.ts";
import { isListOfFirms, isProvider, isStatedOwner, isWholeLine, labelledName, tradeName } from "./stated-owner.ts";

/** A legal entity that a company's own pages name. */
export type NamedEntity = {
  /** As written, with its legal form; null for a number without a name near it. */
  name: string | null;
  numbers: LegalNumber[];
  /** The page says that it is the owner: in its JSON-LD, copyright line or words like "operated by", or it is the first name of an imprint. */
  isOwner: boolean;
  /** Where it was seen, best page first. */
  seen: { url: string; kind: LegalPageKind | "json_ld" | "copyright" }[];
};

/** The contents of a site's legal pages. Texts are inert; `text` holds what concerns the owner, for comparing addresses and names. */
export type LegalFacts = {
  entities: NamedEntity[];
  copyrightNames: string[];
  phones: string[];
  text: string;
  contacts: Contacts;
};

const BEFORE = 600;
const AFTER = 160;
const FOOTER_LENGTH = 1_000;
const MAX_ENTITIES = 30;
const MAX_NAME_LENGTH = 120;
/** With a calling code, or in the form of North America. */
const PHONE = /(?:\+|\b00)\d[\d\s()./-]{6,20}\d|(?<![\d.+-])\(?[2-9]\d\d(?:\) ?|[.-])\d{3}[.-]\d{4}(?!\d)/g;
/** JSON-LD `iso6523Code` prefixes of the registers behind them (ISO 6523 international code designators). */
const ICD: Record<string, string> = {
  "0002": "FR_SIREN",
  "0009": "FR_SIRET",
  "0007": "SE_ORGNR",
  "0096": "DK_CVR",
  "0184": "DK_CVR",
  "0106": "NL_KVK",
  "0192": "NO_ORGNR",
  "0199": "LEI",
  "0208": "BE_KBO",
  "0037": "FI_YTUNNUS",
  "0212": "FI_YTUNNUS",
};

/** Reads the legal entities, numbers, copyright names and phones of a company's own pages. Linear in the length of the pages. */
export function readLegalFacts(pages: LegalPage[]): LegalFacts {
  const seen: NamedEntity[] = [];
  const names: string[] = [];
  const phones = new Set<string>();
  const kept: OwnText[] = [];
  for (const page of pages) {
    seen.push(...inJsonLd(page));
    const text = plainLines(ownText(legalLines(page.page.text), page.kind === "privacy"));
    const tel = page.facts.anchors.flatMap(({ url }) => (url.protocol === "tel:" ? decodeUri(url.pathname) : []));
    kept.push({ kind: page.kind, url: page.url.href, text, tel });
    const owners = copyrightNames(text).map((name) => plainText(name, MAX_NAME_LENGTH));
    names.push(...owners);
    seen.push(...inText(text, page));
    // A notice within the text may be that of a map or an editor.
    const inFooter = page.kind === "about" ? [] : copyrightNames(text.slice(-FOOTER_LENGTH));
    for (const name of owners) {
      if (readLegalName(name).form === null) continue;
      const place = { url: page.url.href, kind: "copyright" as const };
      seen.push({ name, numbers: [], isOwner: inFooter.includes(name), seen: [place] });
    }
    for (const [phone] of text.matchAll(PHONE)) phones.add(phone);
    for (const phone of tel) phones.add(phone);
  }
  const entities: NamedEntity[] = [];
  // A number without a name goes to the entity that has both.
  for (const entity of seen.toSorted((a, b) => Number(a.name === null) - Number(b.name === null)))
    add(entities, entity);
  return {
    entities: withoutPrefixed(entities),
    copyrightNames: [...new Set(names)],
    phones: [...phones].slice(0, 40),
    text: kept.map(({ text }) => text).join("\n"),
    contacts: contactsOf(kept),
  };
}

function inText(text: string, { url, kind, facts }: LegalPage): NamedEntity[] {
  const own = ownNames([plainHost(url)], facts.siteNames);
  const brands = findLowerCaseNames(text).filter(
    ({ name, index }) => likeness(name, own) === "same" || isWholeLine(text, name, index),
  );
  const found = [...findLegalNames(text), ...brands].sort((a, b) => a.index - b.index);
  const all = found.filter(({ index }, at, names) => !isTranslation(text, index, names[at - 1]));
  // Headlines of a home page name other firms: only its footer, text near a number and names like the site's count.
  const numbers = findLegalNumbers(text);
  const names =
    kind === "home"
      ? all.filter(
          ({ name, index }) =>
            index >= text.length - FOOTER_LENGTH || isByNumber(numbers, index) || likeness(name, own) !== "other",
        )
      : all;
  const seen = [{ url: url.href, kind }];
  const isForeignProvider = (name: string) => isProvider(name) && likeness(name, own) === "other";
  const numbered = numbers.map(({ index, ...number }) => {
    const before = names.findLast((name) => name.index <= index && index - name.index <= BEFORE);
    const after = names.find((name) => name.index > index && name.index - index <= AFTER);
    const name = (before ?? after)?.name ?? labelledName(text.slice(Math.max(0, index - BEFORE), index));
    return { name, numbers: [number], isOwner: false, seen };
  });
  const isList = kind === "imprint" && isListOfFirms(numbered);
  const isFirstOfImprint = (at: number) => kind === "imprint" && at === 0 && !isList;
  const entities = names.map(
    ({ name, index }, at): NamedEntity => ({
      name,
      numbers: [],
      isOwner:
        (isFirstOfImprint(at) ||
          (kind !== "home" && isStatedOwner(text, name, index, isList)) ||
          likeness(tradeName(text, name, index) ?? "", own) !== "other") &&
        !isForeignProvider(name),
      seen,
    }),
  );
  return [...entities, ...numbered];
}

/** "Acme AG (Acme SA) (Acme Ltd)" is one entity in three languages. */
function isTranslation(text: string, index: number, previous: { name: string; index: number } | undefined): boolean {
  if (!previous || text[index - 1] !== "(") return false;
  const between = text.slice(previous.index + previous.name.length, index);
  return /^[).\s]{0,3}\($/.test(between) && between.includes("(");
}

function isByNumber(numbers: { index: number }[], index: number): boolean {
  return numbers.some((number) => Math.abs(number.index - index) <= AFTER);
}

function inJsonLd({ facts, url }: LegalPage): NamedEntity[] {
  return linkedNodes(facts.jsonLd)
    .filter(({ node, path }) => path.length === 0 && isOrganisation(node))
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
      const name = plainText(string(node.legalName) ?? "", MAX_NAME_LENGTH) || null;
      if (!name && numbers.length === 0) return [];
      return [
        {
          name: name ?? brandOrLegalName(node.name),
          numbers,
          isOwner: true,
          seen: [{ url: url.href, kind: "json_ld" }],
        },
      ];
    });
}

/** `name` is often the brand: it names an entity only with its legal form. */
function brandOrLegalName(value: unknown): string | null {
  const name = plainText(string(value) ?? "", MAX_NAME_LENGTH);
  return readLegalName(name).form === null ? null : name;
}

function labelled(label: string, value: unknown): LegalNumber[] {
  const text = string(value) ?? string(record(value).value);
  return text ? findLegalNumbers(`${label}: ${text}`).map(({ index: _, ...number }) => number) : [];
}

/** Merges entities by name, and those without a name by number. */
function add(entities: NamedEntity[], { name, numbers, isOwner, seen }: NamedEntity): void {
  const known = entities.find(
    (entity) =>
      (name && entity.name && keyOf(entity.name) === keyOf(name)) ||
      (numbers.length > 0 &&
        (!name || !entity.name) &&
        numbers.every((number) => entity.numbers.some((other) => isSame(other, number)))),
  );
  if (!known) {
    if (entities.length < MAX_ENTITIES) entities.push({ name, numbers: [...numbers], isOwner, seen: [...seen] });
    return;
  }
  known.name ??= name;
  // Sentences call "The Acme Group Ltd" by its name without the article.
  if (seen[0]?.kind === "json_ld" && name) known.name = name;
  known.isOwner ||= isOwner;
  for (const number of numbers)
    if (!known.numbers.some((other) => other.scheme === number.scheme && isSame(other, number)))
      known.numbers.push(number);
  for (const place of seen)
    if (!known.seen.some(({ url, kind }) => url === place.url && kind === place.kind)) known.seen.push(place);
}

/** Equal for "Acme Ltd" and "ACME Limited", different for "Acme GmbH" and "Acme AG". */
function keyOf(name: string): string {
  const { words, form } = readLegalName(name);
  return `${words.join("")} ${form ?? ""}`;
}

/** The same number, or a VAT or establishment number that contains it. */
function isSame(a: LegalNumber, b: LegalNumber): boolean {
  const [x, y] = [registerNumberOfVat(a) ?? a, registerNumberOfVat(b) ?? b];
  return x.scheme === y.scheme && x.number === y.number;
}

/** A name that only adds a word or two before another one found ("View Acme Ltd") is that entity. */
function withoutPrefixed(entities: NamedEntity[]): NamedEntity[] {
  const kept: NamedEntity[] = [];
  for (const entity of entities) {
    const short = entities.find(
      (other) =>
        entity.name &&
        other.name &&
        entity.numbers.length === 0 &&
        entity.name.length > other.name.length &&
        other.seen.length >= entity.seen.length &&
        entity.name.endsWith(` ${other.name}`),
    );
    if (!short) kept.push(entity);
    else short.isOwner ||= entity.isOwner;
  }
  return kept;
}

/** Lines of inert text. */
function plainLines(text: string): string {
  return text
    .replace(/[<>]/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/[\u00ad\u200b-\u200f\ufeff]/g, "");
}
