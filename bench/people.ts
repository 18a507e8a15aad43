/**
 * `npm run bench:people`: how many of the people of made-up team pages are found, and how many of those found are people of
 * the firm. Every layout of `people-layouts.ts` is filled with every team of `people-world.ts`, amid noise. Exits with 1
 * below the goals: precision 98 %, recall 92 %, at most one page of twenty without anybody. With `--mirrors DIR` also the real
 * pages that `truth/people.json` labels are read; their floors are in `baseline.json`.
 */
import { Document } from "../src/readers/page/document.ts";
import { peopleOnPage } from "../src/readers/people/people-page.ts";
import type { PageOwner } from "../src/readers/people/person.ts";
import { BOARD_PAGES, BOARDS } from "./people-boards.ts";
import { LAYOUTS, type Layout, NOISE } from "./people-layouts.ts";
import { PAGES, STRANGERS } from "./people-pages.ts";
import { type Shown, TEAMS, TRADES } from "./people-world.ts";
import { mirrorsOption, percent, reportReal } from "./real-pages.ts";
import { scoreRealPeople } from "./real-people.ts";

const OWNER: PageOwner = {
  url: new URL("https://harbour-works.example/team"),
  names: ["harbourworks"],
  domains: ["harbour-works.example"],
  networkHosts: ["network.example"],
};
const GOALS = { precision: 0.98, recall: 0.92, emptyShare: 0.05 };

type Corpus = {
  layouts: Record<string, Layout>;
  teams: Record<string, Shown[]>;
  around: { before: string; after: string };
  /** False where most pages show no title, or one of another firm. */
  showsTitles: boolean;
};
/** Each corpus has layouts and teams of its own. */
export const CORPORA: Record<string, Corpus> = {
  builders: { layouts: LAYOUTS, teams: TEAMS, around: NOISE, showsTitles: true },
  trades: { layouts: PAGES, teams: TRADES, around: STRANGERS, showsTitles: true },
  boards: { layouts: BOARD_PAGES, teams: BOARDS, around: STRANGERS, showsTitles: false },
};

export type PeopleScore = {
  pages: number;
  people: number;
  precision: number;
  recall: number;
  /** Of those found, the share with the right title. */
  titled: number;
  emptyPages: number;
  /** Recall by layout, worst first. */
  layouts: [string, number][];
  strangers: string[];
};

export function scorePeople({ layouts: all, teams, around }: Corpus): PeopleScore {
  let [pages, people, right, found, titled, emptyPages] = [0, 0, 0, 0, 0, 0];
  const layouts: [string, number][] = [];
  const strangers = new Map<string, number>();
  for (const [name, layout] of Object.entries(all)) {
    let [shown, seen] = [0, 0];
    for (const team of Object.values(teams)) {
      const html = `<!doctype html><body>${around.before}<main>${layout(team)}</main>${around.after}</body>`;
      const read = new Map(
        peopleOnPage(Document.parse(html, OWNER.url), OWNER, "team").map((one) => [fold(one.name), one.title]),
      );
      const hits = team.filter((one) => read.has(fold(one.name)));
      for (const stranger of read.keys()) {
        if (!team.some((one) => fold(one.name) === stranger))
          strangers.set(stranger, (strangers.get(stranger) ?? 0) + 1);
      }
      pages++;
      shown += team.length;
      seen += hits.length;
      found += read.size;
      titled += hits.filter((one) => read.get(fold(one.name)) === one.title).length;
      if (hits.length === 0) emptyPages++;
    }
    people += shown;
    right += seen;
    layouts.push([name, seen / shown]);
  }
  return {
    pages,
    people,
    precision: right / found,
    recall: right / people,
    titled: titled / right,
    emptyPages,
    layouts: layouts.sort((a, b) => a[1] - b[1]),
    strangers: [...strangers].map(([name, count]) => `${name} (${count})`),
  };
}

export function meetsGoals({ precision, recall, emptyPages, pages }: PeopleScore): boolean {
  return precision >= GOALS.precision && recall >= GOALS.recall && emptyPages <= pages * GOALS.emptyShare;
}

/** A name without what may be written around it: honorifics, degrees and pronouns. */
function fold(name: string): string {
  const bare = name
    .replace(/^(?:(?:(?:Dr|Prof|Mr|Ms|lek)\.|mgr) )+/i, "")
    .replace(/(?:,.*| \(?(?:MBA|CPA|Ph\.D\.|CFA|she\/her|he\/him|they\/them)\)?)$/i, "");
  return bare.toLowerCase();
}

if (import.meta.main) {
  let isGood = true;
  for (const [name, corpus] of Object.entries(CORPORA)) {
    const score = scorePeople(corpus);
    isGood &&= meetsGoals(score);
    console.log(
      `${name}: ${score.pages} pages, ${score.people} people: precision ${percent(score.precision)}, recall ${percent(score.recall)}`,
    );
    const titled = corpus.showsTitles ? `right titles ${percent(score.titled)}, ` : "";
    console.log(`  ${titled}pages without anybody ${score.emptyPages}`);
    for (const [layout, recall] of score.layouts.filter(([, recall]) => recall < 0.95))
      console.log(`  ${percent(recall).padStart(8)} ${layout}`);
    if (score.strangers.length > 0) console.log(`  strangers: ${score.strangers.join(", ")}`);
  }
  const mirrors = mirrorsOption();
  if (mirrors) {
    const { shares, people, pages, details } = scoreRealPeople(mirrors);
    console.log(`real: ${pages} pages, ${people} people`);
    isGood = reportReal("people", { shares, details }) && isGood;
  }
  process.exit(isGood ? 0 : 1);
}
