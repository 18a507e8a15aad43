import { parseJsonLd } from "../website/json-ld.ts";
import { readOutline } from "../website/outline.ts";
import type { FoundPerson, PageOwner } from "./found-person.ts";
import { peopleInCards } from "./people-cards.ts";
import { peopleInJsonLd, peopleInMarkup } from "./people-data.ts";

/**
 * The people whom a page of a company shows as its own, best evidence first: JSON-LD, microdata and h-card, then cards if
 * `readCards`. Whom several kinds of evidence show occurs several times. A page of 2,000 people takes a fraction of a second.
 */
export function peopleOnPage(
  html: string,
  owner: PageOwner,
  { readCards, isTeamPage = false }: { readCards: boolean; isTeamPage?: boolean },
): FoundPerson[] {
  const outline = readOutline(html);
  const blocks = outline.jsonLd.map(parseJsonLd).filter((block) => block !== undefined);
  const marked = [...peopleInJsonLd(blocks, owner), ...peopleInMarkup(outline, owner)];
  return readCards ? [...marked, ...peopleInCards(outline, owner, isTeamPage)] : marked;
}
