import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { loadDemoDirectory } from "../../support/demo-directory.ts";
import { callTool, requestWith, richKey } from "../../support/harness.ts";
import { NO_SITES } from "../../support/sites.ts";

let key = "";
beforeAll(async () => {
  key = await richKey();
});

const PAGE = { headers: { "Content-Type": "text/html" } };
const FOR_SALE = "<title>This domain is for sale</title><p>Buy this domain from its owner today.</p>";
const WORDS = "<p>We do for you what we have done for many others, and have done for long.</p>".repeat(8);

/** A site that gives itself a name, a country and words about itself. */
function siteOf(name: string, country: string, about: string): string {
  const node = { "@type": "Organization", name, address: { "@type": "PostalAddress", addressCountry: country } };
  const head = `<title>${name}</title><meta name="description" content="${about}">`;
  return `${head}<script type="application/ld+json">${JSON.stringify(node)}</script><h1>${about}</h1>${WORDS}`;
}

/** The demo internet with more sites; `isWild`: its resolver knows every name. */
function internetWith(sites: Record<string, string>, isWild = false) {
  return {
    async fetch(request: Request) {
      const url = new URL(request.url);
      if (url.hostname === "cloudflare-dns.com" || url.hostname === "dns.google") {
        const name = url.searchParams.get("name") ?? "";
        const isKnown = isWild || name in sites;
        const records =
          url.searchParams.get("type") === "A" ? [{ name, type: 1, TTL: 300, data: "93.184.215.14" }] : [];
        if (isKnown) return Response.json({ Status: 0, Answer: records });
        if (!name.endsWith(".example")) return Response.json({ Status: 3 });
      }
      const page = sites[url.hostname];
      if (page === undefined) return env.OUTBOUND?.fetch(request) as Promise<Response>;
      return url.pathname === "/" ? new Response(page, PAGE) : new Response("none", { status: 404 });
    },
  };
}

function resolve(body: object, variables: object = {}) {
  return requestWith({ ...variables }, "/api/v0/resolve_company", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}` },
  });
}

describe("namesakes", () => {
  const NAME_SUFFIXES = "example own io";
  const OUTBOUND = internetWith({
    "tramontana.example": siteOf("Tramontana", "GB", "Cloud software for airlines"),
    "tramontana.io": siteOf("Tramontana SL", "ES", "Sails and rigging from Girona"),
  });

  it("the better-looking one is not claimed: both are shown with their own words and countries", async () => {
    const { body } = await resolve({ name: "Tramontana" }, { OUTBOUND, NAME_SUFFIXES, ...NO_SITES });
    expect(body).toMatchObject({ company: null, ambiguous: true, reason: "name_alone_is_no_proof" });
    const shown = body.candidates.map(({ domain, country, description }: Record<string, string>) => [
      domain,
      country,
      description,
    ]);
    expect(shown).toEqual([
      ["tramontana.example", "GB", "Cloud software for airlines"],
      ["tramontana.io", "ES", "Sails and rigging from Girona"],
    ]);
  });

  it.each([{ country: "ES" }, { about: "sails, rigging, Girona" }])("%j tells them apart", async (known) => {
    const { body } = await resolve({ name: "Tramontana", ...known }, { OUTBOUND, NAME_SUFFIXES, ...NO_SITES });
    expect(body.candidates[0]).toMatchObject({ domain: "tramontana.io" });
    expect(body.candidates[0].confidence).toBeGreaterThan(body.candidates[1].confidence);
    expect(body.company).toMatchObject({ domain: "tramontana.io" });
  });
});

describe("names that lead to nothing are not found and free", () => {
  it("every guess belongs to a domain seller", async () => {
    const NAME_SUFFIXES = "example own io co";
    const guesses = ["ventolera.example", "ventolera.io", "ventolera.co", "getventolera.example"];
    const OUTBOUND = internetWith(Object.fromEntries(guesses.map((domain) => [domain, FOR_SALE])));
    const { body, headers } = await resolve({ name: "Ventolera" }, { OUTBOUND, NAME_SUFFIXES, ...NO_SITES });
    expect(body).toMatchObject({ status: "not_found", company: null, candidates: [] });
    expect(headers.get("x-tokens-charged")).toBe("0");
  });

  it("a resolver that knows every name knows none", async () => {
    const { body, headers } = await resolve({ name: "Kalamantis" }, { OUTBOUND: internetWith({}, true), ...NO_SITES });
    expect(body).toMatchObject({ company: null, candidates: [] });
    expect(headers.get("x-tokens-charged")).toBe("0");
  });

  it.each(["Ada Brandt", "Jürgen Weiß", "🦊 Zorrillo"])("%s is no company", async (name) => {
    const { body, headers } = await resolve({ name });
    expect(body).toMatchObject({ status: "not_found", company: null, candidates: [] });
    expect(headers.get("x-tokens-charged")).toBe("0");
  });

  it("201 characters are refused", async () => {
    const { body, status, headers } = await resolve({ name: "x".repeat(201) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", errors: [{ path: "name" }] });
    expect(headers.get("x-tokens-charged")).toBe("0");
  });
});

describe("a web search is paid for by the call that made it", () => {
  const AI = { websearch: async () => Response.json({ items: [] }) };

  it("a miss with a search is charged, without one it is free", async () => {
    const name = "Quillfeather Trading";
    expect((await resolve({ name })).headers.get("x-tokens-charged")).toBe("0");
    const searched = await resolve({ name }, { AI, WEB_SEARCH: "cloudflare" });
    expect(searched.body).toMatchObject({ status: "not_found", candidates: [] });
    expect(searched.headers.get("x-tokens-charged")).toBe("1");
    // The search is remembered, so nobody paid for this one.
    expect((await resolve({ name }, { AI, WEB_SEARCH: "cloudflare" })).headers.get("x-tokens-charged")).toBe("0");
  });

  it("a name that is exact needs no search", async () => {
    let searches = 0;
    const counting = { websearch: async () => Response.json({ items: [], asked: ++searches }) };
    await resolve({ domain: "nordlys.example" }, { AI: counting, WEB_SEARCH: "cloudflare" });
    await resolve({ name: "nordlys.example" }, { AI: counting, WEB_SEARCH: "cloudflare" });
    expect(searches).toBe(0);
  });
});

describe("a newcomer's three companies", () => {
  const THREE = [
    ["Acme Robotics", "acme-robotics.example"],
    ["Brightwater Analytics", "brightwater.example"],
    ["Hazel and Oak", "hazel-and-oak.example"],
  ];

  it.each(THREE)("%s is a candidate on a deployment that knows nothing", async (name, domain) => {
    const { body } = await callTool(key, "resolve_company", { name });
    expect(body.candidates).toContainEqual(expect.objectContaining({ domain }));
  });

  it.each([...THREE, ["LUMENTA Inc.", "lumenta.example"]])(
    "%s is proved by the directory and its site",
    async (name, domain) => {
      await loadDemoDirectory();
      const { body } = await callTool(key, "resolve_company", { name });
      expect(body).toMatchObject({ status: "ok", ambiguous: false, company: { domain } });
      expect(body.company.confidence).toBeGreaterThanOrEqual(0.8);
    },
  );

  it("a company without a site is the directory's, which says so and proves no page", async () => {
    await loadDemoDirectory();
    const { body } = await callTool(key, "resolve_company", { name: "Kumo Logistics" });
    expect(body).toMatchObject({ status: "ok", source: "directory", confidence: 0.8, evidence: [] });
    const agrees = [{ fact: "name_in_directory", value: "Kumo Logistics", url: null }];
    expect(body.company).toMatchObject({ domain: "kumo-logistics.example", source: "directory", url: null, agrees });
  });

  it("a registrant of the SEC without an address has the country that the directory has for it", async () => {
    await loadDemoDirectory();
    const { body } = await callTool(key, "resolve_company", { name: "Acme Robotics" });
    expect(body.company).toMatchObject({ country: "DE", source: "sec", disagrees: [] });
    expect((await callTool(key, "get_network_company", { domain: "acme-robotics.example" })).body.country).toBe("DE");
  });

  it("a site that says another country than its register disagrees with it", async () => {
    const OUTBOUND = internetWith({ "nordlys.example": siteOf("Nordlys", "SE", "Lamps for long nights") });
    const { body } = await resolve({ name: "Nordlys AS" }, { OUTBOUND, ...NO_SITES });
    expect(body.candidates[0]).toMatchObject({ id: "NO_ORGNR:999100104", country: "NO" });
    expect(body.candidates[0].disagrees).toContainEqual({ fact: "country", here: "SE", there: "NO" });
  });
});
