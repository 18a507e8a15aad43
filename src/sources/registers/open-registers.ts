/** Registers without a key whose records need little more than their paths: Finland, Ireland, Latvia, Slovakia, Estonia. */
import { nodesAt, valueAt } from "../../lib/loose-json.ts";
import { rowsAt, rowsBy } from "./ask-register.ts";
import { type Register, statusAt, textsAt } from "./register.ts";

const PRH = "https://avoindata.prh.fi/opendata-ytj-api/v3/companies";
const FINNISH_SOLE_TRADER = "26";
const hyphenated = (number: string) => `${number.slice(0, 7)}-${number.slice(7)}`;

/** Finland: PRH/YTJ open data, version 3 (avoindata.prh.fi). A name search also finds former names and sorts by id. */
export const prh: Register = {
  name: "prh",
  schemes: ["FI_YTUNNUS"],
  licence: "CC BY 4.0",
  attribution: "Lähde: PRH, CC BY 4.0",
  recordUrl: (number) => `https://tietopalvelu.ytj.fi/yritys/${hyphenated(number)}`,
  rowsOfNumber: rowsBy((number) => `${PRH}?businessId=${hyphenated(number)}`, "companies[]"),
  rowsOfName: rowsBy((name) => `${PRH}?name=${name}`, "companies[]"),
  fields: {
    number: "businessId.value",
    // Type 1 is the legal one of names, the visiting one of addresses.
    name: "names[type=1][!endDate].name | names[type=1].name",
    isLeftOut: (firm) => String(valueAt(firm, "companyForms[!endDate].type")) === FINNISH_SOLE_TRADER,
    formerNames: "names[type=1].name",
    otherNames: "names[!endDate].name",
    form: "companyForms[!endDate].descriptions[languageCode=3].description | companyForms[!endDate].type",
    status(firm) {
      if (firm.endDate) return "dissolved";
      const situation = valueAt(firm, "companySituations[!endDate].type");
      if (situation === null) return "active";
      // KONK is bankruptcy, SANE restructuring, SELTILA liquidation.
      return /^(KONK|SANE|3|bankruptcy)/i.test(String(situation)) ? "insolvent" : "in_liquidation";
    },
    statusSince: "endDate | companySituations[!endDate].registrationDate",
    address: {
      of: "addresses[type=1] | addresses[]",
      street: "street + buildingNumber",
      postalCode: "postCode",
      city: (address) => valueAt(address, "postOffices[languageCode=1].city | postOffices.city"),
      country: "country",
    },
    industry: { TOL: ["mainBusinessLine.type", "mainBusinessLine.descriptions[languageCode=3].description"] },
    founded: "registrationDate | businessId.registrationDate",
    website: "website.url",
    otherNumbers: { FI_VAT: (firm) => `FI${valueAt(firm, "businessId.value")}` },
  },
};

/** The two questions to a table of an open data site that runs CKAN (`datastore_search`). */
function ckanTable(site: string, table: string, numberField: string) {
  const address = `${site}/api/3/action/datastore_search?resource_id=${table}`;
  const filter = (number: string) => encodeURIComponent(JSON.stringify({ [numberField]: Number(number) }));
  return {
    rowsOfNumber: rowsBy((number) => `${address}&filters=${filter(number)}`, "result.records[]"),
    rowsOfName: rowsBy((name) => `${address}&q=${name}&limit=25`, "result.records[]"),
  };
}

const LINES = "company_address_1 + company_address_2 + company_address_3 + company_address_4";

/** Ireland: the Companies Registration Office's daily open data set (opendata.cro.ie, CKAN). */
export const cro: Register = {
  name: "cro",
  schemes: ["IE_CRO"],
  licence: "CC BY 4.0",
  attribution: "Contains Irish public sector data: Companies Registration Office, CC BY 4.0",
  recordUrl: (number) => `https://core.cro.ie/e-commerce/company/${number}`,
  ...ckanTable("https://opendata.cro.ie", "3fef41bc-b8f4-4b10-8434-ce51c29b1bba", "company_num"),
  fields: {
    number: "company_num",
    name: "company_name",
    form: "company_type",
    status: statusAt("company_status", {
      dissolved: /^(dissolved|struck off|ceased|closed)/i,
      in_liquidation: /liquidation/i,
      insolvent: /receiver|examiner/i,
      active: /^(normal|strike off listed)/i,
    }),
    statusSince: "comp_dissolved_date",
    address: {
      text: (row) => textsAt(row, LINES).join(", "),
      street: (row) => textsAt(row, LINES)[0],
      postalCode: "eircode",
      city: (row) => textsAt(row, LINES).at(-1),
    },
    industry: { NACE2: ["nace_v2_code"] },
    founded: "company_reg_date",
  },
};

/** Latvia: Uzņēmumu reģistrs as daily open data (data.gov.lv, CKAN). Officers come with birth dates and are not read. */
export const ur: Register = {
  name: "ur",
  schemes: ["LV_REG"],
  licence: "CC0 1.0",
  attribution: "Latvijas Republikas Uzņēmumu reģistrs, CC0",
  recordUrl: (number) => `https://info.ur.gov.lv/#/legal-entity/${number}`,
  ...ckanTable("https://data.gov.lv/dati", "25e80bf3-f107-4ab4-89ef-251b5b9374e9", "regcode"),
  fields: {
    number: "regcode",
    name: "name",
    // Sole traders (individuālais komersants) have a person's name.
    isLeftOut: ({ type_text }) => /individu/i.test(String(type_text)),
    form: "type_text | type",
    status: ({ terminated }) => (terminated ? "dissolved" : "active"),
    statusSince: "terminated",
    address: { text: "address" },
    founded: "registered",
    otherNumbers: { LV_VAT: ({ regcode }) => `LV${regcode}` },
  },
};

const RPO = "https://api.statistics.sk/rpo/v1";
const SLOVAK_FORM = "legalForms[!validTo][-1].value.value";
const SLOVAK_SOLE_TRADER = /živnostník|fyzická osoba|podnikateľ/i;

/** Slovakia: the register of legal persons RPO (api.statistics.sk/rpo). Two calls an entity, 60 a minute by address. */
export const rpo: Register = {
  name: "rpo",
  schemes: ["SK_ICO"],
  licence: "CC BY 4.0",
  attribution: "Zdroj: RPO, Štatistický úrad SR, CC BY 4.0",
  intervalMs: 1_000,
  recordUrl: (number) => `https://rpo.statistics.sk/rpo/#search?identifier=${number}`,
  async rowsOfNumber(client, { number }) {
    const [hit] = await rowsAt(client, `${RPO}/search?identifier=${number}`, "results");
    const id = String(hit?.id);
    return /^\d+$/.test(id) ? rowsAt(client, `${RPO}/entity/${id}`, "") : [];
  },
  fields: {
    name: "fullNames[!validTo][-1].value | fullNames[-1].value",
    isLeftOut: (firm) => SLOVAK_SOLE_TRADER.test(String(valueAt(firm, SLOVAK_FORM))),
    formerNames: "fullNames[].value",
    form: SLOVAK_FORM,
    status(firm) {
      const isOpen = ["addresses", "legalForms", "identifiers"].every((list) => nodesAt(firm, `${list}[!validTo]`)[0]);
      return isOpen ? "active" : "dissolved";
    },
    statusSince: "termination",
    address: {
      of: "addresses[!validTo][-1]",
      street: ({ street, buildingNumber, regNumber }) => [street, buildingNumber ?? regNumber],
      postalCode: "postalCodes",
      city: "municipality.value",
    },
    industry: { "SK-NACE": ["statisticalCodes.mainActivity.code", "statisticalCodes.mainActivity.value"] },
    founded: "establishment",
  },
};

const ARIREGISTER = "https://ariregister.rik.ee/est/api/autocomplete";

/** Estonia: the e-Business Register's autocomplete (ariregister.rik.ee): code, name, status and address only. */
export const ariregister: Register = {
  name: "ariregister",
  schemes: ["EE_REG"],
  licence: "CC BY 4.0",
  attribution: "Allikas: e-äriregister, RIK, CC BY 4.0",
  recordUrl: (number) => `https://ariregister.rik.ee/eng/company/${number}`,
  rowsOfNumber: rowsBy((number) => `${ARIREGISTER}?q=${number}`, "data[]"),
  rowsOfName: rowsBy((name) => `${ARIREGISTER}?q=${name}`, "data[]"),
  fields: {
    number: "reg_code | code",
    name: "name",
    formerNames: "historical_names[]",
    status: statusAt("status", { active: /^R$/, dissolved: /^K$/, in_liquidation: /^L$/, insolvent: /^N$/ }),
    address: { text: "legal_address | address", postalCode: "zip_code" },
  },
};
