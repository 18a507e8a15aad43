import { record, records } from "../../lib/loose-json.ts";
import type { Register, RegisterRecord } from "./register.ts";
import { entity, present, registeredAddress, textOf } from "./register-fields.ts";

const API = "https://ariregister.rik.ee/est/api/autocomplete";

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
  async findByNumber({ ask }, { number }) {
    const { body } = await ask(`${API}?q=${number}`);
    return present(records(record(body).data).map(recordOf)).find((found) => found.number.number === number) ?? null;
  },
  async findByName({ ask }, name) {
    const { body } = await ask(`${API}?${new URLSearchParams({ q: name })}`);
    return present(records(record(body).data).map(recordOf));
  },
};

function recordOf(item: Record<string, unknown>): RegisterRecord | null {
  const status = textOf(item.status) ?? "";
  return entity(
    "ariregister",
    "EE_REG",
    item.reg_code ?? item.code,
    item.name,
    (number) => `https://ariregister.rik.ee/eng/company/${number}`,
    {
      formerNames: [item.historical_names].flat().flatMap((name) => textOf(name) ?? []),
      status:
        status === "R"
          ? "active"
          : status === "K"
            ? "dissolved"
            : status === "L"
              ? "in_liquidation"
              : status === "N"
                ? "insolvent"
                : "unknown",
      address: registeredAddress({
        text: item.legal_address ?? item.address,
        postalCode: item.zip_code,
        country: "EE",
      }),
    },
  );
}
