import { record, records } from "../../lib/loose-json.ts";
import type { RegisterRecord, RegisterStatus } from "../../readers/legal/register-record.ts";
import type { Register } from "./register.ts";
import { entity, present, registeredAddress, textOf, textsOf, withNumber } from "./register-fields.ts";

const API = "https://ariregister.rik.ee/est/api/autocomplete";
const STATUSES: Record<string, RegisterStatus> = { R: "active", K: "dissolved", L: "in_liquidation", N: "insolvent" };

/** Estonia: the e-Business Register's autocomplete (ariregister.rik.ee): code, name, status and address only. */
export const ariregister: Register = {
  name: "ariregister",
  title: "e-äriregister (RIK)",
  country: "EE",
  schemes: ["EE_REG"],
  licence: "CC BY 4.0",
  attribution: "Allikas: e-äriregister, RIK, CC BY 4.0",
  keptForDays: 14,
  intervalMs: 500,
  recordUrl: (number) => `https://ariregister.rik.ee/eng/company/${number}`,
  async findByNumber({ ask }, { number }) {
    const { body } = await ask(`${API}?q=${number}`);
    return withNumber(records(record(body).data).map(recordOf), number);
  },
  async findByName({ ask }, name) {
    const { body } = await ask(`${API}?${new URLSearchParams({ q: name })}`);
    return present(records(record(body).data).map(recordOf));
  },
};

function recordOf(item: Record<string, unknown>): RegisterRecord | null {
  return entity(ariregister, item.reg_code ?? item.code, item.name, {
    formerNames: textsOf(item.historical_names),
    status: STATUSES[textOf(item.status) ?? ""] ?? "unknown",
    address: registeredAddress({
      text: item.legal_address ?? item.address,
      postalCode: item.zip_code,
      country: "EE",
    }),
  });
}
