import { record } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/raw-job.ts";
import type { Board } from "../board.ts";
import { elements, xmlRoot, xmlText } from "../feed-xml.ts";

/** XML feed, which the employer switches on (developer.personio.de). Its `?language=en` empties other descriptions. */
export const personio: Board = {
  name: "personio",
  domains: ["personio.de", "personio.com"],
  marks: [/\/\/(?!www\.)([a-z0-9][a-z0-9-]{0,62})\.jobs\.personio\.(?:de|com)(?![\w.-])/i],
  pageUrl: ({ host }) => `https://${host}/`,
  async read(reader, { host }) {
    const { text } = await reader.page(`https://${host}/xml`);
    return { name: null, jobs: elements(xmlRoot(text, "workzag-jobs").position).map((job) => jobOf(job, host)) };
  },
};

function jobOf(position: Record<string, unknown>, host: string): RawJob {
  const id = xmlText(position.id);
  const more = [record(position.additionalOffices).office].flat().map(xmlText);
  const descriptions = elements(record(position.jobDescriptions).jobDescription);
  return {
    id,
    title: xmlText(position.name),
    url: id && `https://${host}/job/${id}`,
    places: [xmlText(position.office), ...more],
    department: xmlText(position.department) ?? xmlText(position.recruitingCategory),
    employmentType: [xmlText(position.schedule), xmlText(position.employmentType)],
    postedAt: xmlText(position.createdAt),
    description: descriptions.map(({ name, value }) => `${xmlText(name) ?? ""} ${xmlText(value) ?? ""}`).join("\n"),
    company: xmlText(position.subcompany),
  };
}
