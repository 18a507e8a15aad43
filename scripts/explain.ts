/**
 * `npm run explain -- people PAGE.html [--url https://acme.com/team] [--view team|about|sections|imprint]`: why each candidate of a page, on
 * cards and in sentences, is in or out, by the ids of rules. `npm run explain -- title "VP Sales"` and `-- name "Jane Roe"`: how a text is read.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { siteOf } from "../src/readers/company/site-owner.ts";
import { Document } from "../src/readers/page/document.ts";
import { cardsOf } from "../src/readers/people/cards.ts";
import { judgeCards } from "../src/readers/people/judge-cards.ts";
import { judgeMentions } from "../src/readers/people/prose-people.ts";
import { readTitle } from "../src/readers/titles/job-title.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string", default: "https://site.example/team" }, view: { type: "string", default: "team" } },
});

/** What can be explained: each function prints how it reads its argument. */
const SUBJECTS: Record<string, (argument: string) => void> = {
  people(file) {
    const url = new URL(values.url);
    const document = Document.parse(readFileSync(file, "utf8"), url);
    const isImprint = values.view === "imprint";
    const owner = { ...siteOf(url.hostname, document.facts, url, ["linkedin.com"]), url, isImprint };
    const cards = isImprint ? [] : cardsOf(document.outline, values.view as "team");
    for (const { card, title, isIn, points, reasons } of judgeCards(cards, owner))
      console.log(
        `${isIn ? "in " : "out"}  ${String(points).padStart(2)}  ${card.name}${title ? ` (${title})` : ""}: ${reasons.join(", ")}`,
      );
    for (const { mention, told, refused } of judgeMentions(document, owner)) {
      const reasons = [told ?? "nothing_told", refused].filter(Boolean).join(", ");
      console.log(`${told && !refused ? "in " : "out"}  --  ${mention.reading.name}: ${reasons}`);
    }
  },
  title: (text) => console.log(readTitle(text)),
};

const [subject = "", argument = ""] = positionals;
const explain = SUBJECTS[subject];
if (!explain || !argument) {
  console.error(`npm run explain -- ${Object.keys(SUBJECTS).join("|")} ARGUMENT`);
  process.exit(2);
}
explain(argument);
