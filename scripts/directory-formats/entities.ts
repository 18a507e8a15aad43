/**
 * Formats of register data that is published without web sites and stored by number: which columns hold which fields, and which
 * rows are skipped. No data is shipped.
 */

import { ENTITY_COLUMNS, simplifyColumn } from "../../src/operator/imports/columns.ts";
import { isAgentsLine, localDay, registeredScheme, writtenRegion } from "../../src/readers/legal/lei-record.ts";
import type { ConvertedRow } from "./companies-and-people.ts";

export type EntityFormat = {
  name: string;
  /** Recorded with the import, which every row names. */
  licence: string;
  /** Days that rows are kept, counted from their publication. */
  retentionDays: number;
  scheme: string;
  /** Columns without which a line is not the header, as {@link simplifyColumn} leaves them. */
  needs: string[];
  /** Why a row is skipped; null for one that is read. `get` reads any column. */
  skip?(get: (column: string) => string): string | null;
  /** The values of a row by our columns. */
  read(get: (column: string) => string): Partial<Record<string, string>>;
};

export const ENTITY_FORMATS: readonly EntityFormat[] = [
  {
    // gleif.org, golden copy, LEI-CDF level 1 as CSV
    name: "gleif",
    licence: "GLEIF golden copy, CC0 1.0",
    retentionDays: 365,
    scheme: "LEI",
    needs: ["lei", "entitylegalname"],
    skip(get) {
      if (get("entityentitycategory") === "SOLE_PROPRIETOR") return "sole trader";
      const isWithdrawn = /^(DUPLICATE|ANNULLED|CANCELLED)$/.test(get("registrationregistrationstatus"));
      return isWithdrawn ? "registration withdrawn" : null;
    },
    read(get) {
      const status = get("entityentitystatus");
      const number = get("entityregistrationauthorityregistrationauthorityentityid");
      const scheme = registeredScheme(get("entityregistrationauthorityregistrationauthorityid"), number);
      const seat = isAgentsLine(get("entitylegaladdressfirstaddressline"))
        ? "entityheadquartersaddress"
        : "entitylegaladdress";
      return {
        number: get("lei"),
        name: get("entitylegalname"),
        country: get("entitylegaladdresscountry"),
        status: status === "ACTIVE" ? "active" : status === "INACTIVE" ? "dissolved" : "unknown",
        form: get("entitylegalformotherlegalform"),
        founded: localDay(get("entityentitycreationdate")),
        street: get(`${seat}firstaddressline`),
        postal_code: get(`${seat}postalcode`),
        city: get(`${seat}city`),
        region: writtenRegion(get(`${seat}region`)),
        other_scheme: scheme ?? "",
        other_number: scheme ? number : "",
      };
    },
  },
  {
    // download.companieshouse.gov.uk, "Free Company Data Product"
    name: "companies-house",
    licence: "Contains public sector information licensed under the Open Government Licence v3.0 (Companies House)",
    retentionDays: 120,
    scheme: "GB_CRN",
    needs: ["companyname", "companynumber"],
    read(get) {
      const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(get("incorporationdate")) ?? [];
      return {
        number: get("companynumber"),
        name: get("companyname"),
        country: "GB",
        status: britishStatus(get("companystatus")),
        form: get("companycategory"),
        founded: year ? `${year}-${month}-${day}` : "",
        street: get("regaddressaddressline1"),
        postal_code: get("regaddresspostcode"),
        city: get("regaddressposttown"),
        region: get("regaddresscounty"),
        industry_code: /^\d{5}/.exec(get("siccodesictext1"))?.[0] ?? "",
      };
    },
  },
];

function britishStatus(status: string): string {
  if (/^active/i.test(status)) return "active";
  if (/liquidation/i.test(status)) return "in_liquidation";
  if (/administration|receiver|arrangement|insolven/i.test(status)) return "insolvent";
  return /dissolved|closed|converted/i.test(status) ? "dissolved" : "unknown";
}

/** A converter of the records of one file, made from its header; null for a line that is not the header. */
export function entityConverter(
  format: EntityFormat,
  header: string[],
  observedAt: string,
): ((record: string[]) => ConvertedRow) | null {
  const positions = new Map(header.map((name, index) => [simplifyColumn(name), index]));
  if (!format.needs.every((name) => positions.has(name))) return null;
  return (record) => {
    const get = (column: string) => record[positions.get(column) ?? -1]?.trim() ?? "";
    const reason = format.skip?.(get) ?? null;
    if (reason !== null) return { status: "skipped", reason };
    const row: Partial<Record<string, string>> = {
      ...format.read(get),
      scheme: format.scheme,
      observed_at: observedAt,
    };
    return { status: "converted", values: ENTITY_COLUMNS.map((column) => row[column] ?? "") };
  };
}
