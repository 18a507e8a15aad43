import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import { advanceClock, callTool, freezeClock, isActive, tally, times } from "../support/harness.ts";
import { hiddenFields, signIn, type Visitor } from "../support/visitor.ts";

const PAGE = "/console/keys";
const REPLACE = "/console/keys/replace";
const HOUR = { overlap_seconds: "3600" };
const keysOn = (html: string) => html.match(/tg_[0-9A-Za-z]{60}/g) ?? [];
const listed = async (key: string) => (await callTool(key, "list_api_keys")).body.api_keys;

afterEach(() => {
  vi.useRealTimers();
});

async function workspace(): Promise<{ key: string; visitor: Visitor }> {
  const email = freshAddress();
  return { key: await claimWorkspace(email), visitor: await signIn(email) };
}

/** Presses "Replace" of the only key; the successor that the next page shows. */
async function replace(visitor: Visitor, fields = HOUR): Promise<string> {
  expect((await visitor.submit(PAGE, REPLACE, fields)).status).toBe(303);
  return keysOn((await visitor.get(PAGE)).text)[0] ?? "";
}

it("both keys work during the overlap, then only the successor, with the name, cap and watches of the old one", async () => {
  freezeClock();
  const { key, visitor } = await workspace();
  const watch = { domains: ["acme.example"], events: ["jobs.opened"], max_tokens_month: 10 };
  const { body } = await callTool(key, "create_watch", watch);
  await env.DB.prepare("UPDATE api_keys SET cap_per_day = 30, name = 'sales' WHERE name = 'claimed'").run();
  const successor = await replace(visitor);
  expect(successor).toMatch(/^tg_/);
  expect(await Promise.all([key, successor].map(isActive))).toEqual([true, true]);
  expect((await visitor.get(PAGE)).text.match(/<strong>sales<\/strong>/g)).toHaveLength(2);
  advanceClock(3_599_000);
  expect(await isActive(key)).toBe(true);
  advanceClock(2_000);
  expect(await Promise.all([key, successor].map(isActive))).toEqual([false, true]);
  const [row] = (await listed(successor)).filter(({ masked }: { masked: string }) =>
    masked.endsWith(successor.slice(-4)),
  );
  expect(row).toMatchObject({ name: "sales", cap_tokens_per_day: 30 });
  const { watches } = (await callTool(successor, "list_watches", {})).body;
  expect(watches).toMatchObject([{ id: body.id, status: "active" }]);
});

it("a form that is sent 20 times makes one successor, and the old key's end is not put off by a later one", async () => {
  freezeClock();
  const { key, visitor } = await workspace();
  const fields = { ...hiddenFields((await visitor.get(PAGE)).text, REPLACE), ...HOUR };
  expect(tally(await times(20, () => visitor.post(REPLACE, fields)))).toEqual({ 303: 20 });
  expect(await listed(key)).toHaveLength(2);
  const [first] = (await listed(key)).filter(({ masked }: { masked: string }) => masked.endsWith(key.slice(-4)));
  const again = { ...fields, once: hiddenFields((await visitor.get(PAGE)).text, REPLACE).once ?? "" };
  advanceClock(1_000);
  await visitor.post(REPLACE, { ...again, overlap_seconds: "604800" });
  const [second] = (await listed(key)).filter(({ id }: { id: string }) => id === first.id);
  expect(second.expires_at).toBe(first.expires_at);
});

it.each(["0", "604801", "soon", ""])("an overlap of %j is refused, and no key is made", async (overlap) => {
  const { key, visitor } = await workspace();
  expect((await visitor.submit(PAGE, REPLACE, { overlap_seconds: overlap })).status).toBe(400);
  expect(await listed(key)).toHaveLength(1);
});

it("keys of others, and keys that have ended, are not replaced", async () => {
  const [mine, other] = [await workspace(), await workspace()];
  const [{ id }] = await listed(other.key);
  const refused = await mine.visitor.submit(PAGE, REPLACE, { ...HOUR, id });
  expect([refused.status, refused.text.includes("no such active key")]).toEqual([400, true]);
  await mine.visitor.submit(PAGE, "/console/keys/revoke");
  expect(await isActive(other.key)).toBe(true);
  expect(await listed(other.key)).toHaveLength(1);
});
