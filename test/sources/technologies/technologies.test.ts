import { beforeAll, describe, expect, it } from "vitest";
import { readCatalogue } from "../../../src/readers/technologies/catalogue.ts";
import table from "../../../src/readers/technologies/technologies.txt";
import { callTool, richKey } from "../../support/harness.ts";
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
    [{ domain: "acme-robotics.example", techs: [] }],
    [{ domain: "acme-robotics.example", technologies: [" … "] }],
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

describe("list_technologies", () => {
  it("lists what a site shows, by category, with level and evidence, for 3 tokens", async () => {
    const { status, body, headers } = await callTool(key, "list_technologies", { domain: "tech-user.example" });
    expect(status).toBe(200);
    expect(headers.get("X-Tokens-Charged")).toBe("3");
    const names = body.technologies.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        "Drift",
        "Google Tag Manager",
        "Intercom",
        "Next.js",
        "React",
        "Segment",
        "WordPress",
        "Zendesk",
      ]),
    );
    expect(names).not.toContain("Hotjar");
    expect(body.possible.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["Hotjar", "HubSpot"]),
    );
    expect(Object.values(body.categories).flat().sort()).toEqual([...names].sort());
    for (const { level, evidence } of body.technologies) {
      expect(["strong", "medium"]).toContain(level);
      expect(evidence.length).toBeGreaterThan(0);
      for (const { url } of evidence) expect(url).toMatch(/^(https:\/\/tech-user\.example\/|dns:)/);
    }
    expect(body).toMatchObject({ status: "ok", reason: null, incomplete: [], source: "own_site" });
  });

  it("a site that only talks of technologies uses none of them", async () => {
    const { body } = await callTool(key, "list_technologies", { domain: "tech-talker.example" });
    const names = body.technologies.map(({ name }: { name: string }) => name);
    for (const name of ["Intercom", "Drift", "HubSpot", "Zendesk", "WhatsApp", "Typeform", "Wix"])
      expect(names).not.toContain(name);
  });

  it("what the DNS shows is listed when robots.txt forbids the site", async () => {
    const { status, body } = await callTool(key, "list_technologies", { domain: "forbidden.example" });
    expect(status).toBe(200);
    expect(body.reason).toBe("disallowed_by_robots");
    expect(body.status).toBe(body.technologies.length > 0 ? "partial" : "not_found");
  });

  it("a domain without DNS is not found; a failing site is 502", async () => {
    const none = await callTool(key, "list_technologies", { domain: "nobody-has-this.example" });
    expect(none.body).toMatchObject({ status: "not_found", reason: "domain_has_no_dns", technologies: [] });
    const failing = await callTool(key, "list_technologies", { domain: "failing.example" });
    expect(failing).toMatchObject({ status: 502, body: { error: "upstream_error" } });
    expect(failing.headers.get("X-Tokens-Charged")).toBe("0");
  });
});

describe("seen, not seen, unknown", () => {
  it.each([
    ["Mouseflow", "not_seen", null],
    ["mouseflow.com", "not_seen", null],
    ["Snowflake", "unknown", "not_visible_from_outside"],
    ["Hotjar", "unknown", "weak_evidence"],
    ["no-such-vendor.example", "unknown", "not_in_catalogue"],
    ["Quuxomatic 9000", "unknown", "not_in_catalogue"],
    ["google tag manager", "seen", null],
    ["NextJS", "seen", null],
  ])("%s is %s: %s", async (technology, status, reason) => {
    const { body } = await callTool(key, TOOL, { domain: "tech-user.example", techs: [technology, "Intercom"] });
    expect(body.matches[0]).toMatchObject({ technology, status, reason, found: status === "seen" });
    expect(body.technologies_found).toContain("Intercom");
  });

  it("suggests names for one that is misspelled", async () => {
    const { body } = await callTool(key, TOOL, { domain: "tech-user.example", techs: ["Mousflow"] });
    expect(body).toMatchObject({ status: "not_found", reason: "no_known_technology", is_detected: false });
    expect(body.matches[0].did_you_mean).toContain("Mouseflow");
  });

  it("knows nothing of a site that it may not read", async () => {
    const { body } = await callTool(key, TOOL, { domain: "forbidden.example", technologies: ["Intercom"] });
    expect(body.matches[0]).toMatchObject({ found: false, status: "unknown", reason: "site_not_read" });
  });
});

describe("the catalogue", () => {
  const { all } = readCatalogue(table);
  it("has at least 600 technologies that show from outside, each name and domain once", () => {
    expect(all.filter(({ isVisible }) => isVisible).length).toBeGreaterThanOrEqual(600);
    const keys = all.flatMap(({ domain, name, aliases }) => [
      ...new Set([domain, name, ...aliases].map((text) => text.toLowerCase())),
    ]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const domains = new Set(all.map(({ domain }) => domain));
    for (const { needs } of all) for (const domain of needs) expect(domains).toContain(domain);
  });

  it("has marks that its readers can match", () => {
    for (const { domain, name, category, marks } of all) {
      expect(name && category).toBeTruthy();
      expect(domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w-]+)*$/);
      for (const { kind, text } of marks) {
        expect(text.length, `${domain} ${kind}`).toBeGreaterThan(1);
        if (["host", "served", "img", "link", "mx", "spf", "ns", "dmarc"].includes(kind)) {
          expect(text, domain).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+(\/\S*)?$/);
        }
      }
    }
  });
});
