import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import { sendDueBoards } from "../../src/index/board-schedule.ts";
import { isoDay, newId } from "../../src/lib/ids.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/lib/time.ts";
import { ALERTS, checkAlerts, tellAlerts } from "../../src/operator/alerts.ts";
import { raiseAlert } from "../../src/platform/alerts.ts";
import { encryptSecret } from "../../src/platform/secrets.ts";
import { dailySystems } from "../../src/sources/jobs/listed-boards.ts";
import { openSecrets } from "../../src/webhooks/post-signed.ts";
import { advanceClock, freezeClock, sentMails, times } from "../support/harness.ts";
import { signInOperator } from "../support/visitor.ts";
import { accepts, forgetReceived, received } from "../support/webhooks.ts";

const SECRET = `whsec_${btoa("k".repeat(32))}`;
const TO = "operator@corp.example";
const told = {
  ...env,
  OPERATOR_EMAIL: TO,
  ALERT_WEBHOOK_URL: "https://hooks.example/alerts",
  ALERT_WEBHOOK_SECRET: SECRET,
};

vi.spyOn(console, "error").mockImplementation(() => {});
beforeEach(async () => {
  freezeClock();
  await env.DB.prepare("DELETE FROM alerts").run();
  await forgetReceived();
});
afterEach(() => {
  vi.useRealTimers();
});

const mails = () => sentMails().filter(({ to }) => to === TO);
const posts = async () => (await received()).filter(({ url }) => url.endsWith("/alerts"));
const tell = (changes: object = {}) => {
  const bindings = { ...told, ...changes } as unknown as Env;
  return tellAlerts(bindings, readConfig(bindings), Date.now());
};
const causes = async () =>
  (await env.DB.prepare("SELECT cause FROM alerts ORDER BY cause").all<{ cause: string }>()).results.map(
    ({ cause }) => cause,
  );

it("tells of a cause once an hour, by mail and by a signed webhook, with what to do", async () => {
  const before = mails().length;
  await raiseAlert(env, "vendor_alert", { vendor: "pdl", problem: "out_of_credits" });
  await times(5, () => tell());
  expect([mails().length - before, (await posts()).length]).toEqual([1, 1]);
  const text = mails().at(-1)?.text ?? "";
  for (const part of [ALERTS.vendor_alert.advice, "out_of_credits", "/admin/sources"]) expect(text).toContain(part);
  const [message] = await posts();
  expect(message && accepts(SECRET, message)).toBe(true);
  expect(JSON.parse(message?.body ?? "")).toMatchObject({
    type: "operator.alert",
    data: { cause: "vendor_alert", advice: ALERTS.vendor_alert.advice, detail: { vendor: "pdl" } },
  });

  advanceClock(1);
  await raiseAlert(env, "vendor_alert", { vendor: "pdl", problem: "out_of_credits" });
  await raiseAlert(env, "looks_wait", { domains: 3 });
  advanceClock(59 * MINUTE_MS);
  await tell();
  expect(mails().length - before).toBe(2);
  advanceClock(2 * MINUTE_MS);
  await tell();
  await tell();
  expect([mails().length - before, (await posts()).length]).toEqual([3, 3]);
  advanceClock(2 * HOUR_MS);
  await tell();
  expect(mails().length - before).toBe(3);
  advanceClock(24 * HOUR_MS);
  await tell();
  expect(await causes()).toEqual([]);
});

it("an alert that reaches nobody is told at the next run; one of two ways is enough", async () => {
  const before = mails().length;
  await raiseAlert(env, "not_ready", { failing: ["claims"] });
  await tell({ OPERATOR_EMAIL: "", ALERT_WEBHOOK_URL: "https://hooks.example/status/500" });
  await tell({ ALERT_WEBHOOK_URL: "https://hooks.example/status/500" });
  await tell({ ALERT_WEBHOOK_URL: "https://hooks.example/status/500" });
  expect(mails().length - before).toBe(1);
});

describe("the checks of the cron", () => {
  const insert = (text: string, ...values: unknown[]) =>
    env.DB.prepare(text)
      .bind(...values)
      .run();
  const check = () => checkAlerts(env as Env, readConfig(env as Env), Date.now());

  it("find nothing in a deployment that works", async () => {
    await check();
    expect(await causes()).toEqual([]);
  });

  it("find what waits, what is used up and what fails", async () => {
    const now = Date.now();
    const old = now - 7 * HOUR_MS;
    await insert(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, type, occurred_at, data_json, host, status, next_at)
       VALUES (?, 'wep', 'evt', 't', 0, '{}', 'h', 'pending', ?)`,
      ...[newId(old), old],
    );
    await insert(
      "INSERT INTO watched_domains (domain, base_url, asked_at, due_at) VALUES ('late.example', '', 0, ?)",
      old,
    );
    await insert("INSERT INTO watch_subscriptions (domain, watch_id, added_at) VALUES ('late.example', 'watch_1', 0)");
    await insert(
      "INSERT INTO vendor_spending (day, vendor, organisation_id, credits) VALUES (?, 'pdl', 'o', 500)",
      isoDay(now),
    );
    await insert(
      "INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at) VALUES ('b', 'o', 't', 'running', '{}', ?)",
      old,
    );
    await insert(
      "INSERT INTO call_hours (hour, tool, delivered, failed) VALUES (?, 'get_email', 15, 5)",
      Math.floor(now / HOUR_MS) * HOUR_MS,
    );
    await check();
    expect(await causes()).toEqual([
      ...["batches_silent", "calls_fail", "deliveries_wait", "looks_wait", "vendor_budget_used_up"],
    ]);
    const { detail } = (await env.DB.prepare(
      "SELECT detail_json AS detail FROM alerts WHERE cause = 'calls_fail'",
    ).first()) as {
      detail: string;
    };
    expect(JSON.parse(detail)).toEqual({ calls: 20, failed: 5 });

    const { text } = await (await signInOperator()).get("/admin");
    const [alerts = "", numbers = ""] = text.split("The last 7 days");
    for (const cause of ["calls_fail", "looks_wait"] as const) expect(alerts).toContain(ALERTS[cause].title);
    expect(numbers).toMatch(/Paid calls" class="number">20</);
    expect(numbers).toMatch(/Failed" class="number">5</);
  });

  it("name the binding that does not answer, and nobody is told twice of what is the same", async () => {
    const CLAIMS = { get: () => Promise.reject(new Error("down")) };
    const bindings = { ...env, CLAIMS } as unknown as Env;
    await times(3, () => checkAlerts(bindings, readConfig(bindings), Date.now()));
    expect(
      await env.DB.prepare("SELECT cause, detail_json AS detail FROM alerts WHERE cause = 'not_ready'").all(),
    ).toMatchObject({
      results: [{ cause: "not_ready", detail: '{"failing":["claims"]}' }],
    });
  });
});

it("a webhook secret that no key opens, and a board that was due a day ago, are alerts", async () => {
  const config = readConfig(env as Env);
  const secret = await encryptSecret({ ...config, SIGNING_SECRET: "another" }, "wep_1", "whsec_x");
  const endpoint = { id: "wep_1", secret, previousSecret: null, previousUntil: null };
  expect(await openSecrets(env as Env, config, endpoint)).toEqual([]);
  const board = `INSERT INTO index_boards (system, token, company_id, first_seen_at, next_look_at)
    VALUES ('greenhouse', 'late', 0, 0, ?)`;
  await env.DATA.prepare(board)
    .bind(Date.now() - 2 * 24 * HOUR_MS)
    .run();
  await sendDueBoards(env as Env, config, dailySystems(config, Date.now()), Date.now());
  expect(await causes()).toEqual(["boards_wait", "webhook_secret_unreadable"]);
});
