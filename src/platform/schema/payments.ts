import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** A purchase is credited once, by the entry `purchase:{id}`; `reversed_tokens` of it have been deducted again. */
export const purchases = tableOf("purchases", {
  /** Chosen before the provider is called; the idempotency key of that call. */
  id: text().primaryKey(),
  organisationId: text().notNull(),
  /** `machine`: paid by a wallet; the row is written together with its credit. */
  kind: text({ enum: ["checkout", "auto_reload", "machine"] }).notNull(),
  provider: text({ enum: ["stripe", "test", "x402"] }).notNull(),
  amountCents: integer().notNull(),
  tokens: integer().notNull(),
  /** Only `paid` is final: a late payment is still credited. */
  state: text({ enum: ["pending", "paid", "failed", "expired"] })
    .notNull()
    .default("pending"),
  sessionId: text(),
  paymentIntentId: text(),
  reversedTokens: integer().notNull().default(0),
  /** When the cron next asks the provider; null when the outcome is known. */
  nextCheckAt: integer(),
  createdAt: integer().notNull(),
}).with((table) => [
  index("purchases_organisation").on(table.organisationId, table.createdAt),
  index("purchases_created").on(table.createdAt),
  index("purchases_payment_intent").on(table.paymentIntentId),
  index("purchases_due").on(table.nextCheckAt),
  uniqueIndex("purchases_one_reload_in_flight")
    .on(table.organisationId)
    .where(sql`${table.kind} = 'auto_reload' AND ${table.state} = 'pending'`),
]);

/**
 * Payments by wallets (x402), from before the facilitator is asked. `running`: a call without a key is running, and settlement
 * has not been requested. `settling`: the facilitator may have been asked. `paid` is credited, once, by the entry named like
 * `reference`; `failed` can never be paid any more.
 */
export const machinePayments = tableOf("machine_payments", {
  /** `x402:<network>:<asset>:<from>:<nonce>`, lower case: unique on the chain. */
  reference: text().primaryKey(),
  organisationId: text().notNull(),
  /** The payer's address, lower case. */
  payer: text().notNull(),
  purchaseId: text().notNull(),
  tokens: integer().notNull(),
  /** Payment and requirements as the facilitator takes them; null once it has ended. */
  payloadJson: text(),
  /** End of the authorisation, seconds. */
  validBefore: integer().notNull(),
  state: text({ enum: ["running", "settling", "paid", "failed"] }).notNull(),
  /** One request at a time settles it. */
  leaseUntil: integer().notNull().default(0),
  nextCheckAt: integer(),
  transactionHash: text(),
  /** Idempotency key of the call that it pays for, and SHA-256 of the call's tool and body. */
  idempotencyKey: text(),
  fingerprint: text(),
  /** Of a call without a key: its id, tool, and its answer until it is paid. */
  callId: text(),
  tool: text(),
  answerJson: text(),
  createdAt: integer().notNull(),
  endedAt: integer(),
}).with((table) => [
  index("machine_payments_payer").on(table.payer, table.createdAt),
  uniqueIndex("machine_payments_purchase").on(table.purchaseId),
  index("machine_payments_idempotency")
    .on(table.organisationId, table.idempotencyKey)
    .where(sql`${table.idempotencyKey} IS NOT NULL`),
  index("machine_payments_due").on(table.nextCheckAt).where(sql`${table.nextCheckAt} IS NOT NULL`),
  index("machine_payments_answers").on(table.endedAt).where(sql`${table.answerJson} IS NOT NULL`),
  // A wallet with two cents could sign fifty calls at once.
  uniqueIndex("machine_payments_one_unsettled_call")
    .on(table.payer)
    .where(sql`${table.callId} IS NOT NULL AND ${table.state} IN ('running', 'settling')`),
]);

/** Organisations of wallets that paid without a key. */
export const wallets = sqliteTable("wallets", {
  /** `<network>:<address>`, lower case. */
  address: text().primaryKey(),
  organisationId: text().notNull(),
  createdAt: integer().notNull(),
  /** False once a person has taken the organisation over, until they keep the wallet: it does not reach the organisation. */
  isLinked: integer({ mode: "boolean" }).notNull().default(true),
});

/** Refunds by Stripe per payment, including payments whose purchase is not credited yet. */
export const refunds = sqliteTable("refunds", {
  paymentIntentId: text().primaryKey(),
  /** The highest `amount_refunded` seen since `lowered_at`. */
  refundedCents: integer().notNull(),
  /** Time (seconds) of the event about a failed refund, the only event that lowers the amount. */
  loweredAt: integer().notNull().default(0),
});

/** Disputes of payments, also of those whose purchase is not credited yet. */
export const disputes = tableOf("disputes", {
  id: text().primaryKey(),
  paymentIntentId: text().notNull(),
  amountCents: integer().notNull(),
  /** 0 an inquiry, 1 open, 2 closed; an event of an earlier stage comes too late. */
  stage: integer().notNull(),
  /** 1 while the money is with the cardholder: the dispute is open or lost. */
  isTaken: integer().notNull(),
  /** Time of the event, seconds. */
  seenAt: integer().notNull(),
}).with((table) => [index("disputes_payment_intent").on(table.paymentIntentId)]);

/** Organisations that buy tokens by themselves. While `state` is `on` a trigger keeps `organisations.reload_below` equal to `threshold`. */
export const autoReloads = sqliteTable("auto_reloads", {
  organisationId: text().primaryKey(),
  threshold: integer().notNull(),
  amountCents: integer().notNull(),
  monthlyCapCents: integer().notNull(),
  provider: text({ enum: ["stripe", "test"] }).notNull(),
  state: text({ enum: ["on", "waiting_for_card", "stopped"] }).notNull(),
  /** Why the last charge failed: one of our codes. */
  stoppedReason: text(),
});
