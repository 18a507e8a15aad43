import { env } from "cloudflare:workers";
import { describe, expect, inject, it, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { forgetHere } from "../../../src/platform/isolate-memory.ts";
import { jobOf, pastTime } from "../../../src/readers/jobs/job-of.ts";
import { linkedPostings } from "../../../src/readers/jobs/posting-json-ld.ts";
import { salaryInText } from "../../../src/readers/jobs/salary-in-text.ts";
import type { FetchedPage } from "../../../src/readers/page/document.ts";
import { BoardFailure, type BoardReader } from "../../../src/sources/jobs/board-reader.ts";
import { openJobs } from "../../../src/sources/jobs/find-jobs.ts";
import { readBoard } from "../../../src/sources/jobs/read-board.ts";
import { recogniseBoards } from "../../../src/sources/jobs/recognise-boards.ts";
import { BOARD_COMPANIES } from "../../internet/boards/index.ts";
import { forgetSites } from "../../support/sites.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const NOW = Date.now();

/** What vendors put where something else was promised. */
const ODD = [null, "", 0, 7, true, [], {}, "text", [null], ["text"], { name: "x" }, [{}]];

/** The value with one of its parts replaced, chosen by `random`. */
function spoil(value: unknown, random: () => number): unknown {
  if (typeof value !== "object" || value === null || random() < 0.15) return ODD[Math.floor(random() * ODD.length)];
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  const key = keys[Math.floor(random() * keys.length)];
  if (key !== undefined) copy[key] = spoil(copy[key], random);
  return copy;
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A reader of the demo internet's answers, spoilt. */
function readerOf(
  hosts: Record<string, (request: Request, url: URL) => Response | Promise<Response>>,
  random: () => number,
): BoardReader {
  const get = async (address: string) => {
    const url = new URL(address);
    const shared = Object.keys(hosts).find((host) => host.startsWith(`${url.hostname}/`));
    const handler = hosts[url.hostname] ?? (shared && hosts[shared]);
    if (!handler) throw new BoardFailure({ status: "not_found" });
    return (await handler(new Request(url), url)).text();
  };
  const json = async (url: string) => {
    const text = await get(url);
    try {
      return spoil(JSON.parse(text), random);
    } catch {
      return undefined;
    }
  };
  return {
    api: json,
    json,
    isOn: () => true,
    hasTime: () => true,
    page: async (url) =>
      ({
        status: "ok",
        url: new URL(url),
        headers: new Headers(),
        text: await get(url),
        truncated: false,
      }) satisfies FetchedPage,
  };
}

describe("answers that are not as promised", () => {
  const readable = BOARD_COMPANIES.filter(({ expected }) => expected);

  it.each(readable)(
    "$board of $domain: read or refused, never thrown at",
    async ({ board: name, careers, hosts = {}, domain }) => {
      const url = new URL(`https://${domain}/careers`);
      const page = { status: "ok" as const, url, headers: new Headers(), text: careers, truncated: false };
      const mark = recogniseBoards({ page, url }).find(({ board, ref }) => board.name === name && ref.token);
      if (!mark) return;
      const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
      for (let run = 0; run < inject("fuzzRuns") * 5; run++) {
        const answer = await readBoard(readerOf(hosts, randomFrom(run + 1)), mark);
        const jobs = answer.status === "ok" ? answer.jobs.map((job) => jobOf(job, NOW)) : [];
        for (const job of jobs)
          if (job) expect(job).toMatchObject({ id: expect.any(String), title: expect.any(String) });
      }
      // A reader that is surprised loses the whole board, and says so in the log.
      expect(warned.mock.calls).toEqual([]);
      warned.mockRestore();
    },
  );
});

describe("boards that the operator switches on", () => {
  it.each([
    ["on-smartrecruiters.example", "api.smartrecruiters.com"],
    ["on-rippling.example", "api.rippling.com"],
  ])("%s is left alone until then", async (domain, host) => {
    expect(await openJobs(sourceContext(), domain)).toMatchObject({ status: "partial", reason: "board_not_read" });
    expect(await fetchedFrom(host)).toEqual([]);
    const config = { ...readConfig(env), BOARDS_ON: ["smartrecruiters", "rippling"] };
    forgetSites();
    forgetHere(env.DATA);
    const found = await openJobs(sourceContext({ config }), domain);
    expect(found).toMatchObject({ status: "ok", board: domain.slice(3).split(".")[0] });
    expect(found.jobs).toMatchObject([{ title: "Clerk", location: expect.stringContaining("Lyon") }]);
  });
});

describe("dates", () => {
  it.each([
    ["2026-01-31 09:00:00 UTC", "2026-01-31T09:00:00.000Z"],
    ["Mon, 02 Nov 2026 09:00:00 +0100", "2026-11-02T08:00:00.000Z"],
    ["2026-10-15T08:30:00+0200", "2026-10-15T06:30:00.000Z"],
    ["31.01.2026", "2026-01-31T00:00:00.000Z"],
    ["25/12/2025", "2025-12-25T00:00:00.000Z"],
    [1_762_770_000_000, "2025-11-10T10:20:00.000Z"],
    [1_762_770_000, "2025-11-10T10:20:00.000Z"],
    ["1762770000000", "2025-11-10T10:20:00.000Z"],
    ["Posted 30+ Days Ago", null],
    ["", null],
    [null, null],
    ["2999-01-01", null],
    ["0001-01-01T00:00:00", null],
  ])("%s is %s", (given, date) => {
    expect(pastTime(given, NOW)).toBe(date);
  });
});

describe("salaries in a text", () => {
  const salary = (min: number | null, max: number | null, currency: string, period: string | null = null) => ({
    min,
    max,
    currency,
    period,
  });

  it.each([
    ["$25 – $30 / hour", salary(25, 30, "USD", "hour")],
    ["CA$102.8K – CA$137K", salary(102_800, 137_000, "CAD")],
    ["R$ 5.000", salary(5_000, 5_000, "BRL")],
    ["CHF 80'000 - 100'000", salary(80_000, 100_000, "CHF")],
    ["50 000 € - 60 000 €", salary(50_000, 60_000, "EUR")],
    ["80-100k EUR", salary(80_000, 100_000, "EUR")],
    ["EUR 55.000,00 bis 65.000,00 jährlich", salary(55_000, 65_000, "EUR", "year")],
    ["€ 2.500,- per maand", salary(2_500, 2_500, "EUR", "month")],
    ["up to $50k", salary(null, 50_000, "USD")],
    ["$90,000+ per year", salary(90_000, null, "USD", "year")],
    ["Competitive", undefined],
    ["12,000", undefined],
  ])("%s", (text, expected) => {
    expect(jobOf({ id: 1, title: "Clerk", salary: salaryInText(text, null) }, NOW)?.salary ?? undefined).toEqual(
      expected,
    );
  });

  it.each<[unknown, ReturnType<typeof salary>]>([
    [50_000, salary(50_000, 50_000, "EUR")],
    ["€50.000 - €60.000 per year", salary(50_000, 60_000, "EUR", "year")],
    [{ currency: "USD", value: { value: "30,5", unitText: "HOUR" } }, salary(30.5, 30.5, "USD", "hour")],
    [{ value: { minValue: "3.000", maxValue: "3 500", unitText: "MONTH" } }, salary(3_000, 3_500, "EUR", "month")],
  ])("reads %o as JSON-LD has it", (baseSalary, expected) => {
    const node = { "@type": "JobPosting", title: "Clerk", identifier: "1", baseSalary, salaryCurrency: "EUR" };
    expect(linkedPostings([node]).map((posting) => jobOf(posting, NOW)?.salary)).toEqual([expected]);
  });
});

describe("employment types", () => {
  it.each([
    ["full-or-part-time", "full_time"],
    [["FULL_TIME", "PART_TIME"], "full_time"],
    ["Voll- oder Teilzeit", "full_time"],
    ["Part time, permanent", "part_time"],
    ["Jornada completa", "full_time"],
    ["Deltid", "part_time"],
  ])("%s is %s", (employmentType, expected) => {
    expect(jobOf({ id: 1, title: "Clerk", employmentType }, NOW)?.employment_type).toBe(expected);
  });
});

describe("postings without a position", () => {
  it.each([
    "Spontaneous Application",
    "Open Application - Engineering",
    "Initiativbewerbung (m/w/d)",
    "Candidature spontanée",
    "Join our Talent Community!",
  ])("%s is left out", (title) => {
    expect(jobOf({ id: 1, title }, NOW)).toBeNull();
  });

  it.each(["Talent Community Manager", "Open Applications Engineer", "Application Engineer"])("%s stays", (title) => {
    expect(jobOf({ id: 1, title }, NOW)).toMatchObject({ title });
  });
});
