import { record, string } from "../../lib/loose-json.ts";
import { likeness } from "../company/name-likeness.ts";
import { bareWord, isHonorific, particles } from "../names/person-name.ts";
import type { Document } from "../page/document.ts";
import type { Outline } from "../page/outline.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import { patternOf } from "../words/sections.ts";
import { cardsOf, type PageView } from "./cards.ts";
import { peopleInImprint } from "./imprint-people.ts";
import { judgeCards } from "./judge-cards.ts";
import { linesOf } from "./page-lines.ts";
import { isAboutMe, isGivenName } from "./people-words.ts";
import { type FoundPerson, foundPerson, nameFields, type PageOwner, type Proof } from "./person.ts";
import { judgeMentions, peopleInProse, peopleInTitle } from "./prose-people.ts";

/** With fewer people on a team page, those in its sentences are read. */
const FEW_PEOPLE = 3;
const FIRST_PERSON = patternOf("FIRST_PERSON");

/** The people whom a page shows as its own, best evidence first; once for each kind of evidence. */
export function peopleOnPage(document: Document, site: PageOwner, view: PageView | "imprint"): FoundPerson[] {
  const { outline } = document;
  const isSolo = isAboutMe(site.url) || linesOf(outline).some(({ text }) => FIRST_PERSON().test(text));
  const owner = { ...site, isSolo, isImprint: view === "imprint" };
  const shown = peopleInMarkup(document, owner, view);
  if (view === "sections") return shown;
  const mentions = judgeMentions(document, owner);
  const aside = [
    ...peopleInImprint(outline, owner, view === "imprint"),
    ...peopleInProse(mentions, owner),
    ...peopleInTitle(document.facts.title, owner),
  ];
  // Beside the cards of a team, sentences are about people's earlier jobs, and about customers.
  const isAnybodyTold = view !== "team" || shown.length < FEW_PEOPLE;
  const titled = new Map<string, boolean>();
  for (const { name, title } of shown)
    for (const end of endsOf(name)) titled.set(end, titled.get(end) || title !== null);
  const isNews = (told: FoundPerson) => !(titled.get(told.name) ?? !isAnybodyTold);
  const own = heldAgainstText(shown, outline);
  const named = inFull(
    [...own, ...heldAgainstText(aside.filter(isNews), outline)],
    mentions.map(({ mention }) => mention.reading.name),
  );
  // Who is told of twice has the first title that is said.
  const told = Map.groupBy(named.slice(own.length), ({ name }) => nameFields(name)?.nameFolded);
  const once = [...told.values()].flatMap((same) => same.find(({ title }) => title !== null) ?? same.slice(0, 1));
  return [...named.slice(0, own.length), ...once];
}

/** A word in small letters behind another; "ib falk" is a brand. */
const IN_SENTENCE = /(?<=[\p{Ll}\P{L}]\p{Ll}{2}[,;]? )\p{Ll}{4,}(?=[ ,.;:!?)]|$)/gu;

/** "Nora Falk (1902–1987)". */
const LIFE = /(\S{2,20} \S{2,20}),? ?\(\D{0,4}(?:1[5-8]\d\d|19[0-4]\d)\s?[–—,-]\s?\D{0,3}(?:1|20)\d\d/g;

/** Without the dead, and names without a last word that sentences have: "Nora Falk Plumbing"; none like "Plumbing Nora", "Derechos de Autor". */
function heldAgainstText(people: FoundPerson[], outline: Outline): FoundPerson[] {
  const lines = [...linesOf(outline), ...linesOf(outline, true)];
  const words = new Set(lines.flatMap(({ text }) => text.match(IN_SENTENCE) ?? []));
  const dead = new Set(lines.flatMap(({ text }) => [...text.matchAll(LIFE)].map(([, name]) => name)));
  const isWord = (word: string) => words.has(word.toLowerCase()) && !isGivenName(bareWord(word));
  return people.flatMap((one) => {
    const [first = "", ...more] = one.name.split(" ");
    if (dead.has([first, ...more].slice(-2).join(" "))) return [];
    if (isWord(first) && isGivenName(bareWord(more[0] ?? "")) && !isHonorific(first)) return [];
    const isLonger = more.length > 1 && isWord(more.at(-1) ?? "");
    if (isLonger && particles().has(more.at(-2) ?? "")) return [];
    return { ...one, name: isLonger ? [first, ...more.slice(0, -1)].join(" ") : one.name };
  });
}

/** A name and what it ends with: "Ana Maria Ruiz", "Maria Ruiz", "Ruiz". */
function endsOf(name: string): string[] {
  const words = name.split(" ");
  return words.map((_, at) => words.slice(at).join(" "));
}

/**
 * People with the longest form that the page has of their names: "Jon Erro" is "Jon Erro Fagoaga", "Ana Ruiz" is "Ana del Mar Ruiz".
 * Forms that are only mentioned have the same last word, for "Nora Falk Plumbing" is a firm.
 */
function inFull(people: FoundPerson[], mentioned: string[]): FoundPerson[] {
  const full = new Map<string, string>();
  const names = people.map(({ name }) => name).sort((a, b) => b.length - a.length);
  for (const name of names)
    for (const short of shortFormsOf(name)) if (!full.has(short)) full.set(short, full.get(foldedText(name)) ?? name);
  for (const name of new Set(mentioned))
    for (const short of shortFormsOf(name))
      if (!full.has(short) && foldedText(name).endsWith(` ${short.split(" ").at(-1)}`)) full.set(short, name);
  return people.map((one) => ({ ...one, name: full.get(foldedText(one.name)) ?? one.name }));
}

const foldedText = (name: string) => nameFields(name)?.nameFolded ?? name;

/** A word that makes a name another person's. */
const OF_ANOTHER = /^(?:junior|senior|filho|neto|jr|sr)$/;
const MAX_FULL = 6;

/** A folded name without some of its names behind the first, and as Polish declines it: "Andrii Falka". */
function shortFormsOf(name: string): string[] {
  const [first = "", ...more] = foldedText(name).split(" ").slice(0, MAX_FULL);
  const kept = more.reduce<string[]>(
    (forms, word) => [...(OF_ANOTHER.test(word) ? [] : forms), ...forms.map((form) => `${form} ${word}`)],
    [first],
  );
  const whole = [first, ...more].join(" ");
  return [...kept.filter((form) => form !== first && form !== whole), `${whole}a`];
}

/** The people in structured data and on cards. */
function peopleInMarkup({ outline, facts }: Document, owner: PageOwner, view: PageView | "imprint"): FoundPerson[] {
  // The data of the page's own elements is the last part of all.
  const jsonLd = facts.jsonLd.slice(0, facts.jsonLd.length - facts.markup.length);
  const marked = [
    ...peopleInData(jsonLd, { kind: "json_ld", confidence: 0.95 }, owner),
    ...peopleInData(facts.markup, { kind: "microdata", confidence: 0.9 }, owner),
  ];
  const judged = view === "imprint" ? [] : judgeCards(cardsOf(outline, view), owner).filter(({ isIn }) => isIn);
  const cards = judged.flatMap(({ card, title, profile, hasNamedProfile }) => {
    const confidence = hasNamedProfile ? 0.9 : 0.75;
    const emails = card.links.filter((link) => /^mailto:/i.test(link));
    const said = { name: card.name, title, links: profile ? [profile] : [], emails };
    const all = [said, ...(card.others ?? []).map((name) => ({ name, title }))];
    return all.flatMap((one) => foundPerson(one, { kind: "card", confidence }, owner) ?? []);
  });
  return [...marked, ...cards];
}

/** Relations whose other end is not one of the company's people. */
const FOREIGN =
  /^(review|reviews|reviewedBy|itemReviewed|comment|customer|client|alumni|sponsor|funder|performer|byArtist|worksFor|colleague|knows|spouse|parent|children)$/;

/** Relations whose other end works for the organisation. */
const ROLE_PATH = /^(employees?|founders?|members?|ceo|director|owner|principal)$/;
const AUTHOR = /^(author|creator|contributor|editor|publisher)$/;

/** Every person in a page's structured data (JSON-LD, microdata) who is not placed in another organisation. */
function peopleInData(blocks: unknown[], proof: Proof, owner: PageOwner): FoundPerson[] {
  return linkedNodes(blocks).flatMap(({ node, path }) => {
    if (!texts(node["@type"]).includes("Person")) return [];
    if (node.deathDate !== undefined || path.some((key) => FOREIGN.test(key))) return [];
    const employers = [node.worksFor].flat().flatMap((employer) => texts(record(employer).name));
    if (employers.length > 0 && employers.every((name) => likeness(name, owner.names) === "other")) return [];
    const name = string(node.name) ?? [string(node.givenName), string(node.familyName)].filter(Boolean).join(" ");
    const job = [node.jobTitle].flat()[0];
    const address = record([node.address ?? record(node.workLocation).address].flat()[0]);
    const title = string(job) ?? string(record(job).name);
    // Blogs name the authors of posts, who need not work here.
    const isEmployee = employers.length > 0 || path.some((key) => ROLE_PATH.test(key));
    if (!isEmployee && (title === null || path.some((key) => AUTHOR.test(key)))) return [];
    const said = {
      name,
      title,
      links: texts([node.sameAs, node.url, node["@id"]]),
      emails: texts(node.email),
      location: string(address.addressLocality) ?? string(node.address),
    };
    return foundPerson(said, proof, owner) ?? [];
  });
}
