import { record, records, string } from "../../../lib/loose-json.ts";
import { subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { BoardFailure, listOrFail } from "../board-reader.ts";

/** JSON of the vendor's embed (Welcome to the Jungle). Only an embed has the reference; a company page does not. */
export const welcomekit: Board = {
  name: "welcomekit",
  domains: ["welcometothejungle.com", "welcomekit.co"],
  marks: [
    /\bwelcomekit\.co\/api\/v1\/embed\?[^"'\s]*?organization_reference=([\w-]+)/i,
    /\bwelcometothejungle\.com\/(?:[a-z]{2}\/)?companies\/([\w-]+)/i,
    subdomainOf("welcomekit\\.co"),
  ],
  async read(reader, { token, url }) {
    if (!url.includes("organization_reference=")) throw new BoardFailure({ status: "not_read" });
    const body = record(await reader.json(`https://www.welcomekit.co/api/v1/embed?organization_reference=${token}`));
    return { name: string(body.name), jobs: listOrFail(body.jobs).map(jobOf) };
  },
};

function jobOf(job: Record<string, unknown>): RawJob {
  const { city, country } = record(job.office);
  const [address] = records(job.websites_urls);
  return {
    id: job.reference,
    title: job.name,
    url: string(address?.url) ?? string([job.websites_urls].flat()[0]) ?? job.url,
    places: [{ city, country: string(country) ?? record(country).en ?? record(country).fr }],
    department: string(job.department) ?? record(job.department).name,
    employmentType: string(job.contract_type) ?? record(job.contract_type).en ?? record(job.contract_type).fr,
    postedAt: job.published_at,
    description: job.description,
  };
}
