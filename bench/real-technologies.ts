/** Technologies on real pages, beside those that another catalogue's rules see there. */
import { technologyCatalogue } from "../src/readers/technologies/catalogue.ts";
import { findTechnologies } from "../src/readers/technologies/find-technologies.ts";
import { labelledPage, labelsOf, type PageLabel, pageFrom, type Shares } from "./real-pages.ts";

type Labels = { shared: string[]; pages: (PageLabel & { domain: string; uses: string[] })[] };

/**
 * Of what the other rules see (`recall`), and of what either sees (`agreement`), the share that is found, among technologies that
 * both know. The other rules are not always right: what only one sees is a hint and no error.
 */
export function scoreRealTechnologies(mirrors: string): { shares: Shares; details: string[] } {
  const { shared, pages } = labelsOf<Labels>("technologies");
  const isShared = new Set(shared);
  let both = 0;
  const [missed, more]: [string[], string[]] = [[], []];
  for (const { domain, uses, ...page } of pages) {
    const home = labelledPage(page.url, pageFrom(mirrors, page));
    const found = [...findTechnologies(technologyCatalogue(), { domain, home, dns: null }).values()];
    const seen = new Set(found.flatMap(({ isSeen, technology }) => (isSeen ? [technology.name] : [])));
    both += uses.filter((name) => seen.has(name)).length;
    missed.push(...uses.filter((name) => !seen.has(name)));
    more.push(...[...seen].filter((name) => isShared.has(name) && !uses.includes(name)));
  }
  const wanted = both + missed.length;
  const details = [`only there: ${mostOf(missed)}`, `only here: ${mostOf(more)}`];
  return { shares: { recall: both / wanted, agreement: both / (wanted + more.length) }, details };
}

const MOST = 12;

function mostOf(names: string[]): string {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  const most = counts.sort(([, a], [, b]) => b - a).slice(0, MOST);
  return most.map(([name, count]) => `${name} ${count}`).join(", ");
}
