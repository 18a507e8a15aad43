import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Category, ROLES } from "../../constants.ts";
import { tableOf } from "./table-of.ts";

export const organisations = tableOf("organisations", {
  id: text().primaryKey(),
  plan: text({ enum: ["anonymous", "free", "paid"] }).notNull(),
  balance: integer().notNull().default(0),
  /** Debt left by a reversal; every later credit pays it first. */
  owed: integer().notNull().default(0),
  ownerId: text(),
  /** The organisation this one was merged into: later credits go there. */
  mergedInto: text(),
  blockedAt: integer(),
  /** Trial tokens in holds that were open when the trial expired: their refund expires too. */
  forfeit: integer().notNull().default(0),
  /** A hold that leaves less than this starts an auto-reload; null without auto-reload. */
  reloadBelow: integer(),
  stripeCustomerId: text(),
  signalsOrderJson: text(),
  /** The owner has the call log keep what was asked about. */
  keepsSubjects: integer({ mode: "boolean" }).notNull().default(false),
  /** Tokens charged by calls and leases whose rows were summed up and deleted. */
  settledBefore: integer().notNull().default(0),
  country: text(),
  createdAt: integer().notNull(),
}).with((table) => [
  check("balance_not_negative", sql`${table.balance} >= 0`),
  check("owed_not_negative", sql`${table.owed} >= 0`),
  index("organisations_merged").on(table.mergedInto).where(sql`${table.mergedInto} IS NOT NULL`),
]);

/** Workspaces that their owner has deleted, until their rows are gone and the owner has the last statement (src/closing). */
export const closings = sqliteTable("closings", {
  organisationId: text().primaryKey(),
  email: text().notNull(),
  /** Ids of the organisation and of those merged into it, a JSON list. */
  idsJson: text().notNull(),
  askedAt: integer().notNull(),
  /** The last statement; null while calls, batches or payments are still open. */
  statementJson: text(),
  /** When a run last began to mail it. */
  mailedAt: integer(),
});

export const users = sqliteTable("users", {
  /** The address as asserted, its domain in lower case: the identity. */
  email: text().primaryKey(),
  id: text().notNull().unique(),
  /** A workspace that the user owns: agents that register with the address get keys of it. */
  organisationId: text().notNull(),
  createdAt: integer().notNull(),
});

/** Who may do what in a workspace. A user is an owner of the workspace in `users`. */
export const members = tableOf("members", {
  organisationId: text().notNull(),
  userId: text().notNull(),
  role: text({ enum: ROLES }).notNull(),
  createdAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.organisationId, table.userId] }),
  index("members_user").on(table.userId),
]);

/** Open invitations. There is no secret: a person accepts one by signing in with the address. */
export const invitations = tableOf("invitations", {
  organisationId: text().notNull(),
  email: text().notNull(),
  role: text({ enum: ROLES }).notNull(),
  invitedBy: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.organisationId, table.email] }),
  index("invitations_email").on(table.email),
  index("invitations_expiry").on(table.expiresAt),
]);

/** Domains of disposable mailboxes (migrations/0005_disposable_domains.sql). */
export const disposableDomains = sqliteTable("disposable_domains", { domain: text().primaryKey() });

/** Welcome grants of a day by registrable domain (HMACs), except mailbox providers: a domain yields any addresses. */
export const welcomeGrants = tableOf("welcome_grants", {
  domainHash: text().notNull(),
  day: text().notNull(),
  addressHash: text().notNull(),
}).with((table) => [
  primaryKey({ columns: [table.domainHash, table.day, table.addressHash] }),
  index("welcome_grants_day").on(table.day),
]);

/** Addresses (HMAC of the normalised form) that have taken a trial into their workspace; there is one each. */
export const trialAddresses = sqliteTable("trial_addresses", {
  hash: text().primaryKey(),
  organisationId: text().notNull(),
});

export const apiKeys = tableOf("api_keys", {
  hash: text().primaryKey(),
  /** `key_` and the first 24 digits of the hash. */
  id: text().notNull(),
  organisationId: text().notNull(),
  name: text().notNull(),
  masked: text().notNull(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
  lastUsedOn: text(),
  revokedAt: integer(),
  country: text(),
  /** Of an access token: the connection it was issued for. */
  connectionId: text(),
  /** Id of the key, hash of the console session, or address of the wallet, that created it; null for keys that a registration issued. */
  madeBy: text(),
  capPerDay: integer(),
  /** Categories of the tools that it may call, as in the key itself; null for all. */
  categories: text({ mode: "json" }).$type<Category[]>(),
}).with((table) => [
  index("api_keys_organisation").on(table.organisationId, table.createdAt),
  index("api_keys_revoked").on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
  index("api_keys_active").on(table.organisationId).where(sql`${table.revokedAt} IS NULL`),
  index("api_keys_connection").on(table.connectionId).where(sql`${table.connectionId} IS NOT NULL`),
  index("api_keys_made_by").on(table.madeBy).where(sql`${table.madeBy} IS NOT NULL`),
  index("api_keys_access_expiry").on(table.expiresAt).where(sql`${table.connectionId} IS NOT NULL`),
]);

/** The mutable state of a claim; the rest is written once to KV. Absent until a code is tried. */
export const claims = tableOf("claims", {
  hash: text().primaryKey(),
  state: text({ enum: ["pending", "bound", "exchanged", "dead"] }).notNull(),
  /** Codes being tried or found wrong, counted before the comparison. */
  attempts: integer().notNull().default(0),
  failures: integer().notNull().default(0),
  /** Copied from the KV record when the right code binds the claim. */
  email: text(),
  codeHash: text(),
  anonymousOrganisationId: text(),
  anonymousKeyHash: text(),
  boundAt: integer(),
  /** Hash of the key, or of the console session, that the exchange made. */
  madeHash: text(),
  createdAt: integer().notNull(),
}).with((table) => [index("claims_created").on(table.createdAt)]);

/** The one open claim of an address that `get_api_key` made, by HMAC of the address. */
export const addressClaims = tableOf("address_claims", {
  addressHash: text().primaryKey(),
  claimHash: text().notNull(),
  expiresAt: integer().notNull(),
}).with((table) => [index("address_claims_expiry").on(table.expiresAt)]);

/** People signed in to the console, by the hash of the id in the cookie. */
export const sessions = tableOf("sessions", {
  hash: text().primaryKey(),
  userId: text().notNull(),
  /** The workspace that it shows; null for that of `users`. */
  organisationId: text(),
  country: text(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
  revokedAt: integer(),
}).with((table) => [index("sessions_user").on(table.userId), index("sessions_expiry").on(table.expiresAt)]);

/** Clients that registered themselves (RFC 7591). Public ones all: there are no client secrets. */
export const oauthClients = tableOf("oauth_clients", {
  id: text().primaryKey(),
  name: text().notNull(),
  redirectUrisJson: text().notNull(),
  createdAt: integer().notNull(),
  /** Put off whenever a person lets the client connect. */
  expiresAt: integer().notNull(),
}).with((table) => [index("oauth_clients_expiry").on(table.expiresAt)]);

/** What a person allowed a client: a code, then a family of refresh tokens. Access tokens are rows of `api_keys`. */
export const connections = tableOf("connections", {
  id: text().primaryKey(),
  organisationId: text().notNull(),
  sessionHash: text().notNull(),
  userId: text(),
  clientId: text().notNull(),
  clientName: text().notNull(),
  redirectUri: text().notNull(),
  codeHash: text().notNull(),
  codeChallenge: text().notNull(),
  /** Of the one refresh token that is good; null until the code is exchanged. */
  refreshHash: text(),
  /** Where its access tokens are accepted, as the person allowed it. */
  audience: text({ enum: ["all", "mcp", "api"] })
    .notNull()
    .default("all"),
  cap: integer(),
  /** What is left of the cap, which triggers change with the holds; both are null without one. */
  remaining: integer(),
  createdAt: integer().notNull(),
  refreshedAt: integer(),
  /** End of the code, then of the refresh token. */
  expiresAt: integer().notNull(),
  revokedAt: integer(),
}).with((table) => [
  check("remaining_not_negative", sql`${table.remaining} >= 0`),
  index("connections_organisation").on(table.organisationId, table.createdAt),
  index("connections_session").on(table.sessionHash),
  index("connections_expiry").on(table.expiresAt),
]);

/** Operators' changes to organisations, with reasons. A grant is booked in the ledger as the entry `admin:{id}`. */
export const adminActions = tableOf("admin_actions", {
  /** Made with the form, so that a form sent twice acts once. */
  id: text().primaryKey(),
  organisationId: text().notNull(),
  kind: text({ enum: ["grant", "plan", "block", "unblock", "revoke_keys"] }).notNull(),
  tokens: integer(),
  plan: text({ enum: ["free", "paid"] }),
  reason: text().notNull(),
  createdAt: integer().notNull(),
}).with((table) => [index("admin_actions_organisation").on(table.organisationId, table.id)]);

/** What only the operator can fix, a row per cause, until it has not occurred for a day. */
export const alerts = sqliteTable("alerts", {
  cause: text().primaryKey(),
  /** Of the last time: ids and numbers. */
  detailJson: text().notNull(),
  firstAt: integer().notNull(),
  lastAt: integer().notNull(),
  toldAt: integer(),
});
