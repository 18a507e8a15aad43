import { nodesAt, type Row, string, valueAt, valuesAt, type Where } from "../../lib/loose-json.ts";
import { prose } from "../../lib/words.ts";
import { decodeEntities } from "../page/html-text.ts";
import type { RawJob } from "./job.ts";
import { salaryInText } from "./salary-in-text.ts";

/** A place by its parts, for each item of `of`; `or` is where the whole is written, for places without a city. */
type PlaceFields = { of?: string; city: string; region?: string; country?: string; or?: string };

/** Where the rows of one board have the fields of a job, unless at {@link USUAL}; of `places`, the first that gives any. */
export type JobFields = { [field in Exclude<keyof RawJob, "places" | "salary">]?: Where } & {
  places?: ((row: Row) => unknown[]) | (string | PlaceFields)[];
  /** Where the parts are; `text` has all of them. */
  salary?: ((row: Row) => RawJob["salary"]) | { [part in "text" | "min" | "max" | "currency" | "period"]?: string };
};

/** Equity and bonuses are components too. */
const PAY = "compensation.summaryComponents[compensationType=Salary]";

/** The names that boards and feeds use for a field, the most telling first. */
const USUAL = {
  id: prose`id | guid | uuid | uid | shortcode | code | reference | JobId | hash_id | identifier.value | identifier
    | link.@href | link`,
  title: "title | name | text | JobTitle | jobOpeningName",
  url: prose`url_active_page | url_comeet_hosted_page | job_post_url | websites_urls.url | websites_urls | url
    | absolute_url | hostedUrl | jobUrl | postingUrl | shortlink | link.@href | link | path`,
  places: [
    ...["locations.location[]", "locations[]", "location", "office", "branch", "JobLocation", "offices[]"].map(
      (of) => ({
        of,
        city: "city | city.name | City | name",
        region: "state | state.name | region | province | State",
        country: "country | country.name | country.en | country.fr | country_code | Country",
      }),
    ),
    "office + additionalOffices.office[]",
    "workLocation.label",
    {
      city: "city | City | location_city",
      region: "state | State | location_state | status_region",
      country: "country | Country | location_country",
      or: "location | display_location | LocationName",
    },
  ],
  country: prose`country_code | locations.countryCode | locations.country.id | location.country.id
    | address.postalAddress.addressCountry`,
  // A flag for remote work may be set for hybrid work too. When all flags are set, the employer leaves the choice.
  workplace: prose`workplaceType | workplace_type | location_type | remoteness_pretty | hybrid ? hybrid
    | location.hybrid ? hybrid | on_site ? onsite | remote ? remote | location.remote ? remote | isRemote ? remote
    | IsRemote ? remote | Remote_Job ? remote | allows_remote ? remote | telecommuting ? remote
    | locations[].is_remote ? remote | location.is_remote ? remote`,
  department: prose`department | department.name | department.label | departments.name | departmentLabel
    | HiringDepartment | team | job.department.name | job.division.name | division.name | categories.department
    | categories.team | role | role.name | function.label | recruitingCategory | job_function | job_category_name
    | Industry | occupationalCategory`,
  employmentType: prose`employment_type | employmentType | employment_type_code | employment_type_text
    | employmentStatusLabel | type | type.id | type.name | job_type | Job_Type | position_type | kind_pretty
    | categories.commitment | contract_type | contract_type.en | contract_type.fr | typeOfEmployment.id
    | typeOfEmployment.label | employmentType.label`,
  salary: {
    text: "salary | salary_pretty | salary_indication",
    min: `salary.min | salaryRange.min | compensation_minimum | ${PAY}.minValue`,
    max: `salary.max | salaryRange.max | compensation_maximum | ${PAY}.maxValue`,
    currency: `salary.currency | salaryRange.currency | compensation_currency | ${PAY}.currencyCode`,
    period: `salary.period | salaryRange.interval | compensation_frequency | ${PAY}.interval`,
  },
  language: "language | language.code | inLanguage",
  postedAt: prose`first_published | first_published_at | published_at | publishedAt | published_date | published_on
    | published | PublishedDate | releasedDate | publish_date | created_at | createdAt | createdOn | datePosted
    | pubDate`,
  updatedAt: "updated_at | updatedAt | updated | time_updated",
  description: prose`descriptionPlain | content_plain
    | description + requirements + key_responsibilities + skills_knowledge_expertise + benefits | descriptionHtml
    | Description | content | summary | text | description.role + description.company`,
  company: prose`company_name | company.name | companyName | organization_name | subcompany | author.name | employer
    | company | hiringOrganization.name | hiringOrganization`,
} satisfies JobFields;

/** Left in by templates. */
const PLACEHOLDER = /^(?:UNAVAILABLE|N\/?A|none|null|undefined|\$\{.*\})$/i;

/** The job in a row of JSON, or of an XML feed, whose texts have entities. Never throws. */
export function jobOfRow(row: Row, given?: JobFields): RawJob {
  const { places, salary, employmentType, description, ...others }: JobFields = { ...USUAL, ...given };
  const job: RawJob = Object.fromEntries(Object.entries(others).map(([field, where]) => [field, toldAt(row, where)]));
  job.places = typeof places === "function" ? places(row) : placesAt(row, places ?? []);
  job.employmentType = allAt(row, employmentType);
  job.description = allAt(row, description).join("\n");
  if (typeof salary === "function") job.salary = salary(row);
  else if (salary) {
    const { text, ...parts } = salary;
    job.salary =
      salaryInText(string(valueAt(row, text)), string(job.country)) ??
      Object.fromEntries(Object.entries(parts).map(([part, where]) => [part, valueAt(row, where)]));
  }
  return job;
}

/** Where each item of a list has a heading and a text: `lists[]`, `name`, `value`. */
export const sections = (list: string, heading: string, text: string) => (row: Row) =>
  nodesAt(row, list)
    .map((item) => `${valueAt(item, heading) ?? ""} ${valueAt(item, text) ?? ""}`)
    .join("\n");

function toldAt(row: unknown, where: Where | undefined): unknown {
  const value = valueAt(row, where);
  return typeof value === "string" && PLACEHOLDER.test(value) ? null : value;
}

function allAt(row: Row, where: Where = ""): unknown[] {
  return typeof where === "function" ? [where(row)].flat() : valuesAt(row, where);
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
    const parts = { city: toldAt(node, city), region: toldAt(node, region), country: toldAt(node, country) };
    const whole = parts.city === null ? toldAt(node, or) : null;
    return Object.values(parts).some((part) => part !== null) || whole !== null ? [whole ?? parts] : [];
  });
}

/** An XML feed with its entities resolved: the parser leaves them. */
export function decodedFeed(value: unknown): unknown {
  if (typeof value === "string") return decodeEntities(value);
  if (Array.isArray(value)) return value.map(decodedFeed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decodedFeed(part)]));
}
