import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * The D1 schema. Times are milliseconds since 1970 unless the name says otherwise; ids of `holds` and `entries` begin with
 * the time, so a range of ids is a range of time. Money moves in triggers (migrations/0001_ledger.sql): whoever inserts
 * or ends a row has moved the balance in the same transaction. Tables with a text key are WITHOUT ROWID (one row written
 * less), which drizzle-kit cannot say and the migration does.
 */
const plan = text({ enum: ["anonymous", "free", "paid"] });

export const organisations = sqliteTable(
  "organisations",
  {
    id: text().primaryKey(),
    plan: plan.notNull(),
    balance: integer().notNull().default(0),
    /** What a reversal could not take; every later credit pays it first. */
    owed: integer().notNull().default(0),
    /** Null while the organisation is anonymous. */
    ownerId: text(),
    /** The organisation this one was merged into: later credits go there. */
    mergedInto: text(),
    /** Trial tokens in holds that were open when the trial expired: their refund expires too. */
    forfeit: integer().notNull().default(0),
    /** A hold that leaves less than this starts an auto-reload; null where there is none. */
    reloadBelow: integer(),
    stripeCustomerId: text(),
    signalsOrderJson: text(),
    /** Tokens charged by calls and leases whose rows were summed up and deleted. */
    settledBefore: integer().notNull().default(0),
    country: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    check("balance_not_negative", sql`${table.balance} >= 0`),
    check("owed_not_negative", sql`${table.owed} >= 0`),
  ],
);

export const users = sqliteTable("users", {
  /** The address as asserted, its domain in lower case: the identity. */
  email: text().primaryKey(),
  id: text().notNull().unique(),
  /** The user's first workspace. */
  organisationId: text().notNull(),
  createdAt: integer().notNull(),
});

/** Mail domains that anybody can have an address at for an hour (migrations/0005_disposable_domains.sql). */
export const disposableDomains = sqliteTable("disposable_domains", { domain: text().primaryKey() });

/**
 * Welcome grants of a day by registrable domain of the address (HMACs): a domain of one's own yields any number of
 * addresses. Mailbox providers are not counted.
 */
export const welcomeGrants = sqliteTable(
  "welcome_grants",
  {
    domainHash: text().notNull(),
    /** ISO date, UTC. */
    day: text().notNull(),
    addressHash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.domainHash, table.day, table.addressHash] }),
    index("welcome_grants_day").on(table.day),
  ],
);

/** Addresses (HMAC of the normalised form) that have taken a trial into their workspace; there is one each. */
export const trialAddresses = sqliteTable("trial_addresses", {
  hash: text().primaryKey(),
  organisationId: text().notNull(),
});

export const apiKeys = sqliteTable(
  "api_keys",
  {
    /** SHA-256 of the key, hex. */
    hash: text().primaryKey(),
    /** `key_` and the first 24 digits of the hash. */
    id: text().notNull(),
    organisationId: text().notNull(),
    name: text().notNull(),
    masked: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** ISO date of the last use. */
    lastUsedOn: text(),
    revokedAt: integer(),
    country: text(),
    /** Of an access token: the connection it was issued for. */
    connectionId: text(),
    /** Id of the key, or hash of the console session, that created it; null for keys that a registration issued. */
    madeBy: text(),
    /** Tokens it may spend in a day (UTC); null without a cap. */
    capPerDay: integer(),
  },
  (table) => [
    index("api_keys_organisation").on(table.organisationId, table.createdAt),
    index("api_keys_revoked").on(table.revokedAt).where(sql`${table.revokedAt} IS NOT NULL`),
    index("api_keys_active").on(table.organisationId).where(sql`${table.revokedAt} IS NULL`),
    index("api_keys_connection").on(table.connectionId).where(sql`${table.connectionId} IS NOT NULL`),
    index("api_keys_made_by").on(table.madeBy).where(sql`${table.madeBy} IS NOT NULL`),
    index("api_keys_access_expiry").on(table.expiresAt).where(sql`${table.connectionId} IS NOT NULL`),
  ],
);

/** One row a paid call. `open` is held, `settled` is charged, `released` and `expired` are refunded. */
export const holds = sqliteTable(
  "holds",
  {
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
  },
  (table) => [
    check("tokens_positive", sql`${table.tokens} > 0`),
    index("holds_organisation").on(table.organisationId, table.id),
  ],
);

/**
 * Calls that were paid from a lease, a row each, written when the lease is flushed. The tokens are part of the lease's
 * `spent`, so a row here moves no balance. A call that still runs is in its account object only.
 */
export const calls = sqliteTable(
  "calls",
  {
    organisationId: text().notNull(),
    /** The request id. */
    id: text().notNull(),
    keyId: text().notNull(),
    tool: text().notNull(),
    /** What was reserved for it. */
    held: integer().notNull(),
    /** What it was charged: 0 when it failed, and for a miss that is free. */
    tokens: integer().notNull(),
    /** `released`: the call failed and was refunded. */
    state: text({ enum: ["settled", "released"] }).notNull(),
    /** The caller's own label (`input_parameters.source`), kept for the usage record. */
    label: text(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

/**
 * Blocks of tokens that were taken out of a balance for a Durable Object to spend (src/ledger/lease.ts). `tokens` less
 * `spent` is held. Balances move in triggers with the row (migrations/0012_leases.sql).
 */
export const leases = sqliteTable(
  "leases",
  {
    organisationId: text().notNull(),
    /** Begins with the time it was opened. */
    id: text().notNull(),
    /** Who spends it: `account`, or the id of a batch. */
    holder: text().notNull(),
    /** Taken in all, less what was given back. */
    tokens: integer().notNull(),
    spent: integer().notNull().default(0),
    /** Number of the last exchange with the holder; each is applied once. */
    sequence: integer().notNull(),
    /** Id of the last exchange; begins with its time. */
    exchange: text().notNull(),
    state: text({ enum: ["open", "closed"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.id] }),
    check("lease_not_overspent", sql`${table.spent} >= 0 AND ${table.spent} <= ${table.tokens}`),
    index("leases_open").on(table.organisationId).where(sql`${table.state} = 'open'`),
  ],
);

/**
 * Lists of inputs that one tool is run for. What is in them and what came of it is in the batch's Durable Object
 * (src/batches/batch-object.ts), its tokens are in its lease; here is what is left when the object has forgotten.
 */
export const batches = sqliteTable(
  "batches",
  {
    /** `batch_` and an id that begins with the time. */
    id: text().primaryKey(),
    organisationId: text().notNull(),
    tool: text().notNull(),
    state: text({ enum: ["queued", "running", "ended"] }).notNull(),
    /** What `get_batch` last said. */
    statusJson: text().notNull(),
    /** When its object last gave a sign of life. */
    touchedAt: integer().notNull(),
  },
  (table) => [
    index("batches_organisation").on(table.organisationId, table.id),
    index("batches_unfinished").on(table.touchedAt).where(sql`${table.state} <> 'ended'`),
  ],
);

/** What a lease has reserved of a spending cap: spent, or still to be spent. */
export const leaseCaps = sqliteTable(
  "lease_caps",
  {
    organisationId: text().notNull(),
    /** `connection:{id}`, or `day:{ISO date}:{key id}`. */
    subject: text().notNull(),
    leaseId: text().notNull(),
    tokens: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.subject, table.leaseId] }),
    check("cap_not_negative", sql`${table.tokens} >= 0`),
  ],
);

/** Settlements that the account object did not acknowledge; it asks here before it gives an old open call up. */
export const lateSettlements = sqliteTable(
  "late_settlements",
  {
    organisationId: text().notNull(),
    /** The request id. */
    id: text().notNull(),
    tokens: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

/** Calls of a day that is over for 90 days, summed by tool and key: single calls are kept no longer. */
export const callDays = sqliteTable(
  "call_days",
  {
    organisationId: text().notNull(),
    /** Begins with the end of the day, so that it sorts among the ids of calls and entries. */
    id: text().notNull(),
    /** ISO date, UTC. */
    day: text().notNull(),
    tool: text().notNull(),
    keyId: text().notNull(),
    calls: integer().notNull(),
    tokens: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organisationId, table.id] })],
);

/** Every movement that is not a call. `tokens` is signed. */
export const entries = sqliteTable(
  "entries",
  {
    id: text().primaryKey(),
    organisationId: text().notNull(),
    type: text({ enum: ["grant", "purchase", "transfer", "reversal", "expire"] }).notNull(),
    tokens: integer().notNull(),
    /** What the entry is for; unique, so that nothing is booked twice. */
    reference: text().notNull(),
  },
  (table) => [
    uniqueIndex("entries_reference").on(table.reference),
    index("entries_organisation").on(table.organisationId, table.id),
  ],
);

export const idempotency = sqliteTable(
  "idempotency",
  {
    organisationId: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of tool and canonical body. */
    fingerprint: text().notNull(),
    requestId: text().notNull(),
    state: text({ enum: ["running", "done", "unavailable"] }).notNull(),
    answerJson: text(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organisationId, table.key] }),
    index("idempotency_expiry").on(table.expiresAt),
  ],
);

/** What changes in a claim; the rest is written once to KV. Absent while nobody has tried a code. */
export const claims = sqliteTable(
  "claims",
  {
    /** SHA-256 of the claim token. */
    hash: text().primaryKey(),
    state: text({ enum: ["pending", "bound", "exchanged", "dead"] }).notNull(),
    /** Codes being tried or found wrong, counted before the comparison. */
    attempts: integer().notNull().default(0),
    /** Codes found wrong. */
    failures: integer().notNull().default(0),
    /** Copied from the KV record when the right code binds the claim. */
    email: text(),
    codeHash: text(),
    anonymousOrganisationId: text(),
    boundAt: integer(),
    /** Hash of the key, or of the console session, that the exchange made. */
    madeHash: text(),
    createdAt: integer().notNull(),
  },
  (table) => [index("claims_created").on(table.createdAt)],
);

/** People signed in to the console. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the id in the cookie, hex. */
    hash: text().primaryKey(),
    userId: text().notNull(),
    country: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    revokedAt: integer(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expiry").on(table.expiresAt)],
);

/** Clients that registered themselves (RFC 7591). Public ones all: there are no client secrets. */
export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    redirectUrisJson: text().notNull(),
    createdAt: integer().notNull(),
    /** Put off whenever a person lets the client connect. */
    expiresAt: integer().notNull(),
  },
  (table) => [index("oauth_clients_expiry").on(table.expiresAt)],
);

/**
 * What a person allowed an OAuth client: first an authorization code, after its exchange a family of refresh tokens, of
 * which one is good at a time. Access tokens are rows of `api_keys`.
 */
export const connections = sqliteTable(
  "connections",
  {
    id: text().primaryKey(),
    organisationId: text().notNull(),
    /** The console session in which it was allowed. */
    sessionHash: text().notNull(),
    clientId: text().notNull(),
    clientName: text().notNull(),
    redirectUri: text().notNull(),
    /** SHA-256 of the authorization code, hex. */
    codeHash: text().notNull(),
    /** PKCE, S256. */
    codeChallenge: text().notNull(),
    /** SHA-256 of the one refresh token that is good, hex; null until the code is exchanged. */
    refreshHash: text(),
    /** Where its access tokens are accepted, as the person allowed it. */
    audience: text({ enum: ["all", "mcp", "api"] })
      .notNull()
      .default("all"),
    /** Tokens it may spend in all; null without a cap. */
    cap: integer(),
    /** What is left of the cap. It moves in triggers, with the holds. */
    remaining: integer(),
    createdAt: integer().notNull(),
    /** When it last got an access token. */
    refreshedAt: integer(),
    /** End of the code, then of the refresh token. */
    expiresAt: integer().notNull(),
    revokedAt: integer(),
  },
  (table) => [
    check("remaining_not_negative", sql`${table.remaining} >= 0`),
    index("connections_organisation").on(table.organisationId, table.createdAt),
    index("connections_session").on(table.sessionHash),
    index("connections_expiry").on(table.expiresAt),
  ],
);

/** What an operator changed of an organisation, and why. A grant is booked in the ledger as the entry `admin:{id}`. */
export const adminActions = sqliteTable(
  "admin_actions",
  {
    /** Made with the form, so that a form sent twice acts once. */
    id: text().primaryKey(),
    organisationId: text().notNull(),
    kind: text({ enum: ["grant", "plan"] }).notNull(),
    /** Of a grant. */
    tokens: integer(),
    /** Of a change of plan. */
    plan: text({ enum: ["free", "paid"] }),
    reason: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index("admin_actions_organisation").on(table.organisationId, table.id)],
);

/** The one open claim of an address that `get_api_key` made, by HMAC of the address. */
export const addressClaims = sqliteTable(
  "address_claims",
  {
    addressHash: text().primaryKey(),
    claimHash: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [index("address_claims_expiry").on(table.expiresAt)],
);

/** A purchase is credited once, by the entry `purchase:{id}`; what was taken back of it is `reversed_tokens`. */
export const purchases = sqliteTable(
  "purchases",
  {
    /** Made by us before the provider hears of the purchase; its idempotency key there. */
    id: text().primaryKey(),
    organisationId: text().notNull(),
    /** `machine`: an agent paid by itself, and the row is written with its credit. */
    kind: text({ enum: ["checkout", "auto_reload", "machine"] }).notNull(),
    provider: text({ enum: ["stripe", "test", "x402"] }).notNull(),
    amountCents: integer().notNull(),
    tokens: integer().notNull(),
    /** Only `paid` is final: money that arrives late is credited all the same. */
    state: text({ enum: ["pending", "paid", "failed", "expired"] })
      .notNull()
      .default("pending"),
    sessionId: text(),
    paymentIntentId: text(),
    /** Tokens that refunds and disputes have taken back so far. */
    reversedTokens: integer().notNull().default(0),
    /** When the cron next asks the provider; null when there is nothing to ask. */
    nextCheckAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("purchases_organisation").on(table.organisationId, table.createdAt),
    index("purchases_payment_intent").on(table.paymentIntentId),
    index("purchases_due").on(table.nextCheckAt),
    uniqueIndex("purchases_one_reload_in_flight")
      .on(table.organisationId)
      .where(sql`${table.kind} = 'auto_reload' AND ${table.state} = 'pending'`),
  ],
);

/**
 * Payments by wallets (x402), from before the facilitator is asked. `running`: a call without a key runs, and nothing was asked
 * to settle. `settling`: the facilitator may have been asked. `paid` is credited, once, by the entry named like `reference`;
 * `failed` can never be paid any more.
 */
export const machinePayments = sqliteTable(
  "machine_payments",
  {
    /** `x402:<network>:<asset>:<from>:<nonce>`, lower case: what the chain makes unique. */
    reference: text().primaryKey(),
    organisationId: text().notNull(),
    /** Address that pays, lower case. */
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
    /** When the cron next asks about it. */
    nextCheckAt: integer(),
    transactionHash: text(),
    /** Of a call without a key: its id, tool, SHA-256 of tool and body, idempotency key, and its answer until it is paid. */
    callId: text(),
    tool: text(),
    fingerprint: text(),
    idempotencyKey: text(),
    answerJson: text(),
    createdAt: integer().notNull(),
    endedAt: integer(),
  },
  (table) => [
    index("machine_payments_payer").on(table.payer, table.createdAt),
    index("machine_payments_due").on(table.nextCheckAt).where(sql`${table.nextCheckAt} IS NOT NULL`),
    index("machine_payments_answers").on(table.endedAt).where(sql`${table.answerJson} IS NOT NULL`),
    // A wallet with two cents could sign fifty calls at once.
    uniqueIndex("machine_payments_one_unsettled_call")
      .on(table.payer)
      .where(sql`${table.callId} IS NOT NULL AND ${table.state} IN ('running', 'settling')`),
  ],
);

/** Organisations of wallets that paid without a key. */
export const wallets = sqliteTable("wallets", {
  /** `<network>:<address>`, lower case. */
  address: text().primaryKey(),
  organisationId: text().notNull(),
  createdAt: integer().notNull(),
});

/** What Stripe has refunded of a payment, also of one whose purchase is not credited yet. */
export const refunds = sqliteTable("refunds", {
  paymentIntentId: text().primaryKey(),
  /** The highest `amount_refunded` seen since `lowered_at`. */
  refundedCents: integer().notNull(),
  /** Time of the event (seconds) that told of a failed refund, the only thing that lowers the amount. */
  loweredAt: integer().notNull().default(0),
});

/** Disputes of payments, also of those whose purchase is not credited yet. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text().primaryKey(),
    paymentIntentId: text().notNull(),
    amountCents: integer().notNull(),
    /** 0 an inquiry, 1 open, 2 closed; an event of an earlier stage comes too late. */
    stage: integer().notNull(),
    /** 1 while the money is with the cardholder: the dispute is open or lost. */
    isTaken: integer().notNull(),
    /** Time of the event, seconds. */
    seenAt: integer().notNull(),
  },
  (table) => [index("disputes_payment_intent").on(table.paymentIntentId)],
);

/** Organisations that buy tokens by themselves. While `state` is `on` a trigger keeps `organisations.reload_below` equal to `threshold`. */
export const autoReloads = sqliteTable("auto_reloads", {
  organisationId: text().primaryKey(),
  threshold: integer().notNull(),
  amountCents: integer().notNull(),
  monthlyCapCents: integer().notNull(),
  provider: text({ enum: ["stripe", "test"] }).notNull(),
  state: text({ enum: ["on", "waiting_for_card", "stopped"] }).notNull(),
  /** Why the last charge failed, a word of ours. */
  stoppedReason: text(),
});

/** The operator's own directory (CSV imports, demo data). */
export const companies = sqliteTable(
  "companies",
  {
    id: integer().primaryKey(),
    /** Registrable domain, lower case, ASCII. */
    domain: text().notNull().unique(),
    name: text().notNull(),
    networkUrl: text(),
    website: text(),
    sizeBand: text(),
    industry: text(),
    country: text(),
    city: text(),
    foundedYear: integer(),
    description: text(),
    confidence: real().notNull().default(0.99),
    /** `demo`, or the id of the import. */
    source: text().notNull(),
    sourceUrl: text(),
    observedAt: integer().notNull(),
    expiresAt: integer(),
  },
  (table) => [index("companies_source").on(table.source), index("companies_expiry").on(table.expiresAt)],
);

/**
 * The operator's own directory of people. One row a person of a company: the folded name tells people apart, two of the
 * same name only by their profiles. The full-text index over it is in migrations/0002_directory.sql.
 */
export const people = sqliteTable(
  "people",
  {
    id: integer().primaryKey(),
    /** Domain of the company, lower case, ASCII. */
    domain: text().notNull(),
    name: text().notNull(),
    firstName: text(),
    lastName: text(),
    nameFolded: text().notNull(),
    /** Every token the name can be found by, and the tokens of the title, separated by spaces. */
    nameTokens: text().notNull(),
    title: text(),
    titleTokens: text().notNull().default(""),
    location: text(),
    /** Address of the profile; empty when unknown, because it is part of the key. */
    profileUrl: text().notNull().default(""),
    email: text(),
    emailStatus: text({ enum: ["verified", "unverified", "guessed", "invalid"] }),
    /** False for people who have left; they are never listed. */
    isCurrent: integer({ mode: "boolean" }).notNull().default(true),
    /** `demo`, or the id of the import. */
    source: text().notNull(),
    sourceUrl: text(),
    observedAt: integer().notNull(),
    expiresAt: integer(),
  },
  (table) => [
    uniqueIndex("people_person").on(table.domain, table.nameFolded, table.profileUrl),
    // Requests of people about their own data find their rows by address.
    index("people_email").on(sql`lower(${table.email})`).where(sql`${table.email} IS NOT NULL`),
    index("people_source").on(table.source),
    index("people_expiry").on(table.expiresAt),
  ],
);

/** CSV files that an operator brought in, and on what grounds. */
export const imports = sqliteTable("imports", {
  id: text().primaryKey(),
  kind: text({ enum: ["people", "companies"] }).notNull(),
  sourceName: text(),
  licenceNote: text().notNull(),
  rowsOk: integer().notNull().default(0),
  rowsFailed: integer().notNull().default(0),
  /** The first errors, `[{line, message}]`. */
  errorsJson: text().notNull().default("[]"),
  /** The last line that is counted above: a part that is sent again is not counted again. */
  lastLine: integer().notNull().default(0),
  createdAt: integer().notNull(),
});

/**
 * The operator's archive of Reddit, in our own shapes. `id` is Reddit's base-36 id as a number, so it is the row id of the
 * full-text index in migrations/0004_reddit.sql too. Names are in lower case.
 */
export const redditPosts = sqliteTable(
  "reddit_posts",
  {
    id: integer().primaryKey(),
    subreddit: text().notNull(),
    /** Null when the account is gone. */
    author: text(),
    createdAt: integer().notNull(),
    score: integer().notNull(),
    numComments: integer().notNull(),
    postJson: text().notNull(),
    observedAt: integer().notNull(),
  },
  (table) => [
    index("reddit_posts_subreddit").on(table.subreddit, table.createdAt),
    index("reddit_posts_author").on(table.author, table.createdAt),
  ],
);

/** Of a deleted comment only its place in the tree is kept. */
export const redditComments = sqliteTable(
  "reddit_comments",
  {
    id: integer().primaryKey(),
    postId: integer().notNull(),
    author: text(),
    createdAt: integer().notNull(),
    score: integer().notNull(),
    commentJson: text().notNull(),
    observedAt: integer().notNull(),
  },
  (table) => [
    index("reddit_comments_post").on(table.postId, table.createdAt),
    index("reddit_comments_author").on(table.author, table.createdAt),
  ],
);

/** Whom no source may ever show again, by a lasting hash: the list holds no personal data itself. */
export const suppressions = sqliteTable(
  "suppressions",
  {
    /** What is hashed (privacy/suppressions.ts); a `print` is 8 hex digits, found in running text. */
    kind: text({ enum: ["email", "person", "profile", "mark", "name", "print"] }).notNull(),
    hash: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hash] })],
);

/** That people asked about their data and were answered. It names nobody: what was asked is in KV while its link is good. */
export const privacyRequests = sqliteTable(
  "privacy_requests",
  {
    /** Sealed into the mailed link. */
    id: text().primaryKey(),
    type: text({ enum: ["access", "erasure", "objection"] }).notNull(),
    /** HMAC of the address. */
    addressHash: text().notNull(),
    receivedAt: integer().notNull(),
    /** When the link was first used; null while nobody has. */
    confirmedAt: integer(),
    /** When everything was shown, or deleted. Later than `confirmedAt` only if that failed first. */
    doneAt: integer(),
    /** Directory rows that were shown, or deleted. */
    directoryRows: integer(),
    /** Looked-up facts that were shown, or deleted. */
    lookups: integer(),
    keepUntil: integer().notNull(),
  },
  (table) => [
    index("privacy_requests_address").on(table.addressHash, table.id),
    index("privacy_requests_keep").on(table.keepUntil),
  ],
);

/** Facts that sources found, so that no site or vendor is asked twice for the same thing. Never raw pages. */
export const sourceCache = sqliteTable(
  "source_cache",
  {
    /** What it is: `robots`, `dns`, `company_url`, … */
    kind: text().notNull(),
    key: text().notNull(),
    dataJson: text().notNull(),
    observedAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index("source_cache_expiry").on(table.expiresAt)],
);

/**
 * By what the cached facts that hold people are found again: the company's registrable domain, and every address in the
 * fact. Requests of people about their own data read it instead of every fact.
 */
export const factSubjects = sqliteTable(
  "fact_subjects",
  {
    /** `acme.example`, or `ada@acme.example`; lower case. */
    term: text().notNull(),
    kind: text().notNull(),
    key: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.term, table.kind, table.key] }),
    index("fact_subjects_expiry").on(table.expiresAt),
  ],
);

/**
 * What a company's pages or job board looked like, a row for every change: the digest and the facts compared, never a page.
 * The first row of a kind is the baseline.
 */
export const snapshots = sqliteTable(
  "snapshots",
  {
    domain: text().notNull(),
    /** `website` or `sales_jobs`. */
    kind: text().notNull(),
    /** When it first looked like this. */
    observedAt: integer().notNull(),
    /** SHA-256 of the data, hex. */
    digest: text().notNull(),
    dataJson: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.domain, table.kind, table.observedAt] })],
);

/** Domains that signal tools were asked about, looked at again once a day so that change signals have something to compare. */
export const watchedDomains = sqliteTable(
  "watched_domains",
  {
    domain: text().primaryKey(),
    /** The service's address as it was asked: our fetcher names it. */
    baseUrl: text().notNull(),
    /** The organisation whose call put it on the list: each has a limited share of it. */
    organisationId: text().notNull().default(""),
    /** Whether an organisation with a purchase asked: these looks come first. */
    isPaid: integer({ mode: "boolean" }).notNull().default(false),
    askedAt: integer().notNull(),
    dueAt: integer().notNull(),
  },
  (table) => [
    index("watched_domains_due").on(table.dueAt),
    index("watched_domains_turn").on(table.isPaid, table.dueAt),
    index("watched_domains_organisation").on(table.organisationId),
  ],
);

/** What each vendor has cost the operator on a day, by the organisation that caused it. Calls in flight count with their maximum. */
export const vendorSpending = sqliteTable(
  "vendor_spending",
  {
    /** ISO date, UTC. */
    day: text().notNull(),
    vendor: text().notNull(),
    /** Empty for the operator. */
    organisationId: text().notNull(),
    /** In the vendor's own unit. */
    credits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.vendor, table.organisationId] })],
);

/** Single facts of the deployment, e.g. how far the hold sweep has come. */
export const state = sqliteTable("state", { name: text().primaryKey(), value: text().notNull() });
