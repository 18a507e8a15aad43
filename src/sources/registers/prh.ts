import { nodesAt, type Row, valueAt } from "../../lib/json-paths.ts";
import { records } from "../../lib/loose-json.ts";
import { rowsAt } from "./ask-register.ts";
import type { Register } from "./register.ts";

const API = "https://avoindata.prh.fi/opendata-ytj-api/v3/companies";
const ENGLISH = "3";
const SOLE_TRADER_FORM = "26";
const hyphenated = (number: string) => `${number.slice(0, 7)}-${number.slice(7)}`;

const open = (items: unknown) => records(items).filter(({ endDate }) => !endDate);
/** The legal one of names, the visiting one of addresses. */
const isMain = ({ type }: Row) => String(type) === "1";
const legalNames = ({ names }: Row) => records(names).filter(isMain);
const currentName = (firm: Row) => open(legalNames(firm))[0] ?? legalNames(firm)[0];
const currentForm = (firm: Row): Row => open(firm.companyForms)[0] ?? {};
const inLanguage = (texts: unknown, language: string): Row =>
  records(texts).find(({ languageCode }) => String(languageCode) === language) ?? records(texts)[0] ?? {};

/**
 * Finland: PRH/YTJ open data, version 3 (avoindata.prh.fi). A name search also finds former names and sorts by id; letters
 * with marks count. No head count and no officers.
 */
export const prh: Register = {
  name: "prh",
  title: "PRH/YTJ, Finnish Patent and Registration Office",
  schemes: ["FI_YTUNNUS"],
  licence: "CC BY 4.0",
  attribution: "Lähde: PRH, CC BY 4.0",
  intervalMs: 300,
  recordUrl: (number) => `https://tietopalvelu.ytj.fi/yritys/${hyphenated(number)}`,
  rowsOfNumber: (client, { number }) =>
    rowsAt(client, `${API}?businessId=${hyphenated(number)}`, "companies[]", { none: [404] }),
  rowsOfName: (client, name) =>
    rowsAt(client, `${API}?${new URLSearchParams({ name })}`, "companies[]", { none: [404] }),
  fields: {
    number: "businessId.value",
    name: (firm) => currentName(firm)?.name,
    isLeftOut: (firm) => String(currentForm(firm).type) === SOLE_TRADER_FORM,
    formerNames: (firm) => legalNames(firm).map(({ name }) => name),
    otherNames: ({ names }) => open(names).flatMap((name) => (isMain(name) ? [] : name.name)),
    form: (firm) => {
      const form = currentForm(firm);
      return inLanguage(form.descriptions, ENGLISH).description ?? form.type;
    },
    status: statusOf,
    address: {
      of: ({ addresses }) => records(addresses).find(isMain) ?? records(addresses)[0],
      street: "street + buildingNumber",
      postalCode: "postCode",
      city: ({ postOffices }) => inLanguage(postOffices, "1").city,
      country: "country",
    },
    industry: {
      scheme: "TOL",
      code: "mainBusinessLine.type",
      label: (firm) => inLanguage(nodesAt(firm, "mainBusinessLine.descriptions[]"), ENGLISH).description,
    },
    founded: "registrationDate | businessId.registrationDate",
    website: "website.url",
    otherNumbers: { FI_VAT: (firm) => `FI${valueAt(firm, "businessId.value")}` },
  },
};

function statusOf({ endDate, companySituations }: Row): ReturnType<Register["fields"]["status"]> {
  if (endDate) return { status: "dissolved", since: endDate };
  const [situation] = open(companySituations);
  if (!situation) return "active";
  // KONK is bankruptcy, SANE restructuring, SELTILA liquidation.
  const isInsolvent = /^(KONK|SANE|3|bankruptcy)/i.test(String(situation.type));
  return { status: isInsolvent ? "insolvent" : "in_liquidation", since: situation.registrationDate };
}
