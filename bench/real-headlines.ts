/**
 * `npm run bench:headlines -- --mirrors DIR`: which headlines of real news tell that a company raised money or changed its
 * leaders: precision and recall. The labels keep headlines as hashes.
 */
import Papa from "papaparse";
import { tellsOfFunding, tellsOfLeadershipChange } from "../src/readers/news/news-headlines.ts";
import { belowFloors, hashed, labelsOf, mirrorsOption, type PageLabel, pageFrom, percent } from "./real-pages.ts";

const KINDS = { funding: tellsOfFunding, leadership: tellsOfLeadershipChange };
/** Hash of the headline, the company's name, the kind of event, and whether the headline tells of one. */
type HeadlineLabel = [string, string, keyof typeof KINDS, boolean];
type Labels = { pages: (Omit<PageLabel, "url"> & { headlines: HeadlineLabel[] })[] };

/** The headlines of a file of news by their hashes: titles in JSON without the publisher behind a bar, or the second column of a CSV. */
function headlinesIn(text: string, path: string): Map<string, string> {
  const titles = path.endsWith(".csv")
    ? Papa.parse<string[]>(text).data.map(([, title = ""]) => title)
    : text.matchAll(/"title": ("(?:[^"\\]|\\.)*")/g).map(([, title = '""']) => JSON.parse(title) as string);
  return new Map(
    [...titles].map((title) => title.replace(" | EU-Startups", "")).map((title) => [hashed(title), title]),
  );
}

const mirrors = mirrorsOption();
if (!mirrors) throw new Error("--mirrors DIR: the folder of clones");
const read = labelsOf<Labels>("headlines").pages.flatMap((page) => {
  const titles = headlinesIn(pageFrom(mirrors, page), page.path);
  return page.headlines.map(([hash, name, kind, isEvent]) => {
    const title = titles.get(hash);
    if (title === undefined) throw new Error(`${page.repo} ${page.path} has no headline ${hash}`);
    return { title, name, kind, isEvent, isFound: KINDS[kind](title, name, false) };
  });
});
for (const { title, name, isEvent, isFound } of read)
  if (isEvent !== isFound) console.log(`  ${isEvent ? "missed" : "wrong"} for ${name}: ${title}`);
const shares = Object.keys(KINDS).flatMap((kind) => {
  const all = read.filter((one) => one.kind === kind);
  const [found, events] = [all.filter(({ isFound }) => isFound), all.filter(({ isEvent }) => isEvent)];
  const right = found.filter(({ isEvent }) => isEvent).length;
  console.log(
    `${kind}: ${all.length} headlines, precision ${percent(right / found.length)}, recall ${percent(right / events.length)}`,
  );
  return [
    [`precision of ${kind}`, right / found.length],
    [`recall of ${kind}`, right / events.length],
  ] as const;
});
const below = belowFloors("headlines", Object.fromEntries(shares));
for (const sentence of below) console.error(sentence);
if (below.length > 0) process.exit(1);
