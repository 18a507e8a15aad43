import { describe, expect, it } from "vitest";
import { openJobs } from "../../../src/sources/jobs/find-jobs.ts";
import { sourceContext } from "../../support/source-context.ts";

const look = (domain: string) => openJobs(sourceContext(), domain);

describe("ways to a company's positions", () => {
  it.each([
    ["about-hop.example", "personio", ["Miller"]],
    ["apart.example", "breezy", ["Mason"]],
    ["redirects.example", "breezy", ["Farrier"]],
    ["listed-jobs.example", "own_site", ["Roofer", "Glazier"]],
  ])("%s: %s, %j", async (domain, board, titles) => {
    const found = await look(domain);
    expect(found).toMatchObject({ board, status: "ok" });
    expect(found.jobs.map(({ title }) => title)).toEqual(titles);
  });

  it("never takes a stranger's board", async () => {
    const found = await look("agency.example");
    expect(found).toMatchObject({ board: null, jobs: [], reason: "board_not_confirmed" });
  });

  it.each([
    ["shut-board.example", "breezy", "partial", "board_not_read"],
    ["moved-board.example", "breezy", "partial", "board_not_found"],
    ["plain-list.example", null, "partial", "positions_not_described"],
    ["script-careers.example", null, "partial", "careers_page_not_read"],
    ["nothing-open.example", null, "not_found", "no_open_positions_found"],
  ])("%s: board %s, %s, %s", async (domain, board, status, reason) => {
    expect(await look(domain)).toMatchObject({ board, status, reason, jobs: [] });
  });

  it("a tenant's host that asks for time gets it", async () => {
    await expect(look("busy-board.example")).rejects.toMatchObject({
      code: "upstream_unavailable",
      retryAfterSeconds: 45,
    });
  });
});
