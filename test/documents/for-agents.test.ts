import { describe, expect, it } from "vitest";
import { DEMO_COMPANIES } from "../../src/tools/demo-companies.ts";
import { nearestTools, TOOLS } from "../../src/tools/index.ts";
import { anonymousKey, callTool, request, requestWith } from "../support/harness.ts";
import { paidService } from "../support/machine-payments.ts";
import { STRIPE } from "../support/stripe-deployment.ts";

const DOCUMENTS = ["/", "/docs", "/docs.md", "/llms.txt", "/openapi.json"];

describe("the network's name", () => {
  it.each(DOCUMENTS)("is in %s, and is the operator's to change", async (path) => {
    const { text } = await request(path);
    expect(text).toContain("LinkedIn");
    expect(text).not.toContain("{network}");
    const other = (await requestWith({ NETWORK_NAME: "Xing" }, path)).text;
    expect(other).toContain("Xing");
    expect(other).not.toContain("LinkedIn");
  });

  it("cannot carry markup", async () => {
    expect((await requestWith({ NETWORK_NAME: "<b>x" }, "/llms.txt")).status).toBe(500);
  });

  it("is in the titles of the tools that are about it", () => {
    for (const { name, description } of TOOLS) {
      if (name.includes("network")) expect(description, name).toContain("{network}");
    }
  });
});

describe("a tool's own page", () => {
  it.each(TOOLS.map(({ name }) => name))("/docs/%s.md has price, input, call and errors", async (name) => {
    const { status, text, headers } = await request(`/docs/${name}.md`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(text).toContain(`# ${name}\n`);
    expect(text).toContain(`curl http://localhost:8787/api/v0/${name}`);
    expect(text).toContain("`invalid_request`");
    if (name.includes("network")) expect(text).toContain(name.replace("network", "linkedin"));
  });

  it("is linked or named in llms.txt, which has at most 8 kB where every tool is served", async () => {
    const vendors = { REDDIT_CLIENT_ID: "id", REDDIT_CLIENT_SECRET: "secret", TRUSTPILOT_API_KEY: "key" };
    const { text } = await requestWith({ ...paidService().changes, ...STRIPE, ...vendors }, "/llms.txt");
    for (const { name } of TOOLS.filter(({ category }) => category !== "admin")) {
      expect(text).toContain(`](/docs/${name}.md)`);
    }
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(8_000);
    expect(text.indexOf("/docs/get_company.md")).toBeGreaterThan(0);
  });
});

describe("Accept", () => {
  it.each([
    ["/", "text/markdown", "text/markdown"],
    ["/docs", "text/markdown, text/html;q=0.5", "text/markdown"],
    ["/auth", "text/markdown;q=0.9", "text/markdown"],
    ["/docs", "text/html, text/markdown", "text/html"],
    ["/docs", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html"],
    ["/docs", "*/*", "text/html"],
    ["/docs", "text/markdown;q=0", "text/html"],
    ["/llms.txt", "text/markdown", "text/plain"],
  ])("%s with %s is %s", async (path, accept, type) => {
    const answer = await request(path, { headers: { Accept: accept } });
    expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.get("vary")).toMatch(/accept/i);
    if (type === "text/markdown") expect(answer.text).toMatch(/^# /);
  });
});

describe("llms.txt", () => {
  it("has tasks with their prices, and links only in its sections (llmstxt.org)", async () => {
    // The default of a deployment.
    const { text } = await requestWith({ ANONYMOUS_TOKENS: undefined }, "/llms.txt");
    const [details = "", ...sections] = text.split(/^## /m);
    expect(details).toMatch(/^# Tallygate\n\n> .+\n\n/);
    for (const section of sections) {
      const [name, ...lines] = section.trim().split("\n");
      for (const line of lines.filter(Boolean)) expect(line, name).toMatch(/^- \[[^\]]+\]\(\S+\)(: .+)?$/);
    }
    const [recipe = "", total] =
      /\*\*Research an account\*\*.* \((\d+) tokens, of the 50 of an anonymous key\):\n\n(?:\d\. .+\n)+/.exec(
        details,
      ) ?? [];
    const costs = [...recipe.matchAll(/ \((\d+) tokens\)\n/g)].map(([, cost]) => Number(cost));
    expect(costs).toHaveLength(4);
    expect(Number(total)).toBe(costs.reduce((sum, cost) => sum + cost, 0));
    for (const task of ["Build a list", "Watch accounts", "Buy tokens"]) expect(details).toContain(`**${task}`);
  });

  it.each(["/llms.txt", "/docs", "/docs.md"])(
    "%s lists the demo companies, and says where the deployment is local",
    async (path) => {
      const local = (await request(path)).text;
      const live = (await requestWith({ PAYMENTS: undefined }, path)).text;
      for (const domain of Object.keys(DEMO_COMPANIES)) {
        const shown = path === "/llms.txt" ? domain.replace(".example", "") : domain;
        expect(local).toContain(shown);
        expect(live).toContain(shown);
      }
      expect(local).toContain("This deployment is local");
      expect(live).not.toContain("This deployment is local");
    },
  );
});

describe("the nearest names of an unknown tool", () => {
  it("share a word with it, or are spelled alike", async () => {
    expect(nearestTools("get_emial")[0]).toBe("get_email");
    expect(nearestTools("get_linkedin_companies")[0]).toBe("get_network_company");
    expect(nearestTools("quantum_banana")).toEqual([]);
    expect(nearestTools("search_people")[0]).toBe("search_network_company_employees");
    expect(nearestTools("get_jobs")).toEqual(["search_jobs", "list_company_jobs"]);
    expect(nearestTools("find-email")).toEqual(["get_email", "verify_email"]);
    expect(nearestTools("list_employees")[0]).toBe("list_network_company_employees");
    expect(nearestTools("balance")).toEqual(["get_token_balance"]);
    const { status, body } = await callTool(await anonymousKey(), "quantum_banana");
    expect([status, body.nearest, body.detail]).toEqual([404, [], "GET /api/v0 lists the tools."]);
  });
});
