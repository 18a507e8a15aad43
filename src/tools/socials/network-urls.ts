import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { findCompanyUrl } from "../../sources/companies/company-url.ts";
import { personCalled } from "../../sources/people/people.ts";
import { PEOPLE_SOURCE_CODES, SITE_REASONS } from "../fields/answer-codes.ts";
import { outcomeFields } from "../fields/answers.ts";
import { NO_TITLE_FILTER, personNameInput, titleFilterInput } from "../fields/inputs.ts";
import { defineTool, text } from "../tool.ts";
import { provenanceOfPeople } from "./employees.ts";

const getNetworkCompanyUrl = defineTool({
  name: "get_network_company_url",
  category: "socials",
  cost: 2,
  title: "Company page on {network}",
  description: `Returns the address of a company's page on {network}, from the company's web domain. Looks in the operator's
    directory, then on the company's own site (JSON-LD, rel=me, header and footer links, then up to three pages such as /about); {network}
    itself is never fetched. Takes up to 20 seconds for a site not seen before; answers are kept for 7 days. Without such a link the
    answer is \`url: null\` with a \`reason\`; nothing is guessed. Scripts are not run, so links that a script adds can be missed.`,
  input: z.object({ domain: companyDomain }),
  output: z.looseObject({
    url: text.describe("Address of the company page; null when none was found"),
    domain: z.string().describe("The normalised domain that was looked up"),
    alternatives: z.array(z.string()).describe("Other company pages that the same page links to"),
    redirected_to: text.describe("Domain that the home page redirects to, if different"),
    ...outcomeFields({
      sources: ["directory", "own_site", "pdl"],
      reasons: [...SITE_REASONS, "no_company_link", "several_companies_linked"],
    }),
  }),
  example: { domain: "acme-robotics.example" },
  async run({ domain }, context) {
    const { observedAt, redirectedTo, url, ...found } = await findCompanyUrl(context, domain);
    return {
      url,
      domain,
      status: url ? ("ok" as const) : ("not_found" as const),
      ...found,
      redirected_to: redirectedTo,
      observed_at: isoTime(observedAt),
    };
  },
});

const getNetworkProfileUrl = defineTool({
  name: "get_network_profile_url",
  category: "socials",
  aboutPeople: true,
  cost: 5,
  title: "Profile of a person on {network}",
  description: `Returns the address of a person's profile on {network}, from full name and company domain. Looks in the operator's
    directory, then on the company's own team pages, then at vendors if the operator has any; {network} itself is never fetched. Names are
    compared across accents, particles, short forms (Bob, Robert) and initials. When two people fit equally well the answer is not_found
    with \`ambiguous: true\`: give more of the name, or title_filters.`,
  input: z.object({
    name: personNameInput,
    domain: companyDomain,
    title_filters: titleFilterInput.optional(),
  }),
  output: z.looseObject({
    url: text.describe("Address of the profile; null when none was found"),
    name: z.string().describe("The person's name as the source writes it; the requested name when no person was found"),
    domain: z.string().describe("The normalised domain that was looked up"),
    location: text.describe("City or region of the person"),
    title: text.describe("Job title of the person"),
    ambiguous: z.boolean().describe("True when several people fit equally well, and therefore none is named"),
    ...outcomeFields({
      sources: PEOPLE_SOURCE_CODES,
      reasons: ["no_such_person", "ambiguous", "no_profile_known"],
      why: "Why there is no profile",
    }),
  }),
  example: { name: "Ada Brandt", domain: "acme-robotics.example" },
  async run({ name, domain, title_filters: filter = NO_TITLE_FILTER }, context) {
    const answer = await personCalled(context, { domain, name: name.parsed }, filter);
    if (answer.status !== "found") {
      const ambiguous = answer.status === "ambiguous";
      const reason = ambiguous ? "ambiguous" : "no_such_person";
      const nothing = { url: null, name: name.text, domain, location: null, title: null };
      return { ...nothing, status: "not_found" as const, ambiguous, reason, ...provenanceOfPeople([]) };
    }
    const { person, likeness } = answer;
    const from = provenanceOfPeople([person]);
    return {
      url: person.profileUrl,
      name: person.name,
      domain,
      location: person.location,
      title: person.title,
      status: person.profileUrl ? ("ok" as const) : ("not_found" as const),
      ambiguous: false,
      reason: person.profileUrl ? null : "no_profile_known",
      ...from,
      confidence: Math.round(from.confidence * likeness * 100) / 100,
    };
  },
});

export const NETWORK_URL_TOOLS = [getNetworkCompanyUrl, getNetworkProfileUrl];
