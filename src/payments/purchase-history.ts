import { desc, eq } from "drizzle-orm";
import { drizzle, mapDatabaseErrors } from "../platform/database.ts";
import { purchases } from "../platform/schema.ts";
import { PURCHASE_COLUMNS, type Purchase } from "./purchases.ts";

/** An organisation's latest purchases, newest first. `createdAt` is milliseconds. */
export async function readPurchases(
  db: D1Database,
  organisationId: string,
  limit: number,
): Promise<(Purchase & { createdAt: number })[]> {
  const read = drizzle(db)
    .select({ ...PURCHASE_COLUMNS, createdAt: purchases.createdAt })
    .from(purchases)
    .where(eq(purchases.organisationId, organisationId))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(limit);
  return mapDatabaseErrors(() => read.all());
}
