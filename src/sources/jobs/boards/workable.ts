import { record, records, string } from "../../../lib/loose-json.ts";
import { segmentAfter, subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { isNotFound, listOrFail } from "../board-reader.ts";

/** The vendor limits requests by address over all its customers. */
const PACE_MS = 2_000;

/** Widget endpoint of the careers page (help.workable.com); an embed gives the company's number in place of its name. */
export const workable: Board = {
  name: "workable",
  domains: ["workable.com"],
  marks: [
    segmentAfter("apply\\.workable\\.com", "api|j|assets|static"),
    /\bworkable\.com\/api\/(?:v\d\/widget\/)?accounts\/([\w-]+)/i,
    subdomainOf("workable\\.com", "apply|eu|candidates|spi"),
  ],
  embeds: [{ literal: "whr_embed(", token: /^whr_embed\(\s*(\d+)/ }, { literal: "whr_embed_hook" }],
  pageUrl: ({ token }) => `https://apply.workable.com/${token}/`,
  async read(reader, { token }) {
    const options = { redirectHost: "apply.workable.com", paceMs: PACE_MS };
    const named = `https://www.workable.com/api/accounts/${token}?details=true`;
    const widget = `https://apply.workable.com/api/v1/widget/accounts/${token}?details=true`;
    const body = /^\d+$/.test(token)
      ? await reader.api(widget, options).catch((error) => {
          if (isNotFound(error)) return reader.api(named, options);
          throw error;
        })
      : await reader.api(named, options);
    return { name: string(record(body).name), jobs: jobsOf(listOrFail(record(body).jobs)) };
  },
};

/** A job is repeated for each of its cities. */
function jobsOf(rows: Record<string, unknown>[]): RawJob[] {
  const jobs = new Map<unknown, RawJob>();
  for (const [index, row] of rows.entries()) {
    const id = string(row.shortcode) ?? string(row.code) ?? `${index}`;
    const known = jobs.get(id);
    if (known) known.places?.push(...placesOf(row));
    else jobs.set(id, jobOf(id, row));
  }
  return [...jobs.values()];
}

function jobOf(id: string, job: Record<string, unknown>): RawJob {
  return {
    id,
    title: job.title,
    url: job.url ?? job.shortlink,
    places: placesOf(job),
    country: record(records(job.locations)[0]).countryCode ?? job.country,
    workplace: string(job.workplace_type) ?? (job.telecommuting === true ? "remote" : null),
    department: job.department,
    employmentType: job.employment_type,
    postedAt: job.published_on ?? job.created_at,
    description: job.description,
  };
}

function placesOf(job: Record<string, unknown>): unknown[] {
  const listed = records(job.locations).map(({ city, region, country, hidden }) =>
    hidden === true ? { country } : { city, region, country },
  );
  return listed.length > 0 ? listed : [{ city: job.city, region: job.state, country: job.country }];
}
