import { likeness } from "../../readers/company/name-likeness.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import type { NamedEntity } from "../../readers/legal/named-entities.ts";
import { isListOfFirms, isProvider } from "../../readers/legal/stated-owner.ts";
import type { SiteEvidence } from "./site-evidence.ts";

/** The entities that a site names as its own: its stated owner, its namesake, or the only one on its legal pages. */
export function ownEntities({
  legal,
  names,
}: Pick<SiteEvidence, "legal" | "names">): (NamedEntity & { name: string })[] {
  const named = legal.entities.filter((entity): entity is NamedEntity & { name: string } => entity.name !== null);
  // An imprint with numbers and no legal name is of a sole trader: whom only the privacy page names is a processor.
  const isUnnamed = legal.entities.some(
    ({ name, seen }) => name === null && seen.some(({ kind }) => kind === "imprint"),
  );
  const own = named.filter(
    ({ name, isOwner, seen }) =>
      likeness(name, names) !== "other" || (isOwner && !(isUnnamed && seen.every(({ kind }) => kind === "privacy"))),
  );
  const [only, ...more] = named;
  const isOnLegalPage = only?.seen.some(({ kind }) => kind === "imprint" || kind === "terms");
  return own.length > 0 || !only || more.length > 0 || !isOnLegalPage || isProvider(only.name) ? own : [only];
}

/** The firms of a group: several with numbers on legal pages of a site that names none of them as its own. */
export function firmsOfGroup(site: Pick<SiteEvidence, "legal" | "names">): (NamedEntity & { name: string })[] {
  const numbered = site.legal.entities.filter(
    (entity): entity is NamedEntity & { name: string } =>
      entity.name !== null &&
      !isProvider(entity.name) &&
      entity.numbers.some(({ isValid }) => isValid !== false) &&
      entity.seen.some(({ kind }) => kind === "imprint"),
  );
  return ownEntities(site).length === 0 && isListOfFirms(numbered) ? numbered : [];
}

/** Legal names that a site gives as its own, with their form: in copyright lines, then on its pages. */
export function ownLegalNames(site: Pick<SiteEvidence, "legal" | "names">): string[] {
  const stated = [...site.legal.copyrightNames, ...ownEntities(site).map(({ name }) => name)];
  return [...new Set(stated.filter((name) => readLegalName(name).form !== null))];
}
