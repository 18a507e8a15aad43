/**
 * `npm run bench:technologies`: precision and recall of technology detection on 400 made-up pages whose technologies are
 * known, and the time a page takes. Same seed, same pages. Exits with 1 below 98 % precision or 95 % recall. With
 * `--mirrors DIR` also the real pages of `truth/technologies.json` are read, beside what another catalogue's rules see there.
 */
import { sitePageOf } from "../src/readers/page/document.ts";
import { keyOf, knownTechnology, technologyCatalogue } from "../src/readers/technologies/catalogue.ts";
import { findTechnologies } from "../src/readers/technologies/find-technologies.ts";
import { mirrorsOption, percent, reportReal } from "./real-pages.ts";
import { scoreRealTechnologies } from "./real-technologies.ts";
import { type LabelledPage, makePages } from "./technology-corpus.ts";

export const MIN_PRECISION = 0.98;
export const MIN_RECALL = 0.95;
const PAGES = 400;
/** In use on some pages without a label of its own: public CDNs of libraries, the cloud below a CDN, the bundler of a framework. */
const IMPLIED = new Set(["cdnjs", "jsdelivr", "amazonwebservices", "webpack"]);

export type DetectionScore = {
  pages: number;
  right: number;
  /** Found and not in use, as "name on domain". */
  wrong: string[];
  /** In use and not found. */
  missed: string[];
  /** Findings of which nothing but weak evidence is seen, such as a host that other vendors' files come from too. */
  weak: number;
  msPerPage: number;
};

export function scoreTechnologies(pages: LabelledPage[]): DetectionScore {
  const score: DetectionScore = { pages: pages.length, right: 0, wrong: [], missed: [], weak: 0, msPerPage: 0 };
  const start = performance.now();
  for (const { domain, html, headers, uses } of pages) {
    const url = new URL(`https://${domain}/`);
    const home = sitePageOf({ status: "ok", url, headers: new Headers(headers), text: html, truncated: false });
    const found = findTechnologies(technologyCatalogue(), { domain, home, dns: null });
    const sightings = [...found.values()].filter(({ isSeen }) => isSeen);
    score.weak += sightings.filter(({ level }) => level === "weak").length;
    const seen = new Set(sightings.map(({ technology }) => technology));
    const wanted = new Set(uses.map((name) => knownTechnology(technologyCatalogue(), name)));
    for (const [index, technology] of [...wanted].entries()) {
      if (technology && seen.has(technology)) score.right++;
      else score.missed.push(`${uses[index]} on ${domain}`);
    }
    for (const technology of seen) {
      if (!wanted.has(technology) && !IMPLIED.has(keyOf(technology.name)))
        score.wrong.push(`${technology.name} on ${domain}`);
    }
  }
  score.msPerPage = (performance.now() - start) / pages.length;
  return score;
}

export const precisionOf = ({ right, wrong }: DetectionScore) => right / (right + wrong.length);
export const recallOf = ({ right, missed }: DetectionScore) => right / (right + missed.length);

if (typeof process !== "undefined" && process.argv[1]?.endsWith("bench/technologies.ts")) {
  const score = scoreTechnologies(makePages(PAGES, Number(process.argv[2] ?? 1)));
  const visible = technologyCatalogue().all.filter(({ isVisible }) => isVisible).length;
  console.log(
    `${technologyCatalogue().all.length} technologies, ${visible} of them visible from outside; ${score.pages} pages`,
  );
  console.log(
    `precision ${percent(precisionOf(score))}, recall ${percent(recallOf(score))} of ${score.right + score.missed.length}`,
  );
  console.log(`${score.weak} findings rest on a shared host or other weak evidence alone`);
  console.log(`${score.msPerPage.toFixed(2)} ms a page`);
  for (const [label, items] of [
    ["wrong", score.wrong],
    ["missed", score.missed],
  ] as const) {
    const counts = Map.groupBy(items, (item) => item.split(" on ")[0]);
    for (const [name, some] of counts)
      console.log(`${label}: ${name} (${some.length}, e.g. ${some[0]?.split(" on ")[1]})`);
  }
  const mirrors = mirrorsOption();
  const isRealGood = !mirrors || reportReal("technologies", scoreRealTechnologies(mirrors));
  process.exitCode = precisionOf(score) < MIN_PRECISION || recallOf(score) < MIN_RECALL || !isRealGood ? 1 : 0;
}
