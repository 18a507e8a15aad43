/** People on real pages, whose labels keep names and titles as hashes. */
import { siteOf } from "../src/readers/company/site-owner.ts";
import { Document } from "../src/readers/page/document.ts";
import { IMPRINT, matchingPages, PEOPLE } from "../src/readers/page/linked-pages.ts";
import { peopleOnPage } from "../src/readers/people/people-page.ts";
import { mergePeople, nameFields, type Person } from "../src/readers/people/person.ts";
import { foldedWords, hashed, labelsOf, type PageLabel, pageFrom, type Shares } from "./real-pages.ts";

/** Words of the folded name, hash of them sorted, hash of the title, and whether either answer is right. */
type PersonLabel = [number, string, (string | null)?, "optional"?];
type Labels = { pages: (PageLabel & { people: PersonLabel[] })[] };

const MAX_MORE_WORDS = 8;

/** Precision and recall of people, and the share of right titles; `details` says what is wrong on which page. */
export function scoreRealPeople(mirrors: string): { shares: Shares; people: number; pages: number; details: string[] } {
  const { pages } = labelsOf<Labels>("people");
  let [right, missed, strangers, titled, rightTitles] = [0, 0, 0, 0, 0];
  const details: string[] = [];
  for (const page of pages) {
    const found = peopleAt(mirrors, page);
    const used = new Set<Person>();
    let missedHere = 0;
    for (const [count, hash, title, optional] of page.people) {
      const person = found.find((one) => !used.has(one) && isNamed(one.name, count, hash));
      if (person) used.add(person);
      if (optional) continue;
      if (!person) missedHere++;
      else {
        right++;
        if (title) titled++;
        if (title && hashed(foldedWords(person.title ?? "").join(" ")) === title) rightTitles++;
      }
    }
    const others = found.filter((one) => !used.has(one));
    missed += missedHere;
    strangers += others.length;
    if (missedHere + others.length > 0)
      details.push(`${page.url}: ${missedHere} missed, not labelled: ${others.map(({ name }) => name).join(", ")}`);
  }
  const shares = {
    precision: right / (right + strangers),
    recall: right / (right + missed),
    titles: rightTitles / titled,
  };
  return { shares, people: right + missed, pages: pages.length, details };
}

/** Read as its address says, like a page that the site links. */
function peopleAt(mirrors: string, page: PageLabel): Person[] {
  const url = new URL(page.url);
  const document = Document.parse(pageFrom(mirrors, page), url);
  const domain = url.hostname.replace(/^www\./, "");
  const owner = { ...siteOf(domain, document.facts, url, ["linkedin.com"]), url };
  const isLinkedAs = (...kinds: string[]) =>
    matchingPages({ url: new URL("/", url) }, [{ url, label: "" }], kinds, 1).length > 0;
  const view = isLinkedAs(PEOPLE) ? "team" : isLinkedAs(IMPRINT, "privacy policies") ? "imprint" : "about";
  const seen = { lastSeenAt: 0, isVerified: true, source: "own_site", cached: false, evidence: [] };
  const people = peopleOnPage(document, owner, view).flatMap((person) => {
    const fields = nameFields(person.name);
    return fields ? { ...person, ...fields, ...seen } : [];
  });
  return mergePeople([people]);
}

/** True when the words of the label are among those of a name, which may have more: degrees, second names. */
function isNamed(name: string, count: number, hash: string): boolean {
  const words = [...new Set(foldedWords(name))].sort();
  if (count > words.length || words.length > count + MAX_MORE_WORDS || (count === 1 && words.length > 1)) return false;
  return choices(words, count).some((some) => hashed(some.join(" ")) === hash);
}

/** Every choice of `count` words, in their order. */
function choices(words: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, index) => choices(words.slice(index + 1), count - 1).map((more) => [word, ...more]));
}
