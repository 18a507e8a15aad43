import { record, records, string } from "../../lib/loose-json.ts";
import { xmlReader } from "../../lib/xml.ts";
import { plainText } from "../page/plain-text.ts";

/**
 * A notice of exempt offering of securities (SEC Form D, `primary_doc.xml`). It names no round, no investors and no
 * valuation. Amounts are whole US dollars and cumulative for the offering.
 */
export type FormD = {
  issuer: string;
  formerNames: string[];
  isFund: boolean;
  isAmendment: boolean;
  /** Accession number of the notice that this one amends. */
  amends: string | null;
  /** Null when the total is "Indefinite". */
  amountOffered: number | null;
  amountSold: number;
  firstSale: string | null;
  security: string[];
  investors: number | null;
  /** Shares for a merger: no cash was raised. */
  isBusinessCombination: boolean;
  industry: string | null;
  phone: string | null;
  city: string | null;
  state: string | null;
  street: string | null;
  /** Executive officers, directors and promoters with their roles; never kept. Their addresses are not read. */
  people: { first: string; last: string; roles: string[] }[];
};

const FUND = /pooled investment fund|reits|real estate|^investing$|commercial banking|insurance/i;
const SECURITIES: [path: string, name: string][] = [
  ["isEquityType", "equity"],
  ["isDebtType", "debt"],
  ["isOptionToAcquireType", "option_or_warrant"],
  ["isSecurityToBeAcquiredType", "security_to_be_acquired"],
  ["isPooledInvestmentFundType", "fund_interest"],
  ["isTenantInCommonType", "tenant_in_common"],
  ["isMineralPropertyType", "mineral_property"],
];
const MAX_PEOPLE = 40;
const MAX_BYTES = 2_000_000;
const LISTS = new Set(["relatedPersonInfo", "relationship", "item", "issuer", "value"]);

const parse = xmlReader({
  ignoreAttributes: true,
  isArray: (name, _path, isLeaf) => LISTS.has(name) && (name !== "value" || !isLeaf),
});

/** Reads a `primary_doc.xml`; null for anything else, and for test filings. Never throws. */
export function readFormD(xml: string): FormD | null {
  const document = record(parse(xml.slice(0, MAX_BYTES)).edgarSubmission);
  const issuer = record(document.primaryIssuer);
  const offering = record(document.offeringData);
  const name = textOf(issuer.entityName);
  if (!name || !/^D(\/A)?$/.test(textOf(document.submissionType) ?? "") || textOf(document.testOrLive) === "TEST")
    return null;
  const kind = record(record(offering.typeOfFiling).newOrAmendment);
  const amounts = record(offering.offeringSalesAmounts);
  const types = record(offering.typesOfSecuritiesOffered);
  const address = record(issuer.issuerAddress);
  const industry = textOf(record(offering.industryGroup).industryGroupType);
  return {
    issuer: name,
    formerNames: [record(issuer.issuerPreviousNameList).value, record(issuer.edgarPreviousNameList).value]
      .flat()
      .flatMap((value) => textOf(value) ?? [])
      .filter((value) => value !== "None"),
    isFund: FUND.test(industry ?? "") || isTrue(types.isPooledInvestmentFundType),
    isAmendment: isTrue(kind.isAmendment) || textOf(document.submissionType) === "D/A",
    amends: textOf(kind.previousAccessionNumber),
    amountOffered: dollars(amounts.totalOfferingAmount),
    amountSold: dollars(amounts.totalAmountSold) ?? 0,
    firstSale: dayOf(record(record(offering.typeOfFiling).dateOfFirstSale).value),
    security: SECURITIES.flatMap(([path, label]) => (isTrue(types[path]) ? [label] : [])),
    investors: dollars(record(offering.investors).totalNumberAlreadyInvested),
    isBusinessCombination: isTrue(record(offering.businessCombinationTransaction).isBusinessCombinationTransaction),
    industry,
    phone: textOf(issuer.issuerPhoneNumber),
    city: textOf(address.city),
    state: textOf(address.stateOrCountry),
    street: textOf(address.street1),
    people: peopleOf(record(document.relatedPersonsList)),
  };
}

/** A firm listed as a person has `-` or `N/A` as its first name. */
function peopleOf(list: Record<string, unknown>): FormD["people"] {
  return records(list.relatedPersonInfo)
    .slice(0, MAX_PEOPLE)
    .flatMap((person) => {
      const { firstName, lastName } = record(person.relatedPersonName);
      const roles = [record(person.relatedPersonRelationshipList).relationship].flat();
      const [first, last] = [textOf(firstName), textOf(lastName)];
      return first && last && /\p{L}{2}/u.test(first) && !/^n\/?a$/i.test(first)
        ? [{ first, last, roles: roles.flatMap((role) => textOf(role) ?? []) }]
        : [];
    });
}

function textOf(value: unknown): string | null {
  const given = string([value].flat()[0]);
  return given === null
    ? null
    : plainText(given.replaceAll("&amp;", "&").replaceAll("&apos;", "'").replaceAll("&quot;", '"'), 200) || null;
}

function isTrue(value: unknown): boolean {
  return textOf(value)?.toLowerCase() === "true";
}

function dollars(value: unknown): number | null {
  const text = (textOf(value) ?? "").replace(/[$,\s]/g, "");
  return /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text)) : null;
}

function dayOf(value: unknown): string | null {
  return /^\d{4}-\d\d-\d\d/.exec(textOf(value) ?? "")?.[0] ?? null;
}
