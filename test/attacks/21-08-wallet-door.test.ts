import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { personalDigest } from "../../src/lib/ethereum.ts";
import { messageText } from "../../src/payments/x402/siwx.ts";
import { cancelLink, claimWorkspace, freshAddress, pressCancel } from "../support/claim-flow.ts";
import { type Answer, brokenLedgers, callTool, giveTokens, isActive, organisationOf } from "../support/harness.ts";
import { newWallet, offerOf, paidService, withPayment } from "../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../support/mcp-harness.ts";
import { hiddenFields, signIn, type Visitor } from "../support/visitor.ts";
import { encoded, type Wallet } from "../support/wallet.ts";

const CONNECTIONS = "/console/connections";
const [KEEP, UNLINK] = [`${CONNECTIONS}/keep-wallet`, `${CONNECTIONS}/unlink-wallet`];

beforeAll(seedCompany);
afterEach(async () => expect(await brokenLedgers()).toEqual([]));

const service = paidService();

async function signInWallet(wallet: Wallet): Promise<Answer> {
  const { info, supportedChains } = offerOf(await service.send("/agent/wallet", {})).extensions["sign-in-with-x"];
  const fields = { ...info, ...supportedChains[0], address: wallet.address };
  const signed = { ...fields, signature: wallet.signDigest(personalDigest(messageText(fields))) };
  return service.send("/agent/wallet", {}, { "SIGN-IN-WITH-X": encoded(signed) });
}

const keyOfWallet = async (wallet: Wallet): Promise<string> => (await signInWallet(wallet)).body.access_token;

async function payWithoutKey(wallet: Wallet): Promise<Answer> {
  const offer = offerOf(await service.call(null, TOOL, KNOWN));
  const answer = await service.call(null, TOOL, KNOWN, withPayment(wallet.pay(offer)));
  expect(answer.status).toBe(200);
  return answer;
}

async function accountOf(wallet: Wallet): Promise<string | null> {
  const find = env.DB.prepare("SELECT organisation_id FROM wallets WHERE address = ?");
  return find.bind(`eip155:84532:${wallet.address}`).first<string>("organisation_id");
}

/** An owner whose workspace was adopted from, or merged with, the account of a wallet. */
async function takenOver(how: "adopted" | "merged") {
  const wallet = newWallet();
  await payWithoutKey(wallet);
  const email = freshAddress();
  if (how === "merged") await claimWorkspace(email);
  const key = await claimWorkspace(email, await keyOfWallet(wallet));
  await giveTokens(key, 1_000);
  return { wallet, email, key, workspace: await organisationOf(key) };
}

/** Presses the button of one wallet on the page of connections. */
async function press(visitor: Visitor, action: string, wallet: Wallet): Promise<Answer> {
  const { text } = await visitor.get(CONNECTIONS);
  const address = `eip155:84532:${wallet.address}`;
  expect(text).toContain(address);
  return visitor.post(action, { ...hiddenFields(text, action), address });
}

describe.each(["adopted", "merged"] as const)("21.8: a workspace that an owner has %s", (how) => {
  it("is closed to the wallet: no key, and its next payment is another account's", async () => {
    const { wallet, workspace } = await takenOver(how);
    const refused = await signInWallet(wallet);
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
    expect(refused.body.error_description).toContain("not kept");

    const { headers } = await payWithoutKey(wallet);
    expect(headers.get("x-tokens-balance")).not.toMatch(/^\d{3,}/);
    expect(await accountOf(wallet)).not.toBe(workspace);
    const own = await keyOfWallet(wallet);
    expect(await organisationOf(own)).not.toBe(workspace);
    expect((await callTool(own, "get_token_balance")).body.balance).toBe(0);
  });

  it("is open to it while the owner keeps it, and closed once it is unlinked, with the keys it made", async () => {
    const { wallet, email, workspace } = await takenOver(how);
    const owner = await signIn(email);
    expect((await press(owner, KEEP, wallet)).status).toBe(303);
    const made = await keyOfWallet(wallet);
    expect(await organisationOf(made)).toBe(workspace);
    const child = (await callTool(made, "create_api_key", { name: "child" })).body.api_key;
    await payWithoutKey(wallet);
    expect(await accountOf(wallet)).toBe(workspace);

    expect((await press(owner, UNLINK, wallet)).status).toBe(303);
    for (const key of [made, child]) expect(await isActive(key)).toBe(false);
    expect((await signInWallet(wallet)).status).toBe(400);
    await payWithoutKey(wallet);
    expect(await accountOf(wallet)).not.toBe(workspace);
    expect((await owner.get(CONNECTIONS)).text).not.toContain(wallet.address);
  });

  it.each([
    ["in the console", (_: URL, owner: Visitor) => owner.submit("/console/keys", "/console/keys/not-me")],
    ["of the mailed code", (link: URL) => pressCancel(link)],
  ])('is closed by "this wasn\'t me" %s, with the keys that a kept wallet made', async (_, notMe) => {
    const { wallet, email } = await takenOver(how);
    // The thief signs in with the owner's mail, and keeps a wallet.
    const thief = await signIn(email);
    const link = cancelLink(email);
    await press(thief, KEEP, wallet);
    const made = await keyOfWallet(wallet);
    const child = (await callTool(made, "create_api_key", { name: "child" })).body.api_key;
    for (const key of [made, child]) expect(await isActive(key)).toBe(true);

    expect((await notMe(link, thief)).status).toBeLessThan(400);
    for (const key of [made, child]) expect(await isActive(key)).toBe(false);
    expect((await signInWallet(wallet)).status).toBe(400);
  });
});

describe("21.8: a wallet of another workspace", () => {
  it("is neither listed nor kept nor unlinked", async () => {
    const { wallet, email } = await takenOver("adopted");
    const other = await takenOver("adopted");
    const owner = await signIn(email);
    const stranger = await signIn(other.email);
    await press(owner, KEEP, wallet);
    const made = await keyOfWallet(wallet);
    const page = (await stranger.get(CONNECTIONS)).text;
    expect(page).toContain(other.wallet.address);
    expect(page).not.toContain(wallet.address);
    const fields = { ...hiddenFields(page, KEEP), address: `eip155:84532:${wallet.address}` };
    await stranger.post(KEEP, fields);
    await stranger.post(UNLINK, fields);
    expect(await isActive(made)).toBe(true);
    expect((await signInWallet(wallet)).status).toBe(200);
  });

  it("a mailed link of a claim that adopted nothing leaves the wallets of others, and an account without an owner, alone", async () => {
    const wallet = newWallet();
    await payWithoutKey(wallet);
    const email = freshAddress();
    await signIn(email);
    expect((await pressCancel(cancelLink(email))).status).toBe(200);
    expect((await signInWallet(wallet)).status).toBe(200);
  });
});
