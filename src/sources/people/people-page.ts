import { parseJsonLd } from "../website/json-ld.ts";
import { readOutline } from "../website/outline.ts";
import type { FoundPerson, PageOwner } from "./found-person.ts";
import { type PageView, peopleInCards } from "./people-cards.ts";
import { peopleInJsonLd, peopleInMarkup } from "./people-data.ts";
import { peopleInState } from "./people-state.ts";

/**
 * The people whom a page of a company shows as its own, best evidence first: JSON-LD, microdata and h-card, cards, then the
 * state of a client-side framework on pages about people. The same person occurs once per kind of evidence. A page of 2,000
 * people takes a fraction of a second.
 */
export function peopleOnPage(html: string, owner: PageOwner, view: PageView): FoundPerson[] {
  const outline = readOutline(html);
  const blocks = outline.jsonLd.map(parseJsonLd).filter((block) => block !== undefined);
  const shown = [
    ...peopleInJsonLd(blocks, owner),
    ...peopleInMarkup(outline, owner),
    ...peopleInCards(outline, owner, view),
  ];
  return view === "team" && shown.length === 0 ? peopleInState(outline.json, owner) : shown;
}
