import type { Document } from "../page/document.ts";
import { isHCard } from "../page/microdata.ts";
import type { FoundPerson, PageOwner } from "./found-person.ts";
import { peopleInImprint } from "./imprint-people.ts";
import { withLabelledNames } from "./labelled-names.ts";
import { type PageView, peopleInCards } from "./people-cards.ts";
import { peopleInData } from "./people-data.ts";

/** With fewer people in text, those in descriptions of pictures are read. */
const FEW_PEOPLE = 3;

/**
 * The people whom a company's page shows as its own, best evidence first: JSON-LD, microdata and h-card, cards. The same person occurs once for each kind of evidence. A page of 2,000
 * people takes a fraction of a second.
 */
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
