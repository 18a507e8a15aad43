import { record, string } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";
import { withDetails } from "../listed-pages.ts";

const WORKPLACES: Record<string, string> = { "0": "onsite", "1": "remote", "2": "hybrid" };

/** List and details of the careers page; only the details have dates. Every sub-domain answers, also for unknown companies. */
export const bamboohr: Board = {
  name: "bamboohr",
  domains: ["bamboohr.com"],
  marks: [subdomainOf("bamboohr\\.com")],
  pageUrl: ({ token }) => `https://${token}.bamboohr.com/careers`,
  async read(reader, { token }) {
    const home = `https://${token}.bamboohr.com/careers`;
    const openings = listOrFail(record(await reader.json(`${home}/list`)).result);
    const info = await reader.json(`${home}/company-info`).catch(() => null);
    const jobs = await withDetails(
      reader,
      openings.map((opening) => jobOf(opening, home)),
      async ({ url }) => {
        const { result } = record(await reader.json(`${url}/detail`));
        const { datePosted, description } = record(record(result).jobOpening);
        return { postedAt: datePosted, description };
      },
    );
    return { name: string(record(record(info).result).name), jobs };
  },
};

function jobOf(opening: Record<string, unknown>, home: string): RawJob {
  const own = record(opening.location);
  const fallback = record(opening.atsLocation);
  const type = typeof opening.locationType === "number" ? String(opening.locationType) : string(opening.locationType);
  return {
    id: opening.id,
    title: opening.jobOpeningName,
    url: `${home}/${opening.id}`,
    places: [
      {
        city: own.city ?? fallback.city,
        region: own.state ?? fallback.state ?? fallback.province,
        country: own.country ?? own.addressCountry ?? fallback.country,
      },
    ],
    // `isRemote` is null on remote jobs too.
    workplace: WORKPLACES[type ?? ""] ?? (Number(opening.isRemote) === 1 ? "remote" : null),
    department: opening.departmentLabel,
    employmentType: opening.employmentStatusLabel,
  };
}
