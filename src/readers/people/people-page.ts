import type { Document } from "../page/document.ts";
import { isHCard } from "../page/microdata.ts";
import type { Outline } from "../page/outline.ts";
import { patternOf } from "../words/patterns.ts";
import type { FoundPerson, PageOwner } from "./found-person.ts";
import { peopleInImprint } from "./imprint-people.ts";
import { nameInLine } from "./name-lines.ts";
import { MAX_LINES } from "./page-lines.ts";
import { type PageView, peopleInCards } from "./people-cards.ts";
import { peopleInData } from "./people-data.ts";

/** With fewer people in text, those in descriptions of pictures are read. */
const FEW_PEOPLE = 3;
const AROUND = patternOf("AROUND_PICTURED_NAME", "gi");
const MAX_LABEL_LENGTH = 200;

/** The people whom a page shows as its own, best evidence first; once for each kind of evidence. */
export function peopleOnPage(document: Document, owner: PageOwner, view: PageView | "imprint"): FoundPerson[] {
  const { outline, facts } = document;
  if (view === "imprint") return peopleInImprint(outline, owner);
  const [cardsOfData, microdata] = [facts.markup.filter(isHCard), facts.markup.filter((item) => !isHCard(item))];
  const jsonLd = facts.jsonLd.slice(0, -facts.markup.length || undefined);
  const marked = [
    ...peopleInData(jsonLd, { kind: "json_ld", confidence: 0.95 }, owner),
    ...peopleInData(microdata, { kind: "microdata", confidence: 0.9 }, owner),
    ...peopleInData(cardsOfData, { kind: "h_card", confidence: 0.9 }, owner),
  ];
  let cards = peopleInCards(outline, owner, view);
  if (view === "team" && marked.length + cards.length < FEW_PEOPLE) {
    const labelled = peopleInCards(withLabelledNames(outline), owner, view);
    if (labelled.length > cards.length) cards = labelled;
  }
  // Where lines run together, a card has the name and the title of the person whom the markup names.
  const isRunTogether = ({ name, profileUrl }: FoundPerson) =>
    marked.some((one) => one.profileUrl && one.profileUrl === profileUrl && name.startsWith(`${one.name} `));
  return [...marked, ...cards.filter((card) => !isRunTogether(card))];
}

/** The outline with names in descriptions of images and links as lines, for pages that show names only there. */
function withLabelledNames(outline: Outline): Outline {
  let read = 0;
  const items = outline.items.map((item, index) => {
    if ((item.kind !== "image" && item.kind !== "label") || item.text.length > MAX_LABEL_LENGTH) return item;
    if (++read > MAX_LINES) return item;
    const text = item.text.replace(AROUND(), "").trim();
    const name = nameInLine([text]);
    // Each label is a line of its own.
    return name?.isWhole ? { ...item, kind: "text" as const, text, line: -index - 1 } : item;
  });
  return { ...outline, items };
}
