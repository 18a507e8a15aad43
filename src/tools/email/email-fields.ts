import * as z from "zod";
import type { MailDomain } from "../../sources/emails/mail-domain.ts";
import type { EmailChecks } from "../../sources/emails/person-email.ts";
import { object, text } from "../tool.ts";

/** Output fields that the two email tools share (docs/contract.md, section 5). */
export const emailFields = {
  is_catch_all: z
    .boolean()
    .nullable()
    .describe("Whether the domain accepts mail for any address; null unless a verifier has tested it"),
  mx: object("The domain's mail servers in DNS", {
    accepts_mail: z
      .boolean()
      .nullable()
      .describe("False when DNS says that the domain accepts no mail; null when not asked"),
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

/** The fields of an answer that {@link emailFields} describes, without `is_catch_all`. */
export function mailFields(mail: MailDomain | null, checks: EmailChecks) {
  const accepts = mail && (mail.status === "accepted" || mail.status === "implicit");
  return { mx: { accepts_mail: accepts, provider: mail?.provider ?? null }, checks };
}

/** The DNS records that were queried, as a URI (RFC 4501). */
export function dnsEvidence(domain: string, mail: MailDomain | null) {
  return mail ? [{ url: `dns:${domain}?type=MX`, kind: "dns" }] : [];
}
