import { distance } from "fastest-levenshtein";
import * as z from "zod";
import { utf8 } from "../../lib/bytes.ts";
import { isObject } from "../../lib/loose-json.ts";
import { words } from "../../lib/words.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { mailDomain } from "../../readers/words/company-domain.ts";
import { verifyEmail as verify } from "../../sources/emails/email-verdict.ts";
import type { MailDomain } from "../../sources/emails/mail-domain.ts";
import { type EmailChecks, findEmail } from "../../sources/emails/person-email.ts";
import { codeField, PEOPLE_SOURCE_CODES } from "../fields/answer-codes.ts";
import { provenanceOf, standardFields } from "../fields/answers.ts";
import { personNameInput } from "../fields/inputs.ts";
import { defineTool, object, text } from "../tool.ts";

const flag = z.boolean().nullable();

/** Output fields that the two email tools share (docs/contract.md, section 5). */
const emailFields = {
  is_catch_all: flag.describe("Whether the domain accepts mail for any address; null unless a verifier has tested it"),
  mx: object("The domain's mail servers in DNS", {
    accepts_mail: flag.describe("False when DNS says that the domain accepts no mail; null when not asked"),
    provider: text.describe(
      "Provider of the mail servers, e.g. google, microsoft, own, other; null when there are none",
    ),
  }),
  checks: object("Checks of the address itself", {
    disposable: z.boolean().describe("The domain hands out throw-away addresses"),
    free_provider: z.boolean().describe("The domain is a free mail provider"),
    role: z.boolean().describe("The address belongs to a function, such as info or sales"),
  }),
};

const MAX_PARAMETER_BYTES = 4_096;
const MAX_LABEL_LENGTH = 200;

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
  .transform((value) => value as Record<string, unknown> | null)
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
const FIND_REASONS =
  words(`free_mail_domain disposable_domain domain_has_no_dns domain_takes_no_mail name_has_no_latin_form no_usable_address
  person_objected no_address_of_the_company_seen addresses_of_the_company_show_no_pattern site_not_read_completely
  name_has_one_word too_unlikely`);

const getEmail = defineTool({
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
    reason: codeField(FIND_REASONS, "Why there is no address, or only a guess"),
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

const VERIFY_REASONS =
  words(`bad_syntax domain_has_no_dns domain_takes_no_mail domain_has_no_mail_host disposable_domain free_mail_domain
  domain_accepts_all mailbox_does_not_exist mail_server_does_not_tell no_verifier daily_vendor_budget_used_up
  person_objected`);

const verifyEmail = defineTool({
  name: "verify_email",
  category: "email",
  aboutPeople: true,
  cost: 1,
  title: "Verify an email address",
  description: `Returns whether an email address is deliverable. \`invalid\`: the syntax is wrong, the domain does not exist or
    accepts no mail, or a verifier found no such mailbox. \`risky\`: a disposable domain, a catch-all domain, or one without mail hosts.
    \`valid\`: confirmed by a verifier. Without a verifier on this deployment, all other addresses are \`unknown\`. Answers at once
    without a verifier, within 15 seconds with one. No mail is sent and no mail server is probed.`,
  input: z.object({
    email: z.string().min(1).max(1_000).describe("The address to verify; text that is not an address is `invalid`"),
  }),
  output: z.looseObject({
    email: z.string().describe("The address as checked"),
    status: z.enum(["valid", "invalid", "risky", "unknown"]),
    reason: codeField(VERIFY_REASONS, "Why it is not valid"),
    ...emailFields,
    ...standardFields(["dns", "hunter"]),
  }),
  example: { email: "ada.brandt@acme-robotics.example" },
  async run({ email }, context) {
    const { isCatchAll, mail, checks, source, confidence, evidence, ...verdict } = await verify(context, email);
    return {
      ...verdict,
      is_catch_all: isCatchAll,
      ...mailFields(mail, checks),
      ...provenanceOf({ source, confidence, evidence, observedAt: Date.now(), cached: false }),
    };
  },
});

export const EMAIL_TOOLS = [getEmail, verifyEmail];

/** What {@link emailFields} describes, without `is_catch_all`. */
function mailFields(mail: MailDomain | null, checks: EmailChecks) {
  const accepts = mail && (mail.status === "accepted" || mail.status === "implicit");
  return { mx: { accepts_mail: accepts, provider: mail?.provider ?? null }, checks };
}

/** The DNS records that were queried, as a URI (RFC 4501). */
function dnsEvidence(domain: string, mail: MailDomain | null) {
  return mail ? [{ url: `dns:${domain}?type=MX`, kind: "dns" }] : [];
}
