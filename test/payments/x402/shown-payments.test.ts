import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { TOKENS_PER_USD } from "../../../src/constants.ts";
import { claimWorkspace } from "../../support/claim-flow.ts";
import { organisationOf } from "../../support/harness.ts";
import { newWallet, offerOf, paidService, receiptOf, withPayment } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";
import { askPrivacy } from "../../support/privacy-request.ts";
import { signIn, signInOperator, Visitor } from "../../support/visitor.ts";

beforeAll(seedCompany);

const TOP_UP = { amount_usd: 1.5 };
const EXPLORER = "https://sepolia.basescan.org";

/** The numbers of the first network of `/admin/payments`, by column; none before its first payment. */
async function figures(visitor: Visitor): Promise<Record<string, string>> {
  const { text } = await visitor.get("/admin/payments");
  return Object.fromEntries(
    [...(text.split("</tr>")[1] ?? "").matchAll(/<td data-label="([^"]+)"[^>]*>([\d,]+)/g)].map(([, label, value]) => [
      label,
      value,
    ]),
  );
}

describe("the owner", () => {
  it("sees in the console which wallet paid in which transaction, and in an access answer which wallets paid", async () => {
    const service = paidService();
    const email = `${crypto.randomUUID()}@corp.example`;
    const key = await claimWorkspace(email);
    const wallet = newWallet();
    const payment = withPayment(wallet.pay(offerOf(await service.call(key, "top_up", TOP_UP))));
    const paid = await service.call(key, "top_up", TOP_UP, payment);
    expect(paid.status).toBe(200);
    const { transaction } = receiptOf(paid);

    const { text } = await (await signIn(email)).get("/console/purchases");
    expect(text).toContain("$1.50");
    expect(text).toContain(`<a href="${EXPLORER}/address/${wallet.address}">`);
    expect(text).toContain(`paid, transaction <a href="${EXPLORER}/tx/${transaction}">`);

    const access = await askPrivacy(key, { type: "access", email });
    expect(access.text).toContain("&quot;wallets&quot;");
    expect(access.text).toContain(wallet.address);
    const other = await askPrivacy(key, { type: "access", email: `${crypto.randomUUID()}@corp.example` });
    expect(other.text).not.toContain(wallet.address);
  });

  it("sees the wallets of accounts that were merged into the workspace", async () => {
    const service = paidService();
    const wallet = newWallet();
    const paid = await service.call(
      null,
      TOOL,
      KNOWN,
      withPayment(wallet.pay(offerOf(await service.call(null, TOOL, KNOWN)))),
    );
    expect(paid.status).toBe(200);
    const email = `${crypto.randomUUID()}@corp.example`;
    const key = await claimWorkspace(email);
    const merge = `UPDATE organisations SET merged_into = ? WHERE id = (SELECT organisation_id FROM wallets WHERE address = ?)`;
    await env.DB.prepare(merge)
      .bind(await organisationOf(key), `eip155:84532:${wallet.address}`)
      .run();
    expect((await askPrivacy(key, { type: "access", email })).text).toContain(wallet.address);
  });
});

describe("the operator", () => {
  it("sees count, volume, pending and failed payments by network, the last settlement and the recovery queue", async () => {
    const visitor = await signInOperator();
    const before = await figures(visitor);
    const service = paidService();
    const key = await claimWorkspace(`${crypto.randomUUID()}@corp.example`);
    const pay = async () => {
      const wallet = newWallet();
      const payment = withPayment(wallet.pay(offerOf(await service.call(key, "top_up", TOP_UP))));
      return { wallet, answer: await service.call(key, "top_up", TOP_UP, payment) };
    };
    expect((await pay()).answer.status).toBe(200);
    service.state.fault = (request, pass) =>
      request.url.endsWith("/verify") ? pass() : new Response("down", { status: 500 });
    const { wallet, answer } = await pay();
    expect(answer.status).toBe(503);
    const failed = await pay();
    await env.DB.prepare("UPDATE machine_payments SET state = 'failed', next_check_at = NULL WHERE payer = ?")
      .bind(failed.wallet.address)
      .run();

    const after = await figures(visitor);
    const number = (shown = "0") => Number(shown.replace(",", ""));
    const grown = (label: string) => number(after[label]) - number(before[label]);
    const columns = ["Settled", "Tokens", "Calls running", "Pending", "Failed"];
    expect(columns.map(grown)).toEqual([1, TOP_UP.amount_usd * TOKENS_PER_USD, 0, 1, 1]);

    const { text } = await visitor.get("/admin/payments");
    expect(text).toContain('data-label="Last settlement"><time');
    expect(text).toContain('data-label="Network"><code>eip155:84532</code>');
    const queue = text.slice(text.indexOf("Recovery queue"));
    expect(queue).toContain(`${EXPLORER}/address/${wallet.address}`);
    expect(queue).toContain(`/admin/organisations/${await organisationOf(key)}`);
    expect(queue).not.toContain(failed.wallet.address);
  });

  it("sees that they are off, and only the operator sees the page", async () => {
    const visitor = await signInOperator();
    expect((await visitor.get("/admin/payments")).text).toContain("Off: set <code>X402_PAY_TO</code>");
    expect((await new Visitor().get("/admin/payments")).text).toContain('name="token"');
  });
});
