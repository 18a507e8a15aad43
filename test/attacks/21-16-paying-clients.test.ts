import { afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { version } from "../../package.json";
import { brokenLedgers, requestWith } from "../support/harness.ts";
import { emptyKey, newWallet, offerOf, paidService, receiptOf, withPayment } from "../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../support/mcp-harness.ts";
import { decoded, encoded } from "../support/wallet.ts";

beforeAll(seedCompany);
afterEach(async () => expect(await brokenLedgers()).toEqual([]));

const WAYS = ["with a key", "of a top-up", "without a key"];

async function unpaid(how: string) {
  const service = paidService();
  const key = how === "without a key" ? null : await emptyKey();
  const [tool, body] = how === "of a top-up" ? ["top_up", { amount_usd: 0.02 }] : [TOOL, KNOWN];
  const send = (headers: Record<string, string> = {}) => service.call(key, tool, body, headers);
  return { service, send, answer: await send(), tool };
}

/** The schema of x402-fetch 1.2.0. */
const OFFER_V1 = z.object({
  scheme: z.literal("exact"),
  network: z.enum(["base", "base-sepolia"]),
  maxAmountRequired: z.string().regex(/^\d+$/),
  resource: z.url(),
  description: z.string(),
  mimeType: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.int(),
  asset: z.string(),
  extra: z.record(z.string(), z.any()).optional(),
});

describe.each(WAYS)("21.16: the 402 of a payment %s", (how) => {
  it("names no other scheme of authentication, which mppx and agentcash would follow", async () => {
    const { answer } = await unpaid(how);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([402, null]);
  });

  it("has the offer in its body too, as x402-fetch 1.x reads it, and the same one as the header", async () => {
    const { answer } = await unpaid(how);
    expect(answer.body.x402Version).toBe(1);
    const [offer] = z.array(OFFER_V1).length(1).parse(answer.body.accepts);
    const { accepts, resource } = offerOf(answer);
    expect(offer).toMatchObject({ network: "base-sepolia", resource: resource.url });
    const { asset, payTo, amount, maxTimeoutSeconds } = accepts[0];
    expect(offer).toMatchObject({ asset, payTo, maxAmountRequired: amount, maxTimeoutSeconds });
  });

  it("is paid by X-PAYMENT of version 1, once", async () => {
    const { service, send, answer } = await unpaid(how);
    const { payload } = newWallet().pay(offerOf(answer));
    const sent = { "X-PAYMENT": encoded({ x402Version: 1, scheme: "exact", network: "base-sepolia", payload }) };
    const paid = await send(sent);
    expect(paid.status).toBe(200);
    expect(decoded(paid.headers.get("x-payment-response"))).toEqual(receiptOf(paid));
    expect(receiptOf(paid)).toMatchObject({ success: true, network: "eip155:84532" });
    expect((await send(sent)).status).toBe(200);
    expect(service.received()).toBe(20_000n);
    // The same payment as version 2 is the same payment.
    const again = { x402Version: 2, accepted: offerOf(answer).accepts[0], payload };
    expect((await send(withPayment(again))).status).toBe(200);
    expect(service.ledger.calls.settle).toBe(1);
  });

  it.each([
    ["another network", { network: "base" }],
    ["no network", { network: undefined }],
    ["another scheme", { scheme: "upto" }],
    ["no payload", { payload: undefined }],
  ])("refuses a payment of version 1 of %s", async (_, changes) => {
    const { service, send, answer } = await unpaid(how);
    const { payload } = newWallet().pay(offerOf(answer));
    const sent = { x402Version: 1, scheme: "exact", network: "base-sepolia", payload, ...changes };
    const refused = await send({ "X-PAYMENT": encoded(sent) });
    expect([refused.status, refused.body.payment_error]).toEqual([402, "invalid_payment_requirements"]);
    expect(service.ledger.calls).toMatchObject({ verify: 0, settle: 0 });
  });

  it("describes the call and the service, as agentcash and catalogues want it", async () => {
    const { answer, tool } = await unpaid(how);
    const { resource, extensions } = offerOf(answer);
    expect(resource).toMatchObject({ serviceName: "Tallygate", iconUrl: "http://localhost:8787/icon.svg" });
    expect(resource.tags).toEqual([how === "of a top-up" ? "admin" : "socials"]);
    expect(resource.url).toBe(`http://localhost:8787/api/v0/${tool}`);
    const { info, schema } = extensions.bazaar;
    expect(z.fromJSONSchema(schema).safeParse(info).error).toBeUndefined();
    expect(info.input).toMatchObject({ type: "http", method: "POST", bodyType: "json" });
    expect(answer.headers.get("payment-required")?.length).toBeLessThan(8_192);
  });
});

it("21.16: a service name that official clients refuse is left out", async () => {
  const service = paidService({ SERVICE_NAME: "Schlüsseldienst für Adressen und mehr" });
  const { resource } = offerOf(await service.call(null, TOOL, KNOWN));
  expect(resource.serviceName).toBeUndefined();
});

it("21.16: over MCP a payment of version 1 is read, and the offer stays short", async () => {
  const service = paidService();
  const params = { name: TOOL, arguments: KNOWN };
  const call = (more: object = {}) =>
    service.send("/mcp/pay", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, ...more } });
  const { _meta: meta } = (await call()).body.result;
  const offer = meta["x402/error"];
  expect(offer.extensions).toBeUndefined();
  const { payload } = newWallet().pay(offer);
  const payment = { x402Version: 1, scheme: "exact", network: "base-sepolia", payload };
  expect((await call({ _meta: { "x402/payment": payment } })).body.result.isError).toBeUndefined();
});

it("21.16: OpenAPI says how each paid tool is priced", async () => {
  const { body } = await requestWith(paidService().changes, "/openapi.json");
  expect(body.info.version).toBe(version);
  expect(body.paths[`/api/v0/${TOOL}`].post["x-payment-info"]).toMatchObject({
    pricingMode: "fixed",
    price: { mode: "fixed", currency: "USD", amount: "0.02" },
    protocols: [{ x402: {} }],
  });
});

it("21.16: the purchase shows its transaction, in both lists", async () => {
  const service = paidService();
  const key = await emptyKey();
  const top = { amount_usd: 0.5 };
  const payment = withPayment(newWallet().pay(offerOf(await service.call(key, "top_up", top))));
  const { transaction } = receiptOf(await service.call(key, "top_up", top, payment));
  const { transactions } = (await service.call(key, "list_transactions")).body;
  expect(transactions[0]).toMatchObject({ type: "purchase", tokens: 50, transaction_hash: transaction });
  expect(transactions.slice(1).map((row: any) => row.transaction_hash)).toEqual([null, null]);
  const { invoices } = (await service.call(key, "list_invoices")).body;
  expect(invoices[0]).toMatchObject({ status: "paid", amount_usd: 0.5, transaction_hash: transaction });
});
