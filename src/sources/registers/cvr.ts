import { record, records } from "../../lib/loose-json.ts";
import type { HeadCount, RegisterRecord } from "../../readers/legal/register-record.ts";
import type { RegisterClient } from "./ask-register.ts";
import type { Register } from "./register.ts";
import {
  band,
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

const API = "http://distribution.virk.dk/cvr-permanent/virksomhed/_search";
const MAX_HITS = 20;
const SOLE_TRADER_FORMS = new Set([10, 15]);

/**
 * Denmark: CVR by its Elasticsearch access (datacvr.virk.dk, "System-til-system adgang"); credentials by mail. Records of
 * firms with `reklamebeskyttet` may not be used for direct marketing.
 */
export const cvr: Register = {
  name: "cvr",
  title: "CVR, Danish Business Authority",
  country: "DK",
  schemes: ["DK_CVR"],
  licence: "CVR terms of use, free reuse; no direct marketing where reklamebeskyttet",
  attribution: "Kilde: CVR, Erhvervsstyrelsen",
  variables: ["CVR_USER", "CVR_PASSWORD"],
  keptForDays: 7,
  intervalMs: 300,
  headers: ({ CVR_USER, CVR_PASSWORD }) => ({ Authorization: `Basic ${btoa(`${CVR_USER}:${CVR_PASSWORD}`)}` }),
  recordUrl: (number) => `https://datacvr.virk.dk/enhed/virksomhed/${number}`,
  async findByNumber(client, { number }) {
    return withNumber(await search(client, { term: { "Vrvirksomhed.cvrNummer": Number(number) } }), number);
  },
  findByName: (client, name) => search(client, { match: { "Vrvirksomhed.virksomhedMetadata.nyesteNavn.navn": name } }),
  findByDomain: (client, domain) =>
    search(client, {
      nested: {
        path: "Vrvirksomhed.hjemmeside",
        query: { match: { "Vrvirksomhed.hjemmeside.kontaktoplysning": domain } },
      },
    }),
};

async function search({ ask }: RegisterClient, query: object): Promise<RegisterRecord[]> {
  const headers = { "Content-Type": "application/json" };
  const { body } = await ask(API, { method: "POST", headers, body: JSON.stringify({ query, size: MAX_HITS }) });
  return present(
    records(record(record(body).hits).hits).map((hit) => recordOf(record(record(hit._source).Vrvirksomhed))),
  );
}

/** The newest of a list of periods: the one that has not ended. */
function current(value: unknown): Record<string, unknown> {
  const all = records(value);
  return all.findLast((item) => !record(item.periode).gyldigTil) ?? all.at(-1) ?? {};
}

/** The contact of today, unless the firm keeps it secret (`hemmelig`). */
function contactIn(value: unknown): string | null {
  const open = records(value).findLast((item) => !record(item.periode).gyldigTil);
  return open && open.hemmelig !== true ? textOf(open.kontaktoplysning) : null;
}

function recordOf(firm: Record<string, unknown>): RegisterRecord | null {
  const metadata = record(firm.virksomhedMetadata);
  const form = record(metadata.nyesteVirksomhedsform ?? current(firm.virksomhedsform));
  if (SOLE_TRADER_FORMS.has(Number(form.virksomhedsformkode))) return null;
  const address = record(metadata.nyesteBeliggenhedsadresse);
  const industry = record(metadata.nyesteHovedbranche);
  const name = record(metadata.nyesteNavn).navn;
  return entity(cvr, firm.cvrNummer, name, {
    formerNames: records(firm.navne)
      .filter((item) => item.navn !== name)
      .flatMap((item) => textOf(item.navn) ?? []),
    otherNames: textsOf(records(firm.binavne).map(({ navn }) => navn)),
    form: textOf(form.kortBeskrivelse) ?? textOf(form.langBeskrivelse),
    ...statusOf(firm, metadata),
    address: registeredAddress({
      // The letter follows the number directly: "Havnevej 12B".
      street: textsOf([
        address.vejnavn,
        `${textOf(address.husnummerFra) ?? ""}${textOf(address.bogstavFra) ?? ""}`,
      ]).join(" "),
      postalCode: address.postnummer,
      city: address.postdistrikt,
      country: textOf(address.landekode) ?? "DK",
    }),
    codes: industryCode("DB07", industry.branchekode, industry.branchetekst),
    employees: employeesOf(firm, metadata),
    founded: dateOf(metadata.stiftelsesDato) ?? dateOf(record(current(firm.livsforloeb).periode).gyldigFra),
    website: contactIn(firm.hjemmeside),
    phone: contactIn(firm.telefonNummer),
    email: contactIn(firm.elektroniskPost),
    otherNumbers: numbersOf(["DK_VAT", `DK${firm.cvrNummer}`]),
  });
}

function statusOf(firm: Record<string, unknown>, metadata: Record<string, unknown>): Partial<RegisterRecord> {
  const text = (textOf(metadata.sammensatStatus) ?? "").toLowerCase();
  const ended = dateOf(record(records(firm.livsforloeb).at(-1)?.periode).gyldigTil);
  // "UNDER TVANGSOPLØSNING" means being wound up, "TVANGSOPLØST" dissolved.
  if (/oplost|opløst|ophort|ophørt|slettet|uden retsvirkning/.test(text))
    return { status: "dissolved", statusSince: ended };
  if (/konkurs|rekonstruktion/.test(text)) return { status: "insolvent" };
  if (/likvidation|tvangsopl/.test(text)) return { status: "in_liquidation" };
  return { status: ended ? "dissolved" : text ? "active" : "unknown", statusSince: ended };
}

function employeesOf(firm: Record<string, unknown>, metadata: Record<string, unknown>): HeadCount {
  const counts = [
    metadata.nyesteErstMaanedsbeskaeftigelse ?? records(firm.erstMaanedsbeskaeftigelse).at(-1),
    metadata.nyesteMaanedsbeskaeftigelse ?? records(firm.maanedsbeskaeftigelse).at(-1),
    metadata.nyesteKvartalsbeskaeftigelse ?? records(firm.kvartalsbeskaeftigelse).at(-1),
    metadata.nyesteAarsbeskaeftigelse ?? records(firm.aarsbeskaeftigelse).at(-1),
  ].flatMap((given) => countOf(record(given)));
  // One series may have ended years ago.
  const [newest] = counts.toSorted((a, b) => (b.asOf ?? "").localeCompare(a.asOf ?? ""));
  return newest ? band(newest.min, newest.max, newest.asOf) : { state: "absent" };
}

/** `ANTAL_10_19`; the last interval is written `ANTAL_1000_999999`, and means 1,000 or more. */
function countOf(given: Record<string, unknown>): { min: number; max: number | null; asOf: string | null }[] {
  const { aar, maaned, kvartal, antalAnsatte: count } = given;
  const month = Number(maaned ?? Number(kvartal) * 3);
  const asOf = aar ? `${aar}${month >= 1 && month <= 12 ? `-${String(month).padStart(2, "0")}` : ""}` : null;
  if (typeof count === "number") return [{ min: count, max: count, asOf }];
  const [, min, max] = /(?<!\d)(\d+)(?:_(\d*))?$/.exec(textOf(given.intervalKodeAntalAnsatte) ?? "") ?? [];
  if (!min) return [];
  const isOpen = max === "" || Number(max) >= 999_999;
  return [{ min: Number(min), max: isOpen ? null : Number(max ?? min), asOf }];
}
