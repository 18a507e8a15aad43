import type { RegisterStatus } from "../../readers/legal/register-record.ts";
import { rowsAt } from "./ask-register.ts";
import type { Register } from "./register.ts";

const API = "https://ariregister.rik.ee/est/api/autocomplete";
const STATUSES: Record<string, RegisterStatus> = { R: "active", K: "dissolved", L: "in_liquidation", N: "insolvent" };

/** Estonia: the e-Business Register's autocomplete (ariregister.rik.ee): code, name, status and address only. */
export const ariregister: Register = {
  name: "ariregister",
  title: "e-äriregister (RIK)",
  schemes: ["EE_REG"],
  licence: "CC BY 4.0",
  attribution: "Allikas: e-äriregister, RIK, CC BY 4.0",
  keptForDays: 14,
  intervalMs: 500,
  recordUrl: (number) => `https://ariregister.rik.ee/eng/company/${number}`,
  rowsOfNumber: (client, { number }) => rowsAt(client, `${API}?q=${number}`, "data[]"),
  rowsOfName: (client, name) => rowsAt(client, `${API}?${new URLSearchParams({ q: name })}`, "data[]"),
  fields: {
    number: "reg_code | code",
    name: "name",
    formerNames: "historical_names[]",
    status: ({ status }) => STATUSES[String(status)] ?? "unknown",
    address: { text: "legal_address | address", postalCode: "zip_code" },
  },
};
