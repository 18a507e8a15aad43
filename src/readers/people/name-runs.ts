import type { Candidate } from "./card-regions.ts";
import type { Section } from "./page-lines.ts";

const MIN_RUN = 4;
/** Enough where every line has a common name. */
const MIN_KNOWN_RUN = 3;

/**
 * The candidates, marked when they belong to a list of nothing but names: consecutive lines, most with a common name, in a
 * section about people.
 */
export function withRuns(candidates: Candidate[], isAboutPeople: (section: Section) => boolean): Candidate[] {
  const runs: Candidate[][] = [];
  for (const one of candidates) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.line === one.line - 1 && last.section === one.section && last.group === one.group) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => {
    const known = run.filter(({ isKnown, isWhole, rest }) => isKnown && isWhole && rest === "").length;
    const isRun = known === run.length ? known >= MIN_KNOWN_RUN : run.length >= MIN_RUN && known * 5 >= run.length * 3;
    const isList = isRun && isAboutPeople(run[0]?.section ?? null);
    return isList ? run.map((one) => ({ ...one, standsOut: true })) : run;
  });
}
