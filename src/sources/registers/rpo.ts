import { type Row, valueAt } from "../../lib/json-paths.ts";
import { records } from "../../lib/loose-json.ts";
import { rowsAt } from "./ask-register.ts";
import type { Register } from "./register.ts";

const API = "https://api.statistics.sk/rpo/v1";
const SOLE_TRADER = /živnostník|fyzická osoba|podnikateľ/i;

/** Slovakia: the register of legal persons RPO (api.statistics.sk/rpo). Two calls an entity, 60 a minute by address. */
export const rpo: Register = {
  name: "rpo",
  title: "RPO, Statistical Office of the Slovak Republic",
  schemes: ["SK_ICO"],
  licence: "CC BY 4.0",
  attribution: "Zdroj: RPO, Štatistický úrad SR, CC BY 4.0",
  keptForDays: 30,
  intervalMs: 1_000,
  recordUrl: (number) => `https://rpo.statistics.sk/rpo/#search?identifier=${number}`,
  async rowsOfNumber(client, { number }) {
    const [hit] = await rowsAt(client, `${API}/search?identifier=${number}`, "results", { none: [404] });
    const id = String(hit?.id);
    return /^\d+$/.test(id) ? rowsAt(client, `${API}/entity/${id}`, "", { none: [404] }) : [];
  },
  fields: {
    name: (firm) => nameOf(firm)?.value,
    isLeftOut: (firm) => SOLE_TRADER.test(String(formOf(firm))),
    formerNames: (firm) => records(firm.fullNames).flatMap((name) => (name === nameOf(firm) ? [] : name.value)),
    form: formOf,
    status(firm) {
      const isOpen = [firm.addresses, firm.legalForms, firm.identifiers].every(current);
      return isOpen ? "active" : { status: "dissolved", since: firm.termination };
    },
    address: {
      of: ({ addresses }) => current(addresses),
      street: ({ street, buildingNumber, regNumber }) => [street, buildingNumber ?? regNumber],
      postalCode: "postalCodes",
      city: "municipality.value",
    },
    industry: {
      scheme: "SK-NACE",
      code: "statisticalCodes.mainActivity.code",
      label: "statisticalCodes.mainActivity.value",
    },
    founded: "establishment",
  },
};

function current(value: unknown): Row | undefined {
  return records(value).findLast(({ validTo }) => !validTo);
}

function nameOf({ fullNames }: Row): Row | undefined {
  return current(fullNames) ?? records(fullNames).at(-1);
}

function formOf({ legalForms }: Row): unknown {
  return valueAt(current(legalForms), "value.value");
}
