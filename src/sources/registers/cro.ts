import type { RegisterStatus } from "../../readers/legal/register-record.ts";
import { ckanRows } from "./ckan.ts";
import type { Register } from "./register.ts";
import { textsAt } from "./register-fields.ts";

const DATA_SET = { site: "https://opendata.cro.ie", id: "3fef41bc-b8f4-4b10-8434-ce51c29b1bba" };
const LINES = "company_address_1 + company_address_2 + company_address_3 + company_address_4";

/** Ireland: the Companies Registration Office's daily open data set (opendata.cro.ie, CKAN). */
export const cro: Register = {
  name: "cro",
  title: "Companies Registration Office (Ireland)",
  country: "IE",
  schemes: ["IE_CRO"],
  licence: "CC BY 4.0",
  attribution: "Contains Irish public sector data: Companies Registration Office, CC BY 4.0",
  keptForDays: 7,
  intervalMs: 300,
  recordUrl: (number) => `https://core.cro.ie/e-commerce/company/${number}`,
  rowsOfNumber: (client, { number }) =>
    ckanRows(client, DATA_SET, { filters: JSON.stringify({ company_num: Number(number) }) }),
  rowsOfName: (client, name) => ckanRows(client, DATA_SET, { q: name, limit: "25" }),
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
