/**
 * `npm run bench:headlines -- --mirrors DIR`: which headlines of real news tell that a company raised money or changed its
 * leaders: precision and recall. The labels keep headlines as hashes.
 */
import Papa from "papaparse";
import { withoutGaps } from "../src/readers/news/feed.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../src/readers/news/news-headlines.ts";
import { belowFloors, hashed, labelsOf, mirrorsOption, type PageLabel, pageFrom, percent } from "./real-pages.ts";

const KINDS = { funding: tellsOfFunding, leadership: tellsOfLeadershipChange };
/** Hash of the headline, the company's name, the kind of event, and whether the headline tells of one. */
type HeadlineLabel = [string, string, keyof typeof KINDS, boolean];
type Labels = { pages: (Omit<PageLabel, "url"> & { headlines: HeadlineLabel[] })[] };

/** The headlines of a file of news by their hashes, without the publisher that some end with. */
function headlinesIn(text: string, path: string): Map<string, string> {
  return new Map(titlesIn(text, path).map((title) => [hashed(title), title]));
}

/** The cells of a CSV, the headlines of lines of JSON, titles anywhere in JSON. */
function titlesIn(text: string, path: string): string[] {
  if (path.endsWith(".csv"))
    return Papa.parse<string[]>(text).data.flatMap((cells) => cells.map((cell) => cell.trim()));
  if (path.endsWith(".jsonl"))
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { headline: string; collector: string })
      .map(({ headline, collector }) =>
        collector === "google_news" ? headline.replace(/\s+[-–|]\s+[^-–|]{2,60}$/, "") : withoutGaps(headline),
      );
  const titles = text.matchAll(/"title": ("(?:[^"\\]|\\.)*")/g).map(([, title = '""']) => JSON.parse(title) as string);
  return [...titles].map((title) => title.replace(" | EU-Startups", ""));
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
