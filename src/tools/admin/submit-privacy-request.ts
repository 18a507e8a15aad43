import * as z from "zod";
import { PRIVACY_LINK_LIFETIME_SECONDS } from "../../config.ts";
import { readPrivacyForm } from "../../privacy/form.ts";
import { openPrivacyRequest, PRIVACY_REQUESTS } from "../../privacy/requests.ts";
import { defineTool } from "../tool.ts";

export const submitPrivacyRequest = defineTool({
  name: "submit_privacy_request",
  category: "admin",
  cost: 0,
  title: "Ask for one's own data, or have it deleted",
  description:
    "Asks, for a person, to see what is stored about them (access), to have it deleted (erasure), or that it no longer be used (objection). It takes effect, and answers, only through a link mailed to that person; the answer here is the same whether anything is stored or not. Name and company domain, given together, also cover what is stored without the address. After an erasure or objection no tool shows the person, whatever the source.",
  input: z.object({
    email: z.string().max(320).describe("Address of the person concerned; the link is mailed there"),
    type: z.enum(PRIVACY_REQUESTS).describe("What is asked for"),
    name: z.string().max(200).optional().describe("Full name; give domain too"),
    domain: z.string().max(2_048).optional().describe("Web domain of the company; give name too"),
  }),
  output: z.looseObject({
    status: z.literal("confirmation_sent").describe("The link is on its way"),
    type: z.enum(PRIVACY_REQUESTS),
    email: z.string().describe("Where the link was mailed"),
    expires_in: z.int().describe("Seconds for which the link is good"),
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
