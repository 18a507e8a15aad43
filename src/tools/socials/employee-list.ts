import * as z from "zod";
import type { SourceContext } from "../../platform/outbound/context.ts";
import type { Person } from "../../readers/people/person.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { peopleOf } from "../../sources/people/people.ts";
import { oneOf, PEOPLE_SOURCE_CODES } from "../fields/answer-codes.ts";
import { provenanceOf, standardFields } from "../fields/standard-fields.ts";
import { NO_TITLE_FILTER, titleFilterInput, titleFilterOutput } from "../fields/title-filter-input.ts";
import { list } from "../tool.ts";

/** Shared parts of the two tools that list a company's people. docs/contract.md, section 5, "Data shapes". */
const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 10;
const MAX_EVIDENCE = 50;

export const employeeListInput = z.object({
  domain: companyDomain,
  title_filters: titleFilterInput.optional(),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe("People per page, 1 to 50"),
  page: z.int().min(1).default(1).describe("Page number, from 1"),
});

/** The output of a list whose people look like `employee`. */
export function employeeListOutput<Employee extends z.ZodType>(employee: Employee) {
  return z.looseObject({
    domain: z.string().describe("The normalised domain that was looked up"),
    employees: z.array(employee).describe("People on this page, the chief executive first, then by rank and name"),
    page: z.int().describe("The requested page"),
    limit: z.int().describe("The requested page size"),
    total: z.int().describe("People on all pages"),
    has_more: z.boolean().describe("True when there is a next page"),
    title_filter: titleFilterOutput,
    status: z
      .enum(["ok", "partial", "not_found"])
      .describe("not_found: no known person matches; partial: a source failed or returned only a part"),
    sources: list("Each source that was asked, and its result", {
      source: oneOf(PEOPLE_SOURCE_CODES),
      state: oneOf(["found", "not_found", "not_configured", "skipped", "failed"]),
    }),
    ...standardFields(PEOPLE_SOURCE_CODES),
  });
}

/** One page of a company's people, each shown by `show`. Throws the sources' errors when none of them has any. */
export async function listEmployees<Employee>(
  { domain, title_filters: filter = NO_TITLE_FILTER, limit, page }: z.output<typeof employeeListInput>,
  context: SourceContext,
  show: (person: Person) => Employee,
) {
  const offset = (page - 1) * limit;
  const { people, total, isPartial, sources } = await peopleOf(context, { domain, filter }, { offset, limit });
  const status: "partial" | "not_found" | "ok" = isPartial ? "partial" : total === 0 ? "not_found" : "ok";
  return {
    domain,
    employees: people.map(show),
    page,
    limit,
    total,
    has_more: total > offset + limit,
    title_filter: { parsed: filter.parsed, warnings: filter.warnings },
    status,
    sources,
    ...provenance(people),
  };
}

/** Standard fields of an answer with `people`: the lowest confidence and the oldest date among them. */
export function provenance(people: Person[]) {
  const evidence = new Map(people.flatMap((person) => person.evidence).map((item) => [item.url, item]));
  return provenanceOf({
    source: people[0]?.source ?? null,
    confidence: people.length > 0 ? Math.min(...people.map(({ confidence }) => confidence)) : 0,
    evidence: [...evidence.values()].slice(0, MAX_EVIDENCE),
    observedAt: Math.min(Date.now(), ...people.map(({ lastSeenAt }) => lastSeenAt)),
    cached: people.some((person) => person.cached),
    demo: people.some(({ demo }) => demo),
  });
}
