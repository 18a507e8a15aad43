import { mapDatabaseErrors } from "../platform/database.ts";
import type { Purchase } from "./purchases.ts";

/** An organisation's latest purchases, newest first. `createdAt` is milliseconds. */
export async function readPurchases(
  db: D1Database,
  organisationId: string,
  limit: number,
): Promise<(Purchase & { createdAt: number })[]> {
  const read = `SELECT id, organisation_id AS organisationId, kind, provider, amount_cents AS amountCents, tokens, state,
      created_at AS createdAt
    FROM purchases WHERE organisation_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`;
  const { results } = await mapDatabaseErrors(() =>
    db.prepare(read).bind(organisationId, limit).all<Purchase & { createdAt: number }>(),
  );
  return results;
}
