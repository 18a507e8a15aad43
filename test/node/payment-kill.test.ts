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
/** When the Worker is killed: as all payments are at the facilitator, before or after that acts, or when it has answered them. */
type Moment = { path: "/verify" | "/settle"; when: "before" | "after" | "answered" };
let killAt: (Moment & { waiting: number; killed: PromiseWithResolvers<void> }) | null = null;
let hasNode = true;

beforeAll(async () => {
  facilitator = createServer(async (request, response) => {
    const path = request.url ?? "";
    const method = request.method ?? "POST";
    const body = method === "POST" ? JSON.stringify(await json(request)) : null;
    const isNode = path.startsWith("/rpc");
    if (isNode && !hasNode) return response.destroy();
    const fatal = killAt?.path === path ? killAt : null;
    const arrive = async () => {
      if (fatal && --fatal.waiting === 0) fatal.killed.resolve(fatal.when === "answered" ? undefined : server.kill());
      await fatal?.killed.promise;
    };
    if (fatal?.when === "before") {
      await arrive();
      return response.destroy();
    }
    // The ledger tells the node's requests from the facilitator's by the host.
    const url = `http://${isNode ? "rpc" : "facilitator"}.example${path}`;
    const answer = await ledger.answer(new Request(url, { method, body }));
    await arrive();
    if (fatal?.when === "after") return response.destroy();
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
    if (fatal) await server.kill();
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

const WAYS = [
  { path: TOP_UP, body: AMOUNT, hasKey: true, units: 500_000n, charges: 0 },
  { path: TOOL, body: BODY, hasKey: true, units: 20_000n, charges: 0 },
  { path: TOOL, body: BODY, hasKey: false, units: 20_000n, charges: 1 },
];
const TOTAL = WAYS.reduce((sum, { units }) => sum + units, 0n);

it.each([
  // Before anything is stored, when the claim is, when the transfer is on the chain, and while it is booked.
  ["/verify", "after", true],
  ["/settle", "before", true],
  ["/settle", "before", false],
  ["/settle", "after", true],
  ["/settle", "after", false],
  ["/settle", "answered", true],
  ["/settle", "answered", false],
] as const)(
  "a top-up, a call with a key and one without, killed at %s, %s: each is paid and booked once, with a node: %s",
  async (path, when, node) => {
    const payments = await Promise.all(
      WAYS.map(async (way) => ({
        ...way,
        ...(await signed(way.path, way.body, way.hasKey ? await server.newKey() : null)),
      })),
    );
    const before = ledger.balance(PAY_TO);
    const paid = () => ledger.balance(PAY_TO) - before;
    const sendAll = () => Promise.allSettled(payments.map(({ send }) => send()));
    hasNode = node;
    killAt = { path, when, waiting: WAYS.length, killed: Promise.withResolvers() };
    await sendAll();
    killAt = null;
    const isSettled = path === "/settle" && when !== "before";
    expect(paid()).toBe(isSettled ? TOTAL : 0n);

    server = await startServer({ storage, variables });
    const due =
      "UPDATE machine_payments SET lease_until = 0, next_check_at = 0 WHERE next_check_at IS NOT NULL RETURNING 1";
    // As if the lease of the request that died were over.
    await server.sql(due);
    const [answers, more] = await Promise.all([sendAll(), sendAll(), server.runCron(), server.runCron()]);
    for (const answer of [...answers, ...more])
      expect([200, 409, 503]).toContain(answer.status === "fulfilled" && answer.value.status);
    hasNode = true;
    await server.sql(due);
    await server.runCron();
    for (const { payer, send, charges } of payments) {
      const again = await send();
      expect([again.status, again.headers.get("payment-response")]).toEqual([200, expect.any(String)]);
      expect(await bookedOf(payer)).toEqual({ state: "paid", entries: 1, purchases: 1, charges });
    }
    expect(paid()).toBe(TOTAL);
    expect(await server.brokenLedgers()).toEqual([]);
  },
);
