import type { Document } from "../page/document.ts";
import { parseJsonLd } from "../page/json-ld.ts";
import type { FoundPerson, PageOwner } from "./found-person.ts";
import { peopleInImprint } from "./imprint-people.ts";
import { withLabelledNames } from "./labelled-names.ts";
import { type PageView, peopleInCards } from "./people-cards.ts";
import { peopleInJsonLd, peopleInMarkup } from "./people-data.ts";

/** With fewer people in text, those in descriptions of pictures are read. */
const FEW_PEOPLE = 3;

/**
 * The people whom a company's page shows as its own, best evidence first: JSON-LD, microdata and h-card, cards. The same person occurs once for each kind of evidence. A page of 2,000
 * people takes a fraction of a second.
 */
export function peopleOnPage(document: Document, owner: PageOwner, view: PageView | "imprint"): FoundPerson[] {
  const { outline } = document;
  if (view === "imprint") return peopleInImprint(outline, owner);
  const blocks = outline.jsonLd.map(parseJsonLd).filter((block) => block !== undefined);
  const marked = [...peopleInJsonLd(blocks, owner), ...peopleInMarkup(outline, owner)];
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
