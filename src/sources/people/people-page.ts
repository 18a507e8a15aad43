import { parseJsonLd } from "../website/json-ld.ts";
import { readOutline } from "../website/outline.ts";
import type { FoundPerson, PageOwner } from "./found-person.ts";
import { withLabelledNames } from "./labelled-names.ts";
import { type PageView, peopleInCards } from "./people-cards.ts";
import { peopleInJsonLd, peopleInMarkup } from "./people-data.ts";
import { peopleInState } from "./people-state.ts";
import { withTableColumns } from "./table-columns.ts";

/** With fewer people in text, those in descriptions of pictures are looked for. */
const FEW_PEOPLE = 3;

/**
 * The people whom a page of a company shows as its own, best evidence first: JSON-LD, microdata and h-card, cards, then the
 * state of a client-side framework on pages about people. The same person occurs once per kind of evidence. A page of 2,000
 * people takes a fraction of a second. Call `loadPeopleWords` first.
 */
export function peopleOnPage(html: string, owner: PageOwner, view: PageView): FoundPerson[] {
  const outline = withTableColumns(readOutline(html));
  const blocks = outline.jsonLd.map(parseJsonLd).filter((block) => block !== undefined);
  const marked = [...peopleInJsonLd(blocks, owner), ...peopleInMarkup(outline, owner)];
  let cards = peopleInCards(outline, owner, view);
  if (view === "team" && marked.length + cards.length < FEW_PEOPLE) {
    const labelled = peopleInCards(withLabelledNames(outline), owner, view);
    if (labelled.length > cards.length) cards = labelled;
  }
  const shown = [...marked, ...cards];
  return view === "team" && shown.length === 0 ? peopleInState(outline.json, owner) : shown;
}
