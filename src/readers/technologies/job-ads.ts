import type { Job } from "../jobs/job.ts";
import { plainText } from "../page/plain-text.ts";
import type { Technology, TechnologyEvidence } from "./technology.ts";

const MAX_TEXT = 300_000;
const MAX_VALUE_LENGTH = 200;

/** The first job ad that names each technology: weak evidence, because a company also asks for what it plans to use. */
export function findInJobAds(
  technologies: Technology[],
  jobs: Job[],
  domain: string,
): Map<Technology, TechnologyEvidence> {
  const ads: { text: string; job: Job }[] = [];
  let length = 0;
  for (const job of jobs) {
    const text = ` ${job.description ?? ""} `.slice(0, MAX_TEXT - length);
    length += text.length;
    ads.push({ text: text.toLowerCase(), job });
  }
  const found = new Map<Technology, TechnologyEvidence>();
  for (const technology of technologies) {
    const name = technology.name.toLowerCase();
    const ad = ads.find(({ text }) => hasWord(text, name));
    if (!ad) continue;
    const url = ad.job.url ?? `https://${domain}/`;
    found.set(technology, { where: "job_ad", level: "weak", value: plainText(ad.job.title, MAX_VALUE_LENGTH), url });
  }
  return found;
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const isPart = /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") || /[\p{L}\p{N}]/u.test(text[at + word.length] ?? "");
    if (!isPart) return true;
  }
  return false;
}
