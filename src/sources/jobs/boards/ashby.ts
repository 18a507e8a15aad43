import { record, records, string } from "../../../lib/loose-json.ts";
import { segmentAfter } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";

/** The vendor's own answers can take ten seconds. */
const TIME_LIMIT_MS = 22_000;

/** Public job posting API (developers.ashbyhq.com). Tokens keep their case and may hold `%20`. */
export const ashby: Board = {
  name: "ashby",
  domains: ["ashbyhq.com"],
  marks: [
    segmentAfter("jobs\\.ashbyhq\\.com", "embed|api|b|meeting|_next|static", "[\\w.%+-]{1,100}"),
    /\bapi\.ashbyhq\.com\/posting-api\/job-board\/([\w.%+-]{1,100})/i,
  ],
  embeds: [{ literal: "ashby_embed" }, { literal: "ashby_jid=" }],
  pageUrl: ({ token }) => `https://jobs.ashbyhq.com/${token}`,
  async read(reader, { token }) {
    const url = `https://api.ashbyhq.com/posting-api/job-board/${token}?includeCompensation=true`;
    const body = await reader.api(url, { timeoutMs: TIME_LIMIT_MS });
    const jobs = listOrFail(record(body).jobs).filter(({ isListed }) => isListed !== false);
    return { name: null, jobs: jobs.map(jobOf) };
  },
};

function jobOf(job: Record<string, unknown>): RawJob {
  const url = string(job.jobUrl);
  const secondary = records(job.secondaryLocations).map(({ location }) => location);
  return {
    id: job.id ?? url?.split(/[?#]/)[0]?.split("/").at(-1),
    title: job.title,
    url,
    places: [job.location, ...secondary],
    country: record(record(job.address).postalAddress).addressCountry,
    // `isRemote` is true for hybrid work too.
    workplace: string(job.workplaceType) ?? (job.isRemote === true ? "remote" : null),
    department: string(job.department) ?? job.team,
    employmentType: job.employmentType,
    salary: salaryOf(record(job.compensation)),
    postedAt: job.publishedAt,
    updatedAt: job.updatedAt,
    description: string(job.descriptionPlain) ?? job.descriptionHtml,
  };
}

/** Equity and bonuses are components too. */
function salaryOf(compensation: Record<string, unknown>): RawJob["salary"] {
  const tiers = records(compensation.compensationTiers).flatMap(({ components }) => records(components));
  const component = [...records(compensation.summaryComponents), ...tiers].find(
    ({ compensationType }) => compensationType === "Salary",
  );
  if (!component) return null;
  const { minValue: min, maxValue: max, currencyCode: currency, interval: period } = component;
  return { min, max, currency, period };
}
