/** Fixed numbers, those of docs/contract.md among them. What an operator may change is a variable of config.ts. */
export type Plan = "anonymous" | "free" | "paid";

/** The groups of tools, in the order of the bits by which an API key names some of them. */
export const CATEGORIES = ["admin", "socials", "reddit", "email", "signals"] as const;
export type Category = (typeof CATEGORIES)[number];

/** What a member may do in a workspace; each may do what the next one may. */
export const ROLES = ["owner", "developer", "viewer"] as const;
export type Role = (typeof ROLES)[number];
export const INVITATION_LIFETIME_SECONDS = 7 * 24 * 3600;
/** The link by which the first owner confirms that they give the role up. */
export const RESIGNATION_LINK_LIFETIME_SECONDS = 24 * 3600;
/** Bound members and open invitations of a workspace together, and the invitations that it mails in a day. */
export const MAX_MEMBERS = 50;
export const INVITATIONS_PER_DAY = 50;

/** Where Cloudflare can keep Durable Objects and databases. */
export const JURISDICTIONS = ["eu", "fedramp", "us"] as const;

export const CLAIM_LIFETIME_SECONDS = 600;
export const CLAIM_POLL_INTERVAL_SECONDS = 2;
export const CLAIM_POLLS_PER_MINUTE = 60;
export const CLAIM_BOUND_GRACE_SECONDS = 120;
export const USER_CODE_DIGITS = 6;
export const CANCEL_LINK_LIFETIME_SECONDS = 24 * 3600;
export const PRIVACY_LINK_LIFETIME_SECONDS = 72 * 3600;
export const PRIVACY_LINK_USES_PER_HOUR = 10;
/** Erasures and objections a day for people of one company whose address does not prove the name. */
export const UNPROVED_OBJECTIONS_PER_DAY = 10;
/** How long the answer to an access request is stored, for a second click on its link. */
export const PRIVACY_ANSWER_LIFETIME_SECONDS = 600;
/** KV may serve a cached value, or a cached absence, for this long. */
export const KV_CACHE_SECONDS = 60;
/** How long the record keeps a confirmed privacy request, and an unconfirmed one. */
export const PRIVACY_RECORD_LIFETIME_SECONDS = 3 * 366 * 24 * 3600;
export const UNCONFIRMED_PRIVACY_RECORD_LIFETIME_SECONDS = 30 * 24 * 3600;
export const KEY_LIFETIME_SECONDS = 31_536_000;
export const KEYS_PER_ORGANISATION = 50;
/** Bounds the keys made per day: revoked keys are kept for 90 days and would fill the database. */
export const KEYS_MADE_PER_DAY = 1_000;
/** OAuth lifetimes: an authorization code, an access token, an unused refresh token, a client that no user has approved. */
export const CODE_LIFETIME_SECONDS = 120;
export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;
/** How long a refresh, or an exchange with an `Idempotency-Key`, can be repeated after its answer was lost. */
export const REFRESH_REPEAT_SECONDS = 30;
export const EXCHANGE_REPEAT_SECONDS = 120;
export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 24 * 3600;
export const UNUSED_CLIENT_LIFETIME_SECONDS = 90 * 24 * 3600;
export const CLIENT_LIFETIME_SECONDS = 366 * 24 * 3600;
export const CLIENT_REGISTRATIONS_PER_IP_HOUR = 60;
export const SESSION_LIFETIME_SECONDS = 7 * 24 * 3600;
export const ADMIN_SESSION_LIFETIME_SECONDS = 3600;

export const TOOL_BODY_BYTES = 65_536;
export const REGISTRATION_BODY_BYTES = 8_192;
export const JSON_DEPTH = 64;
export const MCP_BATCH_MESSAGES = 20;
export const TOOL_TIME_LIMIT_MS = 30_000;
/** Time limit of each detector. They run in parallel, so it bounds all of them together. */
export const DETECTOR_TIME_LIMIT_MS = 8_000;
export const HOLD_LIFETIME_MS = 120_000;
/** Queries and requests that the sources of one HTTP request may make, of 1,000 that the platform allows. */
export const WORK_PER_REQUEST = 600;
/** Foreign text that the sources of a request may read, each tag as 40 bytes more: an invocation has `cpu_ms`. */
export const READ_BYTES_PER_REQUEST = 16_000_000;
/** Rows and bytes of an import that the operator may send in one request: they take CPU time, too. */
export const IMPORT_ROWS = 10_000;
export const IMPORT_BYTES = 8_000_000;
/** How long a caller waits for its organisation's account object before the call goes to D1 directly. */
export const ACCOUNT_TIME_LIMIT_MS = 1_000;
/** How long an account object or a batch waits for D1 before it sends the same request again. */
export const DATABASE_TIME_LIMIT_MS = 10_000;
export const FALLBACK_RETRY_AFTER_SECONDS = 60;
export const RATE_WINDOW_SECONDS = 60;

/** Shares of each vendor's credits of a day: what one organisation of a plan may use, and all those without a purchase together. */
export const VENDOR_SHARE_OF_ORGANISATION = { anonymous: 0.1, free: 0.2, paid: 0.5 } satisfies Record<Plan, number>;
export const VENDOR_SHARE_OF_UNPAID = 0.5;

/** Domains per organisation, by plan, that are looked at daily. */
export const WATCHED_DOMAINS_PER_ORGANISATION = { anonymous: 5, free: 20, paid: 500 } satisfies Record<Plan, number>;

export const TOKENS_PER_USD = 100;
export const PURCHASE_MIN_USD = 5;
export const PURCHASE_MAX_USD = 10_000;

/** Payments without a key, per client address and per wallet. */
export const PAYMENTS_PER_MINUTE = 300;
/** Payments of one organisation that were refused or not answered, and may still be settled. Each is checked again. */
export const MAX_UNSETTLED_PAYMENTS = 10;
/** A payment by a wallet, in US dollars. */
export const TOP_UP_MIN_USD = 0.01;
export const TOP_UP_MAX_USD = 1_000;

export const IDEMPOTENCY_LIFETIME_MS = 24 * 3600 * 1000;
/** D1 stores at most 2 MB in a row. A larger answer is not stored, and a repeat of its call is 409. */
export const IDEMPOTENCY_ANSWER_BYTES = 1_000_000;

/** Bytes of answers that an account object stores for idempotency keys; an answer that exceeds them is not stored. */
export const MAX_STORED_ANSWERS_BYTES = 50_000_000;
/** The same for a free tool, whose call can be repeated at no cost. */
export const FREE_ANSWER_BYTES = 16_384;

/** Tokens of free misses per day (UTC), in addition to as many tokens as were charged that day. */
export const FREE_MISSES_PER_DAY = 50;
export const FREE_MISSES_PER_DAY_ANONYMOUS = 10;

/** Inputs of a batch, bytes of the request with them, and items in parallel by plan. */
export const MAX_BATCH_INPUTS = 5_000;
export const BATCH_BODY_BYTES = 2_000_000;
export const BATCH_WINDOW = { anonymous: 2, free: 5, paid: 20 } satisfies Record<Plan, number>;
export const MAX_RUNNING_BATCHES = 2;
/** Unfinished batches of an organisation, running and waiting. */
export const MAX_UNFINISHED_BATCHES = 20;
/** Batches that an organisation may start within 24 hours. */
export const BATCHES_PER_DAY = { anonymous: 20, free: 100, paid: 2_000 } satisfies Record<Plan, number>;
export const BATCH_LIFETIME_MS = 24 * 3600 * 1000;
/** How long results are kept after a batch ends, and results of tools about people. */
export const BATCH_RESULTS_DAYS = 30;
export const BATCH_RESULTS_DAYS_OF_PEOPLE = 7;

/** Webhook endpoints of an organisation, its parallel deliveries, and those to one host over all organisations. */
export const MAX_WEBHOOK_ENDPOINTS = 5;
export const MAX_TRIES_AT_ONCE_PER_ORGANISATION = 8;
export const MAX_TRIES_AT_ONCE_PER_HOST = 10;
/** Webhook requests sent by hand in the console, per organisation and per host; many organisations may use one host. */
export const ENDPOINT_REQUESTS_PER_HOUR = 60;
export const ENDPOINT_REQUESTS_PER_HOST_HOUR = 600;
/** Searches in the console, which are not charged, per organisation. */
export const SEARCHES_PER_HOUR = 60;
/** How long deliveries and their tries are kept. */
export const WEBHOOK_DELIVERIES_DAYS = 30;
/** After a rotation, the old secret also signs for this long. */
export const WEBHOOK_ROTATION_MS = 24 * 3600 * 1000;
/** An endpoint is disabled after failing for this long without a success. */
export const WEBHOOK_DISABLED_AFTER_MS = 5 * 24 * 3600 * 1000;
export const MAX_WATCH_DOMAINS = 500;
export const MAX_WATCHES = 100;
/** Domains in all watches of an organisation, counting those of watches deleted within a day. */
export const MAX_WATCHED_DOMAINS = { anonymous: 2_000, free: 5_000, paid: 50_000 } satisfies Record<Plan, number>;
/** Tokens of an event by its type, and of all other types. */
export const EVENT_TOKENS: Readonly<Record<string, number>> = { "funding.raised": 5, "leadership.changed": 5 };
export const EVENT_TOKENS_DEFAULT = 2;
export const EVENTS_KEPT_DAYS = 30;
/** A look that has not ended after this long is started again. */
export const LOOK_RETRY_MS = 15 * 60_000;
/** Looks of an organisation in each round of choosing, by plan. */
export const LOOKS_PER_ROUND = { anonymous: 1, free: 3, paid: 10 } satisfies Record<Plan, number>;
export const LOOK_TIME_LIMIT_MS = 25_000;

/** Id of the organisation that keeps the sums and payments of closed ones. It has no key. */
export const CLOSED_ORGANISATION = "0".repeat(24);

/** How long a replaced key may work beside its successor. */
export const MAX_KEY_OVERLAP_SECONDS = 7 * 86_400;
