import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { findCompanyUrl } from "../../../src/sources/companies/company-url.ts";
import { anonymousKey, callTool, giveTokens } from "../../support/harness.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const URL_OF = (slug: string) => `https://www.network.example/company/${encodeURIComponent(slug)}`;

describe("get_network_company_url on the demo internet", () => {
  it("answers the document's shape first", async () => {
    const { status, body, text, headers } = await callTool(await anonymousKey(), "get_network_company_url", {
      domain: "https://WWW.acme-robotics.example/team",
    });
    expect(status).toBe(200);
    expect(
      text.startsWith('{"url":"https://www.network.example/company/acme-robotics","domain":"acme-robotics.example"'),
    ).toBe(true);
    expect(body).toMatchObject({
      status: "ok",
      source: "own_site",
      confidence: 0.97,
      cached: false,
      reason: null,
      redirected_to: null,
      alternatives: [],
      evidence: [{ url: "https://acme-robotics.example/", kind: "json_ld" }],
      observed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(headers.get("X-Tokens-Charged")).toBe("2");
  });

  it.each([
    ["brightwater.example", "brightwater-analytics", 0.92, "frame_link"],
    ["hazel-and-oak.example", "4410217", 0.92, "frame_link"],
    ["fernhill.example", "fernhill-software", 0.88, "rel_me"],
    ["broken-reel.example", "Broken-Reel-Studios", 0.92, "frame_link"],
    ["café-città.example", "café-città", 0.92, "frame_link"],
  ])("%s has %s", async (domain, slug, confidence, kind) => {
    const { body } = await callTool(await anonymousKey(), "get_network_company_url", { domain });
    expect(body).toMatchObject({ url: URL_OF(slug), status: "ok", confidence, evidence: [{ kind }] });
  });

  it.each(["lumen-labs.example", "refresh.example", "script-redirect.example"])(
    "follows %s to another domain",
    async (domain) => {
      const { body } = await callTool(await anonymousKey(), "get_network_company_url", { domain });
      expect(body).toMatchObject({
        url: URL_OF("lumenta-medical"),
        confidence: 0.83,
        redirected_to: "lumenta.example",
      });
    },
  );

  it("remembers what it found, and charges the same", async () => {
    const key = await anonymousKey();
    await callTool(key, "get_network_company_url", { domain: "brightwater.example" });
    const before = await fetchedFrom("brightwater.example");
    const { body, headers } = await callTool(key, "get_network_company_url", { domain: "brightwater.example" });
    expect(body).toMatchObject({ cached: true, url: URL_OF("brightwater-analytics") });
    expect(headers.get("X-Tokens-Charged")).toBe("2");
    expect(await fetchedFrom("brightwater.example")).toEqual(before);
  });

  it.each([
    ["quietfield.example", "no_company_link"],
    ["nobody-has-this.example", "domain_has_no_dns"],
    ["forbidden.example", "disallowed_by_robots"],
    ["blocking.example", "blocked_by_site"],
    ["captcha.example", "blocked_by_site"],
    ["missing.example", "home_page_not_found"],
    ["binary.example", "home_page_is_not_a_page"],
    ["refresh-to-loopback.example", "no_company_link"],
  ])("%s: nothing, because %s", async (domain, reason) => {
    const { status, body, headers } = await callTool(await anonymousKey(), "get_network_company_url", { domain });
    expect(status).toBe(200);
    expect(body).toMatchObject({ url: null, domain, status: "not_found", reason, confidence: 0, evidence: [] });
    expect(headers.get("X-Tokens-Charged")).toBe("0");
  });

  it.each([
    ["failing.example", 502, "upstream_error"],
    ["private-address.example", 502, "upstream_error"],
    ["mapped-address.example", 502, "upstream_error"],
    ["to-loopback.example", 502, "upstream_error"],
    ["to-metadata.example", 502, "upstream_error"],
    ["to-network.example", 502, "upstream_error"],
    ["loop.example", 502, "upstream_error"],
    ["resolver-down.example", 503, "upstream_unavailable"],
  ])("%s: %i, nothing charged, nothing of the upstream's text", async (domain, status, error) => {
    const answer = await callTool(await anonymousKey(), "get_network_company_url", { domain });
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(answer.text).not.toMatch(/secret-token|127\.0|169\.254|10\.0\.0/);
    if (status === 503) expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("is a time-out when the site hangs", async () => {
    const failure = findCompanyUrl(sourceContext({ ms: 1_000 }), "slow.example");
    await expect(failure).rejects.toMatchObject({ code: "upstream_timeout", status: 504 });
  });

  it.each(["gmail.com", "127.0.0.1", "co.uk", "network.example", "www.linkedin.com"])("%s is 400", async (domain) => {
    const { status, body } = await callTool(await anonymousKey(), "get_network_company_url", { domain });
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
  });

  it("believes the operator's directory first, until it expires", async () => {
    const insert = `INSERT INTO companies (domain, name, network_url, source, confidence, observed_at, expires_at)
      VALUES (?, 'Listed', 'https://network.example/company/listed', 'demo', 0.99, 0, ?)`;
    await env.DATA.prepare(insert)
      .bind("listed.example", Date.now() + 60_000)
      .run();
    await env.DATA.prepare(insert)
      .bind("expired.example", Date.now() - 1)
      .run();
    expect(await findCompanyUrl(sourceContext(), "listed.example")).toMatchObject({
      url: "https://network.example/company/listed",
      source: "directory",
      confidence: 0.99,
      demo: true,
    });
    expect(await fetchedFrom("listed.example")).toEqual([]);
    expect(await findCompanyUrl(sourceContext(), "expired.example")).toMatchObject({
      url: null,
      reason: "domain_has_no_dns",
    });
  });

  it("never fetched the network, whatever was asked", async () => {
    for (const host of ["network.example", "linkedin.com", "127.0.0.1", "169.254.169.254"]) {
      expect(await fetchedFrom(host)).toEqual([]);
    }
  });
});

it("get_network_company tells the same address as get_network_company_url, or the same lack of one", async () => {
  const key = await anonymousKey();
  await giveTokens(key, 100);
  const names = ["acme-robotics", "brightwater", "fernhill", "quietfield", "broken-reel", "lumen-labs"];
  const pairs: [string, unknown, unknown][] = [];
  for (const domain of names.map((name) => `${name}.example`)) {
    const facts = (await callTool(key, "get_network_company", { domain })).body;
    pairs.push([domain, facts.url, (await callTool(key, "get_network_company_url", { domain })).body.url]);
    expect(facts.sources.url !== undefined).toBe(facts.url !== null);
  }
  for (const [domain, inFacts, alone] of pairs) expect(inFacts, domain).toBe(alone);
  // Only an inner page of this one links to it.
  expect(pairs.find(([domain]) => domain === "fernhill.example")?.[1]).toContain("/company/fernhill-software");
});
