import * as z from "zod";
import { defineTool, text } from "../tool.ts";
import { employeeListInput, employeeListOutput, listEmployees } from "./employee-list.ts";

export const searchNetworkCompanyEmployees = defineTool({
  name: "search_network_company_employees",
  category: "socials",
  aboutPeople: true,
  cost: 5,
  title: "Search employees of a company by title",
  description: `Returns name, title and profile address of the people who work at a company, 1 to 50 a page. Sources, filter, order
    and pages are those of list_network_company_employees, which also returns seniority, location, email and who confirms each person.
    {network} itself is never fetched.`,
  input: employeeListInput,
  output: employeeListOutput(
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
