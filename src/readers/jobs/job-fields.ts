import { string } from "../../lib/loose-json.ts";
import { decodeEntities } from "../page/html-entities.ts";
import type { RawJob } from "./raw-job.ts";
import { salaryInText } from "./salary-in-text.ts";

export type Row = Record<string, unknown>;

/**
 * Where a row has a value. `location.name` is a path; of a list it takes the first item, or each with `[]`. `a | b` is the first of
 * them that has a text or a number, `a + b` all of both, and `isRemote ? remote` the word "remote" where the flag is set.
 * A function reads what no path can.
 */
export type Where = string | ((row: Row) => unknown);

/** A place by its parts, for each item of `of`; `or` is where the whole is written, for places without a city. */
type PlaceFields = { of?: string; city: string; region?: string; country?: string; or?: string };

/** Where the rows of one board have the fields of a job, unless at {@link USUAL}. Of `places`, the first that gives any counts. */
export type JobFields = { places: ((row: Row) => unknown[]) | (string | PlaceFields)[] } & {
  [field in Exclude<keyof RawJob, "places" | "salary">]?: Where;
} & {
  /** Where the parts are, or one text with all of them. */
  salary?: Where | { min: string; max: string; currency: string; period: string };
};

const SCALAR_FIELDS = [
  "id",
  "title",
  "url",
  "country",
  "workplace",
  "department",
  "language",
  "postedAt",
  "updatedAt",
  "company",
] as const;
/** Where most boards and feeds have them. */
const USUAL = {
  id: "id | guid | link.@href | link",
  title: "title",
  url: "url | link.@href | link",
  department: "department",
  employmentType: "employment_type",
  updatedAt: "updated_at",
  description: "description",
  company: "company_name",
};
const IS_SET = /^(?:true|yes|1)$/i;

/** The job in a row of JSON, or of an XML feed, whose texts have entities. Never throws. */
export function jobOfRow(row: Row, given: JobFields): RawJob {
  const fields: JobFields = { ...USUAL, ...given };
  const job: RawJob = Object.fromEntries(SCALAR_FIELDS.map((field) => [field, valueAt(row, fields[field])]));
  const { places, salary, employmentType, description } = fields;
  job.places = typeof places === "function" ? places(row) : placesAt(row, places);
  job.employmentType = typeof employmentType === "string" ? valuesAt(row, employmentType) : employmentType?.(row);
  job.description = typeof description === "string" ? valuesAt(row, description).join("\n") : description?.(row);
  if (typeof salary === "string") job.salary = salaryInText(string(valueAt(row, salary)), null);
  else if (typeof salary === "function") job.salary = salary(row) as RawJob["salary"];
  else if (salary) {
    const { min, max, currency, period } = salary;
    job.salary = {
      min: valueAt(row, min),
      max: valueAt(row, max),
      currency: valueAt(row, currency),
      period: valueAt(row, period),
    };
  }
  return job;
}

/** The first text or number at a place of a row; null without one. */
export function valueAt(row: unknown, where: Where | undefined): unknown {
  return typeof where === "function" ? where(row as Row) : where ? (valuesAt(row, where)[0] ?? null) : null;
}

/** Where each item of a list has a heading and a text: `lists[]`, `name`, `value`. */
export const sections = (list: string, heading: string, text: string) => (row: Row) =>
  nodesAt(row, list)
    .map((item) => `${valueAt(item, heading) ?? ""} ${valueAt(item, text) ?? ""}`)
    .join("\n");

function valuesAt(row: unknown, where: string): unknown[] {
  for (const alternative of where.split(" | ")) {
    const [path = "", word] = alternative.split(" ? ");
    const found = path.split(" + ").flatMap((part) => nodesAt(row, part).flatMap((node) => scalarOf(node) ?? []));
    if (word === undefined) {
      if (found.length > 0) return found;
    } else if (nodesAt(row, path).some((node) => IS_SET.test(String(node)))) return [word];
  }
  return [];
}

function placesAt(row: Row, places: (string | PlaceFields)[]): unknown[] {
  for (const place of places) {
    const found = typeof place === "string" ? valuesAt(row, place) : partsAt(row, place);
    if (found.length > 0) return found;
  }
  return [];
}

function partsAt(row: Row, { of, city, region, country, or }: PlaceFields): unknown[] {
  return (of ? nodesAt(row, of) : [row]).flatMap((node) => {
    const parts = { city: valueAt(node, city), region: valueAt(node, region), country: valueAt(node, country) };
    const whole = parts.city === null ? valueAt(node, or) : null;
    return Object.values(parts).some((part) => part !== null) || whole !== null ? [whole ?? parts] : [];
  });
}

/** The values at a path, of any type. */
export function nodesAt(row: unknown, path: string): unknown[] {
  let nodes = [row];
  for (const segment of path === "" ? [] : path.split(".")) {
    const isEach = segment.endsWith("[]");
    const key = isEach ? segment.slice(0, -2) : segment;
    nodes = nodes.flatMap((node) => {
      const value = Object.hasOwn(Object(node), key) ? (node as Row)[key] : undefined;
      if (value === undefined || value === null) return [];
      return isEach ? [value].flat() : Array.isArray(value) ? value.slice(0, 1) : [value];
    });
  }
  return nodes;
}

/** An element of XML with attributes has its text in `#text`. */
function scalarOf(value: unknown): string | number | null {
  if (typeof value === "number") return value;
  return string(value) ?? string((value as Row | null)?.["#text"]);
}

/** A row of an XML feed with its entities resolved: the parser leaves them. */
export function decodedRow(value: unknown): unknown {
  if (typeof value === "string") return decodeEntities(value);
  if (Array.isArray(value)) return value.map(decodedRow);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decodedRow(part)]));
}
