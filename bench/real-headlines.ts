/**
 * `npm run bench:headlines -- --mirrors DIR`: which headlines of real news tell that a company raised money or changed its
 * leaders: precision and recall. The labels keep headlines as hashes.
 */
import { tellsOfFunding, tellsOfLeadershipChange } from "../src/readers/news/news-headlines.ts";
import { hashed, labelsOf, mirrorsOption, type PageLabel, pageFrom, percent } from "./real-pages.ts";

const KINDS = { funding: tellsOfFunding, leadership: tellsOfLeadershipChange };
/** Hash of the headline, the company's name, the kind of event, and whether the headline tells of one. */
type HeadlineLabel = [string, string, keyof typeof KINDS, boolean];
type Labels = { pages: (Omit<PageLabel, "url"> & { headlines: HeadlineLabel[] })[] };

/** The headlines of a JSON file of news by their hashes, without the publisher behind a bar. */
function headlinesIn(text: string): Map<string, string> {
  const titles = text.matchAll(/"title": ("(?:[^"\\]|\\.)*")/g).map(([, title = '""']) => JSON.parse(title) as string);
  return new Map(titles.map((title) => title.replace(" | EU-Startups", "")).map((title) => [hashed(title), title]));
}

const mirrors = mirrorsOption();
if (!mirrors) throw new Error("--mirrors DIR: the folder of clones");
const read = labelsOf<Labels>("headlines").pages.flatMap((page) => {
  const titles = headlinesIn(pageFrom(mirrors, page));
  return page.headlines.map(([hash, name, kind, isEvent]) => {
    const title = titles.get(hash);
    if (title === undefined) throw new Error(`${page.repo} ${page.path} has no headline ${hash}`);
    return { title, name, kind, isEvent, isFound: KINDS[kind](title, name, false) };
  });
});
for (const { title, name, isEvent, isFound } of read)
  if (isEvent !== isFound) console.log(`  ${isEvent ? "missed" : "wrong"} for ${name}: ${title}`);
for (const kind of Object.keys(KINDS)) {
  const all = read.filter((one) => one.kind === kind);
  const [found, events] = [all.filter(({ isFound }) => isFound), all.filter(({ isEvent }) => isEvent)];
  const right = found.filter(({ isEvent }) => isEvent).length;
  const [precision, recall] = [percent(right / found.length), percent(right / events.length)];
  console.log(`${kind}: ${all.length} headlines, precision ${precision}, recall ${recall}`);
}
