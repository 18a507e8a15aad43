/**
 * `npm run explain -- people PAGE.html [--url https://acme.com/team] [--view team|about|sections]`: why each candidate of a page, on
 * cards and in sentences, is in or out, by the ids of rules. `npm run explain -- title "VP Sales"` and `-- name "Jane Roe"`: how a text is read.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { siteOf } from "../src/readers/company/site-owner.ts";
import { Document } from "../src/readers/page/document.ts";
import { cardsOf } from "../src/readers/people/cards.ts";
import { judgeCards } from "../src/readers/people/judge-cards.ts";
import { linesOf } from "../src/readers/people/page-lines.ts";
import { mentionsIn } from "../src/readers/people/prose-people.ts";
import { NOT_TOLD_OF, TOLD_OF } from "../src/readers/people/prose-rules.ts";
import { firstRule } from "../src/readers/rule.ts";
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
    const owner = { ...siteOf(url.hostname, document.facts, url, ["linkedin.com"]), url };
    const cards = cardsOf(document.outline, values.view as "team");
    for (const { card, title, isIn, points, reasons } of judgeCards(cards, owner))
      console.log(
        `${isIn ? "in " : "out"}  ${String(points).padStart(2)}  ${card.name}${title ? ` (${title})` : ""}: ${reasons.join(", ")}`,
      );
    for (const mention of linesOf(document.outline).flatMap(({ text }) => mentionsIn(text, owner))) {
      const [told, refused] = [firstRule(TOLD_OF, mention), firstRule(NOT_TOLD_OF, mention)];
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
