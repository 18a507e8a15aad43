import { nodesAt, valuesAt } from "../../lib/loose-json.ts";
import { pairsOf } from "../../lib/words.ts";
import { parseXml } from "../../lib/xml.ts";
import { plainText } from "../page/plain-text.ts";

/** SEC Form D (`primary_doc.xml`): whole US dollars, cumulative for the offering; no round, investors or valuation. */
export type FormD = NonNullable<ReturnType<typeof readFormD>>;

const FUND = /pooled investment fund|reits|real estate|^investing$|commercial banking|insurance/i;
/** Our names of securities by their elements. */
const SECURITIES = pairsOf(`
  isEquityType equity isDebtType debt isOptionToAcquireType option_or_warrant
  isSecurityToBeAcquiredType security_to_be_acquired isPooledInvestmentFundType fund_interest
  isTenantInCommonType tenant_in_common isMineralPropertyType mineral_property
`);
const MAX_PEOPLE = 40;
const MAX_BYTES = 2_000_000;
const MAX_TEXT_LENGTH = 200;

/** Reads a `primary_doc.xml`; null for anything else, and for test filings. Never throws. */
export function readFormD(xml: string) {
  const document = parseXml(xml.slice(0, MAX_BYTES)).edgarSubmission;
  const text = (path: string) => textsOf(document, path)[0] ?? null;
  const namesOf = (list: string) => textsOf(document, `primaryIssuer.${list}PreviousNameList.value[]`);
  const isTrue = (path: string) => text(path)?.toLowerCase() === "true";
  const issuer = text("primaryIssuer.entityName");
  const form = text("submissionType") ?? "";
  if (!issuer || !/^D(\/A)?$/.test(form) || text("testOrLive") === "TEST") return null;
  const types = "offeringData.typesOfSecuritiesOffered";
  const filing = "offeringData.typeOfFiling";
  const industry = text("offeringData.industryGroup.industryGroupType");
  return {
    issuer,
    formerNames: [...namesOf("issuer"), ...namesOf("edgar")].filter((name) => name !== "None"),
    isFund: FUND.test(industry ?? "") || isTrue(`${types}.isPooledInvestmentFundType`),
    /** Accession number of the notice that this one amends. */
    amends: text(`${filing}.newOrAmendment.previousAccessionNumber`),
    offering: {
      isAmendment: isTrue(`${filing}.newOrAmendment.isAmendment`) || form === "D/A",
      /** Null when the total is "Indefinite". */
      amountOffered: dollars(text("offeringData.offeringSalesAmounts.totalOfferingAmount")),
      amountSold: dollars(text("offeringData.offeringSalesAmounts.totalAmountSold")) ?? 0,
      firstSale: /^\d{4}-\d\d-\d\d/.exec(text(`${filing}.dateOfFirstSale.value`) ?? "")?.[0] ?? null,
      security: [...SECURITIES].flatMap(([path, label]) => (isTrue(`${types}.${path}`) ? [label] : [])),
      investors: dollars(text("offeringData.investors.totalNumberAlreadyInvested")),
      /** Shares for a merger: no cash was raised. */
      isBusinessCombination: isTrue("offeringData.businessCombinationTransaction.isBusinessCombinationTransaction"),
    },
    phone: text("primaryIssuer.issuerPhoneNumber"),
    city: text("primaryIssuer.issuerAddress.city"),
    state: text("primaryIssuer.issuerAddress.stateOrCountry"),
    /** Executive officers, directors and promoters with their roles; never kept. Their addresses are not read. */
    people: nodesAt(document, "relatedPersonsList.relatedPersonInfo[]").slice(0, MAX_PEOPLE).flatMap(personOf),
  };
}

/** A firm listed as a person has `-` or `N/A` as its first name. */
function personOf(person: unknown): { first: string; last: string; roles: string[] }[] {
  const [first = ""] = textsOf(person, "relatedPersonName.firstName");
  const [last] = textsOf(person, "relatedPersonName.lastName");
  if (!last || !/\p{L}{2}/u.test(first) || /^n\/?a$/i.test(first)) return [];
  return [{ first, last, roles: textsOf(person, "relatedPersonRelationshipList.relationship[]") }];
}

/** The texts at a path; of entities, those that XML itself has are resolved. */
function textsOf(node: unknown, path: string): string[] {
  return valuesAt(node, path).flatMap((value) => {
    const text = String(value).replaceAll("&amp;", "&").replaceAll("&apos;", "'").replaceAll("&quot;", '"');
    return plainText(text, MAX_TEXT_LENGTH) || [];
  });
}

function dollars(text: string | null): number | null {
  const amount = (text ?? "").replace(/[$,\s]/g, "");
  return /^\d+(\.\d+)?$/.test(amount) ? Math.round(Number(amount)) : null;
}
