import { env } from "cloudflare:workers";
import { PUBLIC_NODE, TestLedger } from "../internet/facilitator.ts";
import { type Answer, anonymousKey, giveTokens, organisationOf, requestWith, runCron } from "./harness.ts";
import { decoded, encoded, newWallet } from "./wallet.ts";

const PAY_TO = "0x000000000000000000000000000000000000dEaD";

const PAYMENT_HOSTS = new Set(["facilitator.example", "rpc.example", PUBLIC_NODE, "api.cdp.coinbase.com"]);

/** What a test does to a request on its way to the facilitator or the node: answer in its stead, or pass it on. */
export type Fault = (request: Request, pass: () => Promise<Response>) => Response | Promise<Response>;

/** The Worker with machine payments on, over a ledger of its own. */
export function paidService(more: Record<string, string> = {}) {
  const ledger = new TestLedger();
  const state: { fault: Fault | null } = { fault: null };
  const fetch = (request: Request): Promise<Response> | Response => {
    if (!PAYMENT_HOSTS.has(new URL(request.url).hostname)) return (env.OUTBOUND as Fetcher).fetch(request);
    const pass = () => ledger.answer(request);
    return state.fault ? state.fault(request, pass) : pass();
  };
  const changes = {
    X402_PAY_TO: PAY_TO,
    X402_NETWORK: "eip155:84532",
    X402_FACILITATOR_URL: "http://facilitator.example",
    X402_RPC_URL: "http://rpc.example",
    OUTBOUND: { fetch },
    ...more,
  };
  const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    requestWith(changes, path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    });
  const call = (key: string | null, tool: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    send(`/api/v0/${tool}`, body, { ...(key !== null && { Authorization: `Bearer ${key}` }), ...headers });
  return { ledger, state, changes, send, call, sweep: () => runCron(changes), received: () => ledger.balance(PAY_TO) };
}

export const offerOf = (answer: Answer) => decoded(answer.headers.get("payment-required"));
export const receiptOf = (answer: Answer) => decoded(answer.headers.get("payment-response"));
export const withPayment = (payment: unknown) => ({ "PAYMENT-SIGNATURE": encoded(payment) });

/** A key whose organisation has no tokens. */
export async function emptyKey(): Promise<string> {
  const key = await anonymousKey();
  await giveTokens(key, -25);
  return key;
}

export async function paymentsOf(key: string) {
  const find = "SELECT reference, state, tokens FROM machine_payments WHERE organisation_id = ?";
  type Row = { reference: string; state: string; tokens: number };
  return (
    await env.DB.prepare(find)
      .bind(await organisationOf(key))
      .all<Row>()
  ).results;
}

export async function entriesOf(key: string): Promise<number> {
  const count = "SELECT count(*) AS n FROM entries WHERE organisation_id = ? AND reference LIKE 'x402:%'";
  return (
    (await env.DB.prepare(count)
      .bind(await organisationOf(key))
      .first<number>("n")) ?? 0
  );
}

export { newWallet };
