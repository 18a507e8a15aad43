import { record, records, string } from "../../../lib/loose-json.ts";
import { segmentAfter } from "../../../readers/jobs/board-marks.ts";
import { readPages } from "../../../readers/jobs/paged-list.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { type BoardReader, isNotFound, listOrFail } from "../board-reader.ts";

const PAGE_SIZE = 100;
const CRAWL_DELAY_MS = 1_000;

/** Postings API (github.com/lever/postings-api). The global and the European host may hold different firms under one token. */
export const lever: Board = {
  name: "lever",
  domains: ["lever.co"],
  marks: [
    segmentAfter("jobs\\.(?:eu\\.)?lever\\.co", "css|js|static", "[\\w.%&-]{1,100}"),
    /\bapi\.(?:eu\.)?lever\.co\/v0\/postings\/([\w.%&-]{1,100})/i,
  ],
  embeds: [
    {
      literal: "leverJobsOptions",
      token: /^leverJobsOptions["'\]]*\s*=\s*\{[^}]*?accountName["']?\s*:\s*["']([\w.%&-]{1,100})/i,
    },
    { literal: "lever-jobs-container" },
  ],
  pageUrl: ({ token, host }) => `https://jobs.${domainOf(host)}/${token}`,
  async read(reader, { token, host }) {
    const found = await readAll(reader, token, domainOf(host)).catch((error) => {
      // A script names the company without the region.
      if (host || !isNotFound(error)) throw error;
      return readAll(reader, token, "eu.lever.co");
    });
    return { name: null, ...found };
  },
};

function domainOf(host: string): string {
  return host.endsWith("eu.lever.co") ? "eu.lever.co" : "lever.co";
}

function readAll(reader: BoardReader, token: string, domain: string) {
  return readPages(PAGE_SIZE, async (skip) => {
    const url = `https://api.${domain}/v0/postings/${token}?mode=json&skip=${skip}&limit=${PAGE_SIZE}`;
    return listOrFail(await reader.api(url, skip > 0 ? { paceMs: CRAWL_DELAY_MS } : {})).map(jobOf);
  });
}

function jobOf(posting: Record<string, unknown>): RawJob {
  const categories = record(posting.categories);
  const salary = record(posting.salaryRange);
  const sections = records(posting.lists).map(({ text, content }) => `${string(text) ?? ""} ${string(content) ?? ""}`);
  return {
    id: posting.id,
    title: posting.text,
    url: posting.hostedUrl,
    places: [categories.location, ...[categories.allLocations].flat()],
    country: posting.country,
    workplace: posting.workplaceType,
    department: string(categories.department) ?? categories.team,
    employmentType: categories.commitment,
    salary: { min: salary.min, max: salary.max, currency: salary.currency, period: salary.interval },
    postedAt: posting.createdAt,
    description: [
      string(posting.descriptionPlain) ?? string(posting.description),
      ...sections,
      string(posting.additionalPlain),
    ]
      .filter(Boolean)
      .join("\n"),
  };
}
