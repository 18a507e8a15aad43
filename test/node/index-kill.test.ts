import { afterAll, expect, it } from "vitest";
import { changedBy } from "../support/changed-build.ts";
import { makeStorage, type Server, startServer } from "../support/server.ts";

const BOARDS = 30;
const JOBS = Array.from({ length: BOARDS }, (_, board) => 1 + (board % 5)).reduce((sum, count) => sum + count);
/** A cron every 250 ms, a vendor that may be asked at once, and looks that are tried again after a second. */
const IN_A_HURRY = changedBy({
  "src/index/board-schedule.ts": [
    'import { DAY_MS, MINUTE_MS } from "../lib/time.ts";',
    "const DAY_MS = 86_400_000; const MINUTE_MS = 250;",
  ],
  "src/sources/jobs/boards/apis.ts": ["dailyPaceMs: 250,", "dailyPaceMs: 1,"],
  "src/index/board-looks.ts": ["const FIRST_RETRY_MS = 15 * MINUTE_MS;", "const FIRST_RETRY_MS = 1_000;"],
});

let server: Server;
afterAll(() => server?.stop());

it("a process that is killed while the index fills loses no job and writes none twice", async () => {
  const options = { storage: makeStorage(), variables: { INDEX_BOARDS_PER_MINUTE: "10" }, plugins: [IN_A_HURRY] };
  server = await startServer(options);
  const boards = Array.from({ length: BOARDS }, (_, index) => ({
    ...{ line: index + 1, system: "greenhouse", token: `many-${index}`, name: "", domain: "", url: "" },
  }));
  const seeded = await fetch(`${server.url}/admin/index/boards`, {
    method: "POST",
    headers: { Authorization: "Bearer local-admin-token-for-this-machine-only" },
    body: JSON.stringify(boards),
  });
  expect(await seeded.json()).toMatchObject({ added: BOARDS, errors: [] });
  const count = async (query: string) => (await server.data.prepare(query).first<number>("n")) ?? 0;
  const seen = () => count("SELECT count(*) AS n FROM index_boards WHERE last_seen_at IS NOT NULL");
  for (const until of [BOARDS / 4, BOARDS / 2]) {
    const reached = async () => {
      await server.runCron();
      return seen();
    };
    await expect.poll(reached, { interval: 100 }).toBeGreaterThan(until);
    await server.kill();
    server = await startServer(options);
  }
  const done = async () => {
    await server.runCron();
    return seen();
  };
  await expect.poll(done, { interval: 250 }).toBe(BOARDS);
  const open = () => count("SELECT sum(open_jobs) AS n FROM index_boards");
  await expect.poll(open).toBe(JOBS);
  expect(await count("SELECT count(*) AS n FROM index_jobs WHERE closed_at IS NULL")).toBe(JOBS);
  expect(await count("SELECT count(DISTINCT board_id || ' ' || job_key) AS n FROM index_jobs")).toBe(JOBS);
  expect(await count("SELECT count(*) AS n FROM index_jobs_fts WHERE index_jobs_fts MATCH 'xany0job'")).toBe(JOBS);
  const lost = `SELECT count(*) AS n FROM index_jobs WHERE id NOT IN
    (SELECT rowid FROM index_jobs_fts WHERE index_jobs_fts MATCH 'xany0job')`;
  expect(await count(lost)).toBe(0);
  expect(await count("SELECT count(*) AS n FROM index_companies")).toBe(BOARDS);
  expect(await count("SELECT count(*) AS n FROM index_boards WHERE company_id = 0 OR failures > 0")).toBe(0);
});
