import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { accountOf } from "../../src/ledger/account.ts";
import { settle } from "../../src/ledger/holds.ts";
import { newId } from "../../src/lib/ids.ts";
import { sha256Hex } from "../../src/platform/secrets.ts";
import { claimWorkspace } from "./claim-flow.ts";
import {
  type Answer,
  allowReloads,
  anonymousKey,
  callTool,
  databaseWithout,
  giveTokens,
  holdInDatabase,
  openHold,
  organisationOf,
  postForm,
  request,
  requestWith,
  runCron,
  times,
} from "./harness.ts";
import { buyAtStripe, deliver, disputed, refunded, stripeEvent } from "./stripe-deployment.ts";

/** Everything that moves tokens, to be done at random and at the same time. */
type Operation = () => Promise<unknown>;
type Account = { key: string; email: string | null };
/** A purchase at Stripe, and what was told of its refunds and disputes. */
type Bought = { id: string; intent: string; cents: number; refundedCents: number; disputedCents: Map<string, number> };

const TOOL = "get_network_company_url";
const COST = 2;
export const KNOWN = { domain: "acme-robotics.example" };
const MISSING = { domain: "does-not-exist.example" };
const outage = { OUTBOUND: { fetch: () => Promise.reject(new Error("no route to host")) } };

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A world of accounts. `draw` plans an operation; what it will do follows from the seed, what comes of it from timing. */
export function randomLedger(random: () => number) {
  const accounts: Account[] = [];
  const bought: Bought[] = [];
  const events: unknown[] = [];
  const batches: string[] = [];
  const answers: Answer[] = [];
  /** Calls that should have been refused: after a revocation, or beyond a cap. */
  const accepted: Answer[] = [];
  let unseen = 0;

  const below = (count: number) => Math.floor(random() * count);
  const anybody = () => accounts[below(accounts.length)] as Account;

  async function noting(answer: Promise<Answer>): Promise<Answer> {
    const noted = await answer;
    answers.push(noted);
    return noted;
  }

  function call(key: string, tool: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return noting(callTool(key, tool, body, headers));
  }

  async function buyInTest(key: string, usd: number): Promise<void> {
    const { body } = await call(key, "buy_tokens", { amount_usd: usd });
    if (body.checkout_url) await times(2, () => noting(request(body.checkout_url, { method: "POST" })));
  }

  async function buyWithCard(key: string, usd: number): Promise<void> {
    const purchase = await buyAtStripe(key, usd).catch((error: Error) => {
      // Where the clock went back, the rate of the last minute counts for longer.
      if (/429/.test(error.message)) return null;
      throw error;
    });
    if (!purchase) return;
    const { payment_intent: intent, amount_total: cents, ...session } = await purchase.pay();
    bought.push({ id: purchase.id, intent, cents, refundedCents: 0, disputedCents: new Map() });
    await tell(stripeEvent("checkout.session.completed", { ...session, payment_intent: intent, amount_total: cents }));
  }

  /** Stripe tells us twice, and perhaps again later. */
  async function tell(event: unknown): Promise<void> {
    events.push(event);
    await times(2, () => noting(deliver(event)));
  }

  function refundOf(purchase: Bought, share: number) {
    const cents = Math.ceil(purchase.cents * share);
    purchase.refundedCents = Math.max(purchase.refundedCents, cents);
    return refunded(purchase.intent, cents);
  }

  /** Opens a dispute, or closes the one that is open. */
  function disputeOf(purchase: Bought, share: number) {
    const open = [...purchase.disputedCents.keys()].find((id) => !id.endsWith("closed"));
    if (open === undefined) {
      const [id, cents] = [`dp_${crypto.randomUUID()}`, Math.ceil(purchase.cents * share)];
      purchase.disputedCents.set(id, cents);
      return disputed("created", purchase.intent, "needs_response", cents, id);
    }
    const [cents = 0, isWon] = [purchase.disputedCents.get(open), share < 0.6];
    purchase.disputedCents.delete(open);
    purchase.disputedCents.set(`${open}-closed`, isWon ? 0 : cents);
    return disputed("closed", purchase.intent, isWon ? "won" : "lost", cents, open);
  }

  /** An anonymous organisation lives a little and is claimed while its calls and purchases are under way. */
  async function merge(email: string, spends: number, buys: boolean): Promise<void> {
    const key = await anonymousKey();
    if (buys) await buyInTest(key, 5);
    await openHold(key, 3);
    await runBatch(key, false, spends > 1);
    const [claimed] = await Promise.all([
      claimWorkspace(email, key),
      times(spends, () => call(key, TOOL, KNOWN)),
      buyInTest(key, 6),
    ]);
    // Undefined when the claim was refused.
    if (claimed) accounts.push({ key: claimed, email });
  }

  /** A newcomer spends more than there is, at once. */
  async function overspend(): Promise<void> {
    const key = await anonymousKey();
    await times(15, () => call(key, TOOL, KNOWN));
    accounts.push({ key, email: null });
  }

  /** Takes what is there, so that later refunds leave something owed; nothing, when a call was faster. */
  async function drain(key: string): Promise<void> {
    const { body } = await call(key, "get_token_balance", {});
    if (body.balance > 0) await giveTokens(key, -body.balance).catch(() => {});
  }

  /** A key lives and is revoked while calls with it are under way: none that begins after the answer is accepted. */
  async function revokeUnderWay(key: string): Promise<void> {
    const { body } = await call(key, "create_api_key", { name: "short-lived" });
    if (!body.api_key) return;
    const use = () => call(body.api_key, TOOL, KNOWN);
    const [revoked] = await Promise.all([postForm("/oauth/revoke", { token: body.api_key }), times(3, use)]);
    if (revoked.status === 200) accepted.push(...(await times(2, use)).filter(({ status }) => status === 200));
  }

  /** A key with a cap is used at once by more calls than the cap pays. */
  async function useCapped(key: string, cap: number): Promise<void> {
    const { body } = await call(key, "create_api_key", { name: "capped", cap_tokens_per_day: cap });
    if (!body.api_key) return;
    const used = await times(6, () => call(body.api_key, TOOL, KNOWN));
    const charged = used.reduce((sum, { headers }) => sum + Number(headers.get("X-Tokens-Charged") ?? 0), 0);
    if (charged > cap) accepted.push(...used);
    await postForm("/oauth/revoke", { token: body.api_key });
  }

  /** A list runs, the run of its first line is perhaps lost, it is perhaps cancelled, and its object is evicted. */
  async function runBatch(key: string, isCancelled: boolean, isLost: boolean): Promise<void> {
    const { status, body } = await call(key, "create_batch", { tool: TOOL, inputs: [KNOWN, MISSING] });
    if (status !== 202) return;
    batches.push(body.id);
    if (isLost) await env.BATCHES.getByName(body.id).begin(0, 1);
    await Promise.all([
      evictDurableObject(env.BATCHES.getByName(body.id)).catch(() => {}),
      isCancelled && call(key, "cancel_batch", { id: body.id }),
    ]);
  }

  /** A Worker of the version before the account object serves a call, as it may during a deploy. */
  async function callOldVersion(key: string): Promise<void> {
    const { id, status } = await holdInDatabase(key, TOOL, COST);
    if (status !== "held" || !(await settle(env.DB, id))) return;
    answers.push({ status: 200, headers: new Headers({ "X-Tokens-Charged": `${COST}` }), body: {}, text: "" });
  }

  /**
   * The account object is out of reach for every other request, or works and its answer is lost; for a `withheld` answer
   * neither the object nor D1 acknowledges the settlement.
   */
  const lossy = (key: string, fault: "begin" | "settle" | "cancel" | "withheld", isReached: boolean) => () => {
    let asked = 0;
    const isWithheld = fault === "withheld";
    const method = isWithheld ? "settle" : fault;
    const getByName = (name: string) =>
      new Proxy(env.ACCOUNTS.getByName(name), {
        get(stub, asking) {
          const methods = stub as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
          return async (...values: unknown[]) => {
            const isLost = asking === method && (isWithheld || asked++ % 2 === 0);
            const answer = isLost && !isReached ? null : await methods[asking as string]?.(...values);
            if (isLost) throw new Error("lost");
            return answer;
          };
        },
      });
    const init = { method: "POST", headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify(KNOWN) };
    const DB = isWithheld ? databaseWithout((statement) => statement.includes("late_settlements")) : env.DB;
    return noting(requestWith({ ACCOUNTS: { getByName }, DB }, `/api/v0/${TOOL}`, init));
  };
  /** The object may have left memory already. */
  const evict = (key: string) => async () =>
    evictDurableObject(accountOf(env, await organisationOf(key))).catch(() => {});

  /** A call's Worker dies; a hold that the balance does not allow is none. */
  const die = (key: string, tokens: number) => openHold(key, tokens).catch(() => {});
  /** The same for a call that has begun at its account object, which gives it up after its lifetime. */
  async function dieInside(key: string): Promise<void> {
    const find = "SELECT id, hash, organisation_id AS organisation FROM api_keys WHERE hash = ?";
    const known = await env.DB.prepare(find)
      .bind(await sha256Hex(key))
      .first<{ id: string; hash: string; organisation: string }>();
    if (!known) return;
    const opening = { id: newId(Date.now()), tool: TOOL, tokens: COST, label: null, idempotent: null };
    await accountOf(env, known.organisation).begin({ ...opening, key: { id: known.id, hash: known.hash } });
  }
  const succeed = (key: string) => () => call(key, TOOL, KNOWN);
  const fail = (key: string, site: number) => () => {
    const init = { method: "POST", headers: { Authorization: `Bearer ${key}` } };
    const body = JSON.stringify({ domain: `unseen-${site}.example` });
    return noting(requestWith(outage, `/api/v0/${TOOL}`, { ...init, body }));
  };
  const repeat = (key: string, name: number, other: boolean) => () => {
    const headers = { "Idempotency-Key": `repeat-${name}` };
    const body = other ? { domain: `lost-${name}.invalid.example` } : KNOWN;
    return times(3, () => call(key, TOOL, body, headers));
  };
  const reverse = (which: number, share: number, disputes: boolean) => async () => {
    const purchase = bought[Math.floor(which * bought.length)];
    if (purchase) await tell(disputes ? disputeOf(purchase, share) : refundOf(purchase, share));
  };
  const tellAgain = (which: number) => async () => {
    const late = events[Math.floor(which * events.length)];
    if (late) await noting(deliver(late));
  };
  const autoReload = (key: string, threshold: number) => async () => {
    await allowReloads(key);
    return call(key, "set_auto_reload", { threshold, amount_usd: 5, monthly_cap_usd: 15 });
  };

  const PLAN: [weight: number, draw: () => Operation][] = [
    [30, () => succeed(anybody().key)],
    [12, () => fail(anybody().key, ++unseen)],
    [35, () => repeat(anybody().key, below(2), random() < 0.3)],
    [5, () => bind(buyInTest, anybody().key, 5 + below(20) / 4)],
    [6, () => bind(buyWithCard, anybody().key, 5 + below(500) / 100)],
    [8, () => reverse(random(), random(), random() < 0.35)],
    [4, () => tellAgain(random())],
    [4, () => bind(merge, (random() < 0.7 && anybody().email) || newAddress(), below(4), random() < 0.5)],
    [3, () => bind(die, anybody().key, 1 + below(5))],
    [3, () => bind(dieInside, anybody().key)],
    [3, () => () => runCron()],
    [1, () => overspend],
    [5, () => bind(drain, anybody().key)],
    [3, () => bind(revokeUnderWay, anybody().key)],
    [3, () => bind(useCapped, anybody().key, 2 + below(8))],
    [
      8,
      () =>
        lossy(anybody().key, (["begin", "settle", "cancel", "withheld"] as const)[below(4)] ?? "begin", random() < 0.5),
    ],
    [3, () => bind(runBatch, anybody().key, random() < 0.3, random() < 0.5)],
    [4, () => bind(callOldVersion, anybody().key)],
    [3, () => evict(anybody().key)],
    [3, () => autoReload(anybody().key, 1 + below(40))],
  ];
  const total = PLAN.reduce((sum, [weight]) => sum + weight, 0);

  function draw(): Operation {
    let at = random() * total;
    for (const [weight, plan] of PLAN) {
      at -= weight;
      if (at < 0) return plan();
    }
    return () => runCron();
  }

  return { accounts, bought, batches, answers, accepted, call, draw };
}

/** An operation whose arguments are drawn now. */
function bind<A extends unknown[]>(run: (...args: A) => Promise<unknown>, ...args: A): Operation {
  return () => run(...args);
}

function newAddress(): string {
  return `merged-${crypto.randomUUID()}@identity.example`;
}
