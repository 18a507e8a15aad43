import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { ownNames } from "../../readers/company/name-likeness.ts";
import { readTitle } from "../../readers/titles/job-title.ts";
import { defineTool, text } from "../tool.ts";
import { employeeListInput, employeeListOutput, listEmployees } from "./employee-list.ts";

export const listNetworkCompanyEmployees = defineTool({
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
  input: employeeListInput,
  output: employeeListOutput(
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
