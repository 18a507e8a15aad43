import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { onTestFinished, vi } from "vitest";
import worker from "../../src/index.ts";
import { accountOf, flushAccount, refreshAccount } from "../../src/ledger/account.ts";
import { takeHold } from "../../src/ledger/holds.ts";
import { checkLedger } from "../../src/ledger/reconciliation.ts";
import { newId } from "../../src/lib/ids.ts";
import { ledgerOf } from "../../src/platform/ledgers.ts";
import { sha256Hex } from "../../src/platform/secrets.ts";
import { checkListedCodes } from "./listed-codes.ts";

/** Tests speak HTTP to the Worker as `[env.local]` configures it. */
export const BASE = "http://localhost:8787";

export type Answer = { status: number; headers: Headers; body: Record<string, any>; text: string };

export async function request(path: string, init: RequestInit = {}): Promise<Answer> {
  return readAnswer(await exports.default.fetch(new Request(new URL(path, BASE), { redirect: "manual", ...init })));
}

/** A request served under other variables or bindings than `[env.local]`'s, e.g. a Durable Object that fails. */
export async function requestWith(
  changes: Record<string, unknown>,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const context = createExecutionContext();
  const request = new Request(new URL(path, BASE), { redirect: "manual", ...init });
  const response = await worker.fetch(request, { ...env, ...changes } as Env, context);
  const answer = await readAnswer(response);
  await waitOnExecutionContext(context);
  return answer;
}

/** D1 that loses the first `count` of the statements that `isLost` selects. */
export function databaseWithout(isLost: (statement: string) => boolean, count = Number.POSITIVE_INFINITY) {
  return new Proxy(env.DB, {
    get(db, name) {
      if (name !== "prepare") return Reflect.get(db, name).bind(db);
      return (statement: string) => {
        if (isLost(statement) && count-- > 0) throw new Error("D1_ERROR: Network connection lost.");
        return db.prepare(statement);
      };
    },
  });
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : {} };
}

export function postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return request(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
}

export function postForm(path: string, fields: Record<string, string>): Promise<Answer> {
  return request(path, { method: "POST", body: new URLSearchParams(fields) });
}

/** Calls a tool over REST. Fails when its answer has a `source` or `reason` that its schema does not list. */
export async function callTool(
  key: string,
  tool: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await postJson(`/api/v0/${tool}`, body, { Authorization: `Bearer ${key}`, ...headers });
  if (answer.status === 200) checkListedCodes(tool, answer.body);
  return answer;
}

/** A fresh anonymous organisation and its key. */
export async function anonymousKey(): Promise<string> {
  const { body } = await postJson("/agent/identity", { type: "anonymous" });
  return body.access_token;
}

export async function balanceOf(key: string): Promise<number> {
  return (await callTool(key, "get_token_balance")).body.balance;
}

export type SentMail = { to: string; subject: string; text: string; html: string };

/** The mails of this test file, oldest first. `setup.ts` spies on the binding, whose `env` the Worker under test shares. */
export function sentMails(): SentMail[] {
  return vi.mocked(env.EMAIL.send).mock.calls.map(([mail]) => mail as unknown as SentMail);
}

/** The last mail that the Worker sent to `to`, or to anybody. Fails when there is none. */
export function lastMail(to?: string): SentMail {
  const mail = sentMails().findLast((candidate) => to === undefined || candidate.to === to);
  if (!mail) throw new Error(`no mail was sent to ${to ?? "anybody"}`);
  return mail;
}

/** The 6 digits in the last mail to `to`. */
export function mailedCode(to: string): string {
  return /^ +([0-9]{6})$/m.exec(lastMail(to).text)?.[1] ?? "";
}

/** The organisation of a key, as D1 has it. */
export async function organisationOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  const find = env.DB.prepare("SELECT organisation_id FROM api_keys WHERE hash = ?").bind(
    new Uint8Array(digest).toHex(),
  );
  return (await find.first<string>("organisation_id")) ?? "";
}

/** Books tokens into (or out of) a key's organisation, as a purchase would be. */
export async function giveTokens(key: string, tokens: number): Promise<void> {
  const id = newId(Date.now());
  const insert = "INSERT INTO entries (id, organisation_id, type, tokens, reference) VALUES (?, ?, 'grant', ?, ?)";
  await changeAccount(
    await organisationOf(key),
    env.DB.prepare(insert).bind(id, await organisationOf(key), tokens, `test:${id}`),
  );
}

/** Runs a statement on an organisation's row with all of its tokens in D1, and tells its account object. */
async function changeAccount(organisation: string, statement: D1PreparedStatement): Promise<void> {
  await accountOf(env, organisation).recall();
  try {
    await statement.run();
  } finally {
    await refreshAccount(env, organisation);
  }
}

/** The calls of an organisation as D1 has them, oldest first. */
export async function callsOf(key: string) {
  const organisation = await organisationOf(key);
  await flushAccount(env, organisation);
  const find = ledgerOf(env, organisation).prepare(
    "SELECT id, state, held, tokens, label FROM calls WHERE organisation_id = ? ORDER BY id",
  );
  type Call = { id: string; state: string; held: number; tokens: number; label: string | null };
  return (await find.bind(organisation).all<Call>()).results;
}

/** What an owner does in the console: allows auto-reload up to high limits, below which keys may set theirs. */
export async function allowReloads(key: string): Promise<void> {
  const insert = `INSERT OR REPLACE INTO auto_reloads (organisation_id, threshold, amount_cents, monthly_cap_cents, provider, state)
    VALUES (?, 1000, 100000, 1000000, 'test', 'stopped')`;
  await env.DB.prepare(insert)
    .bind(await organisationOf(key))
    .run();
}

/** Leaves a hold as a call does whose Worker dies while the handler runs. */
export async function openHold(key: string, tokens: number): Promise<void> {
  const organisation = await organisationOf(key);
  const keys = (await callTool(key, "list_api_keys")).body.api_keys;
  const insert = "INSERT INTO holds (id, organisation_id, key_id, tool, tokens) VALUES (?, ?, ?, 'get_email', ?)";
  await changeAccount(organisation, env.DB.prepare(insert).bind(newId(Date.now()), organisation, keys[0].id, tokens));
}

/** A hold as versions before the account object took it: straight in D1. */
export async function holdInDatabase(key: string, tool: string, tokens: number) {
  const now = Date.now();
  const id = newId(now);
  const hold = { id, keyHash: await sha256Hex(key), tool, tokens, label: null, now };
  return { id, status: (await takeHold(env.DB, hold)).status };
}

export const isActive = async (key: string) => (await callTool(key, "get_token_balance")).status === 200;

/** Lets an organisation make as many requests a minute as a test needs. */
export async function makePaid(key: string): Promise<void> {
  const organisation = await organisationOf(key);
  await env.DB.prepare("UPDATE organisations SET plan = 'paid' WHERE id = ?").bind(organisation).run();
  await refreshAccount(env, organisation);
}

/** A key with as many tokens and requests a minute as a test needs. */
export async function richKey(): Promise<string> {
  const key = await anonymousKey();
  await giveTokens(key, 100_000);
  await makePaid(key);
  return key;
}

/** Freezes the clock of tests, Worker and Durable Objects; timers still run. */
export function freezeClock(at = Date.now()): void {
  vi.useFakeTimers({ toFake: ["Date"], now: at });
}

export function advanceClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Until the end of a test that expects a timeout, a host that does not answer is given up after a second. */
export function hastenTimeLimits(): void {
  const { timeout } = AbortSignal;
  const spy = vi.spyOn(AbortSignal, "timeout");
  spy.mockImplementation((ms) => timeout.call(AbortSignal, Math.min(ms, 1_000)));
  onTestFinished(() => spy.mockRestore());
}

/** Keeps lines of batches from running until what it returns is called. */
export function holdBatches(): () => void {
  const send = vi.spyOn(Object.getPrototypeOf(env.ITEMS), "sendBatch").mockRejectedValue(new Error("held by the test"));
  return () => void send.mockRestore();
}

export function times<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)));
}

/** How often each status occurs. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Every organisation of which the ledger identity does not hold; there must be none. Wire contract, section 4. */
export async function brokenLedgers(): Promise<unknown[]> {
  return (await checkLedger(env)).broken;
}

/** Runs the Worker's cron as Cloudflare does every minute. */
export async function runCron(changes: Record<string, unknown> = {}): Promise<void> {
  const context = createExecutionContext();
  const minute = createScheduledController({ scheduledTime: new Date(), cron: "* * * * *" });
  await worker.scheduled(minute, { ...env, ...changes } as Env, context);
  await waitOnExecutionContext(context);
}
