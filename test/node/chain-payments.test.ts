import { ExactEvmScheme } from "@x402/evm";
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChain, PAYER, startChain, startFacilitator } from "../support/chain/chain.ts";
import { type Server, startServer } from "../support/server.ts";

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

  const newKey = async () => {
    const answer = await fetch(`${server.url}/api/v0/get_api_key`, { method: "POST", body: "{}" });
    return ((await answer.json()) as { api_key: string }).api_key;
  };
  const transactionOf = (answer: Response) =>
    decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "").transaction as `0x${string}`;

  it("an agent without tokens registers, pays for a call and gets its answer", async () => {
    const before = await chain.balance(PAY_TO);
    const headers = { Authorization: `Bearer ${await newKey()}`, "Content-Type": "application/json" };
    const answer = await pay(`${server.url}${PAID_TOOL}`, { method: "POST", headers, body: BODY });
    expect(answer.status).toBe(200);
    expect((await chain.balance(PAY_TO)) - before).toBe(20_000n);
    const receipt = await chain.client.getTransactionReceipt({ hash: transactionOf(answer) });
    expect(receipt.status).toBe("success");
  });

  it("tops up, once", async () => {
    const before = await chain.balance(PAY_TO);
    const headers = { Authorization: `Bearer ${await newKey()}`, "Content-Type": "application/json" };
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

  it("finds the payment on the chain when the facilitator's answer is lost", async () => {
    const before = await chain.balance(PAY_TO);
    facilitator.hooks.loseAnswer = true;
    const headers = { Authorization: `Bearer ${await newKey()}`, "Content-Type": "application/json" };
    const answer = await pay(`${server.url}/api/v0/top_up`, { method: "POST", headers, body: '{"amount_usd":0.1}' });
    facilitator.hooks.loseAnswer = false;
    expect(await answer.json()).toMatchObject({ status: "credited", tokens: 10 });
    expect((await chain.balance(PAY_TO)) - before).toBe(100_000n);
  });

  it("no log holds a payment", () => {
    // Every payment's JSON begins like this in base64.
    expect(logs.join("\n")).not.toMatch(/eyJ4NDAyVmVyc2lvbi|"signature"/);
  });
});
