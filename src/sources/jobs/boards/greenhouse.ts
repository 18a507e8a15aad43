import type { Row } from "../../../lib/json-paths.ts";
import { record, records, string } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/job.ts";
import type { JobFields } from "../../../readers/jobs/job-fields.ts";
import { decodeEntities } from "../../../readers/page/html-text.ts";
import { type Board, type BoardReader, isNotFound, listOrFail } from "../board-reader.ts";
import { jobsOf } from "../listed-jobs.ts";

const API = "https://boards-api.greenhouse.io/v1/boards";
const FIELDS: JobFields = {
  url: "absolute_url",
  places(job) {
    const place = string(record(job.location).name);
    const isPlaceless = isWorkplace(job) || /^(?:multiple|various) locations$/i.test(place ?? "");
    const offices = records(job.offices).map(({ location, name }) => string(location) ?? string(name));
    return isPlaceless && offices.some(Boolean) ? offices : [place];
  },
  workplace: (job) => (isWorkplace(job) ? record(job.location).name : null),
  department: "departments.name",
  salary: (job) => salaryOf(records(job.pay_input_ranges)),
  language: "language",
  postedAt: "first_published",
  // Entity-encoded HTML: the outer layer is decoded here, the inner one with the markup.
  description: (job) => decodeEntities(string(job.content) ?? ""),
};

/** Job Board API (developers.greenhouse.io/job-board). */
export const greenhouse: Board = {
  name: "greenhouse",
  dailyPaceMs: 250,
  marks: [
    "(job-)?boards(.eu)?.greenhouse.io/embed/job_(board|app)&for={token}",
    "(boards-api|api|(job-)?boards(.eu)?).greenhouse.io/v1/boards/{token}",
    "(job-)?boards(.eu)?.greenhouse.io/{token}",
  ],
  embeds: [{ literal: "grnhse_app" }, { literal: "grnhse_iframe" }, { literal: "gh_jid=" }],
  page: ({ token, host }) => `https://boards${host.includes(".eu.") ? ".eu" : ""}.greenhouse.io/${token}`,
  async read(reader, { token, host }) {
    const jobs = listOrFail(record(await postsOf(reader, token, host)).jobs);
    const isNamed = jobs.some((job) => string(job.company_name));
    const name = isNamed ? null : await reader.api(`${API}/${token}`).catch(() => null);
    return {
      name: string(record(name).name),
      // A post without an internal job collects prospects and is not a position.
      jobs: jobsOf(jobs, { fields: FIELDS, isHidden: (job) => job.internal_job_id === null }),
    };
  },
};

async function postsOf(reader: BoardReader, token: string, host: string): Promise<unknown> {
  try {
    return await reader.api(`${API}/${token}/jobs?content=true&pay_transparency=true`, {
      leanUrl: `${API}/${token}/jobs`,
    });
  } catch (error) {
    if (!isNotFound(error) || !host.includes(".eu.")) throw error;
    return reader.api(`https://boards.eu.greenhouse.io/v1/boards/${token}/jobs?content=true`);
  }
}

function isWorkplace(job: Row): boolean {
  return /^(?:fully )?(?:remote|hybrid|in[- ]office|on[- ]?site)$/i.test(string(record(job.location).name) ?? "");
}

/** One range for each region; those in the first one's currency are merged. Only the title has the period. */
function salaryOf(ranges: Row[]): RawJob["salary"] {
  const [first] = ranges;
  if (!first) return null;
  const alike = ranges.filter(({ currency_type: currency }) => currency === first.currency_type);
  const amounts = (key: string) =>
    alike.map((range) => Number(range[key]) / 100).filter((amount) => amount > 0 && Number.isFinite(amount));
  const [mins, maxs] = [amounts("min_cents"), amounts("max_cents")];
  return {
    min: mins.length > 0 ? Math.min(...mins) : null,
    max: maxs.length > 0 ? Math.max(...maxs) : null,
    currency: first.currency_type,
    period: first.title,
  };
}
