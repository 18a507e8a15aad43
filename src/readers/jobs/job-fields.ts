import { nodesAt, type Row, valueAt, valuesAt, type Where } from "../../lib/json-paths.ts";
import { string } from "../../lib/loose-json.ts";
import { decodeEntities } from "../page/html-text.ts";
import type { RawJob } from "./job.ts";
import { salaryInText } from "./salary-in-text.ts";

/** A place by its parts, for each item of `of`; `or` is where the whole is written, for places without a city. */
type PlaceFields = { of?: string; city: string; region?: string; country?: string; or?: string };

/** Where the rows of one board have the fields of a job, unless at {@link USUAL}. Of `places`, the first that gives any counts. */
export type JobFields = { places: ((row: Row) => unknown[]) | (string | PlaceFields)[] } & {
  [field in Exclude<keyof RawJob, "places" | "salary">]?: Where;
} & {
  /** Where the parts are, or one text with all of them. */
  salary?: Where | { min: string; max: string; currency: string; period: string };
};

/** Where most boards and feeds have them. */
const USUAL = {
  id: "id | guid | link.@href | link",
  title: "title | name",
  url: "url | absolute_url | link.@href | link",
  department: "department | department.name | department.label | departments.name | team",
  employmentType: "employment_type | type | job_type",
  postedAt: "published_at | created_at | pubDate",
  updatedAt: "updated_at",
  description: "description",
  company: "company_name | company.name",
};

/** The job in a row of JSON, or of an XML feed, whose texts have entities. Never throws. */
export function jobOfRow(row: Row, given: JobFields): RawJob {
  const { places, salary, employmentType, description, ...others } = { ...USUAL, ...given };
  const job: RawJob = Object.fromEntries(Object.entries(others).map(([field, where]) => [field, valueAt(row, where)]));
  job.places = typeof places === "function" ? places(row) : placesAt(row, places);
  job.employmentType = typeof employmentType === "string" ? valuesAt(row, employmentType) : employmentType?.(row);
  job.description = typeof description === "string" ? valuesAt(row, description).join("\n") : description?.(row);
  if (typeof salary === "string") job.salary = salaryInText(string(valueAt(row, salary)), null);
  else if (typeof salary === "function") job.salary = salary(row) as RawJob["salary"];
  else if (salary)
    job.salary = Object.fromEntries(Object.entries(salary).map(([part, where]) => [part, valueAt(row, where)]));
  return job;
}

/** Where each item of a list has a heading and a text: `lists[]`, `name`, `value`. */
export const sections = (list: string, heading: string, text: string) => (row: Row) =>
  nodesAt(row, list)
    .map((item) => `${valueAt(item, heading) ?? ""} ${valueAt(item, text) ?? ""}`)
    .join("\n");

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

/** A row of an XML feed with its entities resolved: the parser leaves them. */
export function decodedRow(value: unknown): unknown {
  if (typeof value === "string") return decodeEntities(value);
  if (Array.isArray(value)) return value.map(decodedRow);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decodedRow(part)]));
}
