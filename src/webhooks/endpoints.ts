import { and, asc, eq } from "drizzle-orm";
import { AppError, invalidRequest } from "../errors.ts";
import { drizzle, type Row } from "../platform/database.ts";
import { webhookEndpoints } from "../platform/schema.ts";

export type WebhookEndpoint = Row<typeof webhookEndpoints>;

export const ENDPOINT_ID = /^wep_[0-9a-f]{32}$/;

/** The endpoints of an organisation, oldest first. Throws `temporarily_unavailable`. */
export async function listEndpoints(db: D1Database, organisationId: string): Promise<WebhookEndpoint[]> {
  const ofOrganisation = eq(webhookEndpoints.organisationId, organisationId);
  const find = drizzle(db).select().from(webhookEndpoints).where(ofOrganisation).orderBy(asc(webhookEndpoints.id));
  return find.all();
}

/** One endpoint of an organisation. Throws `not_found`, also for another organisation's, and `temporarily_unavailable`. */
export async function getEndpoint(db: D1Database, organisationId: string, id: string): Promise<WebhookEndpoint> {
  const ofOrganisation = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.organisationId, organisationId));
  const find = drizzle(db).select().from(webhookEndpoints).where(ofOrganisation);
  const endpoint = await find.get();
  if (!endpoint) throw new AppError("not_found", "Your workspace has no such webhook endpoint.");
  return endpoint;
}

/** Checks the ids in `deliver`. Throws `invalid_request` for one that is no active endpoint of the organisation. */
export async function requireActiveEndpoints(db: D1Database, organisationId: string, ids: readonly string[]) {
  if (ids.length === 0) return;
  const known = new Map((await listEndpoints(db, organisationId)).map((endpoint) => [endpoint.id, endpoint]));
  for (const id of ids) {
    const status = known.get(id)?.status;
    if (status === "active") continue;
    const problem = status
      ? `the webhook endpoint ${id} is ${status}`
      : `there is no webhook endpoint ${id.slice(0, 40)} in your organisation`;
    const advice =
      "list_webhook_endpoints lists them; the owner adds and verifies them in the console, under Webhooks.";
    throw invalidRequest(`deliver: ${problem}. ${advice}`);
  }
}
