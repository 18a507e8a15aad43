import * as z from "zod";
import { MAX_WEBHOOK_ENDPOINTS } from "../../constants.ts";
import { ENDPOINT_ID } from "../../webhooks/endpoints.ts";

const ENDPOINT_WANTED =
  "must be the id of a webhook endpoint, from list_webhook_endpoints; the owner adds endpoints in the console";

/** Where events are delivered: ids, never URLs, because a model that reads hostile pages could send data anywhere. */
export const deliver = z
  .array(z.string().regex(ENDPOINT_ID, ENDPOINT_WANTED))
  .max(MAX_WEBHOOK_ENDPOINTS)
  .describe("Webhook endpoints, from list_webhook_endpoints");
