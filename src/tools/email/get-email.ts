import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { utf8 } from "../../lib/bytes.ts";
import { isObject } from "../../lib/loose-json.ts";
import { words } from "../../lib/words.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { mailDomain } from "../../readers/words/company-domain.ts";
import { findEmail } from "../../sources/emails/person-email.ts";
import { codeField, PEOPLE_SOURCE_CODES } from "../fields/answer-codes.ts";
import { personNameInput } from "../fields/inputs.ts";
import { provenanceOf, standardFields } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";
import { dnsEvidence, emailFields, mailFields } from "./email-fields.ts";

const MAX_PARAMETER_BYTES = 4_096;
const MAX_LABEL_LENGTH = 200;

type Parameters = Record<string, unknown>;

/** Kept as parsed, because a schema of its own would drop keys or change their order. */
const inputParameters = z
  .unknown()
  .refine((value) => value === null || isObject(value), "Send a JSON object.")
  .refine((value) => !isObject(value) || value.source == null || typeof value.source === "string", {
    message: "must be text",
    path: ["source"],
  })
  .refine(
    (value) => utf8(JSON.stringify(value)).length <= MAX_PARAMETER_BYTES,
    `Send at most ${MAX_PARAMETER_BYTES} bytes of JSON.`,
  )
  .transform((value) => value as Parameters | null)
  .meta({
    type: "object",
    properties: { source: { type: "string", description: "Your label for the call, stored in the usage record" } },
    description: "Any JSON of yours, at most 4 kB; returned as sent.",
  });

/** A field that was probably meant to be `source`. */
function isLikeSource(name: string): boolean {
  return name.length <= 8 && distance(name.toLowerCase(), "source") <= 2;
}

/** The three before the last two belong to guesses. */
const REASONS =
  words(`free_mail_domain disposable_domain domain_has_no_dns domain_takes_no_mail name_has_no_latin_form no_usable_address
  person_objected no_address_of_the_company_seen addresses_of_the_company_show_no_pattern site_not_read_completely
  name_has_one_word too_unlikely`);

export const getEmail = defineTool({
  name: "get_email",
  category: "email",
  aboutPeople: true,
  cost: 5,
  title: "Business email address of a person",
  description: `Returns a person's business email address from full name and company domain, with how it was found and how likely it
    is right. \`published\`: the company's own pages or the operator's directory show it. \`pattern\`: derived from other addresses of the
    company. \`guess\`: derived from what is common in companies of that size; often wrong. \`verified\`: a vendor has checked it.
    \`confidence\` is the share of such answers that are right, fitted on the addresses that staff of 500 companies use in public version
    control and checked on others (\`npm run bench:email\` has a made-up population like it): about one address in five follows no
    pattern, so an address derived from one or more colleagues is right in about 70 of 100 cases, a guess in 35. An address that is less
    likely to be right than the deployment sells (0.3 by default), free-mail and disposable domains, domains without mail, names of one
    word and names without a Latin form are \`not_found\` with a \`reason\`. No mail server is probed. Takes up to 15 seconds for a site
    not seen before; pages are cached for 7 days. To list people first, use search_network_company_employees.`,
  input: z.object({ name: personNameInput, domain: mailDomain, input_parameters: inputParameters.optional() }),
  output: z.looseObject({
    email: z.string().nullable().describe("The address; null when none was found"),
    domain: z.string().describe("The normalised domain that was looked up"),
    is_catch_all: emailFields.is_catch_all,
    input_parameters: z.record(z.string(), z.unknown()).nullable().describe("As sent; null when not sent"),
    status: z.enum(["published", "pattern", "guess", "verified", "not_found"]).describe("How the address was found"),
    reason: codeField(REASONS, "Why there is no address, or only a guess"),
    pattern: z.string().nullable().describe("Pattern of the address, e.g. {first}.{last}"),
    alternatives: z.array(z.string()).describe("Up to three other addresses, likeliest first"),
    mx: emailFields.mx,
    checks: emailFields.checks,
    ...standardFields([...PEOPLE_SOURCE_CODES, "hunter", "pattern_shares"]),
  }),
  example: { name: "Ada Brandt", domain: "acme-robotics.example", input_parameters: { source: "crm" } },
  label({ input_parameters: parameters }) {
    const source = isObject(parameters) ? parameters.source : null;
    return typeof source === "string" ? plainText(source, MAX_LABEL_LENGTH) || null : null;
  },
  async run({ name, domain, input_parameters: parameters }, context) {
    const misspelt = Object.keys(parameters ?? {}).find((name) => name !== "source" && isLikeSource(name));
    const answer = await findEmail(context, { name: name.parsed, text: name.text, domain });
    const { found, reason, mail, checks } = answer;
    return {
      email: found?.email ?? null,
      domain,
      is_catch_all: found?.isCatchAll ?? null,
      input_parameters: parameters ?? null,
      status: found?.status ?? ("not_found" as const),
      reason,
      pattern: found?.pattern ?? null,
      alternatives: found?.alternatives ?? [],
      ...mailFields(mail, checks),
      ...provenanceOf({
        ...{ source: null, confidence: 0, observedAt: Date.now(), cached: false },
        ...found,
        // Directory rows may have no page, and address patterns have none.
        evidence: found?.evidence.length ? found.evidence : dnsEvidence(domain, mail),
      }),
      ...(misspelt && { warnings: [`input_parameters.${misspelt}: is returned, not read; did you mean source?`] }),
    };
  },
});
