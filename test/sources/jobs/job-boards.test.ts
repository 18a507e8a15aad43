import { describe, expect, it } from "vitest";
import { openJobs } from "../../../src/sources/jobs/find-jobs.ts";
import { anonymousKey, callTool } from "../../support/harness.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

describe("openJobs", () => {
  it("reads a Greenhouse board that the careers page links", async () => {
    const found = await openJobs(sourceContext(), "acme-robotics.example");
    expect(found).toMatchObject({ board: "greenhouse", cached: false, reason: null, confidence: 0.95 });
    expect(found.evidence).toEqual([
      { url: "https://acme-robotics.example/careers", kind: "careers_page" },
      { url: "https://boards.greenhouse.io/acmerobotics", kind: "job_board" },
    ]);
    expect(found.jobs).toHaveLength(3);
    expect(found.jobs[2]).toMatchObject({
      id: "127817",
      title: "Account Executive",
      location: "Leipzig",
      department: "Sales",
      url: "https://boards.greenhouse.io/acmerobotics/jobs/127817",
      posted_at: "2026-11-10T15:55:28.000Z",
      description: "Come & build",
    });
  });

  it("reads Lever page by page, each posting once", async () => {
    const { board, jobs } = await openJobs(sourceContext(), "lever-house.example");
    expect(board).toBe("lever");
    expect(new Set(jobs.map(({ title }) => title)).size).toBe(230);
    expect(jobs[0]).toMatchObject({
      department: "Engineering",
      posted_at: "2025-11-10T10:20:00.000Z",
      location: "Remote",
    });
    expect(await fetchedFrom("api.lever.co")).toEqual(
      [0, 100, 200].map((skip) => `GET https://api.lever.co/v0/postings/leverhouse?mode=json&skip=${skip}&limit=100`),
    );
  });

  it.each([
    ["lever-europe.example", "lever", "https://jobs.eu.lever.co/leverhouse/aaaa-1"],
    ["ashby-house.example", "ashby", "https://jobs.ashbyhq.com/Ashby%20House/bbbb-1"],
    ["workable-house.example", "workable", "https://apply.workable.com/j/ABC120"],
    ["framed-board.example", "greenhouse", "https://boards.greenhouse.io/acmerobotics/jobs/127817"],
  ])("%s is on %s", async (domain, board, url) => {
    const found = await openJobs(sourceContext(), domain);
    expect(found.board).toBe(board);
    // Two openings; what Ashby does not list is not open.
    expect(found.jobs.map(({ title }) => title).sort()).toEqual(["Account Executive", "Head of Support"]);
    expect(found.jobs.map((job) => job.url)).toContain(url);
  });

  it("distinguishes an empty board from a missing one", async () => {
    expect(await openJobs(sourceContext(), "empty-desk.example")).toMatchObject({
      board: "greenhouse",
      jobs: [],
      reason: null,
    });
    expect(await openJobs(sourceContext(), "no-careers.example")).toMatchObject({
      board: null,
      jobs: [],
      reason: "no_careers_page_found",
    });
  });

  it.each([
    ["strange-board.example", "board_not_confirmed"],
    ["nobody-has-this.example", "domain_has_no_dns"],
    ["forbidden.example", "disallowed_by_robots"],
  ])("%s: nothing, because %s", async (domain, reason) => {
    expect(await openJobs(sourceContext(), domain)).toMatchObject({ board: null, jobs: [], reason });
  });

  it.each([
    ["gone-board.example", "greenhouse"],
    ["board-redirect.example", "workable"],
  ])("%s: its board is gone, which is not the same as no positions", async (domain, board) => {
    expect(await openJobs(sourceContext(), domain)).toMatchObject({
      board,
      status: "partial",
      reason: "board_not_found",
      jobs: [],
    });
  });

  it("falls back to JSON-LD on the careers page: open ones, and the company's own", async () => {
    const { board, jobs, evidence } = await openJobs(sourceContext(), "posted-jobs.example");
    expect(board).toBe("own_site");
    expect(evidence).toEqual([{ url: "https://posted-jobs.example/vacatures", kind: "json_ld" }]);
    expect(jobs).toMatchObject([
      {
        id: "7",
        title: "Gardener",
        location: "Graz, AT",
        department: null,
        description: null,
        url: "https://posted-jobs.example/vacatures#gardener",
        posted_at: "2026-11-01T00:00:00.000Z",
      },
    ]);
  });

  it.each([
    ["board-limited.example", "upstream_unavailable"],
    ["board-broken.example", "upstream_error"],
    ["board-nonsense.example", "upstream_error"],
  ])("%s is %s, and is asked again the next time", async (domain, code) => {
    const failure = openJobs(sourceContext(), domain);
    await expect(failure).rejects.toMatchObject({ code, detail: expect.not.stringContaining("secret") });
    if (code === "upstream_unavailable") await expect(failure).rejects.toMatchObject({ retryAfterSeconds: 30 });
    await expect(openJobs(sourceContext(), domain)).rejects.toMatchObject({ code });
  });

  it("never guesses a board, and never requests the network's hosts", async () => {
    const asked = (await fetchedFrom("boards-api.greenhouse.io")).map(
      (line) => line.split("/boards/")[1]?.split("/")[0],
    );
    expect(new Set(asked)).toEqual(
      new Set(["acmerobotics", "tk8842", "empty-desk", "goneboard", "boardbroken", "boardlimited"]),
    );
    expect(await fetchedFrom("network.example")).toEqual([]);
  });

  it("remembers a board for six hours", async () => {
    const before = await fetchedFrom("api.lever.co");
    expect(await openJobs(sourceContext(), "lever-house.example")).toMatchObject({ cached: true, board: "lever" });
    expect(await fetchedFrom("api.lever.co")).toEqual(before);
  });
});

describe("list_company_jobs", () => {
  const LIST = "list_company_jobs";

  it("answers pages of a stable order, with an honest total", async () => {
    const key = await anonymousKey();
    const seen: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const { body, headers } = await callTool(key, LIST, { domain: "lever-house.example", limit: 50, page });
      expect(body).toMatchObject({ board: "lever", page, limit: 50, total: 230, has_more: page < 5, status: "ok" });
      expect(headers.get("X-Tokens-Charged")).toBe("2");
      seen.push(...body.jobs.map(({ id }: { id: string }) => id));
    }
    expect(new Set(seen).size).toBe(230);
    const beyond = await callTool(key, LIST, { domain: "lever-house.example", limit: 50, page: 6 });
    expect(beyond).toMatchObject({ status: 200, body: { jobs: [], total: 230, has_more: false } });
  });

  it("filters by title, and shows what the contract names", async () => {
    const filter = { domain: "acme-robotics.example", title_filters: "support OR engineer NOT senior", limit: 1 };
    const { body } = await callTool(await anonymousKey(), LIST, filter);
    expect(body).toMatchObject({
      domain: "acme-robotics.example",
      board: "greenhouse",
      total: 1,
      has_more: false,
      reason: null,
      title_filter: { warnings: expect.any(Array) },
      source: "job_board",
      confidence: 0.95,
    });
    expect(body.jobs).toMatchObject([
      {
        id: "127818",
        title: "Customer Support Specialist",
        location: "Leipzig",
        department: "Support",
        url: "https://boards.greenhouse.io/acmerobotics/jobs/127818",
        posted_at: "2026-11-11T15:55:28.000Z",
      },
    ]);
  });

  it("is 200 not_found where nothing lists positions", async () => {
    const { status, body } = await callTool(await anonymousKey(), LIST, { domain: "no-careers.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jobs: [], board: null, status: "not_found", reason: "no_careers_page_found" });
  });

  it.each([
    ["board-limited.example", 503, "upstream_unavailable"],
    ["board-broken.example", 502, "upstream_error"],
  ])("%s: %i, nothing charged, nothing of the board's text", async (domain, status, error) => {
    const answer = await callTool(await anonymousKey(), LIST, { domain });
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get("X-Tokens-Charged")).toBe("0");
    expect(answer.headers.get("Retry-After")).toBe(status === 503 ? "30" : null);
    expect(answer.text).not.toContain("secret-token");
  });

  it.each([{ limit: 0 }, { limit: 51 }, { page: 0 }, { title_filters: "(sales" }])("%o is 400", async (field) => {
    const { status } = await callTool(await anonymousKey(), LIST, { domain: "acme-robotics.example", ...field });
    expect(status).toBe(400);
  });
});
