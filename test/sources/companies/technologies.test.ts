import { beforeAll, describe, expect, it } from "vitest";
import { TECHNOLOGIES } from "../../../src/sources/companies/technology-list.ts";
import { callTool } from "../../support/harness.ts";
import { richKey } from "../../support/signal-harness.ts";
import { fetchedFrom } from "../../support/source-context.ts";

const TOOL = "signal_technologies_identified";
let key = "";
beforeAll(async () => {
  key = await richKey();
});

describe("signal_technologies_identified", () => {
  it.each([
    ["intercom.com", "strong", "script"],
    ["tagmanager.google.com", "strong", "script"],
    ["segment.com", "medium", "hint"],
    ["drift.com", "strong", "inline_script"],
    ["made-up-vendor.com", "strong", "frame"],
    ["wordpress.org", "strong", "generator"],
    ["nextjs.org", "strong", "header"],
    ["zendesk.com", "strong", "dns_cname"],
  ])("%s is found: %s, %s", async (technology, level, where) => {
    const { status, body, headers } = await callTool(key, TOOL, {
      domain: "tech-user.example",
      technologies: [technology],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      domain: "tech-user.example",
      is_detected: true,
      technologies_found: [technology],
      status: "ok",
      reason: null,
      matches: [
        { technology, found: true, level, evidence: expect.arrayContaining([expect.objectContaining({ where })]) },
      ],
    });
    expect(headers.get("X-Tokens-Charged")).toBe("5");
  });

  it("one medium trace is not enough, two are", async () => {
    const technologies = ["hotjar.com", "hubspot.com", "segment.com"];
    const { body } = await callTool(key, TOOL, { domain: "tech-user.example", technologies });
    expect(body.technologies_found).toEqual(["segment.com"]);
    expect(body.matches.map(({ found, level }: { found: boolean; level: string }) => [found, level])).toEqual([
      [false, "medium"],
      [false, "medium"],
      [true, "medium"],
    ]);
  });

  it("a site that only talks of technologies uses none", async () => {
    const technologies = ["intercom.com", "drift.com", "hubspot.com", "zendesk.com", "segment.com", "example.com"];
    const { body } = await callTool(key, TOOL, { domain: "tech-talker.example", technologies });
    expect(body).toMatchObject({ is_detected: false, technologies_found: [], confidence: 0, source: null });
    expect(body.matches[0]).toMatchObject({ found: false, level: "weak", evidence: [{ where: "job_ad" }] });
    expect(body.matches.map(({ level }: { level: string | null }) => level)).toEqual([
      "weak",
      null,
      "weak",
      "weak",
      "medium",
      null,
    ]);
  });

  it("finds mail and SPF in the DNS, and takes a verification record for little", async () => {
    const technologies = ["workspace.google.com", "Zendesk", "stripe.com", "microsoft365.com"];
    const { body } = await callTool(key, TOOL, { domain: "acme-robotics.example", technologies });
    expect(body.matches).toMatchObject([
      { technology: "workspace.google.com", name: "Google Workspace", found: true, level: "strong" },
      { technology: "Zendesk", found: false, level: "medium", evidence: [{ where: "dns_spf" }] },
      { technology: "stripe.com", found: false, level: "weak", evidence: [{ where: "dns_txt" }] },
      { technology: "microsoft365.com", found: false, level: null, evidence: [] },
    ]);
  });

  it("keeps evidence inert and short", async () => {
    const { body } = await callTool(key, TOOL, { domain: "tech-user.example", technologies: ["intercom.com"] });
    for (const { value } of body.matches[0].evidence) {
      expect(value).not.toMatch(/[<>]/);
      expect(value.length).toBeLessThanOrEqual(200);
    }
  });

  it.each([
    ["forbidden.example", "disallowed_by_robots"],
    ["nobody-has-this.example", "domain_has_no_dns"],
  ])("%s: 200 not_found, because %s", async (domain, reason) => {
    const { status, body } = await callTool(key, TOOL, { domain, technologies: ["intercom.com"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_detected: false, status: "not_found", reason, technologies_found: [] });
  });

  it("failing.example: 502, not charged", async () => {
    const answer = await callTool(key, TOOL, { domain: "failing.example", technologies: ["intercom.com"] });
    expect(answer).toMatchObject({ status: 502, body: { error: "upstream_error" } });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(answer.text).not.toContain("secret-token");
  });

  it.each([
    [{ domain: "acme-robotics.example" }],
    [{ domain: "acme-robotics.example", technologies: [] }],
    [{ domain: "acme-robotics.example", technologies: ["no such thing"] }],
    [{ domain: "acme-robotics.example", technologies: "intercom.com" }],
    [{ domain: "acme-robotics.example", technologies: Array.from({ length: 51 }, () => "intercom.com") }],
    [{ domain: "gmail.com", technologies: ["intercom.com"] }],
  ])("%j is 400", async (input) => {
    expect(await callTool(key, TOOL, input)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  it("fetched no vendor", async () => {
    for (const host of ["intercom.io", "intercom.com", "zendesk.com", "network.example", "linkedin.com"]) {
      expect(await fetchedFrom(host)).toEqual([]);
    }
  });
});

describe("the table", () => {
  it("has at least 120 technologies, each once, with hosts that are hosts", () => {
    expect(TECHNOLOGIES.length).toBeGreaterThanOrEqual(120);
    const names = TECHNOLOGIES.flatMap(({ domain, alias }) => [domain, ...alias]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const { domain, name, category, hosts } of TECHNOLOGIES) {
      expect(name && category).toBeTruthy();
      for (const host of [domain, ...hosts]) expect(host).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+(\/[\w./-]+)?$/);
    }
  });
});
