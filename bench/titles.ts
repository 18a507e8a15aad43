/**
 * `npm run bench:titles`: how often rank and field of work are read as the labels of `title-corpus.ts` say. Exits with 1
 * below the goals: rank 95 %, field 93 %, both 90 %. Also scores the titles of real pages that `truth/titles.json` labels; their
 * floors are in `baseline.json`.
 */
import { readTitle } from "../src/readers/titles/job-title.ts";
import { belowFloors, labelsOf, percent } from "./real-pages.ts";
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

/** A label of a real title: a value, null, "any", "not null", "not x", or "a|b". */
type RealLabel = { title: string; seniority: string | null; department: string | null };

/** The same shares of titles of real pages. */
export function scoreRealTitles(): Omit<TitleScore, "titles"> {
  const { titles } = labelsOf<{ titles: RealLabel[] }>("titles");
  const judged = titles.map((label) => {
    const read = readTitle(label.title);
    const isRank = fits(label.seniority, read.seniority);
    return { label, read, isRank, isField: fits(label.department, read.department) };
  });
  const share = (test: (one: (typeof judged)[number]) => boolean) => judged.filter(test).length / judged.length;
  const wrong = judged.filter(({ isRank, isField }) => !isRank || !isField);
  return {
    seniority: share(({ isRank }) => isRank),
    department: share(({ isField }) => isField),
    both: share(({ isRank, isField }) => isRank && isField),
    wrong: wrong.map(
      ({ label, read }) =>
        `${label.title}: ${read.seniority} ${read.department}, not ${label.seniority} ${label.department}`,
    ),
  };
}

function fits(label: string | null, read: string | null): boolean {
  if (label === null || read === null)
    return label === read || label === "any" || Boolean(label?.startsWith("not ") && label !== "not null");
  if (label === "any" || label === "not null") return true;
  return label.startsWith("not ") ? read !== label.slice(4) : label.split("|").includes(read);
}

if (import.meta.main) {
  const score = scoreTitles();
  const real = scoreRealTitles();
  const line = (name: string, { seniority, department, both }: Omit<TitleScore, "titles">) =>
    console.log(`${name}: rank ${percent(seniority)}, field ${percent(department)}, both ${percent(both)}`);
  line(`${score.titles} titles`, score);
  for (const wrong of score.wrong) console.log(`  ${wrong}`);
  line("titles of real pages", real);
  const { wrong, ...shares } = real;
  if (process.argv.includes("-v")) for (const title of wrong) console.log(`  ${title}`);
  const below = belowFloors("titles", shares);
  for (const fault of below) console.log(`  ${fault}`);
  process.exit(meetsGoals(score) && below.length === 0 ? 0 : 1);
}
