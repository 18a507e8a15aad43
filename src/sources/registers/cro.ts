import type { RegisterRecord, RegisterStatus } from "../../readers/legal/register-record.ts";
import { rowsWhere, rowsWithText } from "./ckan.ts";
import type { Register } from "./register.ts";
import {
  dateOf,
  entity,
  industryCode,
  present,
  registeredAddress,
  textOf,
  textsOf,
  withNumber,
} from "./register-fields.ts";

const DATA_SET = { site: "https://opendata.cro.ie", id: "3fef41bc-b8f4-4b10-8434-ce51c29b1bba" };

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
  async findByNumber(client, { number }) {
    return withNumber((await rowsWhere(client, DATA_SET, { company_num: Number(number) })).map(recordOf), number);
  },
  async findByName(client, name) {
    return present((await rowsWithText(client, DATA_SET, name)).map(recordOf));
  },
};

function recordOf(row: Record<string, unknown>): RegisterRecord | null {
  const lines = textsOf([1, 2, 3, 4].map((part) => row[`company_address_${part}`]));
  const status = textOf(row.company_status) ?? "";
  return entity(cro, row.company_num, row.company_name, {
    form: textOf(row.company_type),
    status: statusOf(status),
    statusSince: statusOf(status) === "dissolved" ? dateOf(row.comp_dissolved_date) : null,
    address: registeredAddress({
      text: lines.join(", "),
      street: lines[0],
      postalCode: row.eircode,
      city: lines.at(-1),
      country: "IE",
    }),
    codes: industryCode("NACE2", row.nace_v2_code),
    founded: dateOf(row.company_reg_date),
  });
}

function statusOf(text: string): RegisterStatus {
  if (/^(dissolved|struck off|ceased|closed)/i.test(text)) return "dissolved";
  if (/liquidation/i.test(text)) return "in_liquidation";
  if (/receiver|examiner/i.test(text)) return "insolvent";
  return /^(normal|strike off listed)/i.test(text) ? "active" : "unknown";
}
