import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/** One row a paid call. `open` is held, `settled` is charged, `released` and `expired` are refunded. */
export const holds = tableOf("holds", {
  /** The request id. */
  id: text().primaryKey(),
  organisationId: text().notNull(),
  keyId: text().notNull(),
  tool: text().notNull(),
  tokens: integer().notNull(),
  state: text({ enum: ["open", "settled", "released", "expired"] })
    .notNull()
    .default("open"),
  /** The caller's own label (`input_parameters.source`), kept for the usage record. */
  label: text(),
  /** The connection whose spending cap it counts against; null where there is no cap. */
  connectionId: text(),
}).with((table) => [
  check("tokens_positive", sql`${table.tokens} > 0`),
  index("holds_organisation").on(table.organisationId, table.id),
]);

/** Calls paid from a lease, written when it is flushed. Their tokens are part of `spent`: no row moves a balance. */
export const calls = tableOf("calls", {
  organisationId: text().notNull(),
  id: text().notNull(),
  keyId: text().notNull(),
  tool: text().notNull(),
  held: integer().notNull(),
  /** Tokens charged: 0 for a failure or a free miss. */
  tokens: integer().notNull(),
  state: text({ enum: ["settled", "released"] }).notNull(),
  label: text(),
}).with((table) => [primaryKey({ columns: [table.organisationId, table.id] })]);

/** Tokens taken for an object to spend (src/ledger/lease.ts): `tokens` less `spent` is held. Triggers move balances. */
export const leases = tableOf("leases", {
  organisationId: text().notNull(),
  id: text().notNull(),
  /** The spender: `account`, or the id of a batch. */
  holder: text().notNull(),
  /** Taken in all, less what was given back. */
  tokens: integer().notNull(),
  spent: integer().notNull().default(0),
  /** Number of the last exchange with the holder; each is applied once. */
  sequence: integer().notNull(),
  /** Id of the last exchange; begins with its time. */
  exchange: text().notNull(),
  state: text({ enum: ["open", "closed"] }).notNull(),
}).with((table) => [
  primaryKey({ columns: [table.organisationId, table.id] }),
  check("lease_not_overspent", sql`${table.spent} >= 0 AND ${table.spent} <= ${table.tokens}`),
  index("leases_open").on(table.organisationId).where(sql`${table.state} = 'open'`),
]);

/** Tokens of a spending cap that a lease has reserved, spent ones included. */
export const leaseCaps = tableOf("lease_caps", {
  organisationId: text().notNull(),
  /** `connection:{id}`, or `day:{ISO date}:{key id}`. */
  subject: text().notNull(),
  leaseId: text().notNull(),
  tokens: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.organisationId, table.subject, table.leaseId] }),
  check("cap_not_negative", sql`${table.tokens} >= 0`),
]);

/** Calls that have ended, also refused and free ones, for seven days: a row has those that an isolate ended within a second. */
export const callLogs = tableOf("call_logs", {
  organisationId: text().notNull(),
  id: text().notNull(),
  /** `LoggedCall[]` (src/ledger/call-log.ts), in the order in which they ended. */
  callsJson: text().notNull(),
  /** Encrypted: what was asked about, by request id. Null unless the owner keeps it. */
  subjects: text(),
}).with((table) => [
  primaryKey({ columns: [table.organisationId, table.id] }),
  index("call_logs_subjects").on(table.organisationId, table.id).where(sql`${table.subjects} IS NOT NULL`),
]);

/** Settlements that the account object did not acknowledge; it asks here before it gives an old open call up. */
export const lateSettlements = tableOf("late_settlements", {
  organisationId: text().notNull(),
  id: text().notNull(),
  tokens: integer().notNull(),
}).with((table) => [primaryKey({ columns: [table.organisationId, table.id] })]);

/** Calls per day, tool and key, of days before `CALL_HISTORY_DAYS`; those of 400 days ago are one row of the tool `earlier`. */
export const callDays = tableOf("call_days", {
  organisationId: text().notNull(),
  /** Begins with the end of the day, so that it sorts among the ids of calls and entries. */
  id: text().notNull(),
  day: text().notNull(),
  tool: text().notNull(),
  keyId: text().notNull(),
  calls: integer().notNull(),
  tokens: integer().notNull(),
}).with((table) => [primaryKey({ columns: [table.organisationId, table.id] })]);

/** Paid calls of all organisations by the hour in which they ended (UTC), which the operator's pages read; kept for 90 days. */
export const callHours = tableOf("call_hours", {
  hour: integer().notNull(),
  tool: text().notNull(),
  delivered: integer().notNull().default(0),
  /** Refunded ones, also those whose request died. */
  failed: integer().notNull().default(0),
  tokens: integer().notNull().default(0),
  /** Of the delivered, except direct holds: those that were answered from what was stored, and the others. */
  warm: integer().notNull().default(0),
  fresh: integer().notNull().default(0),
  /** Sums of their milliseconds. */
  warmMs: integer().notNull().default(0),
  freshMs: integer().notNull().default(0),
}).with((table) => [primaryKey({ columns: [table.hour, table.tool] })]);

/** Every movement that is not a call. `tokens` is signed. */
export const entries = tableOf("entries", {
  id: text().primaryKey(),
  organisationId: text().notNull(),
  type: text({ enum: ["grant", "purchase", "transfer", "reversal", "expire"] }).notNull(),
  tokens: integer().notNull(),
  /** Unique, so that nothing is booked twice. */
  reference: text().notNull(),
}).with((table) => [
  uniqueIndex("entries_reference").on(table.reference),
  index("entries_organisation").on(table.organisationId, table.id),
]);

export const idempotency = tableOf("idempotency", {
  organisationId: text().notNull(),
  key: text().notNull(),
  /** SHA-256 of tool and canonical body. */
  fingerprint: text().notNull(),
  requestId: text().notNull(),
  state: text({ enum: ["running", "done", "unavailable"] }).notNull(),
  answerJson: text(),
  expiresAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.organisationId, table.key] }),
  index("idempotency_expiry").on(table.expiresAt),
]);
