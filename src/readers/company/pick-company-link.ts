import { type NetworkLink, networkUrl } from "../words/network-links.ts";
import type { FoundLink, LinkEvidence } from "./company-links.ts";
import { likeness } from "./name-likeness.ts";

/** `confidence` is 0–1. `link` is absent when the page names several companies and none of them is clearly its owner. */
export type Pick = { link: NetworkLink | null; kind: LinkEvidence | null; confidence: number; alternatives: string[] };

const BONUS = { same: 0.2, alike: 0.15, other: 0 };
const MAX_ALTERNATIVES = 5;

/** The best link of a page, unless one with the site's name stands against it. A tie of strangers has no winner. */
export function pickCompanyLink(found: FoundLink[], names: string[]): Pick | null {
  const groups = Map.groupBy(found, ({ link }) => networkUrl(link).toLowerCase());
  const ranked = [...groups.values()]
    .map((group) => {
      const best = group.reduce((a, b) => (b.belief > a.belief ? b : a));
      const like = likeness(best.link.slug, names);
      // A showcase page is part of a company, so it is the last resort.
      const rank = best.belief + BONUS[like] - (best.link.kind === "showcase" ? 1 : 0);
      return { ...best, like, rank, count: group.length };
    })
    .sort((a, b) => b.rank - a.rank || b.count - a.count);
  const [winner, ...others] = ranked;
  if (!winner) return null;
  const alternatives = others.slice(0, MAX_ALTERNATIVES).map(({ link }) => networkUrl(link));
  const rivals = others.filter(({ belief, link }) => belief >= winner.belief && link.kind !== "showcase");
  const outnumbers = rivals.every(({ count }) => winner.count > count);
  if (rivals.length > 0 && winner.like === "other" && !outnumbers) {
    return {
      link: null,
      kind: null,
      confidence: 0,
      alternatives: ranked.slice(0, MAX_ALTERNATIVES).map(({ link }) => networkUrl(link)),
    };
  }
  const shared = winner.like === "other" ? 0.6 : 0.8;
  const confidence = rivals.length === 0 ? winner.belief : Math.min(winner.belief, shared);
  return { link: winner.link, kind: winner.kind, confidence, alternatives };
}
