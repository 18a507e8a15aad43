/** Attack: a leaked key arms auto-reload for 100,000 dollars a month on the owner's saved card. */
import { expect, it } from "vitest";
import { claimWorkspace } from "../support/claim-flow.ts";
import { anonymousKey, callTool, lastMail, tally, times } from "../support/harness.ts";
import { signIn } from "../support/visitor.ts";

const GREEDY = { threshold: 1_000_000, amount_usd: 10_000, monthly_cap_usd: 100_000 };
const OWNERS = { threshold: 50, amount_usd: 10, monthly_cap_usd: 30 };

async function owned() {
  const email = `owner-${crypto.randomUUID()}@shop.example`;
  return { email, key: await claimWorkspace(email) };
}

const settingsOf = async (key: string) => (await callTool(key, "get_token_balance")).body.auto_reload;
const set = (key: string, input: object) => callTool(key, "set_auto_reload", input);

async function ownerSets(email: string, fields: Record<keyof typeof OWNERS, number>) {
  const visitor = await signIn(email);
  const text = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  expect((await visitor.submit("/console/purchases", "/console/purchases/auto-reload", text)).status).toBe(303);
  return visitor;
}

it("a key cannot switch it on: the owner is mailed a link, and opening it has no effect", async () => {
  const { email, key } = await owned();
  const { status, body } = await set(key, GREEDY);
  expect([status, body.state, body.enabled]).toEqual([200, "off", false]);
  expect(body.proposal).toMatchObject(GREEDY);
  expect(await settingsOf(key)).toBeNull();
  const mail = lastMail(email);
  expect(mail.text).toContain(body.proposal.confirm_url);
  expect(mail.text).toContain("$100000.00");
  expect(mail.text).not.toContain(key);

  // The link needs the owner's session, and even then only fills the form in.
  const { pathname, search } = new URL(body.proposal.confirm_url);
  const visitor = await signIn(email);
  const page = await visitor.get(pathname + search);
  expect(page.text).toContain('value="100000"');
  expect(await settingsOf(key)).toBeNull();
  const confirmed = { threshold: "1000000", amount_usd: "10000", monthly_cap_usd: "100000" };
  expect((await visitor.submit(pathname + search, "/console/purchases/auto-reload", confirmed)).status).toBe(303);
  expect(await settingsOf(key)).toMatchObject(GREEDY);
});

it("a key can lower each of the owner's amounts, and raise none of them again", async () => {
  const { email, key } = await owned();
  await ownerSets(email, OWNERS);
  for (const raised of [{ threshold: 51 }, { amount_usd: 10.01 }, { monthly_cap_usd: 30.01 }]) {
    const answer = await set(key, { ...OWNERS, ...raised });
    expect(answer.body.proposal ?? answer.body.error).toBeTruthy();
    expect(await settingsOf(key)).toMatchObject(OWNERS);
  }
  const lower = { threshold: 40, amount_usd: 5, monthly_cap_usd: 20 };
  expect((await set(key, lower)).body).toMatchObject({ ...lower, proposal: null });
  await set(key, OWNERS);
  expect(await settingsOf(key)).toMatchObject(lower);
});

it("parallel calls raise nothing, and keys that the thief makes can no more", async () => {
  const { email, key } = await owned();
  await ownerSets(email, OWNERS);
  const second = (await callTool(key, "create_api_key", { name: "thief" })).body.api_key;
  const answers = await times(20, (index) =>
    set(index % 2 ? key : second, index % 3 ? GREEDY : { ...OWNERS, monthly_cap_usd: 29 }),
  );
  expect(Object.keys(tally(answers)).every((status) => status === "200" || status === "429")).toBe(true);
  expect(await settingsOf(key)).toMatchObject({ ...OWNERS, monthly_cap_usd: 29 });
});

it("is refused for a workspace without an owner", async () => {
  const { status, body } = await set(await anonymousKey(), GREEDY);
  expect([status, body.error]).toEqual([400, "invalid_request"]);
});
