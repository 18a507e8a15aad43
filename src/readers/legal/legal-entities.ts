import { decodeUri } from "../../lib/decode-uri.ts";
import { plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import { pairsOf } from "../../lib/words.ts";
import { likeness, ownNames } from "../company/name-likeness.ts";
import { contactsOf, type OwnText } from "../contacts/site-contacts.ts";
import { plainText } from "../page/plain-text.ts";
import { linkedNodes } from "../page/structured-data.ts";
import { findLegalNames, findLowerCaseNames } from "./find-legal-names.ts";
import { readLegalName } from "./legal-names.ts";
import { findLegalNumbers, type LegalNumber, legalNumber } from "./legal-numbers.ts";
import { copyrightNames, type LegalPage, legalLines, ownText } from "./legal-text.ts";
import {
  isListOfFirms,
  isProvider,
  isStatedOwner,
  isWholeLine,
  labelledName,
  mergeEntities,
  type NamedEntity,
  tradeName,
} from "./named-entities.ts";
import { isOrganisation } from "./organisations.ts";

/** The contents of a site's legal pages. Texts are inert; `text` holds what concerns the owner, for comparing addresses and names. */
export type LegalFacts = ReturnType<typeof legalFactsOf>;

const BEFORE = 600;
const AFTER = 160;
const FOOTER_LENGTH = 1_000;
const MAX_NAME_LENGTH = 120;
const MAX_PHONES = 40;
/** With a calling code, or in the form of North America. */
const PHONE = /(?:\+|\b00)\d[\d\s()./-]{6,20}\d|(?<![\d.+-])\(?[2-9]\d\d(?:\)[ -]?|[.-])\d{3}[.-]\d{4}(?!\d)/g;
/** JSON-LD `iso6523Code` prefixes of the registers behind them (ISO 6523 international code designators). */
const ICD = pairsOf(`
  0002 FR_SIREN 0009 FR_SIRET 0007 SE_ORGNR 0096 DK_CVR 0184 DK_CVR 0106 NL_KVK 0192 NO_ORGNR 0199 LEI 0208 BE_KBO
  0037 FI_YTUNNUS 0212 FI_YTUNNUS
`);

/** Reads what one page says of the legal entity behind its site. Linear in the length of the page. */
export function readLegalPage(page: LegalPage) {
  const { kind, url, facts } = page;
  const text = plainLines(ownText(legalLines(page.document), kind === "privacy"));
  const tel = facts.anchors.flatMap((anchor) => (anchor.url.protocol === "tel:" ? decodeUri(anchor.url.pathname) : []));
  const names = copyrightNames(text).map((name) => plainText(name, MAX_NAME_LENGTH));
  // A notice within the text may be that of a map or an editor.
  const inFooter = kind === "about" ? [] : copyrightNames(text.slice(-FOOTER_LENGTH));
  const holders = names
    .filter((name) => readLegalName(name).form !== null)
    .map((name): NamedEntity => {
      const place = { url: url.href, kind: "copyright" as const };
      return { name, numbers: [], isOwner: inFooter.includes(name), seen: [place] };
    });
  const own: OwnText = { kind, url: url.href, language: page.document.language, text, tel };
  return { entities: [...inJsonLd(page), ...inText(text, page), ...holders], names, own };
}

type ReadPage = ReturnType<typeof readLegalPage>;

/** The legal entities, copyright names, phones and contacts of a company's own pages. */
export function legalFactsOf(pages: ReadPage[]) {
  const own = pages.map((page) => page.own);
  const phones = own.flatMap(({ text, tel }) => [...[...text.matchAll(PHONE)].map(([phone]) => phone), ...tel]);
  return {
    entities: mergeEntities(pages.flatMap(({ entities }) => entities)),
    copyrightNames: [...new Set(pages.flatMap(({ names }) => names))],
    phones: [...new Set(phones)].slice(0, MAX_PHONES),
    text: own.map(({ text }) => text).join("\n"),
    contacts: contactsOf(own),
  };
}

export function readLegalFacts(pages: LegalPage[]): LegalFacts {
  return legalFactsOf(pages.map(readLegalPage));
}

/** True when a page names an entity with its number. */
export function givesNumber({ entities }: ReadPage): boolean {
  return entities.some(({ name, numbers }) => name !== null && numbers.some(({ isValid }) => isValid));
}

/** Czech and Slovak numbers have one form and one label: the scheme that a page's suffix or language rules out. */
function foreignTwin({ url, document: { language } }: LegalPage): string | null {
  if (language === "cs" || url.hostname.endsWith(".cz")) return "SK_ICO";
  return language === "sk" || url.hostname.endsWith(".sk") ? "CZ_ICO" : null;
}

function inText(text: string, page: LegalPage): NamedEntity[] {
  const { url, kind, facts } = page;
  const own = ownNames([plainHost(url)], facts.siteNames);
  const brands = findLowerCaseNames(text).filter(
    ({ name, index }) => likeness(name, own) === "same" || isWholeLine(text, name, index),
  );
  const all = [...findLegalNames(text), ...brands].sort((a, b) => a.index - b.index);
  // Headlines of a home page name other firms: only its footer, text near a number and names like the site's count.
  const twin = foreignTwin(page);
  const numbers = findLegalNumbers(text).filter(({ scheme }) => scheme !== twin);
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
    const name =
      (before ?? after)?.name ??
      labelledName(text.slice(Math.max(0, index - BEFORE), index)) ??
      labelledName(text.slice(index, index + AFTER));
    return { name, numbers: [number], isOwner: false, seen };
  });
  const isList = kind === "imprint" && isListOfFirms(numbered);
  // The first name of an imprint may be that of an insurer or an agency, where another one is like the site's.
  const ownName = names.find(({ name }) => likeness(name, own) !== "other") ?? names[0];
  const isOwnerOfImprint = (at: number) => kind === "imprint" && !isList && names[at] === ownName;
  const entities = names.map(
    ({ name, index }, at): NamedEntity => ({
      name,
      numbers: [],
      isOwner:
        (isOwnerOfImprint(at) ||
          (kind !== "home" && isStatedOwner(text, name, index, isList)) ||
          likeness(tradeName(text, name, index) ?? "", own) !== "other") &&
        !isForeignProvider(name),
      seen,
    }),
  );
  return [...entities, ...numbered];
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
          const read = legalNumber(ICD.get(icd) ?? "", number);
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

/** Lines of inert text. */
function plainLines(text: string): string {
  return text
    .replace(/[<>]/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .replace(/[\u00ad\u200b-\u200f\ufeff]/g, "");
}
