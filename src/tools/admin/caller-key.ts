import { and, eq, gt, isNull } from "drizzle-orm";
import { AppError } from "../../errors.ts";
import { drizzle } from "../../platform/database.ts";
import { apiKeys, connections } from "../../platform/schema.ts";
import type { ToolContext } from "../tool.ts";

/** `capPerDay` is null without a daily cap; `isCapped`: its connection has a cap. */
type CallerKey = { hash: string; capPerDay: number | null; isCapped: boolean };

/** The key that what the caller makes is bound to; null for the owner. Throws `invalid_token` when it has ended. */
export async function callerKey({ env, caller }: ToolContext): Promise<CallerKey | null> {
  if (caller.sessionHash) return null;
  const isActive = and(
    eq(apiKeys.organisationId, caller.organisationId),
    eq(apiKeys.id, caller.keyId),
    isNull(apiKeys.revokedAt),
    gt(apiKeys.expiresAt, Date.now()),
  );
  const find = drizzle(env.DB)
    .select({ hash: apiKeys.hash, capPerDay: apiKeys.capPerDay, remaining: connections.remaining })
    .from(apiKeys)
    .leftJoin(connections, eq(connections.id, apiKeys.connectionId))
    .where(isActive);
  const key = await find.get();
  if (!key) throw new AppError("invalid_token", "The key is not active any more.");
  return { hash: key.hash, capPerDay: key.capPerDay, isCapped: key.remaining !== null };
}
