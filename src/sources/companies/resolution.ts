import { compareLegalNames } from "../../readers/legal/legal-names.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { SiteEntity } from "./choose-entity.ts";
import type { Disagreement, Fact } from "./match-entity.ts";
import { noRegisterAsked, type UnaskedRegisters } from "./unasked-registers.ts";

/** A company that may be meant, with the evidence for and against it. */
export type EntityCandidate = {
  record: RegisterRecord | null;
  site: SiteEntity | null;
  domain: string | null;
  /** What the site of `domain` says about itself, where it was opened for a name. */
  words?: { name: string | null; url: string; description: string | null; country: string | null; city: string | null };
  agrees: Fact[];
  disagrees: Disagreement[];
  confidence: number;
};

export type Resolution = UnaskedRegisters & {
  winner: EntityCandidate | null;
  candidates: EntityCandidate[];
  isAmbiguous: boolean;
  /** Why there is no winner: one of our codes. */
  reason: string | null;
  observedAt: number;
  cached: boolean;
};

/** Adds what a second input says about the candidates; a name or country that contradicts an exact number is shown. */
export function crossCheck(result: Resolution, name: string | null, country: string | null): Resolution {
  for (const { record, site, agrees, disagrees } of result.candidates) {
    const legal = record?.name ?? site?.name;
    if (name && legal) {
      const known = [legal, ...(record?.formerNames ?? []), ...(record?.otherNames ?? [])];
      const isNamed = known.some((other) => compareLegalNames(name, other) !== "none");
      if (isNamed) agrees.push({ fact: "name_equal", value: legal, url: record?.url ?? null });
      else disagrees.push({ fact: "name", here: name, there: legal });
    }
    if (country && record?.country && record.country !== country)
      disagrees.push({ fact: "country", here: country, there: record.country });
  }
  const contradicted = result.winner?.disagrees.some(({ fact }) => fact === "name" || fact === "country");
  return contradicted ? { ...result, winner: null, isAmbiguous: true, reason: "inputs_contradict_each_other" } : result;
}

/** The only candidate wins. Throws when there is none because none of the registers has looked. */
export function conclude(result: Resolution, asked: number): Resolution {
  if (result.candidates.length === 0 && asked === 0) throw noRegisterAsked(result);
  const [only, ...more] = result.candidates;
  if (!only) return { ...result, reason: reasonForNothing(result) };
  if (more.length === 0) return { ...result, winner: only, reason: null };
  return { ...result, isAmbiguous: true, reason: "several_registers_have_this_number" };
}

/** When a register was not asked, the result is unknown, even if another one found nothing. */
export function reasonForNothing({ reason, unavailable, notConfigured }: Resolution): string | null {
  if (reason === "number_valid_name_withheld") return reason;
  return unavailable.length + notConfigured.length > 0 ? "register_not_asked" : reason;
}

export function observe(result: Resolution, answer: { observedAt: number; cached: boolean }): void {
  result.cached = result.cached || result.observedAt === 0 ? answer.cached : false;
  result.observedAt = result.observedAt === 0 ? answer.observedAt : Math.min(result.observedAt, answer.observedAt);
}

export function nothing(reason: string): Resolution {
  return {
    winner: null,
    candidates: [],
    isAmbiguous: false,
    reason,
    observedAt: 0,
    cached: false,
    unavailable: [],
    notConfigured: [],
  };
}
