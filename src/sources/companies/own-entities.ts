import { readLegalName } from "../../text/companies/legal-names.ts";
import type { NamedEntity } from "../website/legal-entities.ts";
import { likeness } from "../website/own-name.ts";
import { isProvider } from "../website/stated-owner.ts";
import type { SiteEvidence } from "./site-evidence.ts";

/**
 * The entities that a site names as its own: stated as the owner, with the site's name, or the only one on its legal pages.
 * Others are partners, hosts and processors.
 */
export function ownEntities({
  legal,
  names,
}: Pick<SiteEvidence, "legal" | "names">): (NamedEntity & { name: string })[] {
  const named = legal.entities.filter((entity): entity is NamedEntity & { name: string } => entity.name !== null);
  const own = named.filter(({ name, isOwner }) => isOwner || likeness(name, names) !== "other");
  const [only, ...more] = named;
  const isOnLegalPage = only?.seen.some(({ kind }) => kind === "imprint" || kind === "terms" || kind === "privacy");
  return own.length > 0 || !only || more.length > 0 || !isOnLegalPage || isProvider(only.name) ? own : [only];
}

/** Legal names that a site gives as its own, with their form: in copyright lines, then on its pages. */
export function ownLegalNames(site: Pick<SiteEvidence, "legal" | "names">): string[] {
  const stated = [...site.legal.copyrightNames, ...ownEntities(site).map(({ name }) => name)];
  return [...new Set(stated.filter((name) => readLegalName(name).form !== null))];
}
