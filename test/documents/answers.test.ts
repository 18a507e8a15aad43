import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { fillDemoIndex } from "../../scripts/demo-index.ts";
import { newId } from "../../src/lib/ids.ts";
import { HOUR_MS } from "../../src/lib/time.ts";
import { TOOLS } from "../../src/tools/index.ts";
import { loadDemoDirectory } from "../support/demo-directory.ts";
import {
  type Answer,
  advanceClock,
  anonymousKey,
  freezeClock,
  giveTokens,
  makePaid,
  organisationOf,
  runCron,
} from "../support/harness.ts";
import { silenceIndex } from "../support/index-jobs.ts";
import { recordable, recordingTime, wholeService } from "../support/recorded-answers.ts";
import { calmGdelt, changeSite } from "../support/signal-harness.ts";
import { buyAtStripe } from "../support/stripe-deployment.ts";
import { decoded, encoded, newWallet } from "../support/wallet.ts";

const OTHER = { id: "g-1", title: "Gardener", place: "Porto" };
const REP = { id: "job-1", title: "Account Executive", place: "Porto" };

const service = wholeService();
let key = "";
const call = async (tool: string, body: unknown, headers = {}) => {
  // Ids are by time: without it, the order of two entries is a matter of luck.
  advanceClock(1_000);
  return service.call(key, tool, body, headers);
};

beforeAll(async () => {
  freezeClock(recordingTime());
  await silenceIndex();
  await loadDemoDirectory();
  await fillDemoIndex(env.DATA);
  key = await anonymousKey();
  advanceClock(1_000);
  await giveTokens(key, 1_000);
  await makePaid(key);
  await calmGdelt();
  await (await buyAtStripe(key)).pay();

  await addEndpointAndEvent();

  // Signals of change need something to compare with.
  const changing = { domain: "changing.example" };
  await changeSite({ title: "Changing | Paper", jobs: [REP, OTHER] });
  await call("signal_website_change", changing);
  await call("signal_hiring_sales_rep_repost", changing);
  await call("get_company_hiring", { domain: "acme-robotics.example" });
  await changeSite({ title: "Changing | Paper", jobs: [OTHER] });
  advanceClock(7 * HOUR_MS);
  await runCron(service.changes);
  await call("signal_hiring_sales_rep_repost", changing);
  await changeSite({ title: "Changing | Cloth", jobs: [{ ...REP, id: "job-9" }, OTHER] });
  advanceClock(7 * HOUR_MS);
});

/** What only an owner in the console, and a look on another day, can make. */
async function addEndpointAndEvent(): Promise<void> {
  const id = newId(Date.now());
  const organisationId = await organisationOf(key);
  const after = { id: "job-9", title: "Account Executive", location: "Porto", url: "https://changing.example/jobs/9" };
  const data = { before: null, after, evidence: [{ url: after.url, kind: "career_page" }] };
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO webhook_endpoints (id, organisation_id, url, host, status, secret, base_url, request_host, created_at)
       VALUES (?, ?, 'https://hooks.example/', 'hooks.example', 'active', '', ?, 'tallygate.example', ?)`,
    ).bind(`wep_${id}`, organisationId, "https://tallygate.example", Date.now()),
    env.DB.prepare(
      `INSERT INTO watch_events
         (id, organisation_id, type, domain, data_json, watch_ids_json, tokens, state, tried_at, is_unsent, observed_at)
       VALUES (?, ?, 'jobs.opened', 'changing.example', ?, ?, 2, 'ready', 0, 0, ?)`,
    ).bind(`evt_${id}`, organisationId, JSON.stringify(data), JSON.stringify([`watch_${id}`]), Date.now()),
  ]);
}

/** Ids that examples stand for: of a batch, a watch and the like that an earlier tool of the list has made. */
const made = new Map<string, string>();

function withMadeIds(example: unknown): unknown {
  const json = JSON.stringify(example).replace(/"([a-z]+)_0{16,}"/g, (text, kind) => {
    const id = made.get(kind);
    return id === undefined ? text : JSON.stringify(id);
  });
  return JSON.parse(json);
}

/** Until a batch has run, so that its tools always answer the same. */
async function ended(id: string): Promise<void> {
  await expect.poll(async () => (await call("get_batch", { id })).body.status).toBe("ended");
}

async function answerTo(name: string, example: unknown): Promise<Answer> {
  // Its first look stores baselines, and a second look of a slow machine would compare with them: always the second.
  if (name === "detect_signal") await call(name, example);
  if (name === "revoke_api_key") {
    const { body } = await call("create_api_key", { name: "Old key" });
    return call(name, { id: body.id });
  }
  let answer = await call(name, withMadeIds(example));
  // On a machine under load a source may miss its deadline; the second look has what the first one kept.
  for (let look = 0; look < 4 && answer.body.incomplete?.length > 0; look++) answer = await call(name, example);
  if (answer.status === 402) {
    const payment = newWallet().pay(decoded(answer.headers.get("payment-required")));
    return call(name, example, { "PAYMENT-SIGNATURE": encoded(payment) });
  }
  // The example of a batch asks what it would cost; this one is for the tools that look at a batch.
  if (name === "create_batch") {
    const { body } = await call(name, { ...(example as object), dry_run: false });
    made.set("batch", body.id);
    await ended(body.id);
  } else if (/^create_/.test(name)) {
    const id = String(answer.body.id ?? "");
    made.set(id.split("_")[0] ?? "", id);
  }
  return answer;
}

it("the answers that the documents show are those of the examples: `npm run record` renews them", async () => {
  const answers: Record<string, ReturnType<typeof recordable>> = {};
  const missing: string[] = [];
  for (const { name, example } of TOOLS) {
    const { status, text } = await answerTo(name, example);
    if (status >= 300) {
      missing.push(`${name}: ${status}`);
      continue;
    }
    answers[name] = recordable(text);
  }
  expect(missing, "each tool has an answer").toEqual([]);
  await expect(`${JSON.stringify(answers, null, 1)}\n`).toMatchFileSnapshot("../../assets/answers.json");
});
