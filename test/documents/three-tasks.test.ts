import { beforeAll, expect, it } from "vitest";
import { loadDemoDirectory } from "../support/demo-directory.ts";
import { type Answer, anonymousKey, callTool, request } from "../support/harness.ts";

type Call = { tool: string; body: Record<string, unknown> };

let text = "";
let key = "";

beforeAll(async () => {
  await loadDemoDirectory();
  text = (await request("/llms.txt")).text;
  key = await anonymousKey();
});

/** The calls that `/llms.txt` shows for a task, by the name of the tool; a tool shown twice has its first call here. */
function shownCalls(task: string): Map<string, Call> {
  const [, steps = ""] = new RegExp(`\\*\\*${task}\\*\\*.*\\n\\n((?:\\d\\. .+\\n)+)`).exec(text) ?? [];
  const calls = [...steps.matchAll(/^\d\. `(\w+)` `(\{.*?\})`: /gm)];
  return new Map(calls.reverse().map(([, tool = "", body = "{}"]) => [tool, { tool, body: JSON.parse(body) }]));
}

function send(call: Call | undefined, changes: Record<string, unknown> = {}): Promise<Answer> {
  return callTool(key, call?.tool ?? "", { ...call?.body, ...changes });
}

async function ended(call: Call | undefined, id: string): Promise<Answer> {
  for (;;) {
    const batch = await send(call, { id });
    if (batch.body.status === "ended") return batch;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it("an agent that has read llms.txt only enriches 20 accounts under a cap, pays, and watches one", async () => {
  const [, demo = ""] = /^Demo companies, each at `\.example`: (.+)\.$/m.exec(text) ?? [];
  const domains = demo.split(", ").map((name) => `${name}.example`);
  expect(domains).toHaveLength(20);

  const list = shownCalls("Build a list");
  const inputs = domains.map((domain) => ({ domain }));
  const price = await send(list.get("create_batch"), { inputs, dry_run: true });
  const cap = price.body.estimate.tokens_max;
  const poor = await send(list.get("create_batch"), { inputs, max_tokens: cap });
  expect([cap, poor.status, poor.body.top_up.tool]).toEqual([40, 402, "buy_tokens"]);

  const pay = shownCalls("Buy tokens");
  const { body: purchase } = await send(pay.get("buy_tokens"));
  expect(text).toContain("`POST` to the `checkout_url` of `buy_tokens`, without a body, completes the payment");
  await request(new URL(purchase.checkout_url).pathname, { method: "POST" });
  expect((await send(pay.get("get_token_balance"))).body.balance).toBe(25 + purchase.tokens);

  const { body: batch } = await send(list.get("create_batch"), { inputs, max_tokens: cap });
  const { body: done } = await ended(list.get("get_batch"), batch.id);
  expect([done.counts.succeeded, done.tokens.charged]).toEqual([20, 40]);
  const { body: page } = await send(list.get("list_batch_results"), { id: batch.id });
  expect(page.results.map(({ result }: { result: { name: string } }) => result.name).filter(Boolean)).toHaveLength(20);

  const watch = shownCalls("Watch accounts");
  const made = await send(watch.get("create_watch"));
  expect([made.status, made.body.status]).toEqual([200, "active"]);
  expect((await send(watch.get("list_watches"))).body.watches[0].id).toBe(made.body.id);
  const events = await send(watch.get("list_watch_events"));
  expect([
    events.status,
    (await send(watch.get("list_watch_events"), { cursor: events.body.next_cursor })).status,
  ]).toEqual([200, 200]);
  expect((await send(pay.get("get_token_balance"))).body.balance).toBe(25 + purchase.tokens - 40);
});

it("an agent that has read llms.txt only researches an account with the sandbox key", async () => {
  key = /Bearer (tg_sandbox)`/.exec(text)?.[1] ?? "";
  for (const call of shownCalls("Research an account").values()) {
    expect([call.tool, (await send(call)).body]).toEqual([call.tool, expect.objectContaining({ sandbox: true })]);
  }
});
