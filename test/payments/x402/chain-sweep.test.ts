import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { referenceFor } from "../../../src/payments/x402/read-payment.ts";
import { copyDatabase } from "../../support/copied-database.ts";
import { BASE, balanceOf, brokenLedgers, organisationOf, times } from "../../support/harness.ts";
import { emptyKey, entriesOf, newWallet, offerOf, paidService, withPayment } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";

const NETWORK = "eip155:84532";
/** So many that the chain is read again, and its newest transfer is final. */
const BLOCKS = 400;

beforeAll(seedCompany);
// Each test has a chain of its own.
beforeEach(() => env.DB.prepare("DELETE FROM state WHERE name LIKE 'chain_read:%'").run());
afterEach(async () => expect(await brokenLedgers()).toEqual([]));

/** Tokens of the organisation of a wallet, and how many payments of the wallet are credited. */
async function creditOf(address: string): Promise<[number, number]> {
  const find = `SELECT o.balance, (SELECT count(*) FROM entries e JOIN machine_payments p ON p.reference = e.reference
      WHERE p.payer = ?1 AND p.state = 'paid') AS credited
    FROM wallets w JOIN organisations o ON o.id = w.organisation_id WHERE w.address = ?2`;
  const payer = address.toLowerCase();
  const found = await env.DB.prepare(find)
    .bind(payer, `${NETWORK}:${payer}`)
    .first<{ balance: number; credited: number }>();
  return [found?.balance ?? 0, found?.credited ?? 0];
}

it("D1 is put back to before payments: the chain's are credited to their wallets, once", async () => {
  const service = paidService({ BASE_URL: BASE });
  await service.sweep();
  const putBack = await copyDatabase(env.DB);
  const [wallet, stranger] = [newWallet(), newWallet()];
  const key = await emptyKey();
  const buy = async (headers = {}) => service.call(key, "top_up", { amount_usd: 1 }, headers);
  const payment = wallet.pay(offerOf(await buy()));
  expect((await buy(withPayment(payment))).status).toBe(200);
  const paid = wallet.pay(offerOf(await service.call(null, TOOL, KNOWN)));
  expect((await service.call(null, TOOL, KNOWN, withPayment(paid))).status).toBe(200);
  const before = await service.received();

  await putBack();
  service.ledger.mine(BLOCKS);
  await Promise.all([service.sweep(), service.sweep()]);
  service.ledger.mine(BLOCKS);
  await service.sweep();
  // A dollar of tokens, and the two that the call without a key had cost.
  expect(await creditOf(wallet.address)).toEqual([102, 2]);
  expect(await creditOf(stranger.address)).toEqual([0, 0]);
  expect(await service.received()).toBe(before);
  // The same payment buys nothing again.
  const again = await times(3, () => service.call(null, TOOL, KNOWN, withPayment(paid)));
  expect(again.every(({ status }) => status === 402)).toBe(true);
  expect(await creditOf(wallet.address)).toEqual([102, 2]);
});

it("payments that the ledger has are not credited again, and blocks wait for a node that does not answer", async () => {
  const service = paidService({ BASE_URL: BASE });
  await service.sweep();
  const wallet = newWallet();
  const key = await emptyKey();
  const offered = offerOf(await service.call(key, "top_up", { amount_usd: 1 }));
  expect((await service.call(key, "top_up", { amount_usd: 1 }, withPayment(wallet.pay(offered)))).status).toBe(200);
  // Broadcast by the payer's own hand, without us.
  const own = wallet.pay(offered);
  service.ledger.transfer(own.payload.authorization, own.accepted, own.payload.signature);
  service.ledger.mine(BLOCKS);
  service.state.fault = (request, pass) =>
    request.url.includes("rpc.example") ? new Response("down", { status: 500 }) : pass();
  await service.sweep();
  expect(await creditOf(wallet.address)).toEqual([0, 0]);
  service.state.fault = null;
  await service.sweep();
  await service.sweep();
  expect([await entriesOf(key), await balanceOf(key)]).toEqual([1, 100]);
  expect(await creditOf(wallet.address)).toEqual([100, 2]);
});

it("a payment that a node had called impossible and that is on the chain after all is credited, once", async () => {
  const service = paidService({ BASE_URL: BASE });
  await service.sweep();
  const wallet = newWallet();
  const key = await emptyKey();
  const payment = wallet.pay(offerOf(await service.call(key, "top_up", { amount_usd: 1 })));
  const { authorization } = payment.payload;
  const reference = referenceFor(NETWORK, payment.accepted.asset, authorization.from, authorization.nonce);
  await env.DB.prepare(`INSERT INTO machine_payments
      (reference, organisation_id, payer, purchase_id, tokens, valid_before, state, created_at, ended_at)
    VALUES (?, ?, ?, 'given-up', 100, 0, 'failed', ?, ?)`)
    .bind(reference, await organisationOf(key), authorization.from, Date.now(), Date.now())
    .run();
  service.ledger.transfer(authorization, payment.accepted, payment.payload.signature);
  service.ledger.mine(BLOCKS);
  await Promise.all([service.sweep(), service.sweep()]);
  await service.sweep();
  expect([await entriesOf(key), await balanceOf(key)]).toEqual([1, 100]);
});
