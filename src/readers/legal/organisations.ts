/** The organisations that a page's structured data describes. Pure. */

import { foldName, likeness } from "../company/name-likeness.ts";
import { isForeign, urlPlace } from "../company/site-owner.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { linkedNodes, texts } from "../page/structured-data.ts";
import { wordsOf } from "../words/sections.ts";

const ORGANISATION = /(^|\/)(\w*Organization|Corporation|\w*Business|Company|Brand|\w*Agency|\w*Store|\w*Contractor)$/;
/** Kinds of businesses of schema.org whose names do not say that they are one. */
const kinds = wordsOf("businesses of schema org");
/** Kinds that say nothing about what a company does. */
const GENERAL = new Set(
  "Organization LocalBusiness Corporation Company Brand Store OnlineBusiness OnlineStore ProfessionalService NGO Cooperative Consortium".split(
    " ",
  ),
);
/** Properties whose organisation is the owner of what surrounds it. */
const OWNERS = new Set(["publisher", "mainEntity", "copyrightHolder", "sourceOrganization", "isPartOf"]);

export function isOrganisation(node: Record<string, unknown>): boolean {
  return kindsOf(node).length > 0;
}

function kindsOf(node: Record<string, unknown>): string[] {
  return texts(node["@type"])
    .filter((type) => ORGANISATION.test(type) || kinds().has(type.split("/").at(-1) ?? ""))
    .map((type) => type.split("/").at(-1) ?? "");
}

/** What the kind of a business says it does, e.g. "Legal service"; null for a general kind. */
export function businessOf(node: Record<string, unknown>): string | null {
  const kind = kindsOf(node).find((type) => !GENERAL.has(type));
  if (!kind) return null;
  const words = kind.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The organisation that owns the site: with an address on it, with one of its `names` (folded), or the only one. */
export function ownOrganisation(facts: PageFacts, domains: string[], names: string[]): Record<string, unknown> | null {
  const isAlike = (node: Record<string, unknown>) =>
    texts(node.name).some((name) => likeness(name, names) !== "other" || names.includes(foldName(name)));
  const organisations = linkedNodes(facts.jsonLd)
    .filter(({ node, path }) => !isForeign(path) && path.every((key) => OWNERS.has(key)) && isOrganisation(node))
    .map(({ node }) => node)
    // A reference by `@id` alone is told in full elsewhere.
    .filter((node) => texts(node.name).length > 0)
    // Who set up the site, if not its owner: plugins make them an organisation as well.
    .filter((node) => !texts(node["@type"]).includes("Person") || isAlike(node));
  const richest = (nodes: Record<string, unknown>[]) =>
    nodes.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
  const at = (place: string) => organisations.filter((node) => urlPlace(node, facts, domains) === place);
  const lone = new Set(organisations.map((node) => foldName(texts(node.name)[0] ?? ""))).size === 1 ? at("none") : [];
  return richest(at("own")) ?? richest(at("within")) ?? richest(at("none").filter(isAlike)) ?? richest(lone) ?? null;
}
