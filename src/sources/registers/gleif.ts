import { record, records } from "../../lib/loose-json.ts";
import type { LegalNumber } from "../../readers/legal/legal-numbers.ts";
import { isAgentsLine, localDay, registeredScheme, writtenRegion } from "../../readers/legal/lei-record.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { RegisterClient } from "./ask-register.ts";
import type { Register } from "./register.ts";
import { dateOf, entity, numbersOf, present, registeredAddress, textOf } from "./register-fields.ts";

const API = "https://api.gleif.org/api/v1";
const MAX_HITS = 20;

/** A parent by LEI; null when GLEIF has none on record, which does not mean that there is none. */
export type Parent = { lei: string; name: string; country: string | null };

/**
 * Worldwide: LEI records of GLEIF (documenter.getpostman.com/view/7679680, gleif.org). `LAPSED` means that the fee was not
 * paid, not that the firm is dissolved. About three million entities, few small ones, no web sites.
 */
export const gleif: Register = {
  name: "gleif",
  title: "GLEIF, Global LEI Index",
  country: null,
  schemes: ["LEI"],
  licence: "CC0 1.0",
  attribution: "LEI data by GLEIF, CC0",
  keptForDays: 14,
  intervalMs: 1_000,
  headers: () => ({ Accept: "application/vnd.api+json" }),
  recordUrl: (number) => `https://search.gleif.org/#/record/${number}`,
  async findByNumber({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}/lei-records/${number}`, {}, [404]);
    return httpStatus === 404 ? null : recordOf(record(record(body).data));
  },
  findByName: (client, name) => list(client, { "filter[entity.legalName]": name, "page[size]": String(MAX_HITS) }),
};

/** LEI records of the entity with this number in its national register. */
export async function leisOfNumber(client: RegisterClient, number: LegalNumber): Promise<RegisterRecord[]> {
  const found = await list(client, { "filter[entity.registeredAs]": writtenAs(number) });
  return found.filter(({ otherNumbers }) =>
    otherNumbers.some(({ scheme, number: other }) => scheme === number.scheme && other === number.number),
  );
}

/** The direct and ultimate parents that an LEI reports. */
export async function parentsOf(
  client: RegisterClient,
  lei: string,
): Promise<{ direct: Parent | null; ultimate: Parent | null }> {
  const parent = async (relation: string): Promise<Parent | null> => {
    // 404 means "none" as well as "not reported".
    const { httpStatus, body } = await client.ask(`${API}/lei-records/${lei}/${relation}`, {}, [404]);
    const found = httpStatus === 404 ? null : recordOf(record(record(body).data));
    return found && { lei: found.number.number, name: found.name, country: found.address?.country ?? null };
  };
  return { direct: await parent("direct-parent"), ultimate: await parent("ultimate-parent") };
}

async function list({ ask }: RegisterClient, filters: Record<string, string>): Promise<RegisterRecord[]> {
  const { body } = await ask(`${API}/lei-records?${new URLSearchParams(filters)}`);
  return present(records(record(body).data).map(recordOf));
}

/** Numbers as most issuers write them. */
function writtenAs({ scheme, number }: LegalNumber): string {
  if (scheme === "SE_ORGNR") return `${number.slice(0, 6)}-${number.slice(6)}`;
  if (scheme === "DE_HR") return number.replace(/^([A-Z]+)(\d+)([A-Z]+)?$/, "$1 $2 $3").trim();
  if (scheme === "FI_YTUNNUS") return `${number.slice(0, 7)}-${number.slice(7)}`;
  if (scheme === "BE_KBO") return `${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`;
  if (scheme === "CH_UID") return `CHE-${number.slice(3, 6)}.${number.slice(6, 9)}.${number.slice(9)}`;
  return number;
}

function recordOf(data: Record<string, unknown>): RegisterRecord | null {
  const attributes = record(data.attributes);
  const firm = record(attributes.entity);
  if (firm.category === "SOLE_PROPRIETOR") return null;
  // A record that is a duplicate or a mistake is not the entity's.
  if (WITHDRAWN.has(textOf(record(attributes.registration).status) ?? "")) return null;
  const legal = record(firm.legalAddress);
  const seat = isAgents(legal) ? record(firm.headquartersAddress) : legal;
  const scheme = registeredScheme(textOf(record(firm.registeredAt).id) ?? "", textOf(firm.registeredAs) ?? "");
  const names = [...records(firm.otherNames), ...records(firm.transliteratedOtherNames)];
  const isFormer = ({ type }: Record<string, unknown>) => String(type).startsWith("PREVIOUS");
  return entity(gleif, attributes.lei ?? data.id, record(firm.legalName).name, {
    country: textOf(legal.country),
    formerNames: names.filter(isFormer).flatMap(({ name }) => textOf(name) ?? []),
    otherNames: names.filter((name) => !isFormer(name)).flatMap(({ name }) => textOf(name) ?? []),
    // The list of forms behind `legalForm.id` would not fit the bundle, and the name has the form, too.
    form: textOf(record(firm.legalForm).other),
    ...statusOf(firm),
    address: registeredAddress({
      street: seat.addressLines,
      postalCode: seat.postalCode,
      city: seat.city,
      region: writtenRegion(textOf(seat.region) ?? ""),
      country: seat.country,
    }),
    founded: dateOf(localDay(textOf(firm.creationDate) ?? "")),
    otherNumbers: scheme ? numbersOf([scheme, firm.registeredAs]) : [],
  });
}

const WITHDRAWN = new Set(["DUPLICATE", "ANNULLED"]);

/** Whether the legal address is a registered agent's. */
function isAgents({ addressLines }: Record<string, unknown>): boolean {
  return [addressLines].flat().some((line) => isAgentsLine(textOf(line) ?? ""));
}

function statusOf(firm: Record<string, unknown>): Partial<RegisterRecord> {
  if (firm.status === "ACTIVE") return { status: "active" };
  if (firm.status !== "INACTIVE") return { status: "unknown" };
  return { status: "dissolved", statusSince: dateOf(record(firm.expiration).date) };
}
