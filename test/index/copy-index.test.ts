import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { type IndexRow, readIndexRows, writeIndexRows } from "../../src/index/copy-index.ts";
import { closeBoard, putJobs } from "../../src/index/put-jobs.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { requestWith } from "../support/harness.ts";
import { indexJob } from "../support/index-jobs.ts";

const db = env.DATA;
const NOW = Date.parse("2026-11-23T08:00:00Z");
const ADMIN = { ADMIN_TOKEN: "operator-secret" };
const TABLES = ["index_jobs", "index_boards", "index_companies", "index_jobs_fts", "index_companies_fts"];
const board = (token: string, domain: string | null) => ({
  system: "lever",
  token,
  domain,
  proof: [],
  name: `Firm ${token}`,
});

async function exported(): Promise<IndexRow[]> {
  const pages = await Promise.all(
    (["companies", "boards", "jobs"] as const).map((table) => readIndexRows(db, table, 0)),
  );
  return pages.flat();
}
const withoutIds = (rows: IndexRow[]) => rows.map(({ id: _, ...row }) => row);
const words = async (match: string) => {
  const find = `SELECT i.job_key AS key FROM index_jobs_fts f JOIN index_jobs i ON i.id = f.rowid
    WHERE index_jobs_fts MATCH ? ORDER BY f.rowid DESC`;
  const { results } = await db.prepare(find).bind(match).all<{ key: string }>();
  return results.map(({ key }) => key);
};

async function fill(): Promise<void> {
  const engineer = indexJob("e1", "Platform Engineer", { country: "NO", location: "Oslo", department: "Technology" });
  await putJobs(db, board("acme", "acme.example"), [engineer, indexJob("b1", "Buyer")], NOW);
  const later = indexJob("b2", "Buyer", { posted_at: "2026-11-24T00:00:00.000Z" });
  await putJobs(db, board("acme", "acme.example"), [engineer, later], NOW + DAY_MS);
  await putJobs(db, board("unproved", null), [indexJob("n1", "Nurse"), indexJob("n2", "Night nurse")], NOW + DAY_MS);
  await putJobs(db, board("gone", null), [indexJob("g1", "Gardener")], NOW);
  const gone = await db.prepare("SELECT id FROM index_boards WHERE token = 'gone'").first<number>("id");
  await closeBoard(db, gone ?? 0, NOW + DAY_MS);
}

it("an export brought into an empty index gives the same rows, order and words, and again writes nothing", async () => {
  await fill();
  const rows = await exported();
  expect(rows.filter(({ table }) => table === "jobs")).toHaveLength(6);
  const questions = ["buyer", "tokens : wbuyer OR title : nurse", "title : engineer", "xany0job", "gardener"];
  const before = await Promise.all(questions.map(words));
  expect(before[0]).toEqual(["b2"]);
  for (const table of TABLES) await db.prepare(`DELETE FROM ${table}`).run();

  expect(await writeIndexRows(db, rows)).toBe(rows.length);
  expect(withoutIds(await exported())).toEqual(withoutIds(rows));
  expect(await Promise.all(questions.map(words))).toEqual(before);
  const companies = "SELECT count(*) AS n FROM index_companies_fts WHERE index_companies_fts MATCH 'titles : engineer'";
  expect(await db.prepare(companies).first("n")).toBe(1);

  expect(await writeIndexRows(db, rows)).toBe(0);
  expect(withoutIds(await exported())).toEqual(withoutIds(rows));
  // A look that reads the same list writes its words again, with those of descriptions.
  await putJobs(
    db,
    board("unproved", null),
    [indexJob("n1", "Nurse", { description: "Shifts" }), indexJob("n2", "Night nurse")],
    NOW + 2 * DAY_MS,
  );
  expect(await words("body : shift")).toEqual(["n1"]);
  expect(await db.prepare("SELECT count(*) AS n FROM index_jobs").first("n")).toBe(6);
});

it("the operator's endpoints give pages and take them, and refuse what is none", async () => {
  const headers = { Authorization: "Bearer operator-secret" };
  const page = async (query: string) => requestWith(ADMIN, `/admin/index/rows?${query}`, { headers });
  const rows = (await page("table=jobs")).body.rows as IndexRow[];
  expect(rows.map(({ table }) => table)).toEqual(Array(6).fill("jobs"));
  const after = await page(`table=jobs&after=${rows.at(-1)?.id}`);
  expect(after.body).toEqual({ rows: [] });
  const send = (path: string, body: string) => requestWith(ADMIN, path, { method: "POST", body, headers });
  const sent = await send("/admin/index/rows", JSON.stringify(rows));
  expect([sent.status, sent.body]).toEqual([200, { written: 0 }]);
  const list = JSON.stringify([{ line: 1, system: "lever", token: "new-one", name: "", domain: "", url: "" }]);
  const seeded = await send("/admin/index/boards", list);
  expect(seeded.body).toMatchObject({ added: 1, errors: [] });
  for (const refused of [
    await page("table=people"),
    await page("table=jobs&after=x"),
    await send("/admin/index/rows", "{}"),
    await send("/admin/index/rows", '[{"table":"jobs"}]'),
    await send("/admin/index/boards", "nonsense"),
    await send("/admin/index/boards", "[]"),
  ])
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
  const stranger = await requestWith(ADMIN, "/admin/index/boards", { method: "POST", body: list });
  expect(stranger.status).toBe(401);
});
