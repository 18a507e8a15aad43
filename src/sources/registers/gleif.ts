import { type Row, record, valueAt } from "../../lib/loose-json.ts";
import { haveCommonNumber, type LegalNumber } from "../../readers/legal/legal-numbers.ts";
import { isAgentsLine, localDay, registeredScheme, writtenRegion } from "../../readers/legal/lei-record.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { type RegisterClient, rowsAt, rowsBy } from "./ask-register.ts";
import { entityOf, type Register, SAME_NAMES, statusAt, textOf, textsAt } from "./register.ts";

const API = "https://api.gleif.org/api/v1";
const MAX_HITS = 20;
const REGISTERED_AS = "attributes.entity.registeredAs";
/** Records that are a duplicate or a mistake. */
const WITHDRAWN = ["DUPLICATE", "ANNULLED"];

/** Worldwide: LEI records (gleif.org). `LAPSED` means that the fee was not paid, not that the firm is dissolved. */
export const gleif: Register = {
  name: "gleif",
  schemes: ["LEI"],
  licence: "CC0 1.0",
  attribution: "LEI data by GLEIF, CC0",
  intervalMs: 1_000,
  headers: () => ({ Accept: "application/vnd.api+json" }),
  recordUrl: (number) => `https://search.gleif.org/#/record/${number}`,
  rowsOfNumber: rowsBy((number) => `${API}/lei-records/${number}`, "data"),
  rowsOfName: (client, name) => list(client, { "filter[entity.legalName]": name, "page[size]": String(MAX_HITS) }),
  fields: {
    number: "attributes.lei | id",
    name: "attributes.entity.legalName.name",
    isLeftOut: (row) =>
      valueAt(row, "attributes.entity.category") === "SOLE_PROPRIETOR" ||
      WITHDRAWN.includes(String(valueAt(row, "attributes.registration.status"))),
    country: "attributes.entity.legalAddress.country",
    formerNames: "attributes.entity.otherNames[type=PREVIOUS_LEGAL_NAME].name",
    otherNames: "attributes.entity.otherNames[].name + attributes.entity.transliteratedOtherNames[].name",
    // The list of forms behind `legalForm.id` would not fit the bundle, and the name has the form, too.
    form: "attributes.entity.legalForm.other",
    status: statusAt("attributes.entity.status", { active: /^ACTIVE$/, dissolved: /^INACTIVE$/ }),
    statusSince: "attributes.entity.expiration.date",
    address: {
      of: (row) => {
        const { legalAddress, headquartersAddress } = record(record(row.attributes).entity);
        const isAgents = textsAt(legalAddress, "addressLines[]").some(isAgentsLine);
        return isAgents ? headquartersAddress : legalAddress;
      },
      ...SAME_NAMES,
      street: "addressLines[]",
      region: ({ region }) => writtenRegion(textOf(region) ?? ""),
      country: "country",
    },
    founded: (row) => localDay(textOf(valueAt(row, "attributes.entity.creationDate")) ?? ""),
    otherNumbers(row) {
      const number = textOf(valueAt(row, REGISTERED_AS)) ?? "";
      const authority = textOf(valueAt(row, "attributes.entity.registeredAt.id")) ?? "";
      return { [registeredScheme(authority, number) ?? ""]: REGISTERED_AS };
    },
  },
};

/** LEI records of the entity with this number in its national register. */
export async function leisOfNumber(client: RegisterClient, number: LegalNumber): Promise<RegisterRecord[]> {
  const rows = await list(client, { "filter[entity.registeredAs]": writtenAs(number) });
  return rows
    .flatMap((row) => entityOf(gleif, row) ?? [])
    .filter(({ otherNumbers }) => haveCommonNumber(otherNumbers, [number]));
}

/** The direct and ultimate parents that an LEI reports; null where GLEIF has none on record, which does not mean that there is none. */
export async function parentsOf(client: RegisterClient, lei: string) {
  const parent = async (relation: string) => {
    // 404 means "none" as well as "not reported".
    const [row] = await rowsAt(client, `${API}/lei-records/${lei}/${relation}`, "data");
    const found = row && entityOf(gleif, row);
    return found ? { lei: found.number.number, name: found.name, country: found.address?.country ?? null } : null;
  };
  return { direct: await parent("direct-parent"), ultimate: await parent("ultimate-parent") };
}

function list(client: RegisterClient, filters: Record<string, string>): Promise<Row[]> {
  return rowsAt(client, `${API}/lei-records?${new URLSearchParams(filters)}`, "data[]");
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
