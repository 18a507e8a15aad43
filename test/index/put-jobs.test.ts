import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { indexSize } from "../../src/index/index-size.ts";
import { putCompany, refreshCompany, refreshStaleCompanies, removeCompany } from "../../src/index/put-company.ts";
import { closeBoard, putJobs } from "../../src/index/put-jobs.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/time.ts";
import { sql } from "../../src/platform/database.ts";
import { indexJob } from "../support/index-jobs.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const board = (token: string, domain: string | null = null) => ({
  system: "greenhouse",
  token,
  domain,
  proof: domain ? [{ url: `https://${domain}/careers`, kind: "careers_page" }] : [],
  name: `The ${token} company`,
});

/** Ids of open jobs whose words match, newest first. */
async function found(match: string): Promise<string[]> {
  const find = `SELECT j.job_key AS key FROM index_jobs_fts f JOIN index_jobs j ON j.id = f.rowid
    WHERE index_jobs_fts MATCH @match ORDER BY f.rowid DESC`;
  const { results } = await sql(env.DATA, find, { match }).all<{ key: string }>();
  return results.map(({ key }) => key);
}

const companiesWith = async (match: string) =>
  (await sql(env.DATA, "SELECT rowid FROM index_companies_fts WHERE index_companies_fts MATCH @match", { match }).all())
    .results.length;

/** What putJobs writes: the sum over its statements. */
async function rowsWritten(run: () => Promise<unknown>): Promise<number> {
  let written = 0;
  const batch = env.DATA.batch.bind(env.DATA);
  env.DATA.batch = (async (statements: D1PreparedStatement[]) => {
    const results = await batch(statements);
    written += results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
    return results;
  }) as typeof env.DATA.batch;
  try {
    await run();
  } finally {
    env.DATA.batch = batch;
  }
  return written;
}

describe("lists of boards in the index", () => {
  it("writes what is new, closes what is gone, and tells a position that comes up again", async () => {
    const list = [
      indexJob("1", "Account Executive"),
      indexJob("2", "Head of RevOps", { location: "Oslo", country: "NO" }),
    ];
    expect(await putJobs(env.DATA, board("a"), list, NOW)).toMatchObject({ added: 2, changed: 0, closed: 0 });
    expect(await found("revops")).toEqual(["2"]);
    expect(await found("facets : xcountry0no")).toEqual(["2"]);
    expect(await companiesWith("titles : revop")).toBe(1);

    expect(await putJobs(env.DATA, board("a"), list.slice(0, 1), NOW + DAY_MS)).toMatchObject({ added: 0, closed: 1 });
    expect(await found("revops")).toEqual([]);
    expect(await companiesWith("titles : revop")).toBe(0);

    const again = indexJob("3", "Head of  RevOps", { location: "Oslo", country: "NO" });
    expect(await putJobs(env.DATA, board("a"), [...list.slice(0, 1), again], NOW + 2 * DAY_MS)).toMatchObject({
      added: 1,
    });
    const row = sql(
      env.DATA,
      "SELECT f.job_key AS former FROM index_jobs j JOIN index_jobs f ON f.id = j.reposted_of WHERE j.job_key = '3'",
      {},
    );
    expect(await row.first("former")).toBe("2");
  });

  it("writes nothing for a list that it has, and one row for a look a day later", async () => {
    const list = Array.from({ length: 500 }, (_, at) => indexJob(`${at}`, `Engineer ${at}`));
    expect(await rowsWritten(() => putJobs(env.DATA, board("same"), list, NOW))).toBeGreaterThan(1_500);
    expect(await rowsWritten(() => putJobs(env.DATA, board("same"), list, NOW + 60_000))).toBe(0);
    expect(await rowsWritten(() => putJobs(env.DATA, board("same"), list.toReversed(), NOW + DAY_MS))).toBe(1);
  });

  it("orders jobs by when they came up: of a new board when they were posted, later when they were first seen", async () => {
    const old = indexJob("old", "Plumber lead", { posted_at: "2025-03-01T00:00:00Z" });
    const recent = indexJob("recent", "Plumber lead", { posted_at: "2026-11-19T00:00:00Z" });
    await putJobs(env.DATA, board("first"), [recent, old], NOW);
    const late = indexJob("late", "Plumber lead", { posted_at: "2026-01-01T00:00:00Z" });
    await putJobs(env.DATA, board("first"), [recent, old, late], NOW + DAY_MS);
    expect(await found("plumber")).toEqual(["late", "recent", "old"]);
  });

  it("fills a board once, however many write it at the same time", async () => {
    const list = Array.from({ length: 50 }, (_, at) => indexJob(`${at}`, `Welder ${at}`));
    await Promise.all(Array.from({ length: 8 }, () => putJobs(env.DATA, board("race", "race.example"), list, NOW)));
    expect(await found("welder")).toHaveLength(50);
    expect(await sql(env.DATA, "SELECT count(*) AS n FROM index_jobs WHERE title LIKE 'Welder%'", {}).first("n")).toBe(
      50,
    );
    expect(
      await sql(env.DATA, "SELECT count(*) AS n FROM index_companies WHERE domain = 'race.example'", {}).first("n"),
    ).toBe(1);
    expect(await companiesWith("titles : welder")).toBe(1);
  });

  it("moves a board to the domain that is proved for it, and never back", async () => {
    await putJobs(env.DATA, board("joined"), [indexJob("1", "Diver")], NOW);
    await putJobs(env.DATA, board("joined", "joined.example"), [indexJob("1", "Diver")], NOW + HOUR_MS);
    await putJobs(env.DATA, board("joined"), [indexJob("1", "Diver"), indexJob("2", "Diver")], NOW + 2 * HOUR_MS);
    const find = `SELECT c.key FROM index_companies c JOIN index_boards b ON b.company_id = c.id WHERE b.token = 'joined'`;
    expect((await sql(env.DATA, find, {}).all()).results).toEqual([{ key: "joined.example" }]);
    expect(
      await sql(env.DATA, "SELECT 1 FROM index_companies WHERE key = 'board:greenhouse:joined'", {}).first(),
    ).toBeNull();
  });

  it("finds umlauts, compounds and Chinese characters as they are typed", async () => {
    await putJobs(
      env.DATA,
      board("words"),
      [
        indexJob("de", "Softwareentwickler Müllabfuhr Straße", { language: "de" }),
        indexJob("jp", "東京都のエンジニア募集"),
      ],
      NOW,
    );
    for (const word of ["mullabfuhr", "muellabfuhr", "strasse", "parts : xend0entwickler"])
      expect(await found(word), word).toEqual(["de"]);
    expect(await found("京都 AND エン")).toEqual(["jp"]);
  });

  it("closes a board, counts what is open, and makes words again that a dead isolate left undone", async () => {
    const { boardId } = await putJobs(env.DATA, board("closing", "closing.example"), [indexJob("1", "Falconer")], NOW);
    await sql(env.DATA, "UPDATE index_companies SET version = version + 1 WHERE key = 'closing.example'", {}).run();
    await sql(
      env.DATA,
      "DELETE FROM index_companies_fts WHERE rowid = (SELECT id FROM index_companies WHERE key = 'closing.example')",
      {},
    ).run();
    await refreshStaleCompanies(env.DATA);
    expect(await companiesWith("titles : falconer")).toBe(1);
    const before = await indexSize(env);
    await closeBoard(env.DATA, boardId, NOW);
    expect(await found("falconer")).toEqual([]);
    expect(await companiesWith("titles : falconer")).toBe(0);
    expect(before.jobs).toBeGreaterThan(0);
    await refreshCompany(env.DATA, 999_999);
  });
});

describe("companies in the index", () => {
  const known = <Value>(value: Value) => ({
    value,
    evidence: [{ url: "https://merged.example/", kind: "own_site" }],
    seenAt: NOW,
  });

  it("merges updates that come at the same time, and writes nothing that it knows", async () => {
    await Promise.all([
      putCompany(env.DATA, { key: "merged.example", fields: { name: known("Merged GmbH"), country: known("DE") } }),
      putCompany(env.DATA, { key: "merged.example", fields: { size: known("11-50") } }),
      putCompany(env.DATA, {
        key: "merged.example",
        technologies: [{ name: "Salesforce", category: "CRM", evidence: [], seenAt: NOW }],
      }),
    ]);
    const row = await sql(
      env.DATA,
      "SELECT name_key AS nameKey, country, size_band AS size FROM index_companies WHERE key = 'merged.example'",
      {},
    ).first();
    expect(row).toEqual({ nameKey: "merged", country: "DE", size: "11-50" });
    expect(await companiesWith("facets : (xcountry0de xsize01150 xtechnology0salesforce)")).toBe(1);
    const again = { key: "merged.example", fields: { country: { ...known("DE"), seenAt: NOW + DAY_MS } } };
    expect(await putCompany(env.DATA, again)).toBe(false);
  });

  it("is forgotten whole", async () => {
    await putJobs(env.DATA, board("gone", "gone.example"), [indexJob("1", "Beekeeper")], NOW);
    await removeCompany(env.DATA, "gone.example");
    expect(await found("beekeeper")).toEqual([]);
    expect(await companiesWith("titles : beekeeper")).toBe(0);
    expect(await sql(env.DATA, "SELECT 1 FROM index_boards WHERE token = 'gone'", {}).first()).toBeNull();
  });
});
