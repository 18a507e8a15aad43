import { and, eq, gt, isNull } from "drizzle-orm";
import { AppError } from "../../errors.ts";
import { isoDay } from "../../lib/ids.ts";
import { drizzle } from "../../platform/database.ts";
import { apiKeys, connections } from "../../platform/schema.ts";
import type { ToolContext } from "../tool.ts";

/** What a batch or watch of the caller is bound to: its key and that key's spending caps, none for the owner. Throws `invalid_token`. */
export async function makerOf({ env, caller, baseUrl }: ToolContext) {
  const { organisationId, plan, keyId, connectionId = null } = caller;
  const maker = { organisationId, plan, connectionId, baseUrl };
  if (caller.sessionHash) return { ...maker, keyId: "console", keyHash: null, capSubjects: [] };
  const isActive = and(
    eq(apiKeys.organisationId, organisationId),
    eq(apiKeys.id, keyId),
    isNull(apiKeys.revokedAt),
    gt(apiKeys.expiresAt, Date.now()),
  );
  const key = await drizzle(env.DB)
    .select({ hash: apiKeys.hash, capPerDay: apiKeys.capPerDay, remaining: connections.remaining })
    .from(apiKeys)
    .leftJoin(connections, eq(connections.id, apiKeys.connectionId))
    .where(isActive)
    .get();
  if (!key) throw new AppError("invalid_token", "The key is not active any more.");
  const capSubjects: string[] = [];
  if (key.remaining !== null && connectionId) capSubjects.push(`connection:${connectionId}`);
  if (key.capPerDay !== null) capSubjects.push(`day:${isoDay(Date.now())}:${keyId}`);
  return { ...maker, keyId, keyHash: key.hash, capSubjects };
}
