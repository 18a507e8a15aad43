import { env } from "cloudflare:workers";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { finishClosing, startClosing } from "../../src/closing/close-workspace.ts";
import { readConfig } from "../../src/config.ts";
import { CLOSED_ORGANISATION as CLOSED } from "../../src/constants.ts";
import * as schema from "../../src/platform/ledger-schema.ts";
import { sha256Hex } from "../../src/platform/secrets.ts";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import {
  advanceClock,
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  freezeClock,
  holdBatches,
  lastMail,
  makePaid,
  openHold,
  organisationOf,
  runCron,
  sentMails,
  tally,
  times,
} from "../support/harness.ts";
import { hiddenFields, signIn, Visitor } from "../support/visitor.ts";

const TOOL = "get_network_company_url";
const PAGE = "/console/workspace";
const DELETE = "/console/workspace/delete";
const PHRASE = { phrase: "delete this workspace" };
const CHECKOUT = { amount_usd: 10 };

const call = (key: string) => callTool(key, TOOL, { domain: "acme-robotics.example" });
const statementMails = (email: string) =>
  sentMails().filter(({ to, subject }) => to === email && subject.includes("last statement"));
const count = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<number>("n")
    .then(Number);
const spentByClosed = () =>
  count("SELECT coalesce(sum(settled_before), 0) AS n FROM organisations WHERE id = ?", CLOSED);

/** A person with a key, signed in. */
async function workspace() {
  const email = freshAddress();
  await claimWorkspace(email);
  const key = await claimWorkspace(email, await anonymousKey());
  await makePaid(key);
  return { email, key, id: await organisationOf(key), visitor: await signIn(email) };
}

/** The session of a visitor, as the guard of the console reads it. */
async function sessionOf(visitor: Visitor, organisationId: string) {
  const hash = await sha256Hex(decodeURIComponent(visitor.cookies.get("session") ?? ""));
  return {
    hash,
    organisationId,
    userId: "",
    email: "",
    role: "owner" as const,
    workspace: null,
    createdAt: Date.now(),
  };
}

/** Tables with rows of an organisation, except those that are to keep its id until they expire. */
async function tablesWith(id: string): Promise<string[]> {
  const expiring = [schema.vendorSpending, schema.watchedDomains, schema.trialAddresses, schema.adminActions];
  const found: string[] = [];
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable) || (expiring as SQLiteTable[]).includes(table)) continue;
    const name = getTableName(table);
    for (const column of Object.values(getTableColumns(table))) {
      const isOwner =
        /organisation_id$/i.test(toSnake(column.name)) || (name === "organisations" && column.name === "id");
      if (!isOwner) continue;
      if (await count(`SELECT count(*) AS n FROM ${name} WHERE ${toSnake(column.name)} = ?`, id)) found.push(name);
    }
  }
  return found;
}
const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

afterEach(async () => {
  vi.useRealTimers();
  expect(await brokenLedgers()).toEqual([]);
});

describe("the download", () => {
  it("has everything but secrets, and ends with a statement of its own lines that is the balance", async () => {
    const { key, visitor, email } = await workspace();
    await times(3, () => call(key));
    await callTool(key, "create_watch", { domains: ["acme.example"], events: ["jobs.opened"], max_tokens_month: 10 });
    await callTool(key, "buy_tokens", CHECKOUT);
    const { status, headers, text } = await visitor.get(`${PAGE}.jsonl`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const records = new Set(lines.map(({ record }) => record));
    expect([...records]).toEqual(
      expect.arrayContaining([
        "organisation",
        "member",
        "key",
        "purchase",
        "watch",
        "ledger_entry",
        "call",
        "statement",
      ]),
    );
    expect(lines.filter(({ record }) => record === "organisation")).toHaveLength(2);
    expect(lines.find(({ record }) => record === "member")).toMatchObject({ email });
    const statement = lines.at(-1);
    expect(statement).toMatchObject({ record: "statement", spent: 6, balance: await balanceOf(key) });
    expect(statement.balance).toBe(
      lines.reduce((sum, { record, tokens }) => {
        if (record === "ledger_entry") return sum + tokens;
        return record === "call" ? sum - tokens : sum;
      }, 0),
    );
    for (const secret of [key, await sha256Hex(key), visitor.cookies.get("session") ?? ""]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("the deletion", () => {
  it("says what becomes of everything, and needs the phrase and a sign-in of the last ten minutes", async () => {
    freezeClock();
    const { key, id, visitor, email } = await workspace();
    await callTool(key, "create_watch", { domains: ["acme.example"], events: ["jobs.opened"], max_tokens_month: 10 });
    const { text } = await visitor.get(PAGE);
    for (const said of ["are left. They expire", "1 watches end", "Keys, connections and sign-ins end"]) {
      expect(text).toContain(said);
    }
    const wrong = await visitor.submit(PAGE, DELETE, { phrase: "yes" });
    expect([wrong.status, wrong.text.includes("Nothing was deleted")]).toEqual([400, true]);
    const fields = hiddenFields((await visitor.get(PAGE)).text, DELETE);
    advanceClock(11 * 60_000);
    expect((await visitor.get(PAGE)).text).toContain("Mail me a code");
    expect((await visitor.post(DELETE, { ...fields, ...PHRASE })).headers.get("location")).toBe(PAGE);
    const signedOut = await new Visitor().post(DELETE, PHRASE);
    expect([signedOut.status, signedOut.headers.get("location")]).toEqual([303, PAGE]);
    expect((await new Visitor().get(PAGE)).text).toContain('action="/console/sign-in"');
    expect((await call(key)).status).toBe(200);
    expect(await tablesWith(id)).toContain("organisations");
    await signIn(email, visitor);
    expect((await visitor.submit(PAGE, DELETE, PHRASE)).text).toContain("The workspace is deleted");
    expect(await tablesWith(id)).toEqual([]);
  });

  it("charges no call after the last statement, and exactly those before, under parallel calls", async () => {
    const { key, id, email, visitor } = await workspace();
    await call(key);
    const before = await spentByClosed();
    const [balance, fields] = [await balanceOf(key), hiddenFields((await visitor.get(PAGE)).text, DELETE)];
    // Eight callers, who go on until they are refused.
    const calling = times(8, async () => {
      const answers = [await call(key)];
      while (answers.length < 50 && answers.at(-1)?.status === 200) answers.push(await call(key));
      return answers;
    });
    const page = await visitor.post(DELETE, { ...fields, ...PHRASE });
    const answers = (await calling).flat();
    expect(page.status).toBe(200);
    for (let run = 0; run < 5 && (await tablesWith(id)).length > 0; run++) await runCron();
    const { 200: charged = 0, 401: refused = 0 } = tally(answers);
    expect([refused, charged + refused]).toEqual([8, answers.length]);
    expect((await spentByClosed()) - before).toBe(2 + 2 * charged);
    expect(await tablesWith(id)).toEqual([]);
    const { text } = lastMail(email);
    expect(text).toContain(`Spent, by ${1 + charged} calls: −${2 + 2 * charged} tokens`);
    expect(text).toContain(`Expired with the workspace: −${balance - 2 * charged} tokens`);
    expect(tally(await times(8, () => call(key)))).toEqual({ 401: 8 });
    expect((await spentByClosed()) - before).toBe(2 + 2 * charged);
    expect((await visitor.get("/console")).text).not.toContain("Signed in as");
    expect(statementMails(email)).toHaveLength(1);
  });

  it("is finished by the cron, once, wherever the request died", async () => {
    const config = readConfig(env as Env);
    const { key, id, email, visitor } = await workspace();
    await times(3, () => call(key));
    const session = await sessionOf(visitor, id);
    expect(await times(4, () => startClosing(env as Env, session))).toEqual([true, true, true, true]);
    expect((await call(key)).status).toBe(401);
    expect(await count("SELECT count(*) AS n FROM users WHERE email = ?", email)).toBe(0);

    // Between the last statement and its mail.
    const send = vi.mocked(env.EMAIL.send);
    send.mockRejectedValueOnce(new Error("the isolate died"));
    expect(await finishClosing(env as Env, config, id)).toMatchObject({ spent: 6 });
    expect(await tablesWith(id)).toEqual(["closings"]);
    await runCron();
    expect(await tablesWith(id)).toEqual(["closings"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
    await times(4, () => finishClosing(env as Env, config, id));
    await runCron();
    expect(await tablesWith(id)).toEqual([]);
    expect(statementMails(email).length).toBe(2);
    expect(await finishClosing(env as Env, config, id)).toBeNull();
  });

  it("waits for a call that runs, and for lines of batches, and stops the rest", async () => {
    freezeClock();
    const letRun = holdBatches();
    const { key, id, email, visitor } = await workspace();
    const inputs = Array.from({ length: 5 }, (_, n) => ({ domain: `company-${n}.example` }));
    const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs });
    expect(body.id).toMatch(/^batch_/);
    await openHold(key, 7);
    const page = await visitor.submit(PAGE, DELETE, PHRASE);
    expect(page.text).toContain("usually within minutes");
    expect(statementMails(email)).toEqual([]);
    letRun();
    advanceClock(11 * 60_000);
    await runCron();
    await runCron();
    expect(await tablesWith(id)).toEqual([]);
    expect(statementMails(email)).toHaveLength(1);
    expect(lastMail(email).text).toContain("Spent, by 0 calls: 0 tokens");
  });

  it("gives an address no second welcome, and credits an open checkout to nobody who could spend it", async () => {
    const { key, email, visitor } = await workspace();
    const { body } = await callTool(key, "buy_tokens", CHECKOUT);
    const path = new URL(body.checkout_url).pathname;
    await visitor.submit(PAGE, DELETE, PHRASE);
    const page = (await (await signIn(email)).get("/console")).text;
    expect(page).toContain("<dd>0 <span");
    await new Visitor().submit(path, path, {});
    expect(await count("SELECT balance AS n FROM organisations WHERE id = ?", CLOSED)).toBe(1_000);
    expect(await count("SELECT count(*) AS n FROM alerts WHERE cause = 'paid_after_deletion'")).toBe(1);
  });
});
