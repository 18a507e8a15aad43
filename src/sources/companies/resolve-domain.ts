import type { SourceContext } from "../../platform/outbound/context.ts";
import type { SiteEntity } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { domainOf, type Fact } from "./match-entity.ts";
import { type EntityCandidate, nothing, type Resolution } from "./resolution.ts";

const MAX_CANDIDATES = 10;

/** The company of a web domain, proved by registers or named by its own pages. Throws when no source could be asked. */
export async function resolveDomain(context: SourceContext, domain: string): Promise<Resolution> {
  const found = await findEntity(context, domain);
  if (found.status === "failed") throw found.error;
  if (found.status === "not_found") return nothing(found.reason);
  const { matches, winner, onSite, named, isAmbiguous, unavailable, notConfigured } = found.look;
  const candidates = matches.map(({ record, agrees, disagrees, confidence }): EntityCandidate => {
    return {
      record,
      site: null,
      domain: winner?.record.id === record.id ? domain : domainOf(record.website),
      agrees,
      disagrees,
      confidence,
    };
  });
  const own = !winner && onSite ? siteCandidate(onSite, domain) : null;
  const first = winner ? (candidates.find(({ record }) => record?.id === winner.record.id) ?? null) : own;
  const reason = first ? null : isAmbiguous ? "several_entities_or_no_proof" : "no_legal_entity_on_site";
  return {
    winner: first,
    candidates: [...(own ? [own] : []), ...candidates, ...named.map((entity) => siteCandidate(entity, null))].slice(
      0,
      MAX_CANDIDATES,
    ),
    isAmbiguous,
    reason,
    observedAt: found.observedAt,
    cached: found.cached,
    unavailable,
    notConfigured,
  };
}

/** An entity as the site names it. `domain` is null where the site is not proved to be its own. */
function siteCandidate(stated: SiteEntity, domain: string | null): EntityCandidate {
  const url = stated.seen[0]?.url ?? null;
  const numbers = stated.numbers.map(({ number }): Fact => ({ fact: "number_on_own_site", value: number, url }));
  return {
    record: null,
    site: stated,
    domain,
    agrees: [{ fact: "legal_name_on_own_site", value: stated.name, url }, ...numbers],
    disagrees: [],
    confidence: stated.confidence,
  };
}
