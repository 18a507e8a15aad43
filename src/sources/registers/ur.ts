import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { rowsWhere, rowsWithText } from "./ckan.ts";
import type { Register } from "./register.ts";
import { dateOf, entity, numbersOf, present, registeredAddress, textOf, withNumber } from "./register-fields.ts";

const DATA_SET = { site: "https://data.gov.lv/dati", id: "25e80bf3-f107-4ab4-89ef-251b5b9374e9" };

/** Latvia: Uzņēmumu reģistrs as daily open data (data.gov.lv, CKAN). Officers come with birth dates and are not read. */
export const ur: Register = {
  name: "ur",
  title: "Latvijas Republikas Uzņēmumu reģistrs",
  country: "LV",
  schemes: ["LV_REG"],
  licence: "CC0 1.0",
  attribution: "Latvijas Republikas Uzņēmumu reģistrs, CC0",
  keptForDays: 14,
  intervalMs: 300,
  recordUrl: (number) => `https://info.ur.gov.lv/#/legal-entity/${number}`,
  async findByNumber(client, { number }) {
    return withNumber((await rowsWhere(client, DATA_SET, { regcode: Number(number) })).map(recordOf), number);
  },
  async findByName(client, name) {
    return present((await rowsWithText(client, DATA_SET, name)).map(recordOf));
  },
};

function recordOf(row: Record<string, unknown>): RegisterRecord | null {
  // Sole traders (individuālais komersants) have a person's name.
  if (/individu/i.test(textOf(row.type_text) ?? "")) return null;
  const ended = dateOf(row.terminated);
  return entity(ur, row.regcode, row.name, {
    form: textOf(row.type_text) ?? textOf(row.type),
    status: ended ? "dissolved" : "active",
    statusSince: ended,
    address: registeredAddress({ text: row.address, country: "LV" }),
    founded: dateOf(row.registered),
    otherNumbers: numbersOf(["LV_VAT", `LV${row.regcode}`]),
  });
}
