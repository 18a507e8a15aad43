import { ckanRows } from "./ckan.ts";
import type { Register } from "./register.ts";

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
  rowsOfNumber: (client, { number }) =>
    ckanRows(client, DATA_SET, { filters: JSON.stringify({ regcode: Number(number) }) }),
  rowsOfName: (client, name) => ckanRows(client, DATA_SET, { q: name, limit: "25" }),
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
