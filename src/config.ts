import * as z from "zod";
import { JURISDICTIONS, type Plan } from "./constants.ts";

/** The highest price that an operator may set for a call. */
const MAX_PRICE_TOKENS = 1_000_000;

const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(/[\s,]+/)
        .map((item) => item.toLowerCase().replace(/(?<![./])[./]+$/, ""))
        .filter(Boolean),
    );
const secret = z.string().min(1).optional();
/** `get_email=7, verify_email=0`, the same as JSON, or a table of wrangler.toml. */
const prices = z
  .union([z.string().transform(readPairs), z.record(z.string(), z.unknown())])
  .default({})
  .transform((given, context) => {
    const read = Object.entries(given).map(([name, cost]) => {
      const tool = name.trim().toLowerCase();
      const tokens = /^\d{1,7}$/.test(`${cost}`.trim()) ? Number(cost) : Number.NaN;
      if (tokens <= MAX_PRICE_TOKENS) return [tool, tokens] as const;
      const message = `${tool.slice(0, 64)} must cost whole tokens, 0 to ${MAX_PRICE_TOKENS}, as in get_email=7`;
      context.addIssue({ code: "custom", message });
      return [tool, 0] as const;
    });
    return Object.fromEntries(read) as Readonly<Record<string, number>>;
  });

function readPairs(text: string): Record<string, unknown> {
  if (text.trim().startsWith("{")) return (tryJson(text) as Record<string, unknown> | null) ?? { [text]: "" };
  const pairs = text.split(/[,;\n]/).filter((pair) => pair.trim());
  return Object.fromEntries(pairs.map((pair) => pair.split(/[=:]/, 2) as [string, string | undefined]));
}

/** A private key as JWK (RFC 8037). */
const ed25519Key = z.object(
  { kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), d: z.string() },
  "must be a private Ed25519 key as JWK, in JSON",
);

const signingKey = z.string().transform(tryJson).pipe(ed25519Key).optional();

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The variables and secrets of docs/contract.md, section 7. Empty strings count as unset. */
const variables = z.object({
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    // Routes and well-known documents are served at the root, so a path would give wrong URLs.
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, "must be an origin, without a path")
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Set by `npm start` on a machine without Internet: only the demo companies can be reached. */
  LOCAL_OFFLINE: z.literal("true").optional(),
  SERVICE_NAME: z.string().default("Tallygate"),
  MAIL_FROM: z.string().optional(),
  /** The controller of the personal data that passes through, on /privacy, /terms and security.txt. */
  OPERATOR_NAME: z.string().max(200).optional(),
  OPERATOR_ADDRESS: z.string().max(400).optional(),
  /** Also told of alerts, by mail; the webhook is signed as customers' are. */
  OPERATOR_EMAIL: z.email().optional(),
  /** Whether it is recorded which people were shown to whom, and what an access answer says of the recipients. */
  DISCLOSURES: z.enum(["on", "off"]).default("on"),
  DISCLOSURE_RECIPIENTS: z.enum(["kinds", "names"]).default("kinds"),
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  NETWORK_HOSTS: list("linkedin.com"),
  /** Used in JSON, HTML and Markdown without escaping. */
  NETWORK_NAME: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .-]{0,39}$/u, "must be up to 40 letters, digits, spaces, dots and hyphens")
    .default("LinkedIn"),
  ALLOWED_ORIGINS: list(""),
  DOH_URL: z.url().default("https://cloudflare-dns.com/dns-query"),
  /** Page requests that a host may see at once, and milliseconds between those after; a longer Crawl-delay of its robots.txt sets both. */
  PAGE_BURST: z.coerce.number().int().min(1).max(20).default(4),
  PAGE_INTERVAL_MS: z.coerce.number().int().min(0).max(10_000).default(1_000),
  ANONYMOUS_TOKENS: count(50),
  WELCOME_TOKENS: count(100),
  WELCOME_GRANTS_PER_DOMAIN_DAY: count(1),
  PAYMENTS: z.enum(["stripe", "test"]).default("stripe"),
  /** Address that receives machine payments; without it they are off. */
  X402_PAY_TO: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address, 0x and 40 hexadecimal digits")
    .optional(),
  X402_NETWORK: z.enum(["eip155:8453", "eip155:84532"]).default("eip155:8453"),
  X402_FACILITATOR_URL: z.url({ protocol: /^https?$/ }).default("https://api.cdp.coinbase.com/platform/v2/x402"),
  /** A JSON-RPC node of the network, asked about payments whose outcome the facilitator did not report. */
  X402_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATE_LIMIT_ANONYMOUS: count(60),
  RATE_LIMIT_FREE: count(120),
  RATE_LIMIT_PAID: count(1200),
  ANONYMOUS_KEYS_PER_IP_HOUR: count(5),
  ANONYMOUS_KEYS_PER_IP_DAY: count(20),
  ANONYMOUS_KEYS_PER_HOUR: count(1_000),
  MAILS_PER_ADDRESS_HOUR: count(5),
  MAILS_PER_ADDRESS_DAY: count(10),
  MAILS_PER_IP_HOUR: count(10),
  MAILS_PER_IP_DAY: count(30),
  MAILS_PER_HOUR: count(1_000),
  MAIL_COOLDOWN_SECONDS: count(60),
  OAUTH_CLIENTS_PER_HOUR: count(1_000),
  CODE_FAILURES_PER_CLAIM: count(5),
  CODE_FAILURES_PER_NETWORK_DAY: count(10),
  CODE_FAILURES_PER_ADDRESS_DAY: count(40),
  /** Suffixes under which resolve_company guesses the domains of names, the most usual one first; `own`: of its country or in the name. */
  NAME_SUFFIXES: list("com own io co ai net org dev app eu tech"),
  /** Unpublished addresses that are less likely than this to be right are not sold. */
  EMAIL_MIN_CONFIDENCE: z.coerce.number().min(0).max(1).default(0.3),
  /** Prices in tokens that differ from the tools' defaults. tools/served-tools.ts checks the names. */
  PRICES: prices,
  /** Tools that this deployment does not serve. */
  TOOLS_OFF: list(""),
  /** Vendors with a key, in the order in which they are asked. */
  VENDOR_ORDER: list("pdl,brave"),
  /** Daily budget per vendor, in its credits; once spent, the vendor is skipped until midnight UTC. */
  VENDOR_CREDITS_PER_DAY: count(500),
  /** Job boards whose terms the operator has accepted: `smartrecruiters`, `rippling`, `comeet`. */
  BOARDS_ON: list(""),
  /** Job boards that the index asks a minute, and systems whose boards it never asks. */
  INDEX_BOARDS_PER_MINUTE: count(60),
  INDEX_SYSTEMS_OFF: list(""),
  /** A credit each. */
  PDL_PEOPLE_PER_SEARCH: z.coerce.number().int().min(1).max(100).default(25),
  /** Where Durable Objects and databases are kept. Set before the first deploy: data is not moved (scripts/deploy.ts refuses it). */
  JURISDICTION: z.enum(JURISDICTIONS).optional(),
  /** Days that single calls are kept before they are summed by day, tool and key. */
  CALL_HISTORY_DAYS: z.coerce.number().int().min(2).max(400).default(90),
  SIGNING_SECRET: secret,
  SIGNING_SECRET_PREVIOUS: secret,
  HASH_SECRET: secret,
  STRIPE_SECRET_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  CDP_API_KEY_ID: secret,
  CDP_API_KEY_SECRET: secret,
  PDL_API_KEY: secret,
  HUNTER_API_KEY: secret,
  /** `cloudflare`: resolve_company searches the web through the `AI` binding; without it, through Brave where its key is set. */
  WEB_SEARCH: z.enum(["cloudflare"]).optional(),
  BRAVE_API_KEY: secret,
  THEIRSTACK_API_KEY: secret,
  TRUSTPILOT_API_KEY: secret,
  COMPANIES_HOUSE_API_KEY: secret,
  CVR_USER: secret,
  CVR_PASSWORD: secret,
  BOLAGSVERKET_CLIENT_ID: secret,
  BOLAGSVERKET_CLIENT_SECRET: secret,
  REDDIT_CLIENT_ID: secret,
  REDDIT_CLIENT_SECRET: secret,
  ADMIN_TOKEN: secret,
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, "must be whsec_ and the base64 of 24 to 64 bytes")
    .optional(),
  /** Sign our fetcher's requests (Web Bot Auth): all, and those of scheduled looks where they have a key of their own. */
  WEB_BOT_AUTH_KEY: signingKey,
  WEB_BOT_AUTH_KEY_LOOKS: signingKey,
  /** The most that a call may pay a site for a page that is sold to crawlers (US dollars); 0 pays nothing. */
  MAX_CRAWL_PRICE_USD: z.coerce.number().min(0).max(10).default(0),
});

export type Config = z.output<typeof variables> & { SIGNING_SECRET: string; HASH_SECRET: string };

/** The configuration is unusable. The message names variables, never values. */
export class ConfigError extends Error {}

const parsed = new WeakMap<object, Config>();

/** Reads and checks the variables of `env`, once per isolate. Throws {@link ConfigError}. */
export function readConfig(env: object): Config {
  const known = parsed.get(env);
  if (known) return known;
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in variables.shape && value !== ""),
  );
  const result = variables.safeParse(given);
  if (!result.success) {
    const names = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`bad variables: ${names.join("; ")}`);
  }
  const { SIGNING_SECRET, HASH_SECRET } = result.data;
  if (!SIGNING_SECRET || !HASH_SECRET) {
    const missing = [!SIGNING_SECRET && "SIGNING_SECRET", !HASH_SECRET && "HASH_SECRET"].filter(Boolean);
    throw new ConfigError(`missing secret ${missing.join(", ")}: set it with \`wrangler secret put\``);
  }
  const config = { ...result.data, SIGNING_SECRET, HASH_SECRET };
  parsed.set(env, config);
  return config;
}

/** Requests a minute an organisation of `plan` may make. */
export function requestsPerMinute(config: Config, plan: Plan): number {
  return { anonymous: config.RATE_LIMIT_ANONYMOUS, free: config.RATE_LIMIT_FREE, paid: config.RATE_LIMIT_PAID }[plan];
}
