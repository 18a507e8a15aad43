import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { IndexMessage } from "../../src/index/index-messages.ts";
import worker from "../../src/index.ts";
import { sql } from "../../src/platform/database.ts";
import { callTool, richKey } from "../support/harness.ts";

const told: IndexMessage[] = [];
let key = "";
beforeAll(async () => {
  key = await richKey();
});
beforeEach(() => {
  told.length = 0;
  vi.spyOn(env.INDEX, "send").mockImplementation(async (message) => {
    told.push(message as IndexMessage);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Hands what was told to the consumer, as the queue does. */
async function fill(messages = told): Promise<void> {
  const batch = messages.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts: 1, body }));
  const context = createExecutionContext();
  await worker.queue(createMessageBatch("tallygate-index-local", batch), env, context);
  await waitOnExecutionContext(context);
}

const search = async (tool: string, input: Record<string, unknown>) => (await callTool(key, tool, input)).body;
const version = (domain: string) =>
  sql(env.DATA, "SELECT version FROM index_companies WHERE key = @domain", { domain }).first<number>("version");

describe("what calls tell the index", () => {
  it("is their company records, technologies and jobs, and nothing of the caller", async () => {
    await callTool(key, "get_company", { domain: "nordlys.example" });
    await callTool(key, "list_technologies", { domain: "acme-robotics.example" });
    await callTool(key, "list_company_jobs", { domain: "greenhouse-works.example", title_filters: "plumber" });
    expect(new Set(told.map(({ kind, domain }) => `${kind} ${domain}`))).toEqual(
      new Set([
        "company nordlys.example",
        "technologies nordlys.example",
        "technologies acme-robotics.example",
        "jobs greenhouse-works.example",
      ]),
    );
    expect(JSON.stringify(told)).not.toContain("plumber");
    await fill();

    const jobs = await search("search_jobs", { title_filters: "partnerships" });
    expect(jobs.jobs[0]).toMatchObject({
      title: "Head of Partnerships",
      company: {
        domain: "greenhouse-works.example",
        joined: "proved",
        proof: [{ kind: "careers_page" }, { kind: "job_board" }],
      },
    });
    const companies = await search("search_companies", { country: "NO" });
    expect(companies.companies[0]).toMatchObject({
      domain: "nordlys.example",
      why: [{ criterion: "country", value: "NO" }],
    });
    const before = await version("nordlys.example");
    await fill();
    expect(await version("nordlys.example")).toBe(before);
  });

  it("is in the index under the name too, which resolve_company asks", async () => {
    const names = await search("search_companies", { text: "nordlys" });
    expect(names.companies[0]).toMatchObject({ domain: "nordlys.example" });
  });

  it.each(["no-search.example", "no-index.example"])(
    "%s asks not to be searched: it is left out, and taken out",
    async (domain) => {
      await fill([
        { kind: "company", domain, mayIndex: true, fields: { name: { value: "Quiet", evidence: [], seenAt: 1 } } },
      ]);
      expect(await version(domain)).not.toBeNull();
      await callTool(key, "get_company", { domain });
      await callTool(key, "list_technologies", { domain });
      expect(told.length).toBeGreaterThan(0);
      await fill();
      expect(await version(domain)).toBeNull();
    },
  );

  it("does not delay or break a call when the queue is down", async () => {
    vi.mocked(env.INDEX.send).mockRejectedValue(new Error("down"));
    const { status } = await callTool(key, "list_technologies", { domain: "brightwater.example" });
    expect(status).toBe(200);
  });
});
