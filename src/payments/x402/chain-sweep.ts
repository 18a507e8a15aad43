import type { Config } from "../../config.ts";
import { keepState, readState } from "../../ledger/progress.ts";
import { newId } from "../../lib/ids.ts";
import { log } from "../../lib/log.ts";
import { type Row, sql } from "../../platform/database.ts";
import type { machinePayments } from "../../platform/schema.ts";
import { BLOCKS_SEARCHED, finalBlock, listPayments, listTransfers } from "./chain.ts";
import type { Reach } from "./facilitator.ts";
import { bookPayment } from "./payment-claims.ts";
import { UNITS_PER_TOKEN } from "./payment-offer.ts";
import { type Terms, termsOf } from "./payment-terms.ts";
import { referenceFor } from "./read-payment.ts";
import { openWallet } from "./wallet-calls.ts";

/** Blocks are read once so many are new: ten minutes of Base. */
const MIN_BLOCKS = 300;
const RANGES_PER_RUN = 10;

/**
 * Reads the transfers to `X402_PAY_TO` from the chain, and credits payments by authorisation that the ledger lacks to their wallet's
 * organisation, once. D1 notes the last block that was read, so that the blocks after a restore of D1 are read again.
 */
export async function sweepChain(env: Env, config: Config): Promise<void> {
  // Payments on a test network are for loopback only.
  const terms = termsOf(config, config.BASE_URL ? new URL(config.BASE_URL).hostname : "");
  if (!terms) return;
  const reach = { env, config };
  const name = `chain_read:${terms.id}:${terms.payTo}`.toLowerCase();
  try {
    const end = await finalBlock(reach, terms);
    const noted = await readState(env.DB, name);
    if (noted === null) return await keepState(env.DB, name, String(end));
    let first = Number(noted) + 1;
    for (let range = 0; range < RANGES_PER_RUN && end - first >= MIN_BLOCKS; range++) {
      const last = Math.min(end, first + BLOCKS_SEARCHED - 1);
      const isRead = await bookMissing(reach, terms, [first, last]);
      if (!isRead) return;
      await keepState(env.DB, name, String(last));
      first = last + 1;
    }
  } catch (cause) {
    log("error", "chain_not_read", { cause });
  }
}

/** False when a call runs on a payment that is on the chain already: its range is read again, when the call has ended. */
async function bookMissing(reach: Reach, terms: Terms, blocks: [number, number]): Promise<boolean> {
  const { DB } = reach.env;
  const transfers = await listTransfers(reach, terms, blocks);
  const find = `SELECT payer, transaction_hash AS "transaction" FROM machine_payments
    WHERE payer IN (SELECT value FROM json_each(@payers)) AND transaction_hash IN (SELECT value FROM json_each(@transactions))`;
  const { results } = await sql(DB, find, {
    payers: JSON.stringify([...new Set(transfers.map(({ payer }) => payer))]),
    transactions: JSON.stringify([...new Set(transfers.map(({ transaction }) => transaction))]),
  }).all<{ payer: string; transaction: string }>();
  const unknown = new Map(transfers.map(({ transaction }) => [transaction, 0]));
  for (const { transaction } of transfers) unknown.set(transaction, (unknown.get(transaction) ?? 0) + 1);
  for (const { transaction } of results) unknown.set(transaction, (unknown.get(transaction) ?? 0) - 1);
  for (const [transaction, count] of unknown) {
    if (count <= 0) continue;
    for (const payment of await listPayments(reach, terms, transaction))
      if (!(await bookTransfer(reach.env, terms, transaction, payment))) return false;
  }
  return true;
}

/** Credits one payment, unless the ledger has it or is about to. False while a call runs on it. */
async function bookTransfer(
  env: Env,
  { id, asset }: Terms,
  transaction: string,
  { payer, nonce, units }: { payer: string; nonce: string; units: bigint },
): Promise<boolean> {
  const reference = referenceFor(id, asset, payer, nonce);
  const tokens = Number(units / UNITS_PER_TOKEN);
  const find = "SELECT state, payload_json AS payloadJson FROM machine_payments WHERE reference = @reference";
  type Found = Pick<Row<typeof machinePayments>, "state" | "payloadJson">;
  const read = () => sql(env.DB, find, { reference }).first<Found>();
  let row = await read();
  if (!row && tokens > 0) {
    const now = Date.now();
    const { organisationId } = await openWallet(env, id, payer);
    const insert = `INSERT INTO machine_payments (reference, organisation_id, payer, purchase_id, tokens, valid_before, state,
        created_at) VALUES (@reference, @organisationId, @payer, @purchaseId, @tokens, 0, 'settling', @now) ON CONFLICT DO NOTHING`;
    const values = { reference, organisationId, payer, purchaseId: newId(now), tokens, now };
    await sql(env.DB, insert, values).run();
    row = await read();
  }
  // Without a payload it is this sweep's, which may have died before it booked it, or was given up on the word of a node.
  if (row && row.state !== "paid" && row.payloadJson === null) {
    await bookPayment(env, reference, transaction);
    log("warn", "payment_found_on_chain", { reference, transaction });
  }
  return row?.state !== "running";
}
