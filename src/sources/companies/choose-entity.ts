import { likeness } from "../../readers/company/name-likeness.ts";
import { isProvider } from "../../readers/legal/find-legal-names.ts";
import { isListOfFirms } from "../../readers/legal/legal-entities.ts";
import { compareLegalNames, readLegalName } from "../../readers/legal/legal-names.ts";
import type { LegalNumber } from "../../readers/legal/legal-numbers.ts";
import type { NamedEntity } from "../../readers/legal/named-entity.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { Unasked } from "../registers/registers.ts";
import { type Disagreement, domainOf, type Fact, type Match } from "./match-entity.ts";
import { type SiteEvidence, soleCountry } from "./site-evidence.ts";

type Entity = NamedEntity & { name: string };
type Named = Pick<SiteEvidence, "legal" | "names">;

const withName = ({ legal }: Named) => legal.entities.filter((entity): entity is Entity => entity.name !== null);

const isOn = ({ seen }: NamedEntity, page: NamedEntity["seen"][number]["kind"]) =>
  seen.some(({ kind }) => kind === page);

/** The entities that a site names as its own: its stated owner, its namesake, or the only one on its legal pages. */
function ownEntities(site: Named): Entity[] {
  const named = withName(site);
  // An imprint with numbers and no legal name is of a sole trader: whom only the privacy page names is a processor.
  const isUnnamed = site.legal.entities.some((entity) => entity.name === null && isOn(entity, "imprint"));
  const own = named.filter(
    ({ name, isOwner, seen }) =>
      likeness(name, site.names) !== "other" ||
      (isOwner && !(isUnnamed && seen.every(({ kind }) => kind === "privacy"))),
  );
  const [only, ...more] = named;
  if (own.length > 0 || !only || more.length > 0 || isProvider(only.name)) return own;
  return isOn(only, "imprint") || isOn(only, "terms") ? [only] : own;
}

/** The firms of a group: several with numbers on legal pages of a site that names none of them as its own. */
function firmsOfGroup(site: Named): Entity[] {
  const onImprint = withName(site).filter((entity) => isOn(entity, "imprint") && !isProvider(entity.name));
  const numbered = onImprint.filter(({ numbers }) => valid(numbers).length > 0);
  return ownEntities(site).length === 0 && isListOfFirms(numbered) ? numbered : [];
}

/** Legal names that a site gives as its own, with their form: in copyright lines, then on its pages. */
export function ownLegalNames(site: Named): string[] {
  const stated = [...site.legal.copyrightNames, ...ownEntities(site).map(({ name }) => name)];
  return [...new Set(stated.filter((name) => readLegalName(name).form !== null))];
}

/** A company that may be meant, with the evidence for and against it. */
export type EntityCandidate = {
  record: RegisterRecord | null;
  /** The entity as its site names it. */
  site: SiteEntity | null;
  /** Null where the site is not proved to be its own. */
  domain: string | null;
  agrees: Fact[];
  disagrees: Disagreement[];
  confidence: number;
};

/** A record as a candidate. */
export function candidateOf({ record, agrees, disagrees, confidence }: Omit<Match, "isAccepted">): EntityCandidate {
  return { record, site: null, domain: domainOf(record.website), agrees, disagrees, confidence };
}

export const MAX_CANDIDATES = 10;

/** The one entity that the matches prove, or the one that the site alone names. */
export function chooseEntity(site: SiteEvidence, found: Match[], incomplete: Unasked[]) {
  const matches = found
    .sort((a, b) => Number(b.isAccepted) - Number(a.isAccepted) || b.confidence - a.confidence)
    .slice(0, MAX_CANDIDATES);
  const accepted = matches.filter(({ isAccepted }) => isAccepted);
  // Of several, the one whose number the site gives, else the one of its © line.
  const numbered = accepted.filter(({ agrees }) => agrees.some(({ fact }) => fact === "number_on_own_site"));
  const owners = accepted.filter(({ record }) => isInCopyright(site, record.name));
  const proved = [accepted, numbered, owners].find(({ length }) => length === 1)?.[0] ?? null;
  // An LEI record has less than an imprint: what the site states about the same entity is shown too.
  const stated = proved && proved.record.number.scheme !== "LEI" ? null : statedEntity(site, matches);
  const isSame = stated && (!proved || compareLegalNames(stated.name, proved.record.name) === "exact");
  const onSite = isSame ? stated : null;
  const inRegisters = matches.map((match) => {
    return match === proved ? { ...candidateOf(match), site: onSite, domain: site.domain } : candidateOf(match);
  });
  const byNumber = onSite && !proved ? statedCandidate(onSite, site.domain) : null;
  const own = proved || onSite ? [] : [...ownEntities(site), ...firmsOfGroup(site)];
  const isKnown = (name: string) => matches.some(({ record }) => compareLegalNames(name, record.name) !== "none");
  const unconfirmed = own
    .filter(({ name }) => !isKnown(name))
    .map(({ name, numbers, seen }) => statedCandidate({ name, numbers: valid(numbers), seen, confidence: 0.3 }, null));
  const winner = byNumber ?? inRegisters.find(({ record }) => record === proved?.record) ?? null;
  const isAmbiguous = !winner && (matches.length > 0 || own.length > 1);
  return {
    /** The one that the evidence proves, or null. Its `site` is what the site itself says, where only the LEI index could confirm it. */
    winner,
    /** Proved ones first, then by confidence, then the site's own that no register confirmed. */
    candidates: [...(byNumber ? [byNumber] : []), ...inRegisters, ...unconfirmed].slice(0, MAX_CANDIDATES),
    isAmbiguous,
    /** Why there is no winner: one of our codes. */
    reason: winner ? null : isAmbiguous ? "several_entities_or_no_proof" : "no_legal_entity_on_site",
    /** Where no entity is known: the numbers that the site gives without a legal name. */
    numbers: winner ? [] : loneNumbers(site),
    contacts: site.legal.contacts,
    country: soleCountry(site),
    incomplete,
    isComplete: site.isComplete,
  };
}

function statedCandidate(stated: SiteEntity, domain: string | null): EntityCandidate {
  const url = stated.seen[0]?.url ?? null;
  const numbers = stated.numbers.map(({ number }): Fact => ({ fact: "number_on_own_site", value: number, url }));
  const agrees: Fact[] = [{ fact: "legal_name_on_own_site", value: stated.name, url }, ...numbers];
  return { record: null, site: stated, domain, agrees, disagrees: [], confidence: stated.confidence };
}

const valid = (numbers: LegalNumber[]) => numbers.filter(({ isValid }) => isValid !== false);

const isInCopyright = ({ legal }: Named, name: string) =>
  legal.copyrightNames.some((other) => compareLegalNames(name, other) === "exact");

/** The entity that a site alone names, where no register answers: by owner, © line, numbers or the site's name. */
function statedEntity(site: SiteEvidence, matches: Match[]): SiteEntity | null {
  const named = ownEntities(site);
  const owners = named.filter(({ name }) => isInCopyright(site, name));
  const numbered = named.filter((entity) => {
    return valid(entity.numbers).length > 0 && (isOn(entity, "imprint") || isOn(entity, "json_ld"));
  });
  // Of a group, whose imprint lists its firms.
  const atHome = named.filter((entity) => entity.isOwner && isOn(entity, "home"));
  const similar = named.filter(({ name }) => likeness(name, site.names) !== "other");
  const same = named.filter(({ name }) => likeness(name, site.names) === "same");
  const stated = named.filter(({ isOwner }) => isOwner);
  const only = [named, numbered, owners, atHome, same, similar, stated].find(({ length }) => length === 1)?.[0];
  if (!only) return null;
  // A register has another name for the number, so nothing is proved.
  if (matches.some(({ disagrees }) => disagrees.some(({ fact }) => fact === "legal_name"))) return null;
  const { name, seen } = only;
  const numbers = valid(only.numbers);
  // "The notice of Acme, company number 1234" names the firm without its form.
  const lone = loneNumbers(site).flatMap(({ number }) =>
    numbers.some(({ scheme }) => scheme === number.scheme) ? [] : [number],
  );
  return { name, seen, numbers: [...numbers, ...lone], confidence: numbers.length > 0 ? 0.9 : 0.75 };
}

/** The number of the one firm that a site gives without a legal name, as sole traders and associations do. */
function loneNumbers({ legal, names }: SiteEvidence) {
  const own = legal.entities.filter(({ name }) => name === null || likeness(name, names) !== "other");
  const found = own.flatMap(({ numbers, seen }) =>
    valid(numbers)
      .filter(({ kind }) => kind !== "tax")
      .flatMap((number) => seen.slice(0, 1).map(({ url, kind }) => ({ number, url, kind }))),
  );
  return new Set(found.map(({ number }) => number.scheme)).size === found.length ? found : [];
}

/** An entity as its site names it. `words` are what the site says about itself, where it was opened for a name. */
export type SiteEntity = Pick<Entity, "name" | "numbers" | "seen"> & {
  confidence: number;
  words?: { description: string | null; country: string | null; city: string | null };
};

export type EntityLook = ReturnType<typeof chooseEntity>;
