import type { Document } from "../page/document.ts";
import type { Outline } from "../page/outline.ts";
import { isHCard } from "../page/structured-data.ts";
import { cardsOf, type PageView } from "./cards.ts";
import { peopleInImprint } from "./imprint-people.ts";
import { judgeCards } from "./judge-cards.ts";
import { peopleInData } from "./people-data.ts";
import { type FoundPerson, foundPerson, namesSlug, type PageOwner } from "./person.ts";
import { peopleInProse, peopleInTitle } from "./prose-people.ts";

/** Why each name on the page's cards is that of a person of the firm, or is not: the ids of the rules that decided. */
export function explainCards(outline: Outline, owner: PageOwner, view: PageView) {
  return judgeCards(cardsOf(outline, view), owner).map(({ card: { name }, title, isIn, points, reasons }) => ({
    ...{ name, title, isIn, points, reasons },
  }));
}

/** With fewer people on a team page, those in its sentences are read. */
const FEW_PEOPLE = 3;

/** The people whom a page shows as its own, best evidence first; once for each kind of evidence. */
export function peopleOnPage(document: Document, owner: PageOwner, view: PageView | "imprint"): FoundPerson[] {
  const { outline } = document;
  const shown = view === "imprint" ? peopleInImprint(outline, owner) : peopleInMarkup(document, owner, view);
  if (view === "sections") return shown;
  const aside = [...peopleInTitle(document.facts.title, owner), ...peopleInImprint(outline, owner, true)];
  // Beside the cards of a team, sentences are about people's earlier jobs, and about customers.
  const isAnybodyTold = view !== "team" || shown.length < FEW_PEOPLE;
  const isNews = (told: FoundPerson) => {
    const known = shown.filter(({ name }) => ` ${name}`.endsWith(` ${told.name}`));
    return known.length > 0 ? known.every(({ title }) => title === null) : isAnybodyTold;
  };
  return [...shown, ...[...peopleInProse(outline, owner), ...aside].filter(isNews)];
}

/** The people in structured data and on cards. */
function peopleInMarkup({ outline, facts }: Document, owner: PageOwner, view: PageView): FoundPerson[] {
  const [cardsOfData, microdata] = [facts.markup.filter(isHCard), facts.markup.filter((item) => !isHCard(item))];
  const jsonLd = facts.jsonLd.slice(0, -facts.markup.length || undefined);
  const marked = [
    ...peopleInData(jsonLd, { kind: "json_ld", confidence: 0.95 }, owner),
    ...peopleInData(microdata, { kind: "microdata", confidence: 0.9 }, owner),
    ...peopleInData(cardsOfData, { kind: "h_card", confidence: 0.9 }, owner),
  ];
  const judged = judgeCards(cardsOf(outline, view), owner).filter(({ isIn }) => isIn);
  const cards = judged.flatMap(({ card, title, profile }) => {
    const confidence = profile && namesSlug(card.parsed, profile) ? 0.9 : 0.75;
    const emails = card.links.filter((link) => /^mailto:/i.test(link));
    const said = { name: card.name, title, links: profile ? [profile] : [], emails, location: card.location };
    return foundPerson(said, { kind: "card", confidence }, owner) ?? [];
  });
  // A card with the profile of a person whom the markup names can have less of the name, or the title run together with it.
  const isOfNamed = ({ name, profileUrl }: FoundPerson) =>
    marked.some(
      (one) =>
        one.profileUrl &&
        one.profileUrl === profileUrl &&
        (name.startsWith(`${one.name} `) || one.name.startsWith(`${name} `)),
    );
  return [...marked, ...cards.filter((card) => !isOfNamed(card))];
}
