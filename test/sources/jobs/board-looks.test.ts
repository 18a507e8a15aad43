import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { readRests } from "../../../src/index/board-looks.ts";
import { sendDueBoards, spread, takeDueBoards } from "../../../src/index/board-schedule.ts";
import { putJobs } from "../../../src/index/put-jobs.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/time.ts";
import { dailySystems, seedBoards } from "../../../src/sources/jobs/listed-boards.ts";
import { lookAtBoard } from "../../../src/sources/jobs/look-at-board.ts";
import { indexJob } from "../../support/index-jobs.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const config = readConfig(env);
const db = env.DATA;
const EMPTY = { system: "", token: "", name: "", domain: "", url: "" };
const START = Date.parse("2026-11-23T08:00:00Z");

const seed = (boards: Partial<typeof EMPTY>[], settings = config) =>
  seedBoards(
    db,
    settings,
    boards.map((board, index) => ({ ...EMPTY, ...board, line: index + 1 })),
    Date.now(),
  );
const all = async <T = Record<string, any>>(query: string) => (await db.prepare(query).all<T>()).results;
const setInternet = (query: string) =>
  env.OUTBOUND?.fetch(`http://many-boards.internet.example/?${query}`, { method: "POST" });

/** Looks at everything that is due, minute after minute; the number of looks. */
async function lookUntilDone(most = 10_000): Promise<number> {
  let looks = 0;
  for (;;) {
    const taken = await takeDueBoards(env, dailySystems(config, Date.now()), most, Date.now());
    if (taken.length === 0) return looks;
    for (let start = 0; start < taken.length; start += 20)
      await Promise.all(taken.slice(start, start + 20).map((board) => lookAtBoard(sourceContext(), board)));
    looks += taken.length;
    vi.setSystemTime(Date.now() + MINUTE_MS);
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  await env.OUTBOUND?.fetch("http://log.internet.example/", { method: "DELETE" });
  await setInternet("day=0");
  for (const table of ["index_jobs", "index_boards", "index_companies", "index_jobs_fts", "index_companies_fts"])
    await db.prepare(`DELETE FROM ${table}`).run();
  await env.DB.prepare("DELETE FROM state WHERE name LIKE 'index_%'").run();
});
afterEach(() => void vi.useRealTimers());

describe("seeding", () => {
  it("takes boards by token and by address, and writes nothing when the list comes again", async () => {
    const list = [
      {
        system: "greenhouse",
        token: "acmerobotics",
        name: "Acme Robotics",
        domain: "https://www.acme-robotics.example/x",
      },
      { url: "https://jobs.eu.lever.co/levereurope/" },
      { token: "actica", name: "Actica", url: "https://actica.pinpointhq.com" },
      { url: "https://acme.jobs.personio.com/" },
      { system: "jazzhr", token: "x", url: "https://acme.applytojob.com/apply" },
      { system: "smartrecruiters", token: "Acme1" },
      { system: "lever", token: "leverhouse" },
      { system: "lever", token: "leverhouse" },
    ];
    const first = await seed(list);
    expect(first).toEqual({ added: 7, changed: 0, policies: { daily: 6, on_demand: 1, off: 1 }, errors: [] });
    expect(
      await all("SELECT system, token, url, name, listed_domain, state, next_look_at FROM index_boards ORDER BY id"),
    ).toEqual(
      [
        ["greenhouse", "acmerobotics", null, "Acme Robotics", "acme-robotics.example", "open", START],
        ["lever", "eu:levereurope", "https://jobs.eu.lever.co/levereurope/", null, null, "open", START],
        ["pinpoint", "actica", null, "Actica", null, "open", START],
        ["personio", "acme", "https://acme.jobs.personio.com/", null, null, "open", START],
        ["jazzhr", "acme", "https://acme.applytojob.com/apply", null, null, "open", null],
        ["smartrecruiters", "Acme1", null, null, null, "off", null],
        ["lever", "leverhouse", null, null, null, "open", START],
      ].map(([system, token, url, name, listed_domain, state, next_look_at]) => ({
        ...{ system, token, url, name, listed_domain, state, next_look_at },
      })),
    );
    const before = await all("SELECT * FROM index_boards");
    vi.setSystemTime(START + HOUR_MS);
    expect(await seed(list)).toMatchObject({ added: 0, changed: 0 });
    expect(await all("SELECT * FROM index_boards")).toEqual(before);
    expect(await seed([{ system: "lever", token: "leverhouse", name: "Lever House" }])).toMatchObject({
      added: 0,
      changed: 1,
    });
  });

  it("says of each bad line why", async () => {
    const { errors } = await seed([
      { system: "nosuch", token: "acme" },
      { system: "greenhouse", token: "a/../b" },
      { system: "workday", token: "acme", url: "https://acme.wd1.myworkdayjobs.com/en-US/careers" },
      { system: "lever", token: "acme", domain: "not a domain" },
      { url: "https://www.acme.example/jobs" },
    ]);
    expect(errors).toEqual([
      { line: 1, message: '"nosuch" is not a system with job boards that is known here' },
      { line: 2, message: '"greenhouse, a/../b" is not the address or token of a board that can be asked' },
      { line: 3, message: "workday has no list that is meant for reading" },
      { line: 4, message: '"not a domain" is not a domain' },
      { line: 5, message: '"https://www.acme.example/jobs" is not the address or token of a board that can be asked' },
    ]);
    expect(await all("SELECT count(*) AS n FROM index_boards")).toEqual([{ n: 0 }]);
  });
});

describe("a look", () => {
  it("writes jobs without people, proves the domain by the company's own site, and writes nothing while nothing changes", async () => {
    await seed([
      { system: "greenhouse", token: "acmerobotics", name: "Acme Robotics", domain: "acme-robotics.example" },
      { system: "greenhouse", token: "many-10", name: "Many Ten", domain: "acme-robotics.example" },
    ]);
    expect(await lookUntilDone()).toBe(2);
    const boards = await all(
      `SELECT b.token, b.domain, b.reason, b.open_jobs, c.key FROM index_boards b JOIN index_companies c ON c.id = b.company_id ORDER BY b.id`,
    );
    expect(boards).toEqual([
      {
        token: "acmerobotics",
        domain: "acme-robotics.example",
        reason: null,
        open_jobs: 3,
        key: "acme-robotics.example",
      },
      { token: "many-10", domain: null, reason: null, open_jobs: 1, key: "board:greenhouse:many-10" },
    ]);
    const found = (word: string) => all(`SELECT rowid FROM index_jobs_fts WHERE index_jobs_fts MATCH 'body: ${word}'`);
    for (const word of ["lindqvist", "nora", "1234567", "example"]) expect(await found(word), word).toEqual([]);
    expect(await found("company")).toHaveLength(1);

    vi.setSystemTime(START + DAY_MS);
    const written = async () => [await all("SELECT * FROM index_jobs"), await all("SELECT * FROM index_companies")];
    const before = await written();
    expect(await lookUntilDone()).toBe(2);
    expect(await written()).toEqual(before);
    const fetched = await fetchedFrom("boards-api.greenhouse.io");
    expect(fetched.filter((line) => line.includes("many-10/jobs"))).toHaveLength(2);

    vi.setSystemTime(START + 2 * DAY_MS);
    await setInternet("day=1");
    await lookUntilDone();
    const jobs = `SELECT title, closed_at IS NULL AS is_open FROM index_jobs
      WHERE board_id = (SELECT id FROM index_boards WHERE token = 'many-10') ORDER BY id`;
    expect(await all(jobs)).toEqual([
      { title: expect.stringMatching(/ 0$/), is_open: 0 },
      { title: expect.stringMatching(/ 1$/), is_open: 1 },
    ]);
  });

  it("counts only 404 as a miss: after three the board is dead and its jobs are closed", async () => {
    await seed([
      { system: "lever", token: "many-gone-1" },
      { system: "lever", token: "many-broken-1" },
    ]);
    for (const token of ["many-gone-1", "many-broken-1"])
      await putJobs(
        db,
        { system: "lever", token, domain: null, proof: [], name: null },
        [indexJob("1", "Buyer")],
        START,
      );
    for (let day = 0; day < 4; day++) {
      vi.setSystemTime(START + day * DAY_MS);
      await lookUntilDone();
    }
    expect(
      await all("SELECT token, state, reason, open_jobs, next_look_at IS NULL AS rests FROM index_boards ORDER BY id"),
    ).toEqual([
      { token: "many-gone-1", state: "dead", reason: "gone", open_jobs: 0, rests: 1 },
      { token: "many-broken-1", state: "open", reason: "failed", open_jobs: 1, rests: 0 },
    ]);
    expect(await fetchedFrom("api.lever.co")).toHaveLength(
      3 + (await fetchedFrom("api.lever.co")).filter((line) => line.includes("broken")).length,
    );
  });

  it("refuses the answer of another company, and lets the whole system rest after a 429", async () => {
    await setInternet("refusing=true");
    await seed([
      { system: "workable", token: "wkbl-77", name: "Quarry & Sons" },
      { system: "ashby", token: "many-refusing-1" },
      { system: "ashby", token: "many-2" },
    ]);
    await lookUntilDone(1);
    expect(await all("SELECT token, state, reason FROM index_boards ORDER BY id")).toEqual([
      { token: "wkbl-77", state: "refused", reason: "other_company" },
      { token: "many-refusing-1", state: "open", reason: "system_rests" },
      { token: "many-2", state: "open", reason: null },
    ]);
    expect(await fetchedFrom("api.ashbyhq.com")).toHaveLength(1);
    expect((await readRests(env.DB)).get("ashby")).toMatchObject({ refusals: 1 });

    await setInternet("");
    vi.setSystemTime(START + HOUR_MS);
    await lookUntilDone();
    expect(await all("SELECT open_jobs FROM index_boards WHERE token = 'many-2'")).toEqual([{ open_jobs: 3 }]);
    expect((await readRests(env.DB)).get("ashby")).toBeUndefined();
  });

  it("never asks a system that is off", async () => {
    await seed([
      { system: "smartrecruiters", token: "Acme1" },
      { system: "lever", token: "many-3" },
    ]);
    await db.prepare("UPDATE index_boards SET next_look_at = 1").run();
    const off = { ...config, INDEX_SYSTEMS_OFF: ["lever"] };
    expect(await takeDueBoards(env, dailySystems(off, START), 100, START)).toEqual([]);
    const [, lever] = await all("SELECT id AS boardId, next_look_at AS dueAt FROM index_boards ORDER BY id");
    await lookAtBoard(sourceContext({ config: off }), lever as { boardId: number; dueAt: number });
    expect(await fetchedFrom("api.lever.co")).toEqual([]);
    expect(await fetchedFrom("smartrecruiters.com")).toEqual([]);
    expect(dailySystems({ ...config, BOARDS_ON: ["rippling"] }, START).map(({ system }) => system)).toContain(
      "rippling",
    );
    const later = dailySystems(config, Date.parse("2027-02-10")).map(({ system }) => system);
    expect(later).not.toContain("recruitee");
  });
});

describe("the schedule", () => {
  it("takes boards that calls found, revives a dead one, and leaves one without an address to calls", async () => {
    const found = (token: string) => ({ system: "lever", token, domain: "acme.example", proof: [], name: null });
    for (const token of ["many-4", "many-6", "jobs.acme.example/x"])
      await putJobs(db, found(token), [indexJob("1", "Buyer")], START);
    await db.prepare("UPDATE index_boards SET state = 'dead', misses = 3 WHERE token = 'many-6'").run();
    const send = vi.spyOn(env.BOARDS, "sendBatch").mockResolvedValue({} as never);
    await sendDueBoards(env, config, dailySystems(config, START), START);
    const messages = send.mock.calls.flatMap(([batch]) => [...batch] as { body: { boardId: number; dueAt: number } }[]);
    for (const { body } of messages) await lookAtBoard(sourceContext(), body);
    const boards = await all(
      "SELECT token, state, reason, open_jobs, next_look_at > 0 AS is_daily FROM index_boards ORDER BY id",
    );
    expect(boards).toEqual([
      { token: "many-4", state: "open", reason: null, open_jobs: 5, is_daily: 1 },
      { token: "many-6", state: "open", reason: null, open_jobs: 2, is_daily: 1 },
      { token: "jobs.acme.example/x", state: "open", reason: "no_address", open_jobs: 1, is_daily: null },
    ]);
    vi.setSystemTime(START + HOUR_MS);
    await sendDueBoards(env, config, dailySystems(config, Date.now()), Date.now());
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRestore();
  });

  it("two crons at once look at each board once, and together at no more than the limit", async () => {
    await seed(Array.from({ length: 100 }, (_, index) => ({ system: "greenhouse", token: `many-${index}` })));
    const send = vi.spyOn(env.BOARDS, "sendBatch").mockResolvedValue({} as never);
    const settings = { ...config, INDEX_BOARDS_PER_MINUTE: 40 };
    await Promise.all(
      Array.from({ length: 8 }, () => sendDueBoards(env, settings, dailySystems(config, START), START)),
    );
    const messages = send.mock.calls.flatMap(([batch]) => [...batch] as { body: { boardId: number } }[]);
    expect(messages).toHaveLength(40);
    expect(new Set(messages.map(({ body }) => body.boardId)).size).toBe(40);
    // Without the turn of the minute, the claims alone keep them apart.
    const systems = dailySystems(config, START);
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeDueBoards(env, systems, 60, START)));
    expect(
      taken
        .flat()
        .map(({ boardId }) => boardId)
        .sort(),
    ).toHaveLength(60);
    expect(new Set(taken.flat().map(({ boardId }) => boardId)).size).toBe(60);
    send.mockRestore();
  });

  it("claims of a system at most a minute of its pace, and spreads them over it", async () => {
    await seed(
      ["workable", "lever", "greenhouse"].flatMap((system) =>
        Array.from({ length: 100 }, (_, index) => ({ system, token: `many-${index}` })),
      ),
    );
    const systems = dailySystems(config, START);
    const taken = await takeDueBoards(env, systems, 10_000, START);
    const counts = Object.groupBy(taken, ({ system }) => system);
    expect([counts.workable?.length, counts.lever?.length, counts.greenhouse?.length]).toEqual([30, 60, 100]);
    const delays = spread(counts.workable ?? [], systems).map(({ delaySeconds }) => delaySeconds);
    expect(delays).toEqual(Array.from({ length: 30 }, (_, index) => 2 * index));
    expect(await all("SELECT DISTINCT next_look_at - 1 AS at FROM index_boards WHERE failures > 0")).toEqual([
      { at: START + 15 * MINUTE_MS - 1 },
    ]);
  });
});

/** `npm run fuzz` looks at 2,000, of which 50 are bad. */
const [BOARDS, BAD] = inject("fuzzRuns") >= 100 ? [2_000, 50] : [40, 10];

it("many boards of which some are broken, slow or refuse: the others are read, each once", async () => {
  const kinds = ["gone", "broken", "nonsense", "moved"];
  const bad = Array.from({ length: BAD - 2 }, (_, index) => `many-${kinds[index % 4]}-${index}`).concat(
    "many-slow-1",
    "many-slow-2",
  );
  const good = Array.from({ length: BOARDS - BAD }, (_, index) => `many-${index}`);
  const systems = ["greenhouse", "greenhouse", "lever", "ashby"];
  const list = [...bad, ...good].map((token, index) => ({ system: systems[index % 4] ?? "", token }));
  for (let start = 0; start < list.length; start += 1_000) await seed(list.slice(start, start + 1_000));
  await lookUntilDone();
  const [counts] =
    await all(`SELECT sum(last_seen_at IS NOT NULL) AS seen, sum(reason IS NOT NULL) AS failing, count(*) AS boards,
    sum(open_jobs) AS jobs FROM index_boards WHERE token LIKE 'many-%'`);
  const jobs = Array.from({ length: BOARDS - BAD }, (_, board) => 1 + (board % 5)).reduce((sum, count) => sum + count);
  expect(counts).toEqual({ boards: BOARDS, seen: BOARDS - BAD, failing: BAD, jobs });
  expect(
    await all(`SELECT count(*) AS rows, count(DISTINCT board_id || ' ' || job_key) AS jobs FROM index_jobs
      WHERE board_id IN (SELECT id FROM index_boards WHERE token LIKE 'many-%')`),
  ).toEqual([{ rows: jobs, jobs }]);
  const asked = (await fetchedFrom("api.lever.co")).filter((line) => /many-\d+\?/.test(line));
  expect(asked.length).toBe(new Set(asked).size);

  // A day later, with the cron of each minute at its usual limit: every good board was read within 24 hours of its last look.
  // The slow ones would only make the test wait.
  await db.prepare("DELETE FROM index_boards WHERE token LIKE 'many-slow-%'").run();
  const seenAt = "SELECT id, last_seen_at AS at FROM index_boards WHERE token LIKE 'many-%'";
  const before = await all<{ id: number; at: number | null }>(seenAt);
  vi.setSystemTime(START + 23 * HOUR_MS);
  await lookUntilDone(config.INDEX_BOARDS_PER_MINUTE);
  const after = new Map((await all(seenAt)).map(({ id, at }) => [id, at]));
  const gaps = before.flatMap(({ id, at }) => (at === null ? [] : [after.get(id) - at]));
  expect(gaps).toHaveLength(BOARDS - BAD);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(DAY_MS);
  if (BOARDS === 2_000) expect(gaps.length / BOARDS).toBeGreaterThanOrEqual(0.95);
});
