/**
 * Formats of open data sets that an operator can import as published: which columns hold which fields, their licences, and
 * which rows are skipped. No data is shipped. Sets without web sites are in `entities.ts`.
 */
import { plainHost } from "../../src/lib/hosts.ts";
import { simplifyColumn } from "../../src/operator/imports/columns.ts";

export type DataSetFormat = {
  name: string;
  /** Recorded with the import, which every row names. */
  licence: string;
  /** When the set was published, for sets that are published once; others need `--observed-at`. */
  publishedAt: string | null;
  /** Days that rows are kept, counted from that date; an old set needs many. */
  retentionDays: number;
  /** Column names of the set by our field, as {@link simplifyColumn} leaves them; the first that the file has counts. */
  columns: Record<string, string[]>;
  /** Why a row is skipped, or null. `get` reads any column. */
  skip?(get: (column: string) => string): string | null;
  /** The address of the row's record. */
  sourceUrl?(get: (column: string) => string): string;
};

const YEARS_10 = 3_650;

export const DATA_SET_FORMATS: readonly DataSetFormat[] = [
  {
    // huggingface.co/datasets/bigpictureio/companies-2023-q4-sm
    name: "bigpicture",
    licence: "BigPicture free company data set 2023 Q4, ODC-By 1.0: credit BigPicture",
    publishedAt: "2023-11-15",
    retentionDays: YEARS_10,
    columns: {
      domain: ["website", "domain"],
      name: ["name"],
      network_url: ["handle", "linkedinurl"],
      size_band: ["size", "sizeband", "employees"],
      industry: ["industry"],
      country: ["countrycode", "country"],
      city: ["city"],
      founded_year: ["founded", "foundedyear"],
    },
  },
  {
    // data.brreg.no/enhetsregisteret/api/enheter/lastned/csv
    name: "brreg",
    licence: "Data from Brønnøysundregistrene, NLOD 2.0",
    publishedAt: null,
    retentionDays: 365,
    columns: {
      domain: ["hjemmeside"],
      name: ["navn"],
      size_band: ["antallansatte"],
      industry: ["naeringskode1beskrivelse"],
      country: ["forretningsadresselandkode", "forretningsadresseland"],
      city: ["forretningsadressepoststed"],
      founded_year: ["stiftelsesdato"],
    },
    skip(get) {
      // Sole traders are natural persons.
      if (get("organisasjonsformkode") === "ENK") return "sole trader";
      return get("slettedato") || get("konkurs") === "true" ? "dissolved or insolvent" : null;
    },
    sourceUrl: (get) => `https://virksomhet.brreg.no/nb/oppslag/enheter/${get("organisasjonsnummer")}`,
  },
  {
    // An extract made at query.wikidata.org or from a dump, one row an item, saved as CSV.
    name: "wikidata",
    licence: "Wikidata, CC0 1.0",
    publishedAt: null,
    retentionDays: 365,
    columns: {
      domain: ["p856", "website", "officialwebsite"],
      name: ["label", "itemlabel", "name"],
      network_url: ["p4264", "linkedin"],
      size_band: ["p1128", "employees"],
      industry: ["p452label", "industrylabel", "p452", "industry"],
      country: ["p17label", "countrylabel", "country"],
      city: ["p159label", "headquarterslabel", "city"],
      founded_year: ["p571", "inception"],
    },
    skip: (get) => (get("p576") || get("dissolved") ? "dissolved" : null),
    sourceUrl: (get) => `https://www.wikidata.org/wiki/${/Q\d+$/.exec(get("q") || get("item"))?.[0] ?? ""}`,
  },
];

/** A row in the order of our columns, or why it is skipped. */
export type ConvertedRow = { status: "converted"; values: string[] } | { status: "skipped"; reason: string };

/** Our columns of a converted file. */
export const CONVERTED_COLUMNS = [
  "domain",
  "name",
  "network_url",
  "size_band",
  "industry",
  "country",
  "city",
  "founded_year",
  "observed_at",
  "source_url",
];

/** Shared hosts, where any firm can have a page and which identify no owner. */
const SHARED_HOST =
  /(^|\.)(facebook|instagram|linkedin|twitter|x|youtube|blogspot|wordpress|wixsite|weebly|business)\.(com|site)$|(^|\.)web\.archive\.org$|(^|\.)sites\.google\.com$/;

/**
 * Makes a converter of the records of one file from its header; null when the file lacks the set's name or web site. A
 * converted record is in the order of {@link CONVERTED_COLUMNS}; a skipped row gives its reason.
 */
export function dataSetConverter(
  format: DataSetFormat,
  header: string[],
  observedAt: string,
): ((record: string[]) => ConvertedRow) | null {
  const positions = new Map(header.map((name, index) => [simplifyColumn(name), index]));
  const columnOf = (field: string) => (format.columns[field] ?? []).find((name) => positions.has(name));
  if (!columnOf("domain") || !columnOf("name")) return null;
  return (record) => {
    const get = (column: string) => record[positions.get(column) ?? -1]?.trim() ?? "";
    const field = (name: string) => get(columnOf(name) ?? "");
    const skip = (reason: string) => ({ status: "skipped" as const, reason });
    const reason = format.skip?.(get) ?? null;
    if (reason !== null) return skip(reason);
    const site = field("domain");
    const url = URL.parse(/^[a-z]+:\/\//i.test(site) ? site : `https://${site}`);
    if (!site || !url) return skip("no web site");
    const host = plainHost(url).replace(/^www\./, "");
    if (SHARED_HOST.test(host)) return skip("the web site is a page on a shared host");
    const handle = field("network_url");
    const networkUrl =
      handle && !handle.includes("/") ? `https://www.linkedin.com/company/${encodeURIComponent(handle)}` : handle;
    const values = [
      host,
      field("name"),
      networkUrl,
      field("size_band"),
      field("industry"),
      field("country"),
      field("city"),
      field("founded_year"),
      observedAt,
      format.sourceUrl?.(get) ?? "",
    ];
    return { status: "converted", values };
  };
}
