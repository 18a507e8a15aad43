/**
 * `npm run soak [-- MINUTES]`, ten by default: mixed load from parallel agents while faults are injected: sources that fail,
 * hang or forbid, D1 requests and answers lost, Durable Objects that throw or hang, the clock jumping, and the process killed
 * and started again on its data. At the end every ledger must add up, a limit must let exactly its burst pass, the heap must
 * have stayed in bounds, nothing may have broken on our side, and every failed call must have been explained.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkLedger } from "../src/ledger/reconciliation.ts";
import { type BenchServer, startWorker, UNLIMITED } from "./server.ts";
import { addKey } from "./shots.ts";

const minutes = Number(process.argv[2] ?? 10);
const AGENTS = 16;
/** Killed in the first half only, so that the second shows whether memory grows. */
const KILL_EVERY_MS = Math.min(60, minutes * 12) * 1_000;
const EVERY_SECOND_MS = 1_000;
const CALL_LIMIT_MS = 60_000;
const FLUSHED_WITHIN_S = 180;
const DOMAINS = [
  "acme-robotics.example",
  "brightwater.example",
  "failing.example",
  "does-not-exist.example",
  "forbidden.example",
  "to-loopback.example",
];
/** What a caller may be answered while these faults are injected; anything else is a bug. */
const EXPLAINED = new Set([200, 400, 401, 402, 409, 422, 429, 501, 502, 503, 504]);

/** Of a plan that no agent here has: requests a minute, and how many of them may come at once. */
const FREE_PER_MINUTE = 60;
const FREE_BURST = 30;
const BURST_CALLS = 200;
/** Of memory, an isolate has this much: https://developers.cloudflare.com/workers/platform/limits/ */
const ISOLATE_MB = 128;

const storage = mkdtempSync(join(tmpdir(), "tallygate-soak-"));
const statuses: Record<string, number> = {};
const unexplained: string[] = [];
/** Tokens that answers said they cost. */
let told = 0;
/** Answers by idempotency key that said they cost something and were no repeats. */
const charges = new Map<string, number>();
/** Logged on our side: an `internal_error`, or an exception that was not injected. */
const onLog = (line: string) => {
  const error = /^\{"level":"error".*"error":"(\w+)"/.exec(line)?.[1];
  const isUncaught = /Uncaught|unhandled/i.test(line) && !line.includes("injected");
  if (error === "internal_error" || isUncaught) unexplained.push(line.slice(0, 300));
};
const options = {
  storage,
  internet: true,
  watchHeap: true,
  onLog,
  variables: { ...UNLIMITED, RATE_LIMIT_FREE: String(FREE_PER_MINUTE) },
};
let server: BenchServer = await startWorker("bench/faulty.ts", options);
let isDown = false;
const heap: number[] = [];
const start = performance.now();
const end = start + minutes * 60_000;
const isFirstHalf = () => performance.now() < (start + end) / 2;
const count = (what: string | number) => {
  statuses[what] = (statuses[what] ?? 0) + 1;
};

async function call(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response | null> {
  try {
    const answer = await fetch(new URL(path, server.url), { ...init, signal: AbortSignal.timeout(CALL_LIMIT_MS) });
    const text = await answer.text();
    count(answer.status);
    const tokens = Number(answer.headers.get("x-tokens-charged"));
    told += tokens;
    const idempotencyKey = init.headers?.["idempotency-key"];
    if (idempotencyKey && tokens > 0) charges.set(idempotencyKey, (charges.get(idempotencyKey) ?? 0) + 1);
    if (!EXPLAINED.has(answer.status) || (answer.status >= 400 && !JSON.parse(text).error))
      unexplained.push(`${path} ${answer.status} ${text.slice(0, 200)}`);
    return new Response(text, answer);
  } catch (error) {
    if (!isDown && (error as Error).name === "TimeoutError")
      unexplained.push(`${path}: no answer within ${CALL_LIMIT_MS} ms`);
    count("cut off");
    await new Promise((resolve) => setTimeout(resolve, 500));
    return null;
  }
}

async function agent(number: number): Promise<void> {
  let key = "";
  for (let round = 0; performance.now() < end; round++) {
    if (round % 200 === 0 || key === "") {
      const registered = await call("/api/v0/get_api_key", {
        method: "POST",
        body: "{}",
        headers: { "CF-Connecting-IP": `203.0.113.${number}` },
      });
      if (registered?.ok) key = ((await registered.json()) as { api_key: string }).api_key;
      continue;
    }
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    // Each idempotency key is used twice, four rounds apart, for the same call.
    const isKeyed = round % 4 === 0;
    const pair = Math.floor(round / 8);
    if (isKeyed) headers["idempotency-key"] = `${number}-${pair}`;
    const domain = DOMAINS[(number + (isKeyed ? pair : round)) % DOMAINS.length];
    const [path, body] =
      round % 10 === 9
        ? ["/api/v0/get_token_balance", {}]
        : round % 25 === 24
          ? ["/api/v0/buy_tokens", { amount_usd: 5 }]
          : ["/api/v0/get_network_company_url", { domain }];
    const answer = await call(path as string, { method: "POST", body: JSON.stringify(body), headers });
    if (answer?.ok && path === "/api/v0/buy_tokens") {
      const { checkout_url: checkout } = (await answer.json()) as { checkout_url: string };
      const payment = {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      } as const;
      await Promise.allSettled([fetch(checkout, payment), fetch(checkout, payment)]);
    }
  }
}

async function disturb(): Promise<void> {
  let lastKill = performance.now();
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_SECOND_MS));
    const used = await server.heapMb();
    if (used !== null && !isFirstHalf()) heap.push(used);
    if (Math.random() < 0.1) await fetch(new URL("/clock", server.url)).catch(() => {});
    if (Math.random() < 0.1) await fetch(new URL("/cron", server.url)).catch(() => {});
    const left = Math.max(0, (end - performance.now()) / 60_000).toFixed(1);
    process.stderr.write(`\r${left} minutes left, ${JSON.stringify(statuses)} `);
    if (!isFirstHalf() || performance.now() - lastKill < KILL_EVERY_MS) continue;
    isDown = true;
    await server.kill();
    server = await startWorker("bench/faulty.ts", options);
    isDown = false;
    count("kills");
    lastKill = performance.now();
  }
}

/** How many of a burst of calls pass, all at once and without faults; and how many might have. */
async function burst(): Promise<{ passed: number; most: number }> {
  const key = await addKey(server, "free", 0);
  const began = performance.now();
  const calls = Array.from({ length: BURST_CALLS }, async () => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(new URL("/api/v0/get_token_balance", server.url), { headers });
    await answer.body?.cancel();
    return answer.status === 200;
  });
  const passed = (await Promise.all(calls)).filter(Boolean).length;
  const refilled = Math.ceil(((performance.now() - began) / 60_000) * FREE_PER_MINUTE);
  return { passed, most: FREE_BURST + refilled };
}

process.on("unhandledRejection", (reason) => unexplained.push(`unhandled rejection: ${String(reason)}`));
await Promise.all([disturb(), ...Array.from({ length: AGENTS }, (_, number) => agent(number))]);

// What is still held directly belongs to requests that died: it is old enough now, and one more sweep returns it.
await fetch(new URL("/calm", server.url));
const old = "printf('%012x', (unixepoch() - 300) * 1000) || substr(id, 13)";
await server.db.prepare(`UPDATE holds SET id = ${old} WHERE state = 'open'`).run();
await fetch(new URL("/cron", server.url));
/** Tokens that D1 says were charged; account objects write theirs within about a second. */
const readSettled = () =>
  server.db
    .prepare(
      `SELECT (SELECT coalesce(sum(tokens), 0) FROM holds WHERE state = 'settled')
        + (SELECT coalesce(sum(spent), 0) FROM leases) AS settled`,
    )
    .first<number>("settled");
let settled = await readSettled();
for (let waited = 0; (settled ?? 0) < told && waited < FLUSHED_WITHIN_S; waited++) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  settled = await readSettled();
}
const refunded = Math.max(0, told - (settled ?? 0));
const { broken } = await checkLedger({ DB: server.db });
const open = await server.db.prepare("SELECT count(*) AS n FROM holds WHERE state = 'open'").first<number>("n");
const twice = [...charges.values()].filter((times) => times > 1).length;
const organisations = await server.db.prepare("SELECT count(*) AS n FROM organisations").first<number>("n");
const { passed, most } = await burst();
const isLimited = passed >= FREE_BURST && passed <= most;
// The least that was in use over a while is about what was not garbage.
const third = Math.ceil(heap.length / 3);
const [before, after] = [Math.min(...heap.slice(0, third)), Math.min(...heap.slice(-third))];
const isBounded = Math.max(...heap) < ISOLATE_MB;
console.log(`\n${minutes} minutes, ${AGENTS} agents, ${organisations} organisations: ${JSON.stringify(statuses)}`);
console.log(
  `Heap of the Worker in the second half, without a restart: at most ${Math.max(...heap).toFixed(0)} of ${ISOLATE_MB} MB; at least ${before.toFixed(0)} in its first third, ${after.toFixed(0)} in its last`,
);
console.log(`A burst of ${BURST_CALLS} calls at the end: ${passed} passed, between ${FREE_BURST} and ${most} may`);
console.log(
  `Told ${told} tokens, charged ${settled}; ledgers that do not add up: ${broken.length}; open holds: ${open}; idempotency keys charged twice: ${twice}; unexplained answers: ${unexplained.length}`,
);
for (const line of unexplained.slice(0, 10)) console.log(`  ${line}`);
for (const row of broken.slice(0, 5)) console.log(`  ${JSON.stringify(row)}`);
await server.stop();
const isSound = broken.length + unexplained.length + twice + refunded + (open ?? 0) === 0 && isLimited && isBounded;
process.exit(isSound ? 0 : 1);
