import { newOrganisationId } from "../../lib/ids.ts";
import { type Row, transact } from "../../platform/database.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import type { organisations } from "../../platform/schema.ts";
import { ownerOf } from "./payment-claims.ts";

export type WalletOrganisation = Pick<Row<typeof organisations>, "plan" | "balance" | "owed"> & {
  organisationId: string;
  /** 1 while an operator has blocked it. */
  isBlocked: number;
};

/** A wallet of one network. A signature for a test network must not give access to what was paid for with real money. */
export function walletAddress(network: string, payer: string): string {
  return `${network}:${payer}`.toLowerCase();
}

/** The organisation created by a wallet's payments without a key; null without one, or when an owner has taken it over. */
export function findWallet(db: D1Database, address: string): Promise<string | null> {
  const find = `SELECT o.id FROM wallets w JOIN organisations o ON o.id = w.organisation_id
    WHERE w.address = ? AND w.is_linked = 1 AND o.merged_into IS NULL AND o.blocked_at IS NULL`;
  return db.prepare(find).bind(address).first<string>("id");
}

/** The organisation of a wallet, made at its first payment, or the first after an owner took it over without it. */
export async function openWallet(env: Env, network: string, payer: string): Promise<WalletOrganisation> {
  const values = {
    address: walletAddress(network, payer),
    id: newOrganisationId(await numberOfEmptiest(env)),
    now: Date.now(),
  };
  const results = await transact<WalletOrganisation>(env.DB, values, [
    `INSERT INTO wallets (address, organisation_id, created_at) VALUES (@address, @id, @now)
     ON CONFLICT (address) DO UPDATE SET organisation_id = excluded.organisation_id, created_at = excluded.created_at,
       is_linked = 1 WHERE is_linked = 0`,
    `INSERT INTO organisations (id, plan, created_at)
     SELECT organisation_id, 'anonymous', created_at FROM wallets WHERE address = @address ON CONFLICT DO NOTHING`,
    `SELECT o.id AS organisationId, o.plan, o.balance, o.owed, o.blocked_at IS NOT NULL AS isBlocked FROM wallets w
     JOIN organisations o ON o.id = ${ownerOf("w.organisation_id")} WHERE w.address = @address`,
  ]);
  return results[2]?.results[0] as WalletOrganisation;
}
