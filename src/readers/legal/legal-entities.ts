/** The legal entities that a company's own pages name. Pure. */
import { decodeUri } from "../../lib/decode-uri.ts";
import { plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import { pairsOf } from "../../lib/words.ts";
import { likeness, ownNames } from "../company/name-likeness.ts";
import { isOrganisation } from "../company/site-owner.ts";
import { contactsOf } from "../contacts/site-contacts.ts";
import { plainText } from "../page/plain-text.ts";
import { linkedNodes } from "../page/structured-data.ts";
import { findLegalNames, isProvider, isStatedOwner, labelledName } from "./find-legal-names.ts";
import { legalNameKey, readLegalName } from "./legal-names.ts";
import { findLegalNumbers, type LegalNumber, legalNumber } from "./legal-numbers.ts";
import { copyrightNames, type LegalPage, legalLines, ownText } from "./legal-text.ts";
import { mergeEntities, type NamedEntity } from "./named-entity.ts";
import { soleTrader } from "./sole-traders.ts";

/** The contents of a site's legal pages. Texts are inert; `text` holds what concerns the owner, for comparing addresses and names. */
export type LegalFacts = ReturnType<typeof legalFactsOf>;

const BEFORE = 600;
const AFTER = 160;
/** The last line of a text, which may be cut. */
const CUT_LINE = /(?<=\n)[^\n]*$/;
const FOOTER_LENGTH = 1_000;
const MAX_NAME_LENGTH = 120;
const MAX_PHONES = 40;
/** An owner and its agency or host are two. */
const MIN_FIRMS_OF_LIST = 3;
/** With a calling code, or in the form of North America. */
const PHONE = /(?:\+|\b00)\d[\d\s()./-]{6,20}\d|(?<![\d.+-])\(?[2-9]\d\d(?:\)[ -]?|[.-])\d{3}[.-]\d{4}(?!\d)/g;
/** JSON-LD `iso6523Code` prefixes of the registers behind them (ISO 6523 international code designators). */
const ICD = pairsOf(`
  0002 FR_SIREN 0009 FR_SIRET 0007 SE_ORGNR 0096 DK_CVR 0184 DK_CVR 0106 NL_KVK 0192 NO_ORGNR 0199 LEI 0208 BE_KBO
  0037 FI_YTUNNUS 0212 FI_YTUNNUS
`);

/** Reads what one page says of the legal entity behind its site. Linear in the length of the page. */
export function readLegalPage(page: LegalPage) {
  const { kind, url, facts, document } = page;
  const own = ownNames([plainHost(url)], facts.siteNames);
  const text = plainLines(ownText(legalLines(document), kind === "privacy", own));
  const tel = facts.anchors.flatMap((anchor) => (anchor.url.protocol === "tel:" ? decodeUri(anchor.url.pathname) : []));
  const names = copyrightNames(text).map((name) => plainText(name, MAX_NAME_LENGTH));
  // A notice within the text may be that of a map or an editor.
  const inFooter = kind === "about" ? [] : copyrightNames(text.slice(-FOOTER_LENGTH));
  const seen: NamedEntity["seen"] = [{ url: url.href, kind: "copyright" }];
  const holders = names
    .filter((name) => readLegalName(name).form !== null)
    .map((name): NamedEntity => ({ name, numbers: [], isOwner: inFooter.includes(name), seen }));
  const entities = [...inJsonLd(page, own), ...inText(text, page, own), ...holders];
  const hasNumber = entities.some(({ numbers }) => numbers.length > 0);
  const isFirm = namesOwner(entities) || entities.some(({ name, numbers }) => name !== null && numbers.length > 0);
  const trader = isFirm ? null : soleTrader(page, text, hasNumber);
  const traders =
    trader === null ? [] : [{ name: trader, numbers: [], isOwner: true, seen: [{ url: url.href, kind }] }];
  return { entities, traders, names, own: { kind, url: url.href, language: document.language, text, tel } };
}

/** True when one of the entities is a firm that the site names as its owner. */
function namesOwner(entities: NamedEntity[]): boolean {
  return entities.some(({ name, isOwner }) => name !== null && isOwner);
}

type ReadPage = ReturnType<typeof readLegalPage>;

/** The legal entities, copyright names, phones and contacts of a company's own pages. */
export function legalFactsOf(pages: ReadPage[]) {
  const own = pages.map((page) => page.own);
  const phones = own.flatMap(({ text, tel }) => [...[...text.matchAll(PHONE)].map(([phone]) => phone), ...tel]);
  const entities = pages.flatMap((page) => page.entities);
  // Beside a firm, a person is one of the firm's.
  const traders = namesOwner(entities) ? [] : pages.flatMap((page) => page.traders);
  return {
    entities: mergeEntities([...entities, ...traders]),
    copyrightNames: [...new Set(pages.flatMap(({ names }) => names))],
    phones: [...new Set(phones)].slice(0, MAX_PHONES),
    text: own.map(({ text }) => text).join("\n"),
    contacts: contactsOf(own),
  };
}

/** Czech and Slovak numbers have one form and one label: the scheme that a page's suffix or language rules out. */
function foreignTwin({ url, document: { language } }: LegalPage): string | null {
  if (language === "cs" || url.hostname.endsWith(".cz")) return "SK_ICO";
  return language === "sk" || url.hostname.endsWith(".sk") ? "CZ_ICO" : null;
}

/** The names in a text, and its numbers with the name before or behind each. */
function inText(text: string, page: LegalPage, own: string[]): NamedEntity[] {
  const { url, kind } = page;
  // "Acme GmbH, c/o Harbour Works AG" is Acme's address.
  const names = findLegalNames(text, (name) => likeness(name, own)).filter(
    ({ index }) => !/c\/o\s$/i.test(text.slice(Math.max(0, index - 4), index)),
  );
  const seen = [{ url: url.href, kind }];
  const twin = foreignTwin(page);
  // The owner's number stands behind a copyright sign.
  const isNear = (between: string) => between.length <= BEFORE && !between.includes("©");
  const numbered = findLegalNumbers(text)
    .filter(({ scheme }) => scheme !== twin)
    .map(({ index, ...number }): NamedEntity => {
      const before = names.findLast((name) => name.index <= index && isNear(text.slice(name.index, index)));
      const after = names.find((name) => name.index > index && name.index - index <= AFTER);
      const labelled =
        labelledName(text.slice(Math.max(0, index - BEFORE), index)) ??
        labelledName(text.slice(index, index + AFTER).replace(CUT_LINE, ""));
      const name = (before ?? after)?.name ?? labelled;
      return { name, numbers: [number], isOwner: name !== null && name === labelled, seen };
    });
  const isList = kind === "imprint" && isListOfFirms(numbered);
  const registered = new Set(numbered.map(({ name }) => name));
  // The first name of an imprint may be that of an insurer or an agency, where another one is like the site's.
  const first = names.find(({ name }) => likeness(name, own) !== "other") ?? names[0];
  const entities = names.map((found): NamedEntity => {
    const { name } = found;
    // Agencies and hosts seldom give their number at the foot of a customer's page.
    const isAtFoot = found.index > text.length - FOOTER_LENGTH && registered.size === 1 && registered.has(name);
    const isStated =
      kind === "home"
        ? isAtFoot
        : (kind === "imprint" && !isList && found === first) || isStatedOwner(text, found, isList);
    const isOwner = isStated && !(isProvider(name) && likeness(name, own) === "other");
    return { name, numbers: [], isOwner, seen };
  });
  return [...entities, ...numbered];
}

/** True when a page gives numbers of one register for several firms, as that of a group: the first is not its owner. */
export function isListOfFirms(numbered: Pick<NamedEntity, "name" | "numbers">[]): boolean {
  const byRegister = Map.groupBy(numbered, ({ numbers }) => numbers[0]?.scheme);
  return [...byRegister.values()].some((some) => {
    const names = new Set(some.flatMap(({ name }) => (name ? legalNameKey(name) : [])));
    return names.size >= MIN_FIRMS_OF_LIST;
  });
}

function inJsonLd(page: LegalPage, own: string[]): NamedEntity[] {
  const seen: NamedEntity["seen"] = [{ url: page.url.href, kind: "json_ld" }];
  const twin = foreignTwin(page);
  return linkedNodes(page.facts.jsonLd)
    .filter(({ node, path }) => path.length === 0 && isOrganisation(node))
    .flatMap(({ node }): NamedEntity[] => {
      const codes = [node.iso6523Code].flat().map((code) => /^(\d{4}):(.+)$/.exec(string(code) ?? "") ?? []);
      const numbers = [
        ...labelled("VAT", node.vatID),
        ...labelled("tax id", node.taxID),
        ...labelled("LEI", node.leiCode),
        ...[node.identifier]
          .flat()
          .flatMap((id) => labelled(string(record(id).propertyID) ?? string(record(id).name), id)),
        ...codes.flatMap(([, icd = "", number = ""]) => legalNumber(ICD.get(icd) ?? "", number) ?? []),
      ].filter(({ scheme }) => scheme !== twin);
      const [legal, brand] = [node.legalName, node.name].map((name) => plainText(string(name) ?? "", MAX_NAME_LENGTH));
      // `name` is often the brand: it names an entity only with its legal form.
      const isFirm = brand && readLegalName(brand).form !== null && (numbers.length > 0 || isWritten(brand, own));
      const name = legal || (isFirm ? brand : null);
      if (!name && numbers.length === 0) return [];
      return [{ name, numbers, isOwner: true, seen }];
    });
}

/** Whether a name is one of the site's, with its legal form as firms write it. */
function isWritten(name: string, own: string[]): boolean {
  return likeness(name, own) !== "other" && findLegalNames(name).some((found) => found.name === name);
}

/** The numbers of an identifier (schema.org `PropertyValue`) with a label such as "KvK" or "IČO". */
function labelled(label: string | null, value: unknown): LegalNumber[] {
  const text = string(value) ?? string(record(value).value);
  return text ? findLegalNumbers(`${label ?? ""}: ${text}`).map(({ index: _, ...number }) => number) : [];
}

/** Lines of inert text. */
function plainLines(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[<>]/g, " ")
    .replace(/[^\S\n]+/g, " ")
    .replaceAll("\u2011", "-")
    .replace(/[\u00ad\u200b-\u200f\ufeff]/g, "");
}
