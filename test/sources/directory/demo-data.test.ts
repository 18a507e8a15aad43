import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { demoRows, demoSql } from "../../../scripts/demo-directory.ts";
import { matchesTitle, parseTitleFilter } from "../../../src/readers/titles/title-filter.ts";
import { COMPANIES } from "../../internet/companies.ts";
import { directory, loadDemoDirectory } from "../../support/demo-directory.ts";
import { employeesOf, importCsv } from "../../support/directory-csv.ts";
import { callTool, freezeClock, richKey } from "../../support/harness.ts";
import { MATCHING } from "../../support/title-filter-cases.ts";

const { companies, people } = demoRows();
const YEAR_MS = 365 * 86_400_000;

describe("the demo directory", () => {
  it("is what its generator makes: run npm run demo:data after a change", () => {
    expect(demoSql() === directory).toBe(true);
  });

  it("is the same on every run", () => {
    expect(demoRows()).toEqual({ companies, people });
  });

  it("holds 14 to 18 companies and 250 to 400 people, all on hosts that cannot exist", () => {
    expect(companies.length).toBeGreaterThanOrEqual(14);
    expect(companies.length).toBeLessThanOrEqual(18);
    expect(people.length).toBeGreaterThanOrEqual(250);
    expect(people.length).toBeLessThanOrEqual(400);
    for (const row of [...companies, ...people]) {
      expect(row.domain).toMatch(/\.example$/);
      expect(row).toMatchObject({ source: "demo", expires_at: null });
      for (const [column, value] of Object.entries(row)) {
        if (column.endsWith("_url") && value)
          expect(new URL(String(value)).hostname).toMatch(/(^|\.)network\.example$/);
        if (column === "email" && value) expect(value).toMatch(/^[a-z.-]+@[a-z-]+\.example$/);
      }
    }
    for (const { profile_url } of people)
      if (profile_url) expect(profile_url).toMatch(/^https:\/\/network\.example\/in\/[^/]+$/);
  });

  it("leaves some companies of the demo internet to their own sites", () => {
    const listed = new Set(companies.map(({ domain }) => domain));
    const sites = COMPANIES.map(({ domain }) => domain);
    expect(sites.filter((domain) => listed.has(domain)).length).toBeGreaterThanOrEqual(2);
    expect(sites.filter((domain) => !listed.has(domain)).length).toBeGreaterThanOrEqual(2);
  });

  it("has the odd cases: names, titles, namesakes, people who left, people without a title or profile", () => {
    const names = people.map(({ name }) => String(name)).join("\n");
    for (const odd of [
      /van der /i,
      /-/,
      /[äöüß]/,
      /[’']/,
      /^\p{L}+$/mu,
      /\p{sc=Han}/u,
      /\p{sc=Cyrillic}/u,
      /\bde la\b/i,
    ]) {
      expect(names).toMatch(odd);
    }
    expect(people.filter(({ title }) => title === null).length).toBeGreaterThan(5);
    expect(people.filter(({ is_current }) => is_current === 0).length).toBeGreaterThan(5);
    expect(people.filter(({ profile_url }) => profile_url === null).length).toBeGreaterThan(5);
    const keys = people.map(({ domain, name_folded }) => `${domain} ${name_folded}`);
    expect(keys.length).toBeGreaterThan(new Set(keys).size);
  });

  it("has titles that at least half of the filter cases find, and titles that they do not", () => {
    const titles = people.flatMap(({ title }) => (title === null ? [] : [String(title)]));
    const finding = MATCHING.map(([expression]) => parseTitleFilter(expression))
      .map((filter) => titles.filter((title) => matchesTitle(filter, title)).length)
      .filter((found) => found > 0 && found < titles.length);
    expect(finding.length).toBeGreaterThan(MATCHING.length / 2);
  });
});

describe("loaded into a deployment", () => {
  let key: string;
  beforeAll(async () => {
    freezeClock(Date.parse("2026-11-21T12:00:00Z") + 2 * YEAR_MS);
    await loadDemoDirectory();
    key = await richKey();
  });

  it("it can be loaded again, and an operator's own rows stay", async () => {
    const mine =
      "name,title,domain,profile_url\nAda Brandt,Board Member,acme-robotics.example,network.example/in/ada-brandt-0001\n";
    await importCsv("people", mine);
    await loadDemoDirectory();
    await loadDemoDirectory();
    const count = await env.DATA.prepare("SELECT count(*) AS n FROM people").first<number>("n");
    expect(count).toBe(people.length);
    const ada = (await employeesOf(key, "acme-robotics.example")).find(({ name }) => name === "Ada Brandt");
    expect(ada?.title).toBe("Board Member");
  });

  it("it still answers in two years, and says that it is made up", async () => {
    const list = await callTool(key, "list_network_company_employees", {
      domain: "northmoor-energy.example",
      limit: 50,
    });
    const current = people.filter((person) => person.domain === "northmoor-energy.example" && person.is_current);
    expect(list.body).toMatchObject({ status: "ok", total: current.length, demo: true, source: "directory" });
    const facts = await callTool(key, "get_network_company", { domain: "northmoor-energy.example" });
    expect(facts.body).toMatchObject({ name: "Northmoor Energy", size_band: "501-1000", status: "ok", demo: true });
    const [person] = list.body.employees;
    const profile = await callTool(key, "get_network_profile_url", {
      domain: "northmoor-energy.example",
      name: person.name,
    });
    expect(profile.body).toMatchObject({ name: person.name, demo: true });
  });

  it("the examples of the tools find something", async () => {
    const { TOOLS } = await import("../../../src/tools/index.ts");
    const names = [
      "get_network_company",
      "get_network_profile_url",
      "list_network_company_employees",
      "search_network_company_employees",
    ];
    for (const tool of TOOLS.filter(({ name }) => names.includes(name))) {
      const { status, body } = await callTool(key, tool.name, tool.example);
      expect({ tool: tool.name, status, answer: body.status }).toEqual({ tool: tool.name, status: 200, answer: "ok" });
    }
  });
});
