import type { Row } from "../../lib/json-paths.ts";
import type { RegisterStatus } from "../../readers/legal/register-record.ts";
import { type RegisterClient, rowsAt } from "./ask-register.ts";
import { type Register, textsAt } from "./register.ts";

/** Rows of a table of an open data site that runs CKAN (`datastore_search`): those that `query` filters or searches for. */
function ckanRows(
  client: RegisterClient,
  { site, id }: { site: string; id: string },
  query: { filters: string } | { q: string; limit: "25" },
): Promise<Row[]> {
  const parameters = new URLSearchParams({ resource_id: id, ...query });
  return rowsAt(client, `${site}/api/3/action/datastore_search?${parameters}`, "result.records[]");
}

const IRISH = { site: "https://opendata.cro.ie", id: "3fef41bc-b8f4-4b10-8434-ce51c29b1bba" };
const LINES = "company_address_1 + company_address_2 + company_address_3 + company_address_4";

/** Ireland: the Companies Registration Office's daily open data set (opendata.cro.ie, CKAN). */
export const cro: Register = {
  name: "cro",
  title: "Companies Registration Office (Ireland)",
  schemes: ["IE_CRO"],
  licence: "CC BY 4.0",
  attribution: "Contains Irish public sector data: Companies Registration Office, CC BY 4.0",
  intervalMs: 300,
  recordUrl: (number) => `https://core.cro.ie/e-commerce/company/${number}`,
  rowsOfNumber: (client, { number }) =>
    ckanRows(client, IRISH, { filters: JSON.stringify({ company_num: Number(number) }) }),
  rowsOfName: (client, name) => ckanRows(client, IRISH, { q: name, limit: "25" }),
  fields: {
    number: "company_num",
    name: "company_name",
    form: "company_type",
    status: ({ company_status, comp_dissolved_date }) => {
      const status = statusOf(String(company_status));
      return { status, since: status === "dissolved" ? comp_dissolved_date : null };
    },
    address: {
      text: (row) => textsAt(row, LINES).join(", "),
      street: (row) => textsAt(row, LINES)[0],
      postalCode: "eircode",
      city: (row) => textsAt(row, LINES).at(-1),
    },
    industry: { scheme: "NACE2", code: "nace_v2_code" },
    founded: "company_reg_date",
  },
};

function statusOf(text: string): RegisterStatus {
  if (/^(dissolved|struck off|ceased|closed)/i.test(text)) return "dissolved";
  if (/liquidation/i.test(text)) return "in_liquidation";
  if (/receiver|examiner/i.test(text)) return "insolvent";
  return /^(normal|strike off listed)/i.test(text) ? "active" : "unknown";
}

const LATVIAN = { site: "https://data.gov.lv/dati", id: "25e80bf3-f107-4ab4-89ef-251b5b9374e9" };

/** Latvia: Uzņēmumu reģistrs as daily open data (data.gov.lv, CKAN). Officers come with birth dates and are not read. */
export const ur: Register = {
  name: "ur",
  title: "Latvijas Republikas Uzņēmumu reģistrs",
  schemes: ["LV_REG"],
  licence: "CC0 1.0",
  attribution: "Latvijas Republikas Uzņēmumu reģistrs, CC0",
  keptForDays: 14,
  intervalMs: 300,
  recordUrl: (number) => `https://info.ur.gov.lv/#/legal-entity/${number}`,
  rowsOfNumber: (client, { number }) =>
    ckanRows(client, LATVIAN, { filters: JSON.stringify({ regcode: Number(number) }) }),
  rowsOfName: (client, name) => ckanRows(client, LATVIAN, { q: name, limit: "25" }),
  fields: {
    number: "regcode",
    name: "name",
    // Sole traders (individuālais komersants) have a person's name.
    isLeftOut: ({ type_text }) => /individu/i.test(String(type_text)),
    form: "type_text | type",
    status: ({ terminated }) => ({ status: terminated ? "dissolved" : "active", since: terminated }),
    address: { text: "address" },
    founded: "registered",
    otherNumbers: { LV_VAT: ({ regcode }) => `LV${regcode}` },
  },
};
