import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { ownNames } from "../../readers/company/name-likeness.ts";
import type { Person } from "../../readers/people/person.ts";
import { readTitle } from "../../readers/titles/job-title.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { peopleOf } from "../../sources/people/people.ts";
import { oneOf, PEOPLE_SOURCE_CODES } from "../fields/answer-codes.ts";
import { provenanceOf, standardFields } from "../fields/answers.ts";
import { NO_TITLE_FILTER, titleFilterInput, titleFilterOutput } from "../fields/inputs.ts";
import { defineTool, list, text } from "../tool.ts";

const MAX_EVIDENCE = 50;

const input = z.object({
  domain: companyDomain,
  title_filters: titleFilterInput.optional(),
  limit: z.int().min(1).max(50).default(10).describe("People per page, 1 to 50"),
  page: z.int().min(1).default(1).describe("Page number, from 1"),
});

/** The output of a list whose people look like `employee`. */
function outputOf<Employee extends z.ZodType>(employee: Employee) {
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
async function listEmployees<Employee>(
  { domain, title_filters: filter = NO_TITLE_FILTER, limit, page }: z.output<typeof input>,
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
    ...provenanceOfPeople(people),
  };
}

const listNetworkCompanyEmployees = defineTool({
  name: "list_network_company_employees",
  category: "socials",
  aboutPeople: true,
  cost: 30,
  title: "Employees of a company, in detail",
  description: `Returns the people who work at a company, 1 to 50 a page, with title, seniority, department, location, profile
    address, published email, and whether the company's own site or a vendor confirms them. Looks in the operator's directory, then on the
    company's own team pages, then at vendors if the operator has any; {network} itself is never fetched, so only people known there are
    listed. Titles are filtered by a boolean expression, the same for every source. For only names, titles and profiles use
    search_network_company_employees, which costs less.`,
  input,
  output: outputOf(
    z.looseObject({
      name: z.string().describe("Full name as the source writes it"),
      first_name: text.describe("Given names; the whole name when it is one word"),
      last_name: text.describe("Family name with its particles"),
      title: text.describe("Job title"),
      seniority: text.describe(
        "Rank in the title: owner, founder, c_suite, partner, vp, head, director, manager, senior, entry, intern",
      ),
      department: text.describe("Department in the title, e.g. sales, engineering, finance"),
      location: text.describe("City or region"),
      profile_url: text.describe("Address of the profile on {network}"),
      email: text.describe("Published or licensed address; never a guess"),
      verified: z.boolean().describe("Seen on the company's own site within 30 days, or confirmed by a vendor"),
      last_seen_at: z.string().describe("When a source last saw the person there, ISO 8601"),
      source: z.string().describe("Where the person was found: directory, own_site or a vendor"),
    }),
  ),
  example: { domain: "acme-robotics.example", title_filters: "(VP OR head OR director) sales NOT assistant", limit: 5 },
  async run(input, context) {
    const names = ownNames([input.domain], []);
    return listEmployees(input, context, (person) => ({
      name: person.name,
      first_name: person.firstName,
      last_name: person.lastName,
      title: person.title,
      ...readTitle(person.title, names),
      location: person.location,
      profile_url: person.profileUrl,
      email: person.email,
      verified: person.isVerified,
      last_seen_at: isoTime(person.lastSeenAt),
      source: person.source,
    }));
  },
});

const searchNetworkCompanyEmployees = defineTool({
  name: "search_network_company_employees",
  category: "socials",
  aboutPeople: true,
  cost: 5,
  title: "Search employees of a company by title",
  description: `Returns name, title and profile address of the people who work at a company, 1 to 50 a page. Sources, filter, order
    and pages are those of list_network_company_employees, which also returns seniority, location, email and who confirms each person.
    {network} itself is never fetched.`,
  input,
  output: outputOf(
    z.looseObject({
      name: z.string().describe("Full name as the source writes it"),
      title: text.describe("Job title"),
      profile_url: text.describe("Address of the profile on {network}"),
    }),
  ),
  example: { domain: "acme-robotics.example", title_filters: "(CEO OR CTO OR founder) NOT intern" },
  async run(input, context) {
    return listEmployees(input, context, ({ name, title, profileUrl }) => ({ name, title, profile_url: profileUrl }));
  },
});

export const EMPLOYEE_TOOLS = [listNetworkCompanyEmployees, searchNetworkCompanyEmployees];

/** Standard fields of an answer with `people`: the lowest confidence and the oldest date among them. */
export function provenanceOfPeople(people: Person[]) {
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
