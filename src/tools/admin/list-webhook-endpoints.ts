import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { PATHS } from "../../paths.ts";
import { listEndpoints } from "../../webhooks/endpoints.ts";
import { nextPage, pageEnd } from "../fields/paging.ts";
import { adminTool, rows, text } from "../tool.ts";

export const listWebhookEndpoints = adminTool({
  name: "list_webhook_endpoints",
  title: "Webhook endpoints",
  description: `Returns the organisation's webhook endpoints with id, host and status, oldest first, and the page where the owner
    adds them. Name ids of active ones in \`deliver\` of create_batch and create_watch to have events sent there, signed by Standard
    Webhooks. Only the owner can add, verify, disable and delete endpoints, at \`console_url\`; addresses and secrets are shown there
    alone. Also GET /api/v0/list_webhook_endpoints.`,
  input: z.object({}),
  output: z.looseObject({
    endpoints: rows({
      id: z.string(),
      host: z.string().describe("Host name of the endpoint's URL"),
      status: z
        .enum(["unverified", "active", "disabled"])
        .describe("Events go to active endpoints only; unverified: the receiver has not answered the challenge yet"),
      disabled_reason: text.describe(
        "owner, failures (5 days of failures), gone (it answered 410), not_me; null unless disabled",
      ),
      created_at: z.string(),
    }),
    ...nextPage,
    console_url: z.string().describe("Page where the owner, signed in, adds and manages endpoints"),
  }),
  example: {},
  get: true,
  async run(_input, { env, caller, baseUrl }) {
    const endpoints = await listEndpoints(env.DB, caller.organisationId);
    return {
      endpoints: endpoints.map(({ id, host, status, disabledReason, createdAt }) => {
        return { id, host, status, disabled_reason: disabledReason, created_at: isoTime(createdAt) };
      }),
      ...pageEnd(null),
      console_url: `${baseUrl}${PATHS.consoleWebhooks}`,
    };
  },
});
