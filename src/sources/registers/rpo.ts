import { record, records, string } from "../../lib/loose-json.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { Register } from "./register.ts";
import { dateOf, entity, industryCode, registeredAddress, textOf, textsOf } from "./register-fields.ts";

const API = "https://api.statistics.sk/rpo/v1";
const SOLE_TRADER = /živnostník|fyzická osoba|podnikateľ/i;

/** Slovakia: the register of legal persons RPO (api.statistics.sk/rpo). Two calls an entity, 60 a minute by address. */
export const rpo: Register = {
  name: "rpo",
  title: "RPO, Statistical Office of the Slovak Republic",
  country: "SK",
  schemes: ["SK_ICO"],
  licence: "CC BY 4.0",
  attribution: "Zdroj: RPO, Štatistický úrad SR, CC BY 4.0",
  keptForDays: 30,
  intervalMs: 1_000,
  recordUrl: (number) => `https://rpo.statistics.sk/rpo/#search?identifier=${number}`,
  async findByNumber({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}/search?identifier=${number}`, {}, [404]);
    const id = httpStatus === 200 ? records(record(body).results)[0]?.id : undefined;
    if (!/^\d+$/.test(String(id ?? ""))) return null;
    const found = await ask(`${API}/entity/${id}`, {}, [404]);
    return found.httpStatus === 200 ? recordOf(record(found.body), number) : null;
  },
};

/** Every field is a list of periods; the current one has no end. */
function current(value: unknown): Record<string, unknown> | undefined {
  return records(value).findLast(({ validTo }) => !validTo);
}

function recordOf(firm: Record<string, unknown>, number: string): RegisterRecord | null {
  const form = textOf(record(current(firm.legalForms)?.value).value);
  if (form && SOLE_TRADER.test(form)) return null;
  const address = current(firm.addresses);
  const names = records(firm.fullNames);
  const name = current(firm.fullNames) ?? names.at(-1);
  const isOpen = Boolean(address && current(firm.legalForms) && current(firm.identifiers));
  const activity = record(record(firm.statisticalCodes).mainActivity);
  return entity(rpo, number, name?.value, {
    formerNames: names.filter((other) => other !== name).flatMap(({ value }) => textOf(value) ?? []),
    form,
    status: isOpen ? "active" : "dissolved",
    statusSince: isOpen ? null : dateOf(firm.termination),
    address: address
      ? registeredAddress({
          street: textsOf([address.street, address.buildingNumber ?? address.regNumber]).join(" "),
          postalCode: [address.postalCodes].flat()[0],
          city: record(address.municipality).value,
          country: "SK",
        })
      : null,
    codes: industryCode("SK-NACE", activity.code, string(activity.value)),
    founded: dateOf(firm.establishment),
  });
}
