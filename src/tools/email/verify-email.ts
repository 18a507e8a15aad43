import * as z from "zod";
import { words } from "../../lib/words.ts";
import { verifyEmail as verify } from "../../sources/emails/email-verdict.ts";
import { codeField } from "../fields/answer-codes.ts";
import { provenanceOf, standardFields } from "../fields/standard-fields.ts";
import { defineTool } from "../tool.ts";
import { emailFields, mailFields } from "./email-fields.ts";

const MAX_TEXT_LENGTH = 1_000;

const REASONS =
  words(`bad_syntax domain_has_no_dns domain_takes_no_mail domain_has_no_mail_host disposable_domain free_mail_domain
  domain_accepts_all mailbox_does_not_exist mail_server_does_not_tell no_verifier daily_vendor_budget_used_up
  person_objected`);

export const verifyEmail = defineTool({
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
    email: z
      .string()
      .min(1)
      .max(MAX_TEXT_LENGTH)
      .describe("The address to verify; text that is not an address is `invalid`"),
  }),
  output: z.looseObject({
    email: z.string().describe("The address as checked"),
    status: z.enum(["valid", "invalid", "risky", "unknown"]),
    reason: codeField(REASONS, "Why it is not valid"),
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
