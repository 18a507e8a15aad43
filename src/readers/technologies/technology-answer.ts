import type { Job } from "../jobs/job.ts";
import { plainText } from "../page/plain-text.ts";
import { foldText } from "../words/fold.ts";
import { containsWhole } from "../words/search-words.ts";
import type { Technology } from "./catalogue.ts";
import type { FoundTechnology } from "./find-technologies.ts";
import type { TechnologyEvidence } from "./match-page.ts";

const DNS_KINDS = new Set<string>(["mx", "spf", "ns", "dmarc", "txt"]);

/**
 * Whether a company uses a technology, as far as that is visible from outside; `reason` says why it is unknown. `not_seen` only
 * where it would be visible and that place was read.
 */
export function answerFor(
  technology: Technology | null,
  found: FoundTechnology | undefined,
  extraEvidence: readonly TechnologyEvidence[],
  look: { hasPage: boolean; hasDns: boolean; isInCatalogue: boolean },
) {
  const unknown = <Reason extends string>(reason: Reason) => ({ status: "unknown" as const, reason });
  if (!technology) return unknown("not_in_catalogue");
  if (found?.isSeen) return { status: "seen" as const, reason: null };
  const isDnsOnly = technology.marks.every(({ kind }) => DNS_KINDS.has(kind));
  if (isDnsOnly && !look.hasDns) return unknown("dns_not_read");
  if (!isDnsOnly && !look.hasPage) return unknown("site_not_read");
  if (found || extraEvidence.length > 0) return unknown("weak_evidence");
  if (!look.isInCatalogue) return unknown("not_in_catalogue");
  return technology.isVisible ? { status: "not_seen" as const, reason: null } : unknown("not_visible_from_outside");
}

const MAX_TEXT = 300_000;
const MAX_VALUE_LENGTH = 200;

/** The first job ad that names each technology: weak evidence, because a company also asks for what it plans to use. */
export function findInJobAds(technologies: Technology[], jobs: Job[], domain: string) {
  let left = MAX_TEXT;
  const ads = jobs.map((job) => {
    const text = foldText((job.description ?? "").slice(0, left));
    left = Math.max(0, left - text.length);
    return { text, job };
  });
  const found = technologies.flatMap((technology): [Technology, TechnologyEvidence][] => {
    const name = foldText(technology.name);
    const ad = ads.find(({ text }) => containsWhole(text, name))?.job;
    if (!ad) return [];
    const value = plainText(ad.title, MAX_VALUE_LENGTH);
    return [[technology, { where: "job_ad", level: "weak", value, url: ad.url ?? `https://${domain}/` }]];
  });
  return new Map(found);
}
