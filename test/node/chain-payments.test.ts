import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ExactEvmScheme } from "@x402/evm";
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { evm, Mppx } from "mppx-0.11/client";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChain, PAYER, startChain, startFacilitator } from "../support/chain/chain.ts";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const binary = findChain();
if (!binary)
  console.error("SKIPPED: npm has no chain binary for this platform, so payments on a chain are not tested.");

const PAY_TO = "0x000000000000000000000000000000000000dEaD";
const PAID_TOOL = "/api/v0/get_network_company_url";
const BODY = JSON.stringify({ domain: "acme-robotics.example" });

describe.skipIf(!binary)("on a chain, with the official facilitator and client", () => {
  let chain: Awaited<ReturnType<typeof startChain>>;
  let facilitator: Awaited<ReturnType<typeof startFacilitator>>;
  let server: Server;
  const logs: string[] = [];
  const pay = wrapFetchWithPaymentFromConfig(fetch, {
    schemes: [{ network: "eip155:*", client: new ExactEvmScheme(PAYER) }],
  });

  beforeAll(async () => {
    chain = await startChain(binary ?? "");
    facilitator = await startFacilitator(chain.url);
    await chain.mint(PAYER.address, 5_000_000n);
    const variables = {
      X402_PAY_TO: PAY_TO,
      X402_FACILITATOR_URL: facilitator.url,
      X402_RPC_URL: chain.url,
      ANONYMOUS_TOKENS: "0",
    };
    server = await startServer({ variables, onLog: (line) => logs.push(line) });
  });
  afterAll(async () => {
    await server?.stop();
    facilitator?.stop();
    chain?.stop();
  });

  const transactionOf = (answer: Response) =>
    decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "").transaction as `0x${string}`;

  it("an agent without tokens registers, pays for a call and gets its answer", async () => {
    const before = await chain.balance(PAY_TO);
    const headers = { Authorization: `Bearer ${await server.newKey()}`, "Content-Type": "application/json" };
    const answer = await pay(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body: BODY });
    expect(answer.status).toBe(200);
    expect((await chain.balance(PAY_TO)) - before).toBe(20_000n);
    const receipt = await chain.client.getTransactionReceipt({ hash: transactionOf(answer) });
    expect(receipt.status).toBe("success");
  });

  it("tops up, once", async () => {
    const before = await chain.balance(PAY_TO);
    const headers = { Authorization: `Bearer ${await server.newKey()}`, "Content-Type": "application/json" };
    const answer = await pay(`${server.url}/api/v0/top_up`, { method: "POST", headers, body: '{"amount_usd":0.5}' });
    expect(await answer.json()).toMatchObject({ status: "credited", tokens: 50, balance: 50 });
    expect((await chain.balance(PAY_TO)) - before).toBe(500_000n);
  });

  it("a wallet without a key pays for a call, and not for one that fails", async () => {
    const before = await chain.balance(PAY_TO);
    const headers = { "Content-Type": "application/json" };
    const answer = await pay(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body: BODY });
    expect(answer.status).toBe(200);
    expect((await chain.balance(PAY_TO)) - before).toBe(20_000n);
    const bad = await pay(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body: '{"domain":5}' });
    expect(bad.status).toBe(400);
    expect((await chain.balance(PAY_TO)) - before).toBe(20_000n);
  });

  it("a wallet without a key pays nothing for a call that finds nothing", async () => {
    const before = await chain.balance(PAY_TO);
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ domain: "nobody-knows-it.example" });
    const answer = await pay(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body });
    expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, "not_found"]);
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
    expect(await chain.balance(PAY_TO)).toBe(before);
  });

  it("mppx pays for a call and tops up", async () => {
    const before = await chain.balance(PAY_TO);
    const charge = evm.charge({
      account: PAYER,
      currencies: [evm.assets.baseSepolia.USDC],
      maxAmount: "1",
      networks: [84532],
    });
    const wallet = Mppx.create({ methods: [charge], polyfill: false });
    const headers = { Authorization: `Bearer ${await server.newKey()}`, "Content-Type": "application/json" };
    const answer = await wallet.fetch(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body: BODY });
    expect(answer.status).toBe(200);
    const toppedUp = await wallet.fetch(`${server.url}/api/v0/top_up`, {
      method: "POST",
      headers,
      body: '{"amount_usd":0.5}',
    });
    expect(await toppedUp.json()).toMatchObject({ status: "credited", tokens: 50 });
    expect((await chain.balance(PAY_TO)) - before).toBe(520_000n);
    const list = await fetch(`${server.url}/api/v0/list_transactions`, { method: "POST", headers, body: "{}" });
    const { transactions } = (await list.json()) as { transactions: { type: string; tokens: number }[] };
    expect(transactions.filter(({ type }) => type === "purchase").map(({ tokens }) => tokens)).toEqual([50, 2]);
    const plan = await fetch(`${server.url}/api/v0/get_token_balance`, { headers });
    expect(await plan.json()).toMatchObject({ plan: "paid", balance: 50 });
  });

  it("npm run demo:chain shows an agent that pays and continues", async () => {
    const demo = spawn(process.execPath, ["--import", "./scripts/text-modules.ts", "scripts/demo-chain.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, [code]] = await Promise.all([text(demo.stdout), once(demo, "exit")]);
    expect(code).toBe(0);
    expect(output).toMatch(/get_network_company_url, paid by itself +200/);
    expect(output).toMatch(/top_up 0\.50 USD +200 .* 50 tokens, 0x[0-9a-f]{64}/);
    expect(output).toContain("has received 0.52 USDC.");
  });

  it("finds the payment on the chain when the facilitator's answer is lost", async () => {
    const before = await chain.balance(PAY_TO);
    facilitator.hooks.loseAnswer = true;
    const headers = { Authorization: `Bearer ${await server.newKey()}`, "Content-Type": "application/json" };
    const answer = await pay(`${server.url}/api/v0/top_up`, { method: "POST", headers, body: '{"amount_usd":0.1}' });
    facilitator.hooks.loseAnswer = false;
    expect(await answer.json()).toMatchObject({ status: "credited", tokens: 10 });
    expect((await chain.balance(PAY_TO)) - before).toBe(100_000n);
  });

  it("without a node leaves a lost settlement pending, takes it with the same signature only, and books it once a node answers", async () => {
    const storage = makeStorage();
    const before = await chain.balance(PAY_TO);
    const variables = {
      X402_FACILITATOR_URL: facilitator.url,
      X402_RPC_URL: "http://127.0.0.1:1",
      ANONYMOUS_TOKENS: "0",
    };
    let blind = await startServer({ storage, variables });
    const headers = { Authorization: `Bearer ${await blind.newKey()}`, "Content-Type": "application/json" };
    let sent: RequestInit | undefined;
    const remember = (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.headers.has("payment-signature")) sent = { headers: Object.fromEntries(request.headers) };
      return fetch(request);
    };
    const payOnce = wrapFetchWithPaymentFromConfig(remember, {
      schemes: [{ network: "eip155:*", client: new ExactEvmScheme(PAYER) }],
    });
    const body = '{"amount_usd":0.1}';
    facilitator.hooks.loseAnswer = true;
    const lost = await payOnce(`${blind.url}/api/v0/top_up`, { method: "POST", headers, body });
    facilitator.hooks.loseAnswer = false;
    expect([lost.status, ((await lost.json()) as { error: string }).error]).toEqual([503, "payment_pending"]);
    // The facilitator now says that the nonce is used.
    const again = () => fetch(`${blind.url}/api/v0/top_up`, { method: "POST", body, ...sent });
    expect((await again()).status).toBe(503);
    expect((await chain.balance(PAY_TO)) - before).toBe(100_000n);
    await blind.stop();

    blind = await startServer({ storage, variables: { ...variables, X402_RPC_URL: chain.url } });
    expect(await (await again()).json()).toMatchObject({ status: "credited", tokens: 10, balance: 10 });
    expect(await blind.brokenLedgers()).toEqual([]);
    expect((await chain.balance(PAY_TO)) - before).toBe(100_000n);
    await blind.stop();
  });

  it("says that a wallet holds too little", async () => {
    const poor = privateKeyToAccount(generatePrivateKey());
    const payPoorly = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: "eip155:*", client: new ExactEvmScheme(poor) }],
    });
    for (const key of [null, await server.newKey()]) {
      const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
      const answer = await payPoorly(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body: BODY });
      expect(await answer.json()).toMatchObject({ status: 402, payment_error: "insufficient_funds" });
    }
  });

  it("no log holds a payment", () => {
    // Every payment's JSON begins like this in base64.
    expect(logs.join("\n")).not.toMatch(/eyJ4NDAyVmVyc2lvbi|"signature"/);
  });
});
