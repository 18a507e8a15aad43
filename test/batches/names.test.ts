import { env } from "cloudflare:workers";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { ItemJob, ItemMessage, ItemOutcome } from "../../src/batches/batch-types.ts";
import { loseMessages, ringBatch } from "../support/batch-lines.ts";
import { loadDemoDirectory } from "../support/demo-directory.ts";
import { balanceOf, brokenLedgers, callTool, request, richKey } from "../support/harness.ts";

const TOOL = "get_network_company_url";
const COST = 2;

beforeAll(loadDemoDirectory);

const answer = (body: object) => ({ status: "succeeded" as const, answerJson: JSON.stringify(body), isMiss: false });
const proved = (domain: string) => answer({ company: { domain, confidence: 0.97 }, confidence: 0.97, candidates: [] });
const unproved = answer({
  company: null,
  confidence: 0,
  reason: "name_alone_is_no_proof",
  candidates: [{ domain: "maybe.example", name: "Maybe", country: null, confidence: 0.75 }],
});
const missed = { ...answer({ company: null, confidence: 0, reason: "name_not_found", candidates: [] }), isMiss: true };

/** Runs the lines whose messages are sent, as the queue's consumer does, until the batch has ended. */
async function runLines(id: string, sent: ItemMessage[], outcomeOf: (tool: string, input: any) => object) {
  const batch = env.BATCHES.getByName(id);
  for (let quiet = 0; quiet < 5; quiet++) {
    await ringBatch(id);
    for (let next = sent.shift(); next; next = sent.shift()) {
      const job = (await batch.begin(next.index, next.attempt)) as ItemJob | null;
      if (job) await batch.finish(next.index, next.attempt, outcomeOf(job.tool, job.input) as ItemOutcome);
      quiet = 0;
    }
  }
}

/** Messages of batches come here and not to the queue. */
function keepMessages(): ItemMessage[] {
  const sent: ItemMessage[] = [];
  const send = vi.spyOn(Object.getPrototypeOf(env.ITEMS), "sendBatch").mockImplementation(async (messages) => {
    sent.push(...[...(messages as Iterable<{ body: ItemMessage }>)].map(({ body }) => body));
    return {} as never;
  });
  onTestFinished(() => send.mockRestore());
  return sent;
}

it("500 names under a cap: each step is charged by itself, and never more than the cap", async () => {
  const sent = keepMessages();
  const key = await richKey();
  const before = await balanceOf(key);
  const inputs = Array.from({ length: 500 }, (_, index) => ({ name: `Firm ${index}` }));
  const cap = 901;
  const created = await callTool(key, "create_batch", { tool: TOOL, inputs, match: "name", max_tokens: cap });
  expect(created.body).toMatchObject({ estimate: { tokens_max: 500 * (COST + 1), names: 500 }, tokens: { max: cap } });
  const { id } = created.body;
  const calls: Record<string, number> = {};
  // Of ten names seven are proved, two are not certain enough, and nobody has one.
  await runLines(id, sent, (tool, input) => {
    calls[tool] = (calls[tool] ?? 0) + 1;
    if (tool === TOOL) return answer({ url: "https://network.example/company/x", domain: input.domain });
    const kind = Number(input.name.slice(5)) % 10;
    return kind < 7 ? proved(`firm${input.name.slice(5)}.example`) : kind < 9 ? unproved : missed;
  });
  const { body } = await callTool(key, "get_batch", { id });
  expect(body).toMatchObject({ status: "ended", stopped_reason: "cap_reached" });
  const { resolve_company: resolved = 0, [TOOL]: called = 0 } = calls;
  const lines = await results(key, id);
  const free = lines.filter(({ match }) => match?.reason === "name_not_found").length;
  const spent = resolved - free + called * COST;
  expect(body.tokens).toEqual({ max: cap, reserved: 0, charged: spent, returned: cap - spent });
  expect(spent).toBeLessThanOrEqual(cap);
  expect(cap - spent).toBeLessThan(COST);
  expect(lines.reduce((sum, { tokens_charged: tokens }) => sum + tokens, 0)).toBe(spent);
  expect(await balanceOf(key)).toBe(before - spent);
  const unresolved = lines.filter(({ result }) => result?.reason === "name_not_resolved");
  expect(unresolved.every(({ tokens_charged: tokens }) => tokens <= 1)).toBe(true);
  expect(await brokenLedgers()).toEqual([]);
});

it("a name is charged once when its line's own call is lost, fails and is repeated", async () => {
  loseMessages();
  const key = await richKey();
  const inputs = [{ name: "Acme Robotics" }];
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs, match: "name" })).body;
  const batch = env.BATCHES.getByName(id);
  expect(await batch.begin(0, 1)).toMatchObject({ tool: "resolve_company", input: { name: "Acme Robotics" } });
  await batch.finish(0, 1, proved("acme-robotics.example"));
  expect(await batch.finish(0, 1, proved("acme-robotics.example"))).toBe(false);
  await ringBatch(id);
  expect(await batch.begin(0, 2)).toMatchObject({ tool: TOOL, input: { domain: "acme-robotics.example" } });
  const error = { code: "invalid_request", detail: "no" };
  await batch.finish(0, 2, { status: "failed", error, mayRetry: false, retryAfterSeconds: null });
  await ringBatch(id);
  const { body } = await callTool(key, "get_batch", { id });
  expect(body).toMatchObject({ status: "ended", counts: { failed: 1 }, tokens: { charged: 1, returned: COST } });
  expect(await brokenLedgers()).toEqual([]);
});

it("a batch that is cancelled between the steps ends, and the first one stays charged", async () => {
  loseMessages();
  const key = await richKey();
  const inputs = [{ name: "Acme Robotics" }, { name: "Lumenta" }];
  const { id } = (await callTool(key, "create_batch", { tool: TOOL, inputs, match: "name" })).body;
  const batch = env.BATCHES.getByName(id);
  await batch.begin(0, 1);
  await callTool(key, "cancel_batch", { id });
  await batch.finish(0, 1, proved("acme-robotics.example"));
  await ringBatch(id);
  const { body } = await callTool(key, "get_batch", { id });
  expect(body).toMatchObject({ status: "ended", counts: { cancelled: 2 }, tokens: { charged: 1 } });
  expect(await brokenLedgers()).toEqual([]);
});

it("runs a list of people at named companies, and says of each line what was found", async () => {
  const key = await richKey();
  const csv = [
    "Name,Company Name,Country,domain",
    "Ada Brandt,Acme Robotics,DE,",
    "Ada Brandt,acme robotics,DE,",
    "Femke de Vries,Zzyzx Quux,,",
    "Imogen Hartley,,,hazel-and-oak.example",
    "Jean-Luc Moreau,,,",
    "Aoife Ní Bhriain,GmbH,,",
  ].join("\n");
  const created = await callTool(key, "create_batch", { tool: "get_email", csv, match: "name" });
  expect(created.body.estimate).toMatchObject({ inputs: 6, distinct: 3, names: 2, duplicates: 1, invalid_count: 2 });
  await expect.poll(async () => (await env.BATCHES.getByName(created.body.id).status())?.status).toBe("ended");
  const [found, again, none, exact, missing, form] = await results(key, created.body.id);
  expect(found).toMatchObject({
    status: "succeeded",
    match: { name: "Acme Robotics", domain: "acme-robotics.example", tokens_charged: 1 },
    result: { domain: "acme-robotics.example" },
  });
  expect(again).toMatchObject({ duplicate_of: 0, tokens_charged: 0, match: { domain: "acme-robotics.example" } });
  expect(none).toMatchObject({
    status: "succeeded",
    tokens_charged: 0,
    result: { status: "not_found", reason: "name_not_resolved" },
    match: { domain: null, reason: "name_not_found" },
  });
  expect(exact).toMatchObject({ status: "succeeded", result: { domain: "hazel-and-oak.example" } });
  expect(exact).not.toHaveProperty("match");
  expect([missing, form]).toMatchObject([{ status: "invalid" }, { status: "invalid" }]);
  const file = await request(`/api/v0/batches/${created.body.id}/results.csv`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(file.text.split("\r\n")[0]).toContain("tokens_charged,error,matched_domain,match_confidence");
  expect(file.text).toContain("acme-robotics.example,0.");
});

it.each([
  [{ tool: "resolve_company", inputs: [{ name: "Acme" }] }, /takes names itself/],
  [{ tool: "verify_email", inputs: [{ company: "Acme" }] }, /takes no domain/],
  [{ tool: TOOL, inputs: [{ company: "Acme" }], match: "domain" }, /match/],
  [{ tool: TOOL, inputs: [{ company: "A" }] }, /whole name/],
  [{ tool: TOOL, inputs: [{ company: "Acme" }], max_tokens: 1 }, /costs 2 tokens/],
])("%j is refused", async (list, reason) => {
  const { status, text } = await callTool(await richKey(), "create_batch", { match: "name", ...list });
  expect(status).toBe(400);
  expect(text).toMatch(reason);
});

async function results(key: string, id: string) {
  const lines: any[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await callTool(key, "list_batch_results", { id, limit: 100, cursor });
    lines.push(...body.results);
    if (!body.has_more || body.results.length === 0) break;
    cursor = body.next_cursor;
  }
  return lines.sort((a, b) => a.index - b.index);
}
