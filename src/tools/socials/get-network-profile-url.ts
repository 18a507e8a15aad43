import * as z from "zod";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { personCalled } from "../../sources/people/people.ts";
import { PEOPLE_SOURCE_CODES } from "../fields/answer-codes.ts";
import { outcomeFields } from "../fields/answers.ts";
import { NO_TITLE_FILTER, personNameInput, titleFilterInput } from "../fields/inputs.ts";
import { defineTool } from "../tool.ts";
import { provenanceOfPeople } from "./employees.ts";

export const getNetworkProfileUrl = defineTool({
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
    url: z.string().nullable().describe("Address of the profile; null when none was found"),
    name: z.string().describe("The person's name as the source writes it; the requested name when no person was found"),
    domain: z.string().describe("The normalised domain that was looked up"),
    location: z.string().nullable().describe("City or region of the person"),
    title: z.string().nullable().describe("Job title of the person"),
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
