import { remembering } from "../../lib/memoize.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, type Showable, withoutSuppressed } from "../../privacy/suppressions.ts";
import { ownNames } from "../../readers/company/name-likeness.ts";
import { pickByName, searchTokens } from "../../readers/names/match-names.ts";
import { parseName } from "../../readers/names/person-name.ts";
import { mergePeople, type PeopleQuestion, type Person, type PersonQuestion } from "../../readers/people/person.ts";
import { rankOf, readTitle } from "../../readers/titles/job-title.ts";
import { fixedTitleFilter, matchesTitle, type ParsedTitleFilter } from "../../readers/titles/title-filter.ts";
import {
  DIRECTORY,
  type DirectoryEntry,
  directoryEntries,
  directoryNamesakes,
  directoryPeople,
  directorySearch,
} from "../directory/directory.ts";
import { type Finding, firstError, type Source } from "../facts/finding.ts";
import { inOperatorsOrder } from "../vendors/ask-vendor.ts";
import { braveProfiles } from "../vendors/brave.ts";
import { pdlPeople, pdlPerson } from "../vendors/pdl.ts";
import { OWN_SITE, peopleOnSite } from "./site-people.ts";

/** The sources of people besides the directory; vendors, in the operator's order, only when these found nothing. */
export const PEOPLE_SOURCES: readonly Source<{ domain: string }, Person[]>[] = [{ name: OWN_SITE, find: peopleOnSite }];
export const PEOPLE_VENDORS: readonly Source<PeopleQuestion, Person[]>[] = [{ name: "pdl", find: pdlPeople }];
/** Vendors who are asked for one person, until the person and a profile are found. */
const PERSON_VENDORS: readonly Source<PersonQuestion, Person[]>[] = [
  { name: "pdl", find: pdlPerson },
  { name: "brave", find: braveProfiles },
];

/** A window of a company's people, each once, by rank and name. Throws when no source found or could tell. */
export async function peopleOf(
  context: SourceContext,
  question: PeopleQuestion,
  window: { offset: number; limit: number },
) {
  const [entries, ...asked] = await Promise.all([
    directoryEntries(context, question.domain, question.filter),
    ...PEOPLE_SOURCES.map((source) => ask(context, source, question)),
  ]);
  let rows = await arrange(context, question, entries, asked);
  for (const source of inOperatorsOrder(context.config, PEOPLE_VENDORS)) {
    if (rows.length > 0) break;
    asked.push(await ask(context, source, question));
    rows = await arrange(context, question, entries, asked);
  }
  const error = firstError(asked.map(({ finding }) => finding));
  // A vendor that answered has been paid, so the call is an answer and charged, even if another source failed.
  const isPaidFor = asked.some(
    ({ source, finding: { status } }) =>
      PEOPLE_VENDORS.some(({ name }) => name === source) && (status === "found" || status === "not_found"),
  );
  if (error && rows.length === 0 && !isPaidFor) throw error;
  const shown = rows.slice(window.offset, window.offset + window.limit).map(({ who }) => who);
  const ids = shown.filter((who) => typeof who === "number");
  const loaded = await directoryPeople(context, ids);
  return {
    people: shown.flatMap((who) => (typeof who === "number" ? (loaded.get(who) ?? []) : who)),
    total: rows.length,
    /** A source failed or knows more than it returned, so that people may be missing. */
    isPartial: error !== null || asked.some(({ finding }) => finding.status === "found" && finding.isPartial === true),
    sources: [
      { source: DIRECTORY, state: entries.length > 0 ? "found" : "not_found" },
      ...asked.map(({ source, finding }) => ({ source, state: finding.status })),
    ],
  };
}

type Asked = { source: string; finding: Finding<Person[]> };

async function ask<Question>(context: SourceContext, { name, find }: Source<Question, Person[]>, question: Question) {
  return { source: name, finding: await find(context, question) };
}

function peopleIn({ finding }: Asked): Person[] {
  return finding.status === "found" ? finding.data : [];
}

/** Before founders and owners: the person who is asked for most. */
const chiefExecutive = fixedTitleFilter("CEO");

/** A line of the whole list; for people whom only the directory knows it is the row's id. */
type Row = Showable & { rank: number; who: number | Person };

/** The whole list, without people who may not be shown. */
async function arrange(context: SourceContext, question: PeopleQuestion, entries: DirectoryEntry[], asked: Asked[]) {
  const { domain, filter } = question;
  const others = mergePeople(asked.map(peopleIn));
  // Includes those whose title in the directory did not pass: with the other source's it may.
  const namesakes = await directoryNamesakes(context, domain, [...new Set(others.map(({ nameFolded }) => nameFolded))]);
  const merged = new Set(namesakes.map(({ id }) => id));
  const together = mergePeople([namesakes.map(({ person }) => person), others]);
  const names = ownNames([domain], []);
  const rank = remembering((title: string | null) =>
    matchesTitle(chiefExecutive(), title) ? -1 : rankOf(readTitle(title, names).seniority),
  );
  const rows: Row[] = [
    ...entries.filter(({ id }) => !merged.has(id)).map((entry) => ({ ...entry, who: entry.id })),
    ...together.filter(({ title }) => matchesTitle(filter, title)).map((person) => ({ ...person, who: person })),
  ].map(({ title, nameFolded, profileUrl, email, who }) => ({ rank: rank(title), nameFolded, profileUrl, email, who }));
  return (await withoutSuppressed(context, domain, rows)).sort(
    (a, b) => a.rank - b.rank || compare(a.nameFolded, b.nameFolded) || compare(a.profileUrl, b.profileUrl),
  );
}

/** By code units, so that the order does not depend on a locale. */
function compare(a: string | null, b: string | null): number {
  return (a ?? "") < (b ?? "") ? -1 : a === b ? 0 : 1;
}

/** The person with a full name at a company; equal fits are ambiguous, `count` says how many. Throws a failed source's error. */
export async function personCalled(context: SourceContext, question: PersonQuestion, filter: ParsedTitleFilter) {
  // No source is asked about a person who has objected, because a vendor would learn the name.
  if (await isSuppressed(context, [{ kind: "person", ...question }])) return { status: "not_found" as const };
  const inDirectory = await directorySearch(context, question.domain, searchTokens(question.name));
  const asked: Asked[] = [];
  const pick = async () => {
    const known = await withoutSuppressed(context, question.domain, mergePeople([inDirectory, ...asked.map(peopleIn)]));
    const people = known.filter(({ title }) => matchesTitle(filter, title));
    return pickByName(question.name, people, ({ name }) => parseName(name));
  };
  let picked = await pick();
  for (const source of [...PEOPLE_SOURCES, ...inOperatorsOrder(context.config, PERSON_VENDORS)]) {
    if (picked.status === "ambiguous" || (picked.status === "found" && picked.candidate.profileUrl)) break;
    asked.push(await ask(context, source, question));
    picked = await pick();
  }
  const error = firstError(asked.map(({ finding }) => finding));
  if (error && picked.status === "not_found") throw error;
  if (picked.status !== "found") return picked;
  return { status: picked.status, person: picked.candidate, likeness: picked.likeness };
}
