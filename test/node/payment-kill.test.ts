import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { x402Client, x402HTTPClient } from "@x402/core/client";
import { ExactEvmScheme } from "@x402/evm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestLedger } from "../internet/facilitator.ts";
import { makeStorage, type Server, startServer } from "../support/server.ts";

/** Of `[env.local]`. */
const PAY_TO = "0x000000000000000000000000000000000000dEaD";
const TOOL = "/api/v0/get_network_company_url";
const BODY = JSON.stringify({ domain: "acme-robotics.example" });
const TOP_UP = "/api/v0/top_up";
const AMOUNT = JSON.stringify({ amount_usd: 0.5 });

const storage = makeStorage();
const ledger = new TestLedger();
ledger.fund(PAY_TO, 0n);
let variables: Record<string, string>;
let server: Server;
let facilitator: HttpServer;
/** What happens once the transfer is on the ledger, in place of the answer to the Worker. */
let onSettled: (() => Promise<void>) | null = null;

beforeAll(async () => {
  facilitator = createServer(async (request, response) => {
    const path = request.url ?? "";
    const method = request.method ?? "POST";
    const body = method === "POST" ? JSON.stringify(await json(request)) : null;
    // The ledger tells the node's requests from the facilitator's by the host.
    const url = `http://${path.startsWith("/rpc") ? "rpc" : "facilitator"}.example${path}`;
    const answer = await ledger.answer(new Request(url, { method, body }));
    if (path.endsWith("/settle") && onSettled) {
      await onSettled();
      return response.destroy();
    }
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => facilitator.once("listening", resolve));
  const { port } = facilitator.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  variables = { X402_FACILITATOR_URL: origin, X402_RPC_URL: `${origin}/rpc`, ANONYMOUS_TOKENS: "0" };
  server = await startServer({ storage, variables });
});
afterAll(async () => {
  await server?.stop();
  facilitator?.close();
});

/** A request and its payment, signed by a wallet of its own with the official client, to be sent as often as asked. */
async function signed(path: string, body: string, key: string | null) {
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    ...(key !== null && { Authorization: `Bearer ${key}` }),
  };
  const unpaid = await fetch(server.url + path, { method: "POST", headers, body });
  expect(unpaid.status).toBe(402);
  const account = privateKeyToAccount(generatePrivateKey());
  const client = new x402Client().register("eip155:*", new ExactEvmScheme(account));
  const http = new x402HTTPClient(client);
  const payload = await client.createPaymentPayload(
    http.getPaymentRequiredResponse((name) => unpaid.headers.get(name)),
  );
  const payment = http.encodePaymentSignatureHeader(payload);
  const send = () => fetch(server.url + path, { method: "POST", headers: { ...headers, ...payment }, body });
  return { payer: account.address.toLowerCase(), send };
}

/** What D1 has of a payer: state of the payment, entries, purchases and charged calls of its organisation. */
async function bookedOf(payer: string) {
  const [row] = await server.sql(`SELECT m.state,
      (SELECT count(*) FROM entries e WHERE e.reference = m.reference) AS entries,
      (SELECT count(*) FROM purchases p WHERE p.id = m.purchase_id) AS purchases,
      (SELECT count(*) FROM holds h WHERE h.id = m.call_id AND h.state = 'settled') AS charges
    FROM machine_payments m WHERE m.payer = '${payer}'`);
  return row;
}

it.each([
  ["a top-up with a key", TOP_UP, AMOUNT, true, 500_000n, 0],
  ["a call without a key", TOOL, BODY, false, 20_000n, 1],
])(
  "%s whose Worker is killed between settlement and booking is booked once",
  async (_, path, body, hasKey, units, charges) => {
    const { payer, send } = await signed(path, body, hasKey ? await server.newKey() : null);
    const before = ledger.balance(PAY_TO);
    onSettled = () => server.kill();
    await expect(send()).rejects.toThrow();
    onSettled = null;
    expect(ledger.balance(PAY_TO) - before).toBe(units);

    server = await startServer({ storage, variables });
    expect(await bookedOf(payer)).toEqual({ state: "settling", entries: 0, purchases: 0, charges: 0 });
    // As if the lease of the request that died were over.
    await server.sql(
      "UPDATE machine_payments SET lease_until = 0, next_check_at = 0 WHERE state = 'settling' RETURNING 1",
    );
    await Promise.all([server.runCron(), server.runCron(), send()]);
    const again = await send();
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject(
      hasKey ? { tokens: 50, balance: 50 } : { domain: "acme-robotics.example" },
    );
    expect(again.headers.get("payment-response")).not.toBeNull();
    expect(await bookedOf(payer)).toEqual({ state: "paid", entries: 1, purchases: 1, charges });
    expect(ledger.balance(PAY_TO) - before).toBe(units);
  },
);
