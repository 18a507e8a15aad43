import * as z from "zod";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { findCompanyUrl } from "../../sources/companies/company-url.ts";
import { SITE_REASONS } from "../fields/answer-codes.ts";
import { outcomeFields } from "../fields/answers.ts";
import { defineTool, text } from "../tool.ts";

export const getNetworkCompanyUrl = defineTool({
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
      observed_at: new Date(observedAt).toISOString(),
    };
  },
});
