import { describe, expect, it } from "vitest";
import { HOSTILE_DOMAINS } from "../internet/hostile-sites.ts";
import { callTool, request, richKey } from "../support/harness.ts";

const CALLS: [tool: string, more: Record<string, unknown>][] = [
  ["get_network_company_url", {}],
  ["get_network_company", {}],
  ["list_network_company_employees", {}],
  ["list_company_jobs", {}],
  ["get_email", { first_name: "Ada", last_name: "Brandt" }],
  ["signal_technologies_identified", {}],
  ["signal_website_change", {}],
  ["signal_funding", {}],
];

it("of a page that is too long to be read to its end, technologies are seen or unknown, never absent", async () => {
  const key = await richKey();
  const listed = await callTool(key, "list_technologies", { domain: "endless.example" });
  expect(listed.body).toMatchObject({ status: "partial", technologies: [{ name: "Intercom" }] });
  expect(listed.body.incomplete).toContainEqual({ source: "own_site", reason: "site_not_read" });
  const technologies = ["intercom.com", "drift.com"];
  const { body } = await callTool(key, "signal_technologies_identified", { domain: "endless.example", technologies });
  expect(body.matches).toMatchObject([{ status: "seen" }, { status: "unknown", reason: "site_not_read" }]);
  expect([body.status, body.incomplete]).toEqual(["partial", [{ source: "own_site", reason: "site_not_read" }]]);
});

describe.each(HOSTILE_DOMAINS)("the pages of %s", (domain) => {
  it.each(CALLS)("neither break nor stop %s", async (tool, more) => {
    const key = await richKey();
    const { status, body } = await callTool(key, tool, { domain, ...more });
    expect(status, JSON.stringify(body)).not.toBe(500);
    expect(body.error).not.toBe("upstream_timeout");
    expect((await request("/healthz")).status).toBe(200);
  });
});
