import { sha256Hex } from "../../platform/secrets.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { foldText } from "../../readers/words/fold.ts";
import type { Observation, WatchedReport } from "../../watches/observation.ts";
import type { CompanyLookups } from "../signals/shared/company-lookups.ts";
import { signalFunding } from "../signals/signal-funding.ts";
import { signalLeadershipChange } from "../signals/signal-leadership-change.ts";
import { signalNewsMention } from "../signals/signal-news-mention.ts";

type Reported = {
  title: string;
  url: string | null;
  date: string;
  source: string;
  round?: string | null;
  person?: string | null;
  role?: string | null;
};

const PRESS = ["own_site", "hackernews", "gdelt"];
const KINDS = {
  news: { detector: signalNewsMention, sources: PRESS },
  funding: { detector: signalFunding, sources: [...PRESS, "edgar"] },
  leadership: { detector: signalLeadershipChange, sources: [...PRESS, "edgar"] },
};

/** Reports as the signal of the same kind finds them. Throws when no source could be read. */
export async function observeReports(kind: keyof typeof KINDS, company: CompanyLookups): Promise<Observation> {
  const { detector, sources } = KINDS[kind];
  const { data, incomplete = [] } = await detector.run(company, {});
  const events = data.events as Reported[];
  const failed = new Set(incomplete.map(({ source }) => source));
  return {
    status: "reports",
    reports: await Promise.all(events.map(reportOf)),
    answered: sources.filter((source) => !failed.has(source)),
  };
}

/** Stored reports hold no names: titles and people are hashed. */
async function reportOf(event: Reported): Promise<WatchedReport> {
  const { title, url, date, source, round, person, role } = event;
  const parsed = person ? parseName(person) : null;
  const about = [parsed && foldedName(parsed), role ?? null, round ?? null];
  return {
    // Only the first publisher of a headline counts.
    id: await hash(title),
    about: await Promise.all(about.map((part) => (part ? hash(part) : null))),
    source,
    date,
    url,
    shown: event,
  };
}

async function hash(text: string): Promise<string> {
  return (
    await sha256Hex(
      foldText(text)
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    )
  ).slice(0, 24);
}
