import { describe, expect, it } from "vitest";
import { HOSTILE_DOMAINS } from "../internet/hostile-sites.ts";
import { callTool, request } from "../support/harness.ts";
import { richKey } from "../support/signal-harness.ts";

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

describe.each(HOSTILE_DOMAINS)("the pages of %s", (domain) => {
  it.each(CALLS)("neither break nor stop %s", async (tool, more) => {
    const key = await richKey();
    const { status, body } = await callTool(key, tool, { domain, ...more });
    expect(status, JSON.stringify(body)).not.toBe(500);
    expect(body.error).not.toBe("upstream_timeout");
    expect((await request("/healthz")).status).toBe(200);
  });
});
