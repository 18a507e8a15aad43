import { expect, it } from "vitest";
import { request } from "../support/harness.ts";

const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

it("an unknown address is a page in a browser, and a problem for an agent", async () => {
  for (const path of ["/nothing-here", "/docs/no_such_tool", "/console/nothing", "/pricing"]) {
    const page = await request(path, { headers: BROWSER });
    expect([page.status, page.headers.get("content-type")], path).toEqual([404, "text/html; charset=UTF-8"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).toContain("Start page");
    const problem = await request(path);
    expect([problem.status, problem.body.error], path).toEqual([404, "not_found"]);
    expect(problem.headers.get("content-type")).toBe("application/problem+json");
  }
});

it("what agents call stays a problem whatever they accept", async () => {
  for (const [path, status] of [
    ["/api/v0/no_such_tool", 401],
    ["/api/v0/batches/x/results.csv", 401],
    ["/mcp", 401],
    ["/.well-known/nothing", 404],
  ] as const) {
    const answer = await request(path, { headers: BROWSER });
    expect([answer.status, answer.headers.get("content-type")?.startsWith("application/")], path).toEqual([
      status,
      true,
    ]);
  }
});
