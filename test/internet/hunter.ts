import type { Handler, Hosts } from "./index.ts";

/** Hunter's API in its documented shapes. Who is asked for decides what goes wrong; nothing here is captured traffic. */
const KEY = "hunter-test-key";
const error = (status: number, id: string) =>
  Response.json({ errors: [{ id, code: status, details: "secret-token of the upstream" }] }, { status });
/** By family name or local part. */
const TROUBLE: Record<string, () => Response> = {
  // The vendor's own way round: 403 is the rate limit, 429 the quota.
  ratelimit: () => error(403, "too_many_requests"),
  quota: () => error(429, "too_many_requests"),
  objector: () => error(451, "claimed_email"),
  broken: () => error(500, "internal_error"),
  nonsense: () => new Response("Bad gateway, secret-token", { status: 200 }),
  refused: () => error(400, "wrong_params"),
};
const SOURCES = [
  {
    domain: "by-vendor.example",
    uri: "https://www.by-vendor.example/team",
    extracted_on: "2026-02-04",
    last_seen_on: "2026-10-18",
    still_on_page: true,
  },
];
const WORKING_ANSWERS = 2;
const ACCOUNT = {
  data: { plan_name: "Starter", reset_date: "2026-12-01", requests: { searches: { used: 20, available: 500 } } },
};

const asked = new Map<string, number>();

/** Answers 202 twice to whoever is called Working. */
function isStillWorking(who: string, url: URL): boolean {
  const count = (asked.get(url.href) ?? 0) + 1;
  asked.set(url.href, count);
  return who.includes("working") && count <= WORKING_ANSWERS;
}

const hunter: Handler = (request, url) => {
  const given = (name: string) => url.searchParams.get(name) ?? "";
  if (request.headers.get("X-API-KEY") !== KEY) return error(401, "authentication_failed");
  if (url.pathname === "/v2/account") return Response.json(ACCOUNT);
  const who = (given("last_name") || given("full_name") || given("email").split("@")[0] || "").toLowerCase();
  const trouble = Object.entries(TROUBLE).find(([word]) => who.includes(word))?.[1];
  if (trouble) return trouble();
  if (isStillWorking(who, url)) return Response.json({ data: {}, meta: {} }, { status: 202 });
  if (url.pathname === "/v2/email-finder") return Response.json(finder(given, who));
  if (url.pathname === "/v2/email-verifier") return Response.json(verifier(given("email"), who));
  return error(404, "not_found");
};

function finder(given: (name: string) => string, who: string) {
  const domain = given("domain");
  const [first_name, last_name] = [given("first_name"), given("last_name")];
  const address = `${first_name}.${last_name}@${domain}`.toLowerCase();
  const known: Record<string, [score: number, status: string | null, acceptAll: boolean]> = {
    verified: [96, "valid", false],
    working: [91, "valid", false],
    catchall: [62, "accept_all", true],
    bounced: [40, "invalid", false],
    unchecked: [70, null, false],
  };
  const [score, status, accept_all] = known[who] ?? [null, null, false];
  const email = score === null ? null : address;
  return {
    data: {
      first_name,
      last_name,
      email,
      score,
      domain,
      accept_all,
      position: null,
      twitter: null,
      linkedin_url: null,
      phone_number: null,
      company: null,
      sources: who === "verified" ? SOURCES : [],
      verification: { date: status && "2026-10-18", status },
    },
    meta: { params: { first_name, last_name, full_name: null, domain, company: null, max_duration: 10 } },
  };
}

function verifier(email: string, who: string) {
  const status = who.replace(/[^a-z_]/g, "");
  const known = ["valid", "invalid", "accept_all", "webmail", "disposable", "unknown"].includes(status);
  return {
    data: {
      status: known ? status : "valid",
      result: "deliverable",
      score: 94,
      email,
      regexp: true,
      gibberish: false,
      disposable: false,
      webmail: false,
      mx_records: true,
      smtp_server: true,
      smtp_check: true,
      accept_all: status === "accept_all",
      block: false,
      sources: [],
    },
    meta: { params: { email } },
  };
}

export const hunterHosts: Hosts = { "api.hunter.io": hunter };
