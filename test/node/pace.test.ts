import { afterAll, expect, it } from "vitest";
import { type Server, startServer } from "../support/server.ts";

const HOST = "acme-robotics.example";
const INTERVAL_MS = 1_000;
const BURST = 4;
/** How much closer together than they were sent two requests may arrive on a busy machine. */
const JITTER_MS = 250;
const TOOLS = ["get_company", "list_company_jobs", "list_technologies", "get_network_company_url"];

let server: Server | undefined;

afterAll(() => server?.stop());

it("no host sees more than four requests and one a second, from batches, watches and 20 callers at once, and no page twice", {
  timeout: 300_000,
}, async () => {
  server = await startServer({
    variables: { PAGE_INTERVAL_MS: String(INTERVAL_MS), ANONYMOUS_TOKENS: "10000", RATE_LIMIT_ANONYMOUS: "100000" },
  });
  const key = await server.newKey();
  const call = async (tool: string, body: unknown) => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${server?.url}/api/v0/${tool}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers,
    });
    return [answer.status, (await answer.json()) as Record<string, any>] as const;
  };
  const batches = await Promise.all(
    TOOLS.slice(0, 2).map((tool) => call("create_batch", { tool, inputs: [{ domain: HOST }] })),
  );
  expect(batches.map(([status]) => status)).toEqual([202, 202]);
  const watch = { domains: [HOST], events: ["jobs.opened", "prices.changed"], max_tokens_month: 100 };
  expect((await call("create_watch", watch))[0]).toBe(200);
  const callers = Array.from({ length: 20 }, (_, index) => call(TOOLS[index % TOOLS.length] ?? "", { domain: HOST }));
  await server.runCron();
  expect((await Promise.all(callers)).map(([status]) => status)).toEqual(callers.map(() => 200));
  for (const [, { id }] of batches) {
    await expect.poll(async () => (await call("get_batch", { id }))[1].status, { timeout: 120_000 }).toBe("ended");
  }

  const log = await server.asked();
  const own = log.filter(({ line }) => new URL(line.split(" ")[1] ?? "").hostname === HOST);
  const pages = own.map(({ line }) => line);
  expect(pages.length).toBeGreaterThan(BURST);
  const again = pages.filter((page, at) => pages.indexOf(page) !== at);
  expect(again, `asked twice, of ${pages.join(", ")}`).toEqual([]);
  for (const [first, { at: from }] of own.entries()) {
    for (const [later, { at: to }] of own.slice(first).entries()) {
      expect(later + 1, `${own[first]?.line} and ${later} after it`).toBeLessThanOrEqual(
        BURST + (to - from + JITTER_MS) / INTERVAL_MS,
      );
    }
  }
});
