import { record, records, string } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import { salaryInText } from "../../../readers/jobs/salary-in-text.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../board-reader.ts";

/** JSON of every careers portal. */
export const breezy: Board = {
  name: "breezy",
  domains: ["breezy.hr"],
  marks: [subdomainOf("breezy\\.hr", "attachments|assets-cdn|gallery|breezy")],
  pageUrl: ({ host }) => `https://${host}/`,
  async read(reader, { host }) {
    return { name: null, jobs: listOrFail(await reader.json(`https://${host}/json`)).map(jobOf) };
  },
};

function jobOf(position: Record<string, unknown>): RawJob {
  const listed = records(position.locations);
  const places = listed.length > 0 ? listed : [record(position.location)];
  const [first = {}] = places;
  const country = record(first.country);
  return {
    id: position.id,
    title: position.name,
    url: position.url,
    places: places.map((place) => {
      const { city, state, country: where } = place;
      const text = string(city) ?? string(record(city).name);
      if (!text && string(place.name)) return place.name;
      return {
        city: text,
        region: string(state) ?? record(state).name,
        country: string(where) ?? record(where).name,
      };
    }),
    country: string(country.id) ?? string(first.country),
    workplace: places.some(({ is_remote: isRemote }) => isRemote === true) ? "remote" : null,
    department: string(position.department) ?? record(position.department).name,
    employmentType: string(position.type) ?? record(position.type).id ?? record(position.type).name,
    salary: salaryInText(string(position.salary), string(country.id)),
    postedAt: position.published_date,
    description: position.description,
    company: record(position.company).name,
  };
}
