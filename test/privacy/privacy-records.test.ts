import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../src/lib/ids.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { csvOf, importCsv } from "../support/directory-csv.ts";
import {
  advanceClock,
  freezeClock,
  postForm,
  request,
  requestWith,
  runCron,
  tally,
  times,
} from "../support/harness.ts";
import { confirmPrivacy, privacyToken } from "../support/privacy-request.ts";
import { signIn, signInOperator, Visitor } from "../support/visitor.ts";

let people = 0;
vi.spyOn(console, "log").mockImplementation(() => {});

beforeEach(async () => {
  freezeClock(Date.parse("2026-11-21T12:00:00Z"));
  await env.DB.exec("DELETE FROM privacy_requests");
});
afterEach(() => vi.useRealTimers());

/** Somebody who is in the directory, twice. */
async function person(): Promise<string> {
  const email = `grace@recorded-${++people}.example`;
  const domain = email.slice(6);
  const rows = [
    ["name", "domain", "email"],
    ["Grace Liu", domain, email],
    ["Grace Chang Liu", domain, email],
  ];
  expect((await importCsv("people", csvOf(rows))).body.rows_ok).toBe(2);
  return email;
}
const ask = (email: string, type: string) => postForm("/privacy", { email, type });

async function records(): Promise<Record<string, unknown>[]> {
  return (await env.DB.prepare("SELECT * FROM privacy_requests ORDER BY id").all()).results;
}
async function directoryRows(email: string): Promise<unknown> {
  return env.DATA.prepare("SELECT count(*) AS n FROM people WHERE email = ?").bind(email).first("n");
}

describe("the record", () => {
  it("changes from waiting to done with the deleted counts, without naming the person", async () => {
    const email = await person();
    await ask(email, "erasure");
    expect(await records()).toMatchObject([{ type: "erasure", received_at: Date.now(), confirmed_at: null }]);
    advanceClock(5_000);
    expect((await confirmPrivacy(privacyToken(email))).status).toBe(200);
    const [row, ...others] = await records();
    expect(others).toEqual([]);
    const now = Date.now();
    expect(row).toMatchObject({ confirmed_at: now, done_at: now, directory_rows: 2, lookups: 0 });
    expect(row?.address_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toMatch(/grace|liu|recorded/i);
  });

  it("is carried out once, with exact counts, for any number of concurrent confirmations", async () => {
    const email = await person();
    await ask(email, "objection");
    await env.DB.exec("CREATE TABLE ends (directory_rows)");
    await env.DB.exec(
      "CREATE TRIGGER ended AFTER UPDATE OF done_at ON privacy_requests BEGIN INSERT INTO ends VALUES (NEW.directory_rows); END",
    );
    const answers = await times(20, () => confirmPrivacy(privacyToken(email)));
    const { results } = await env.DB.prepare("SELECT * FROM ends").all();
    await env.DB.exec("DROP TRIGGER ended");
    await env.DB.exec("DROP TABLE ends");
    expect(results).toEqual([{ directory_rows: 2 }]);
    const { 200: done = 0, 400: late = 0 } = tally(answers);
    expect([done >= 1, done + late]).toEqual([true, 20]);
    expect(await directoryRows(email)).toBe(0);
  });

  it("has the last word on a link, even while KV still shows its request", async () => {
    const email = await person();
    await ask(email, "erasure");
    const link = privacyToken(email);
    const [row] = await records();
    const key = `privacy:${row?.id}`;
    const stale = (await env.CLAIMS.get(key)) ?? "";
    expect(stale).toContain(email);
    expect((await confirmPrivacy(link)).status).toBe(200);
    expect(await env.CLAIMS.get(key)).toBeNull();
    await env.CLAIMS.put(key, stale);
    expect((await confirmPrivacy(link)).status).toBe(400);
  });

  it("tells a request that failed from one that was carried out, and its link works again", async () => {
    const email = await person();
    await ask(email, "erasure");
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    await env.DATA.exec("CREATE TRIGGER broken BEFORE DELETE ON people BEGIN SELECT RAISE(ABORT, 'broken'); END");
    const failed = await confirmPrivacy(privacyToken(email));
    await env.DATA.exec("DROP TRIGGER broken");
    errors.mockRestore();
    expect(failed.status).toBe(503);
    expect(await records()).toMatchObject([{ confirmed_at: Date.now(), done_at: null, directory_rows: 2 }]);
    expect((await (await signInOperator()).get("/admin/privacy")).text).toContain("confirmed, not carried out");
    expect((await confirmPrivacy(privacyToken(email))).status).toBe(200);
    expect(await records()).toMatchObject([{ directory_rows: 2, done_at: Date.now() }]);
  });

  it("counts an access once, and shows the person what they asked before", async () => {
    const email = await person();
    await ask(email, "access");
    const first = await confirmPrivacy(privacyToken(email));
    expect(first.text).toContain("&quot;privacy_requests&quot;");
    const done = (await records())[0]?.done_at;
    advanceClock(60_000);
    expect((await confirmPrivacy(privacyToken(email))).status).toBe(200);
    expect(await records()).toMatchObject([{ done_at: done, directory_rows: 2 }]);
  });

  it("has no row for a request whose mail could not be sent", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const init = { method: "POST", body: new URLSearchParams({ email: "unsent@recorded.example", type: "access" }) };
    expect((await requestWith({ MAIL_FROM: "" }, "/privacy", init)).status).toBe(503);
    errors.mockRestore();
    expect(await records()).toEqual([]);
  });

  it("is deleted 30 days after an unconfirmed request, and three years after a confirmed one", async () => {
    const email = await person();
    await ask(email, "access");
    await ask("nobody@recorded.example", "access");
    await confirmPrivacy(privacyToken(email));
    const kept = async () => {
      await runCron();
      return (await records()).length;
    };
    advanceClock(30 * DAY_MS);
    expect(await kept()).toBe(2);
    advanceClock(1);
    expect(await kept()).toBe(1);
    advanceClock((3 * 366 - 30) * DAY_MS - 1);
    expect(await kept()).toBe(1);
    advanceClock(1);
    expect(await kept()).toBe(0);
  });
});

describe("the operator's page", () => {
  it("shows the state of each request, but no address", async () => {
    const email = await person();
    await ask("late@recorded.example", "access");
    advanceClock(72 * 3_600_000);
    await ask("new@recorded.example", "objection");
    await ask(email, "erasure");
    await confirmPrivacy(privacyToken(email));
    const { text } = await (await signInOperator()).get("/admin/privacy");
    for (const state of ["never confirmed", "waiting for the person", "done"])
      expect(text).toContain(`<strong>${state}</strong>`);
    expect(text).toContain('<td data-label="Directory rows" class="number">2</td>');
    expect(text).not.toMatch(/grace|@recorded/);
  });

  it("finds the requests of an address, which is in no URL", async () => {
    await ask("asked@recorded.example", "erasure");
    await ask("other@recorded.example", "access");
    const visitor = await signInOperator();
    const rowsFor = async (email: string) => {
      const found = await visitor.submit("/admin/privacy", "/admin/privacy", { email });
      const location = found.headers.get("location") ?? "";
      expect([found.status, location]).toEqual([
        303,
        expect.stringMatching(/^\/admin\/privacy\?address=[0-9a-f]{64}$/),
      ]);
      return [...(await visitor.get(location)).text.matchAll(/data-label="Asked for">(\w+)</g)].map(([, type]) => type);
    };
    expect(await rowsFor("Asked@Recorded.example")).toEqual(["erasure"]);
    expect(await rowsFor("nobody@recorded.example")).toEqual([]);
    expect((await visitor.submit("/admin/privacy", "/admin/privacy", { email: "x" })).status).toBe(400);
    expect((await new Visitor().get("/admin/privacy")).text).toContain('name="token"');
  });

  it("is paged: nothing is missing, nothing comes twice", async () => {
    const insert = `INSERT INTO privacy_requests (id, type, address_hash, received_at, directory_rows, keep_until)
      VALUES (?, 'access', ?, ?, ?, ?)`;
    await env.DB.batch(
      Array.from({ length: 120 }, (_, index) => {
        const hash = String(index % 2).repeat(64);
        const now = Date.now();
        return env.DB.prepare(insert).bind(newId(now), hash, now, 1000 + index, now + DAY_MS);
      }),
    );
    const visitor = await signInOperator();
    const walk = async (path: string | undefined) => {
      const seen: string[] = [];
      while (path) {
        const { text } = await visitor.get(path);
        const cells = text.matchAll(/data-label="Directory rows"[^>]*>(1,\d\d\d)</g);
        seen.push(...[...cells].map(([, rows = ""]) => rows.replace(",", "")));
        path = /href="(\/admin\/privacy\?[^"]+)">Older/.exec(text)?.[1]?.replaceAll("&amp;", "&");
      }
      return seen.sort();
    };
    const all = Array.from({ length: 120 }, (_, index) => String(1000 + index));
    expect(await walk("/admin/privacy")).toEqual(all);
    expect(await walk(`/admin/privacy?address=${"1".repeat(64)}`)).toEqual(all.filter((_, index) => index % 2 === 1));
  });
});

describe("the console", () => {
  it("mails a link for the own address, shows what was asked, and does nothing before the link is followed", async () => {
    const email = await person();
    const visitor = await signIn(email);
    const mine = "/console/privacy";
    expect((await visitor.get(mine)).text).toContain("None so far.");
    const sent = await visitor.submit(mine, mine, { type: "erasure", email: "somebody@else.example" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, mine]);
    expect((await visitor.get(mine)).text).toContain("follow the link in the mail");
    expect(await directoryRows(email)).toBe(2);
    expect((await confirmPrivacy(privacyToken(email))).status).toBe(200);
    expect((await visitor.get(mine)).text).toContain("done <time");
    expect(await directoryRows(email)).toBe(0);
    expect((await visitor.get("/console")).text).toContain(`Signed in as ${email}`);
    expect((await visitor.submit(mine, mine, { type: "sell" })).status).toBe(400);
    const stranger = await signIn(`${crypto.randomUUID()}@recorded.example`);
    expect((await stranger.get(mine)).text).toContain("None so far.");
  });

  it("takes no request from another site", async () => {
    const visitor = await signIn(`${crypto.randomUUID()}@recorded.example`);
    expect((await visitor.post("/console/privacy", { type: "erasure" })).status).toBe(403);
    expect((await request("/console/privacy", { method: "POST" })).status).toBe(303);
    expect(await records()).toEqual([]);
  });
});
