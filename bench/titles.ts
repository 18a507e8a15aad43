/**
 * `npm run bench:titles`: how often rank and field of work are read as the labels of `title-corpus.ts` say. Exits with 1
 * below the goals: rank 95 %, field 93 %, both 90 %.
 */
import { readTitle } from "../src/readers/titles/job-title.ts";
import { type LabelledTitle, TITLES } from "./title-corpus.ts";

const GOALS = { seniority: 0.95, department: 0.93, both: 0.9 };

export type TitleScore = { titles: number; seniority: number; department: number; both: number; wrong: string[] };

/** Shares of titles that are read right. A label with an open field counts for the rank alone. */
export function scoreTitles(titles: LabelledTitle[] = TITLES): TitleScore {
  const judged = titles.map((label) => {
    const read = readTitle(label.title);
    const isRank = read.seniority === label.seniority;
    const isField = label.department === "?" || read.department === label.department;
    return { label, read, isRank, isField };
  });
  const share = (test: (one: (typeof judged)[number]) => boolean) => judged.filter(test).length / judged.length;
  return {
    titles: judged.length,
    seniority: share(({ isRank }) => isRank),
    department: share(({ isField }) => isField),
    both: share(({ isRank, isField }) => isRank && isField),
    wrong: judged
      .filter(({ isRank, isField }) => !isRank || !isField)
      .map(
        ({ label, read }) =>
          `${label.title}: ${read.seniority} ${read.department}, not ${label.seniority} ${label.department}`,
      ),
  };
}

export function meetsGoals(score: TitleScore): boolean {
  return score.seniority >= GOALS.seniority && score.department >= GOALS.department && score.both >= GOALS.both;
}

if (import.meta.main) {
  const score = scoreTitles();
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(
    `${score.titles} titles: rank ${percent(score.seniority)}, field ${percent(score.department)}, both ${percent(score.both)}`,
  );
  for (const line of score.wrong) console.log(`  ${line}`);
  process.exit(meetsGoals(score) ? 0 : 1);
}
