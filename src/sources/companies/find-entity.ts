import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { findLeis, missingVariables, REGISTERS } from "../registers/registers.ts";
import type { HomeFailure } from "../website/site-pages.ts";
import type { EntityLook } from "./choose-entity.ts";
import { proveEntity } from "./prove-entity.ts";
import { readSiteEvidence } from "./site-evidence.ts";

export type EntityFinding = { status: "looked"; look: EntityLook; observedAt: number; cached: boolean } | HomeFailure;

/** The entity behind `domain`. Cached for 7 days; for one day if it is not proved. Never throws. */
export async function findEntity(context: SourceContext, domain: string): Promise<EntityFinding> {
  type Look = { status: "looked"; look: EntityLook } | HomeFailure;
  const ttlMs = (found: Look) => {
    if (found.status !== "looked") return 0;
    const { isComplete, unavailable, winner } = found.look;
    return isComplete && unavailable.length === 0 ? (winner ? 7 : 1) * DAY_MS : 0;
  };
  // A register whose key was added since may know more.
  const key = `${domain} ${REGISTERS.flatMap((register) => missingVariables(context, register)).join("+")}`;
  const {
    data,
    observedAt,
    cached: isCached,
  } = await cached<Look>(context, "proved_entity", key, ttlMs, async () => {
    const site = await readSiteEvidence(context, domain);
    return site.status === "ok" ? { status: "looked", look: await proveEntity(context, site) } : site;
  });
  if (data.status === "not_found" || data.status === "failed") return data;
  return { status: "looked", look: data.look, observedAt, cached: isCached };
}

/** The LEI record of an entity of a national register; null when it has none or GLEIF could not be asked. */
export async function leiOf(context: SourceContext, record: RegisterRecord): Promise<RegisterRecord | null> {
  if (record.register === "gleif") return record;
  const answer = await findLeis(context, record.number);
  return answer.status === "found" && answer.data.length === 1 ? (answer.data[0] ?? null) : null;
}
