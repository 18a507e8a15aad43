import { type Row, valueAt } from "../../lib/json-paths.ts";
import { record, records } from "../../lib/loose-json.ts";
import type { HeadCount } from "../../readers/legal/register-record.ts";
import { postJson, type RegisterClient, rowsAt } from "./ask-register.ts";
import { band, type Register, textOf } from "./register.ts";

const API = "http://distribution.virk.dk/cvr-permanent/virksomhed/_search";
const MAX_HITS = 20;
const SOLE_TRADER_FORMS = ["10", "15"];
/** Series of head counts; one may have ended years ago. The newest entry is in the metadata, or the last of the list. */
const HEAD_COUNT_SERIES = ["ErstMaaneds", "Maaneds", "Kvartals", "Aars"].map((span) => `${span}beskaeftigelse`);

/**
 * Denmark: CVR by its Elasticsearch access (datacvr.virk.dk, "System-til-system adgang"); credentials by mail. Records of
 * firms with `reklamebeskyttet` may not be used for direct marketing.
 */
export const cvr: Register = {
  name: "cvr",
  title: "CVR, Danish Business Authority",
  schemes: ["DK_CVR"],
  licence: "CVR terms of use, free reuse; no direct marketing where reklamebeskyttet",
  attribution: "Kilde: CVR, Erhvervsstyrelsen",
  variables: ["CVR_USER", "CVR_PASSWORD"],
  intervalMs: 300,
  headers: ({ CVR_USER, CVR_PASSWORD }) => ({ Authorization: `Basic ${btoa(`${CVR_USER}:${CVR_PASSWORD}`)}` }),
  recordUrl: (number) => `https://datacvr.virk.dk/enhed/virksomhed/${number}`,
  rowsOfNumber: (client, { number }) => search(client, { term: { "Vrvirksomhed.cvrNummer": Number(number) } }),
  rowsOfName: (client, name) => search(client, { match: { "Vrvirksomhed.virksomhedMetadata.nyesteNavn.navn": name } }),
  rowsOfDomain: (client, domain) =>
    search(client, {
      nested: {
        path: "Vrvirksomhed.hjemmeside",
        query: { match: { "Vrvirksomhed.hjemmeside.kontaktoplysning": domain } },
      },
    }),
  fields: {
    number: "cvrNummer",
    name: "virksomhedMetadata.nyesteNavn.navn",
    isLeftOut: (firm) => SOLE_TRADER_FORMS.includes(String(formOf(firm).virksomhedsformkode)),
    formerNames: "navne[].navn",
    otherNames: "binavne[].navn",
    form: (firm) => valueAt(formOf(firm), "kortBeskrivelse | langBeskrivelse"),
    status: statusOf,
    address: {
      of: "virksomhedMetadata.nyesteBeliggenhedsadresse",
      // The letter follows the number directly: "Havnevej 12B".
      street: ({ vejnavn, husnummerFra, bogstavFra }) => [vejnavn, `${husnummerFra ?? ""}${bogstavFra ?? ""}`],
      postalCode: "postnummer",
      city: "postdistrikt",
      country: "landekode",
    },
    industry: {
      scheme: "DB07",
      code: "virksomhedMetadata.nyesteHovedbranche.branchekode",
      label: "virksomhedMetadata.nyesteHovedbranche.branchetekst",
    },
    employees: employeesOf,
    founded: (firm) =>
      valueAt(firm, "virksomhedMetadata.stiftelsesDato") ?? valueAt(current(firm.livsforloeb), "periode.gyldigFra"),
    website: ({ hjemmeside }) => contactIn(hjemmeside),
    phone: ({ telefonNummer }) => contactIn(telefonNummer),
    email: ({ elektroniskPost }) => contactIn(elektroniskPost),
    otherNumbers: { DK_VAT: ({ cvrNummer }) => `DK${cvrNummer}` },
  },
};

function search(client: RegisterClient, query: object): Promise<Row[]> {
  return rowsAt(client, API, "hits.hits[]._source.Vrvirksomhed", { init: postJson({ query, size: MAX_HITS }) });
}

/** Those of a list of periods that have not ended. */
function open(value: unknown): Row[] {
  return records(value).filter((item) => !valueAt(item, "periode.gyldigTil"));
}

/** The newest of a list of periods: the one that has not ended. */
function current(value: unknown): Row {
  return open(value).at(-1) ?? records(value).at(-1) ?? {};
}

function contactIn(value: unknown): unknown {
  const newest = open(value).at(-1);
  return newest?.hemmelig === true ? null : newest?.kontaktoplysning;
}

function formOf({ virksomhedMetadata, virksomhedsform }: Row): Row {
  return record(record(virksomhedMetadata).nyesteVirksomhedsform ?? current(virksomhedsform));
}

function statusOf(firm: Row): ReturnType<Register["fields"]["status"]> {
  const text = String(valueAt(firm, "virksomhedMetadata.sammensatStatus") ?? "").toLowerCase();
  const since = valueAt(records(firm.livsforloeb).at(-1), "periode.gyldigTil");
  // "UNDER TVANGSOPLØSNING" means being wound up, "TVANGSOPLØST" dissolved.
  if (/oplost|opløst|ophort|ophørt|slettet|uden retsvirkning/.test(text)) return { status: "dissolved", since };
  if (/konkurs|rekonstruktion/.test(text)) return "insolvent";
  if (/likvidation|tvangsopl/.test(text)) return "in_liquidation";
  return { status: since ? "dissolved" : text ? "active" : "unknown", since };
}

function employeesOf(firm: Row): HeadCount {
  const counts = HEAD_COUNT_SERIES.flatMap((series) => {
    const list = firm[series.charAt(0).toLowerCase() + series.slice(1)];
    return countOf(record(record(firm.virksomhedMetadata)[`nyeste${series}`] ?? records(list).at(-1)));
  });
  const [newest] = counts.toSorted((a, b) => (b.asOf ?? "").localeCompare(a.asOf ?? ""));
  return newest ? band(newest.min, newest.max, newest.asOf) : { state: "absent" };
}

/** `ANTAL_10_19`; the last interval is written `ANTAL_1000_999999`, and means 1,000 or more. */
function countOf(given: Row): { min: number; max: number | null; asOf: string | null }[] {
  const { aar, maaned, kvartal, antalAnsatte: count } = given;
  const month = Number(maaned ?? Number(kvartal) * 3);
  const asOf = aar ? `${aar}${month >= 1 && month <= 12 ? `-${String(month).padStart(2, "0")}` : ""}` : null;
  if (typeof count === "number") return [{ min: count, max: count, asOf }];
  const [, min, max] = /(?<!\d)(\d+)(?:_(\d*))?$/.exec(textOf(given.intervalKodeAntalAnsatte) ?? "") ?? [];
  if (!min) return [];
  const isOpen = max === "" || Number(max) >= 999_999;
  return [{ min: Number(min), max: isOpen ? null : Number(max ?? min), asOf }];
}
