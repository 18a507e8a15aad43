import { record, records } from "../../lib/loose-json.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { Register } from "./register.ts";
import {
  dateOf,
  entity,
  industryCode,
  numbersOf,
  present,
  registeredAddress,
  textOf,
  textsOf,
  withNumber,
} from "./register-fields.ts";

const API = "https://avoindata.prh.fi/opendata-ytj-api/v3/companies";
const FINNISH = "1";
const ENGLISH = "3";
const SOLE_TRADER_FORM = "26";

/**
 * Finland: PRH/YTJ open data, version 3 (avoindata.prh.fi). A name search also finds former names and sorts by id; letters
 * with marks count. No head count and no officers.
 */
export const prh: Register = {
  name: "prh",
  title: "PRH/YTJ, Finnish Patent and Registration Office",
  country: "FI",
  schemes: ["FI_YTUNNUS"],
  licence: "CC BY 4.0",
  attribution: "Lähde: PRH, CC BY 4.0",
  keptForDays: 7,
  intervalMs: 300,
  recordUrl: (number) => `https://tietopalvelu.ytj.fi/yritys/${number.slice(0, 7)}-${number.slice(7)}`,
  async findByNumber({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}?businessId=${number.slice(0, 7)}-${number.slice(7)}`, {}, [404]);
    if (httpStatus === 404) return null;
    return withNumber(records(record(body).companies).map(recordOf), number);
  },
  async findByName({ ask }, name) {
    const { httpStatus, body } = await ask(`${API}?${new URLSearchParams({ name })}`, {}, [404]);
    return httpStatus === 404 ? [] : present(records(record(body).companies).map(recordOf));
  },
};

function recordOf(firm: Record<string, unknown>): RegisterRecord | null {
  const names = records(firm.names);
  const open = (items: Record<string, unknown>[]) => items.filter(({ endDate }) => !endDate);
  const legal = names.filter(({ type }) => String(type) === "1");
  const current = open(legal)[0] ?? legal[0];
  const addresses = records(firm.addresses);
  const address = addresses.find(({ type }) => String(type) === "1") ?? addresses[0] ?? {};
  const offices = records(address.postOffices);
  const city = (offices.find(({ languageCode }) => String(languageCode) === FINNISH) ?? offices[0])?.city;
  const line = record(firm.mainBusinessLine);
  const described = records(line.descriptions);
  const label = described.find(({ languageCode }) => String(languageCode) === ENGLISH) ?? described[0];
  const id = record(firm.businessId).value;
  const digits = (textOf(id) ?? "").replace(/\D/g, "");
  const form = open(records(firm.companyForms))[0];
  if (String(form?.type) === SOLE_TRADER_FORM) return null;
  const forms = records(form?.descriptions);
  return entity(prh, id, current?.name, {
    formerNames: legal.filter((name) => name !== current).flatMap(({ name }) => textOf(name) ?? []),
    otherNames: open(names.filter(({ type }) => String(type) !== "1")).flatMap(({ name }) => textOf(name) ?? []),
    form:
      textOf((forms.find(({ languageCode }) => String(languageCode) === ENGLISH) ?? forms[0])?.description) ??
      textOf(form?.type),
    ...statusOf(firm),
    address: registeredAddress({
      street: textsOf([address.street, address.buildingNumber]).join(" "),
      postalCode: address.postCode,
      city,
      country: textOf(address.country) ?? "FI",
    }),
    codes: industryCode("TOL", line.type, label?.description),
    founded: dateOf(firm.registrationDate) ?? dateOf(record(firm.businessId).registrationDate),
    website: textOf(record(firm.website).url),
    otherNumbers: numbersOf(["FI_VAT", `FI${digits}`]),
  });
}

function statusOf(firm: Record<string, unknown>): Partial<RegisterRecord> {
  const ended = dateOf(firm.endDate);
  if (ended) return { status: "dissolved", statusSince: ended };
  const situation = records(firm.companySituations).find(({ endDate }) => !endDate);
  if (situation) {
    const type = String(situation.type ?? "");
    // KONK is bankruptcy, SANE restructuring, SELTILA liquidation.
    const isInsolvent = /^(KONK|SANE|3|bankruptcy)/i.test(type);
    return { status: isInsolvent ? "insolvent" : "in_liquidation", statusSince: dateOf(situation.registrationDate) };
  }
  return { status: "active" };
}
