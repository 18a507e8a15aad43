import * as z from "zod";
import type { MailDomain } from "../../sources/emails/mail-domain.ts";
import type { EmailChecks } from "../../sources/emails/person-email.ts";

/** Output fields that the two email tools share (docs/contract.md, section 5). */
export const emailFields = {
  is_catch_all: z
    .boolean()
    .nullable()
    .describe("Whether the domain takes mail for any address; null unless a verifier has tried it"),
  mx: z
    .looseObject({
      accepts_mail: z
        .boolean()
        .nullable()
        .describe("False when the DNS says that no mail is taken; null when not asked"),
      provider: z
        .string()
        .nullable()
        .describe("Who runs the mail hosts, e.g. google, microsoft, own, other; null without mail hosts"),
    })
    .describe("What the DNS says of the domain"),
  checks: z
    .looseObject({
      disposable: z.boolean().describe("Anybody can have an address there for an hour"),
      free_provider: z.boolean().describe("Anybody can have an address there"),
      role: z.boolean().describe("The address is of a function, such as info or sales"),
    })
    .describe("What is known of any such address"),
};

/** The fields of an answer that {@link emailFields} describes, without `is_catch_all`. */
export function mailFields(mail: MailDomain | null, checks: EmailChecks) {
  const accepts = mail && (mail.status === "accepted" || mail.status === "implicit");
  return { mx: { accepts_mail: accepts, provider: mail?.provider ?? null }, checks };
}

/** The DNS records that were asked, as a URI (RFC 4501). */
export function dnsEvidence(domain: string, mail: MailDomain | null) {
  return mail ? [{ url: `dns:${domain}?type=MX`, kind: "dns" }] : [];
}
