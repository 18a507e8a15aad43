/** The tables of rules that `npm run check:rules` tries, each with the function that reads its cases. */
import { ROUNDS } from "../src/readers/news/funding-rules.ts";
import { tellsOfLeadershipChange } from "../src/readers/news/leadership-headlines.ts";
import { CHANGES, NO_CHANGES } from "../src/readers/news/leadership-rules.ts";
import { tellsOfFunding } from "../src/readers/news/news-headlines.ts";
import { Document } from "../src/readers/page/document.ts";
import { ACCEPTED } from "../src/readers/people/card-groups.ts";
import { NO_PERSON_OF_THE_FIRM, PERSON_SIGNS } from "../src/readers/people/card-signs.ts";
import { peopleOnPage } from "../src/readers/people/people-page.ts";

export type RuleTable = {
  /** Path of the table below src/readers, without `.ts`. Its cases are in the file of that name with `.cases.txt`. */
  file: string;
  rules: readonly (readonly { id: string }[])[];
  /** What the readers make of a case. It must not pass a cache that the rules fill. */
  read(input: string): string;
};

export const RULE_TABLES: RuleTable[] = [
  { file: "people/card-signs", rules: [PERSON_SIGNS, NO_PERSON_OF_THE_FIRM], read: peopleOfCase },
  { file: "people/card-groups", rules: [ACCEPTED], read: peopleOfCase },
  { file: "news/leadership-rules", rules: [CHANGES, NO_CHANGES], read: headlinesOfAcme(tellsOfLeadershipChange) },
  { file: "news/funding-rules", rules: [ROUNDS], read: headlinesOfAcme(tellsOfFunding) },
];

/** Whether a headline tells of such news about Acme. */
function headlinesOfAcme(tells: (title: string, name: string, own: boolean) => boolean) {
  return (headline: string) => (tells(headline, "Acme", false) ? "told" : "not told");
}

/**
 * "Nora Falk (CEO), Tom Roth" for the HTML of a page of Harbour Works about its people. Lines in front say otherwise:
 * `view: about`, `firm: Turbo Nomics`.
 */
function peopleOfCase(input: string): string {
  const [, header = "", html = ""] = /^((?:\w+: .*\n)*)(.*)$/s.exec(input) ?? [];
  const { view = "team", firm = "Harbour Works" } = Object.fromEntries(
    header.split("\n").map((line) => line.split(": ", 2)),
  );
  const url = new URL("https://harbour-works.example/team");
  const names = [firm.toLowerCase().replaceAll(" ", "")];
  const owner = { url, names, domains: [url.hostname], networkHosts: ["network.example"] };
  const people = peopleOnPage(Document.parse(html, url), owner, view);
  return people.map(({ name, title }) => (title ? `${name} (${title})` : name)).join(", ") || "nobody";
}
