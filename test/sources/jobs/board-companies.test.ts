import { describe, expect, it } from "vitest";
import { openJobs } from "../../../src/sources/jobs/find-jobs.ts";
import { BOARDS } from "../../../src/sources/jobs/recognise-boards.ts";
import { BOARD_COMPANIES } from "../../internet/boards/index.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const READ = BOARD_COMPANIES.flatMap((company) =>
  company.expected ? [{ ...company, expected: company.expected }] : [],
);
const RECOGNISED = BOARD_COMPANIES.filter(({ expected }) => !expected);

describe("a company on each system", () => {
  it.each(READ)("$domain is read from $board", async ({ domain, board, expected }) => {
    const found = await openJobs(sourceContext(), domain);
    expect(found).toMatchObject({ board, status: "ok", reason: null, truncated: false });
    expect(found.jobs).toHaveLength(expected.total);
    for (const job of expected.jobs) {
      expect(found.jobs.find(({ id }) => id === job.id)).toMatchObject(job);
    }
    expect(found.coverage.read).toContainEqual(expect.objectContaining({ kind: "job_board", board }));
  });

  it.each(RECOGNISED)("$domain is on $board, which is not read", async ({ domain, board, careers }) => {
    const found = await openJobs(sourceContext(), domain);
    expect(found).toMatchObject({ board, status: "partial", reason: "board_not_read", jobs: [], confidence: 0 });
    const host = new URL(/href="([^"]+)"/.exec(careers)?.[1] ?? "").hostname;
    expect(await fetchedFrom(host)).toEqual([]);
  });

  it("covers every system that is read, except those an operator switches on", () => {
    const covered = new Set(READ.map(({ board }) => board));
    const readable = BOARDS.filter(({ list, needsOperator }) => list && !needsOperator).map(({ name }) => name);
    expect(readable.filter((name) => !covered.has(name))).toEqual([]);
  });
});
