import * as z from "zod";
import { PRIVACY_LINK_LIFETIME_SECONDS } from "../../constants.ts";
import { PRIVACY_REQUESTS, readPrivacyForm } from "../../privacy/form.ts";
import { openPrivacyRequest } from "../../privacy/records.ts";
import { adminTool } from "../tool.ts";

export const submitPrivacyRequest = adminTool({
  name: "submit_privacy_request",
  title: "Request or delete personal data",
  description: `Requests, on behalf of a person, to see the data stored about them (access), to delete it (erasure), or to stop its
    use (objection). The request takes effect only after the person opens the link mailed to them, which also shows the result; the answer
    here is the same whether data is stored or not. Send name and company domain together to cover data stored without the address. After
    an erasure or objection no tool shows the person, from any source.`,
  input: z.object({
    email: z.string().max(320).describe("Address of the person concerned; the link is mailed there"),
    type: z.enum(PRIVACY_REQUESTS).describe("Kind of request"),
    name: z.string().max(200).optional().describe("Full name; give domain too"),
    domain: z.string().max(2_048).optional().describe("Web domain of the company; give name too"),
  }),
  output: z.looseObject({
    status: z.literal("confirmation_sent").describe("The link was mailed"),
    type: z.enum(PRIVACY_REQUESTS),
    email: z.string().describe("Address the link was mailed to"),
    expires_in: z.int().describe("Seconds until the link expires"),
  }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: {
    email: "ada.brandt@acme-robotics.example",
    type: "access",
    name: "Ada Brandt",
    domain: "acme-robotics.example",
  },
  async run(input, { env, config, client, baseUrl }) {
    const request = readPrivacyForm(input);
    await openPrivacyRequest(env, config, { request, ip: client.ip, baseUrl });
    const { type, email } = request;
    return { status: "confirmation_sent" as const, type, email, expires_in: PRIVACY_LINK_LIFETIME_SECONDS };
  },
});
