import { record, string } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";
import { postingDetail, withDetails } from "../listed-pages.ts";

/** Jobs JSON endpoint (developers.pinpointhq.com). It has no dates: the pages of the first jobs do. */
export const pinpoint: Board = {
  name: "pinpoint",
  domains: ["pinpointhq.com"],
  marks: [subdomainOf("pinpointhq\\.com")],
  hasOwnHosts: true,
  pageUrl: ({ host }) => `https://${host}/`,
  async read(reader, { host }) {
    const url = `https://${host}/postings.json`;
    let postings = listOrFail(record(await reader.json(url)).data);
    // The feed is sometimes empty although there are jobs.
    if (postings.length === 0) postings = listOrFail(record(await reader.json(url)).data);
    const jobs = await withDetails(reader, postings.map(jobOf), async (job) => {
      const posting = await postingDetail(reader, job);
      return posting && { postedAt: posting.postedAt, country: posting.country };
    });
    return { name: null, jobs };
  },
};

function jobOf(posting: Record<string, unknown>): RawJob {
  const { city, name, province } = record(posting.location);
  const { department, division } = { ...posting, ...record(posting.job) };
  const texts = ["description", "key_responsibilities", "skills_knowledge_expertise", "benefits"];
  return {
    id: posting.id,
    title: posting.title,
    url: posting.url ?? posting.path,
    places: [{ city: string(city) ?? name, region: province }],
    workplace: posting.workplace_type,
    department: record(department).name ?? record(division).name,
    employmentType: posting.employment_type ?? posting.employment_type_text,
    salary:
      posting.compensation_visible === false
        ? null
        : {
            min: posting.compensation_minimum,
            max: posting.compensation_maximum,
            currency: posting.compensation_currency,
            period: posting.compensation_frequency,
          },
    description: texts.map((key) => string(posting[key]) ?? "").join("\n"),
  };
}
