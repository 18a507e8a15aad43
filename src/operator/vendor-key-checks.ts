import type { Config } from "../config.ts";
import { parseJson } from "../lib/loose-json.ts";
import type { SourceContext } from "../platform/outbound/context.ts";
import { outboundFor } from "../platform/outbound/outbound.ts";
import { fetchRedditToken } from "../sources/reddit/api.ts";
import { reserveCredits } from "../sources/vendors/spending.ts";

/** Status of an optional service, with the remedy unless it is `ok`. */
export type Check = { what: string; state: "ok" | "off" | "wrong"; advice: string };

type KeyState = "ok" | "refused" | "used_up" | "silent";
type KeyCheck = {
  vendor: string;
  /** `ask` gets the value of the first variable. */
  keyNames: [keyof Config, ...(keyof Config)[]];
  ask(context: SourceContext, key: string): Promise<KeyState>;
};

/** The vendors with calls that test their keys. All are free except Brave's, which costs one query of its budget. */
export const KEY_CHECKS: KeyCheck[] = [
  {
    vendor: "People Data Labs",
    keyNames: ["PDL_API_KEY"],
    // https://docs.peopledatalabs.com/docs/reference-autocomplete-api
    ask: byHeader("https://api.peopledatalabs.com/v5/autocomplete?field=title&size=1", "X-Api-Key"),
  },
  {
    vendor: "Hunter",
    keyNames: ["HUNTER_API_KEY"],
    // Its 403 is the rate limit, its 429 the quota.
    ask: byHeader("https://api.hunter.io/v2/account", "X-API-KEY", { 403: "silent", 429: "used_up" }),
  },
  {
    vendor: "Brave Search",
    keyNames: ["BRAVE_API_KEY"],
    async ask(context, key) {
      if (!(await reserveCredits(context, "brave", 1))) return "used_up";
      const url = "https://api.search.brave.com/res/v1/web/search?q=tallygate&count=1";
      return ask(context, url, { "X-Subscription-Token": key });
    },
  },
  {
    vendor: "TheirStack",
    keyNames: ["THEIRSTACK_API_KEY"],
    // "Get Credit Balance" at https://theirstack.com/en/docs/api-reference
    ask: (context, key) =>
      ask(context, "https://api.theirstack.com/v0/billing/credit-balance", { Authorization: `Bearer ${key}` }),
  },
  {
    vendor: "Trustpilot",
    keyNames: ["TRUSTPILOT_API_KEY"],
    ask: byHeader("https://api.trustpilot.com/v1/business-units/find?name=trustpilot.com", "apikey"),
  },
  {
    vendor: "Reddit",
    keyNames: ["REDDIT_CLIENT_ID", "REDDIT_CLIENT_SECRET"],
    async ask(context) {
      const { status } = await fetchRedditToken(context);
      return status === "granted" ? "ok" : status === "refused" ? "refused" : "silent";
    },
  },
  {
    vendor: "Companies House",
    keyNames: ["COMPANIES_HOUSE_API_KEY"],
    ask: (context, key) =>
      ask(context, "https://api.company-information.service.gov.uk/company/00000006", basic(key, "")),
  },
  {
    vendor: "CVR",
    keyNames: ["CVR_USER", "CVR_PASSWORD"],
    ask: (context, user) =>
      ask(
        context,
        "http://distribution.virk.dk/cvr-permanent/virksomhed/_search",
        { ...basic(user, context.config.CVR_PASSWORD ?? ""), "Content-Type": "application/json" },
        {},
        JSON.stringify({ query: { match_all: {} }, size: 0 }),
      ),
  },
  {
    vendor: "Bolagsverket",
    keyNames: ["BOLAGSVERKET_CLIENT_ID", "BOLAGSVERKET_CLIENT_SECRET"],
    ask: (context, id) =>
      // Without the right credentials OAuth answers 400 or 401 (RFC 6749, section 5.2).
      ask(
        context,
        "https://portal.api.bolagsverket.se/oauth2/token",
        { "Content-Type": "application/x-www-form-urlencoded" },
        { 400: "refused" },
        new URLSearchParams({
          grant_type: "client_credentials",
          scope: "vardefulla-datamangder:read",
          client_id: id,
          client_secret: context.config.BOLAGSVERKET_CLIENT_SECRET ?? "",
        }).toString(),
      ),
  },
];

/** Asks with the key in a header. */
function byHeader(url: string, name: string, meanings: Record<number, KeyState> = {}): KeyCheck["ask"] {
  return (context, key) => ask(context, url, { [name]: key }, meanings);
}

function basic(user: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${btoa(`${user}:${password}`)}` };
}

/** Tests each configured key once. A vendor's failure is a result and never throws. */
export function checkVendorKeys(context: SourceContext): Promise<Check[]> {
  return Promise.all(
    KEY_CHECKS.map(async ({ vendor, keyNames, ask }) => {
      const put = keyNames.map((name) => `npx wrangler secret put ${name}`).join(", ");
      const what = `vendor: ${vendor}`;
      if (keyNames.some((name) => !context.config[name]))
        return { what, state: "off", advice: `To switch it on: ${put}` };
      const state = await ask(context, String(context.config[keyNames[0]]));
      const advice = {
        ok: "",
        refused: `It refuses ${keyNames.join(" and ")}. Copy it anew from your account there: ${put}`,
        used_up: "What you have bought there is used up, or today's VENDOR_CREDITS_PER_DAY.",
        silent: "Unexpected answer. Try again in a minute; if it persists, check the vendor's status page.",
      }[state];
      return { what, state: state === "ok" ? "ok" : "wrong", advice };
    }),
  );
}

const MEANINGS: Record<number, KeyState> = {
  200: "ok",
  404: "ok",
  401: "refused",
  403: "refused",
  422: "refused",
  402: "used_up",
};

async function ask(
  context: SourceContext,
  url: string,
  headers: Record<string, string>,
  meanings: Record<number, KeyState> = {},
  /** Sent by POST. */
  body?: string,
): Promise<KeyState> {
  const answer = await outboundFor(context).api(url, { headers, ...(body && { method: "POST" as const, body }) });
  if (answer.status !== "ok") return "silent";
  // A proxy may answer 200 as well.
  if (answer.httpStatus === 200 && parseJson(answer.text) === undefined) return "silent";
  return meanings[answer.httpStatus] ?? MEANINGS[answer.httpStatus] ?? "silent";
}
