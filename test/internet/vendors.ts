import type { Handler, Hosts } from "./index.ts";

/** People Data Labs and Brave Search in their documented shapes. What a key is called decides how they answer. */
type PdlPerson = {
  name: string;
  title: string;
  site: string;
  slug?: string;
  email?: string | boolean;
  place?: string | boolean;
};

const SITE = "vendor-only.example";
const PDL_PEOPLE: PdlPerson[] = [
  {
    name: "ada brandt",
    title: "chief technology officer",
    site: SITE,
    slug: "ada-brandt-v1",
    place: "leipzig, saxony, germany",
  },
  {
    name: "noor van der meer",
    title: "vp of sales",
    site: SITE,
    slug: "noor-vdmeer-v2",
    email: "noor@vendor-only.example",
  },
  { name: "sam intern", title: "sales intern", site: SITE },
  { name: "lena co", title: "co-founder & ceo", site: SITE, slug: "lena-v4", place: true },
  { name: "gone gonzalez", title: "sales director", site: "elsewhere.example", slug: "gone-v5" },
  { name: "jo park", title: "engineer", site: SITE, slug: "jo-park-v6" },
  { name: "jo park", title: "accountant", site: SITE, slug: "jo-park-v7" },
  // Their company's own site errs.
  ...["uma", "vic", "wim"].map((first) => ({
    name: `${first} downer`,
    title: "engineer of downtime",
    site: "robots-down.example",
    slug: `${first}-d1`,
  })),
  ...["one-a", "one-b", "one-c", "one-d", "one-e", "one-f"].map((stem) => ({
    name: "rosa lind",
    title: "owner",
    site: `${stem}.example`,
    slug: stem,
  })),
];

type Clause = { bool?: { must?: Clause[]; should?: Clause[] } } & Record<string, Record<string, string>>;

/** As much of Elasticsearch as our queries use: whole words, in order for `match_phrase`. */
function passes(clause: Clause, row: Record<string, unknown>): boolean {
  const { bool } = clause;
  if (bool) {
    const { must = [], should = [] } = bool;
    return must.every((one) => passes(one, row)) && (should.length === 0 || should.some((one) => passes(one, row)));
  }
  const [kind = "", condition = {}] = Object.entries(clause)[0] ?? [];
  const [field = "", wanted = ""] = Object.entries(condition)[0] ?? [];
  // The query asks for the site people are listed under; one of them has left since.
  const value = field === "job_company_website" ? siteOf(row) : String(row[field] ?? "");
  if (kind === "term") return value === wanted;
  const words = (text: string) =>
    ` ${text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .join(" ")} `;
  return words(value).includes(words(wanted));
}

function siteOf(row: Record<string, unknown>): string {
  return row.job_company_website === "elsewhere.example" ? SITE : String(row.job_company_website);
}

function pdlRow({ name, title, site, slug, email = true, place = false }: PdlPerson, index: number) {
  const [first = "", ...last] = name.split(" ");
  return {
    id: `pdl_p_${index}`,
    full_name: name,
    first_name: first,
    last_name: last.join(" "),
    job_title: title,
    linkedin_url: slug ? `network.example/in/${slug}` : null,
    linkedin_username: slug ?? null,
    job_title_levels: [],
    job_title_role: null,
    job_company_name: "vendor only",
    job_company_website: site,
    job_start_date: "2021-03",
    location_name: place,
    work_email: email,
    personal_emails: false,
    mobile_phone: true,
  };
}

const PDL_ERRORS: Record<string, () => Response> = {
  "bad-key": () => pdlError(401, "authentication_error"),
  "poor-key": () => pdlError(402, "payment_required"),
  "busy-key": () => pdlError(429, "rate_limit_error", { "x-ratelimit-reset": "2026-11-25T12:00:42Z" }),
  "odd-key": () => pdlError(400, "invalid_request_error"),
  "down-key": () => pdlError(500, "api_error"),
  "text-key": () => new Response("upstream connect error: secret-token", { status: 200 }),
};

function pdlError(status: number, type: string, headers: Record<string, string> = {}): Response {
  return Response.json({ status, error: { type, message: "secret-token: your account acme" } }, { status, headers });
}

const pdl: Handler = async (request, url) => {
  const key = request.headers.get("X-Api-Key") ?? "";
  if (key === "slow-key") await scheduler.wait(20_000);
  const error = PDL_ERRORS[key];
  if (error || !key) return error?.() ?? pdlError(401, "authentication_error");
  if (url.pathname === "/v5/autocomplete")
    return Response.json({ status: 200, data: [{ name: "engineer", count: 9 }] });
  if (url.pathname === "/v5/company/enrich") return enrich(url.searchParams.get("website") ?? "");
  if (url.pathname !== "/v5/person/search" || request.method !== "POST") return pdlError(405, "not_allowed");
  const { query, size } = await request.json<{ query: Clause; size: number }>();
  const all = PDL_PEOPLE.map(pdlRow).filter((row) => passes(query, row));
  if (all.length === 0) return pdlError(404, "not_found");
  const data = all.slice(0, size);
  const more = all.length > data.length ? { scroll_token: "tok_2" } : {};
  const headers = { "x-call-credits-spent": String(data.length), "x-ratelimit-remaining": "{'minute': 9}" };
  return Response.json({ status: 200, data, ...more, total: all.length }, { headers });
};

function enrich(website: string): Response {
  if (website === "mistaken.example") return Response.json({ ...company("another.example"), name: "another" });
  return website === SITE ? Response.json(company(SITE)) : pdlError(404, "not_found");
}

function company(website: string) {
  return {
    status: 200,
    likelihood: 9,
    id: "pdl_c_1",
    name: "vendor only",
    display_name: "Vendor Only",
    website,
    linkedin_url: "de.network.example/company/vendor-only",
    linkedin_slug: "vendor-only",
    size: "51-200",
    employee_count: 87,
    founded: 2014,
    industry: "machinery",
    type: "private",
    tags: [],
    alternative_domains: [],
    location: { name: "leipzig, saxony, germany", country: "germany", locality: "leipzig" },
  };
}

const BRAVE_ERRORS: Record<string, () => Response> = {
  "bad-key": () => braveError(403, "SUBSCRIPTION_TOKEN_INVALID"),
  "odd-key": () => braveError(400, "BAD_REQUEST"),
  "busy-key": () =>
    braveError(429, "RATE_LIMITED", { "X-RateLimit-Remaining": "0, 14999", "X-RateLimit-Reset": "3, 1419704" }),
  "poor-key": () => braveError(429, "QUOTA", { "X-RateLimit-Remaining": "0, 0", "X-RateLimit-Reset": "1, 1419704" }),
  "down-key": () => new Response("secret-token", { status: 502 }),
};

function braveError(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: "secret-token" } }, { status, headers });
}

/** Results by the name in quotation marks. */
const BRAVE_RESULTS: Record<string, { title: string; url: string; description?: string; extra_snippets?: string[] }[]> =
  {
    "Tilda Holm": [
      { title: "Tilda Holm&#x27;s list of posts", url: "https://www.network.example/posts/tilda-holm" },
      { title: "Mathilda Holmgren - Vendor Only", url: "https://www.network.example/in/mathilda-holmgren" },
      {
        title: "Tilda Holm - Another Firm",
        url: "https://www.network.example/in/tilda-elsewhere",
        description: "Berlin",
      },
      {
        title: "<strong>Tilda Holm</strong> - CTO - Vendor&nbsp;Only",
        url: "https://dk.network.example/in/tilda-holm-b1?trk=x",
      },
      {
        title: "Tilda Holm | Network",
        url: "https://www.network.example/in/tilda-holm-b1",
        description: "at Vendor Only",
      },
      { title: "Tilda Holm - Vendor Only", url: "https://network.example.evil.example/in/tilda-holm" },
    ],
    "Max Doppel": [
      { title: "Max Doppel - Vendor Only", url: "https://www.network.example/in/max-doppel-1" },
      { title: "Max Doppel - Vendor Only", url: "https://www.network.example/in/max-doppel-2" },
    ],
    "Vera Snippet": [
      {
        title: "Vera Snippet",
        url: "https://www.network.example/in/vera",
        description: "x",
        extra_snippets: ["Works at vendor-only"],
      },
    ],
  };

const brave: Handler = (request, url) => {
  const key = request.headers.get("X-Subscription-Token") ?? "";
  const error = BRAVE_ERRORS[key];
  if (error || !key) return error?.() ?? braveError(401, "SUBSCRIPTION_TOKEN_MISSING");
  const q = url.searchParams.get("q") ?? "";
  const results = BRAVE_RESULTS[/"([^"]+)"/.exec(q)?.[1] ?? ""];
  const query = { original: q, more_results_available: false };
  return Response.json({ type: "search", query, ...(results && { web: { type: "search", results } }) });
};

export const vendorHosts: Hosts = { "api.peopledatalabs.com": pdl, "api.search.brave.com": brave };
