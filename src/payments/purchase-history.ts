import { desc, eq } from "drizzle-orm";
import { drizzle, type Row } from "../platform/database.ts";
import { machinePayments, purchases } from "../platform/schema.ts";
import { PURCHASE_COLUMNS, type Purchase } from "./purchases.ts";

export type ListedPurchase = Purchase & {
  createdAt: number;
  /** The payment of a purchase by a wallet; else null. */
  wallet: (Pick<Row<typeof machinePayments>, "reference" | "payer"> & { transaction: string | null }) | null;
};

/** An organisation's latest purchases, newest first. `createdAt` is milliseconds. */
export async function readPurchases(db: D1Database, organisationId: string, limit: number): Promise<ListedPurchase[]> {
  const { reference, payer, transactionHash: transaction } = machinePayments;
  const read = drizzle(db)
    .select({ ...PURCHASE_COLUMNS, createdAt: purchases.createdAt, wallet: { reference, payer, transaction } })
    .from(purchases)
    .leftJoin(machinePayments, eq(machinePayments.purchaseId, purchases.id))
    .where(eq(purchases.organisationId, organisationId))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(limit);
  return read.all();
}
