import { describe, expect, it } from "vitest";
import { nearestTools, TOOLS } from "../../src/tools/index.ts";
import { anonymousKey, callTool, request, requestWith } from "../support/harness.ts";

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

  it("is linked from llms.txt", async () => {
    const { text } = await request("/llms.txt");
    for (const { name } of TOOLS) expect(text).toContain(`/docs/${name}.md)`);
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
  it("has a recipe whose price is the sum of its calls, and demo companies on a local deployment only", async () => {
    const { text } = await request("/llms.txt");
    const [section = ""] = /## From a company[\s\S]*?(?=\n## )/.exec(text) ?? [];
    const [, total] = /\((\d+) tokens\)/.exec(section) ?? [];
    const costs = [...section.matchAll(/, (\d+) tokens$/gm)].map(([, cost]) => Number(cost));
    expect(costs).toHaveLength(4);
    expect(Number(total)).toBe(costs.reduce((sum, cost) => sum + cost, 0));
    expect(text).toContain("acme-robotics.example` (");
    expect((await requestWith({ PAYMENTS: undefined }, "/llms.txt")).text).not.toContain("Demo companies");
  });
});

describe("the nearest names of an unknown tool", () => {
  it("are only those that are spelled alike", async () => {
    expect(nearestTools("get_emial")[0]).toBe("get_email");
    expect(nearestTools("get_linkedin_companies")[0]).toBe("get_network_company");
    expect(nearestTools("quantum_banana")).toEqual([]);
    const { status, body } = await callTool(await anonymousKey(), "quantum_banana");
    expect([status, body.nearest, body.detail]).toEqual([404, [], "GET /api/v0 lists the tools."]);
  });
});
