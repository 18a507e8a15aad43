import type { SourceContext } from "../../platform/outbound/context.ts";
import { compareLegalNames } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { findLeis, lookUpNumber, registersOf } from "../registers/registers.ts";
import type { SiteEntity } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { type Disagreement, domainOf, type Fact } from "./match-entity.ts";
import { noRegisterAsked, noteAnswer, type UnaskedRegisters } from "./unasked-registers.ts";

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
  const contradicted = new Set<EntityCandidate>();
  for (const candidate of result.candidates) {
    const { record, site, agrees, disagrees } = candidate;
    const contradict = (fact: string, here: string, there: string) => {
      disagrees.push({ fact, here, there });
      contradicted.add(candidate);
    };
    const legal = record?.name ?? site?.name;
    if (name && legal) {
      const known = [legal, ...(record?.formerNames ?? []), ...(record?.otherNames ?? [])];
      const isNamed = known.some((other) => compareLegalNames(name, other) !== "none");
      if (isNamed) agrees.push({ fact: "name_equal", value: legal, url: record?.url ?? null });
      else contradict("name", name, legal);
    }
    if (country && record?.country && record.country !== country) contradict("country", country, record.country);
  }
  const isContradicted = result.winner !== null && contradicted.has(result.winner);
  return isContradicted
    ? { ...result, winner: null, isAmbiguous: true, reason: "inputs_contradict_each_other" }
    : result;
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

const MAX_LOOKUPS = 8;
/** Every German court has an "HRB 1234" of its own, so that a number without its court gives candidates only. */
const COURT_NUMBER_CONFIDENCE = 0.3;

/** The entity with a number. One register's answer is exact; a number that several registers or courts may have is ambiguous. */
export async function resolveNumber(context: SourceContext, numbers: LegalNumber[]): Promise<Resolution> {
  const result = nothing("number_not_in_register");
  let asked = 0;
  const keep = (record: RegisterRecord, number: LegalNumber) => {
    if (result.candidates.some((other) => other.record?.id === record.id)) return;
    const agrees: Fact[] = [{ fact: "number_equal", value: number.number, url: record.url }];
    result.candidates.push({
      record,
      site: null,
      domain: domainOf(record.website),
      agrees,
      disagrees: [],
      confidence: number.scheme === "DE_HR" ? COURT_NUMBER_CONFIDENCE : 1,
    });
  };
  for (const given of numbers.slice(0, MAX_LOOKUPS)) {
    const number = registerNumberOfVat(given) ?? given;
    let isFound = false;
    for (const { register, answer } of await lookUpNumber(context, given)) {
      if (noteAnswer(result, register, answer)) asked++;
      if (answer.status === "not_found" && answer.isWithheld) result.reason = "number_valid_name_withheld";
      if (answer.status !== "found") continue;
      keep(answer.data, given);
      observe(result, answer);
      isFound = true;
    }
    // GLEIF has the national numbers of entities with an LEI, also where their register cannot be asked.
    if (!isFound && number.kind === "register" && number.country !== "US") {
      const answer = await findLeis(context, number);
      if (noteAnswer(result, "gleif", answer)) asked++;
      if (answer.status === "found" && (answer.data.length === 1 || number.scheme === "DE_HR")) {
        for (const record of answer.data) keep(record, number);
        observe(result, answer);
      }
    }
  }
  const { winner, ...concluded } = doubtNumber(conclude(result, asked), numbers);
  return winner?.confidence === COURT_NUMBER_CONFIDENCE
    ? { ...concluded, winner: null, isAmbiguous: true, reason: "several_registers_have_this_number" }
    : { ...concluded, winner };
}

/** Eight digits without a country may be British or Dutch: unless both were looked up, a hit is only likely. */
function doubtNumber(result: Resolution, numbers: LegalNumber[]): Resolution {
  const known = [result.winner?.record?.number, ...(result.winner?.record?.otherNumbers ?? [])];
  const open = numbers.filter(
    ({ scheme, isValid }) =>
      isValid === null && !known.some((number) => number?.scheme === scheme) && !canAsk(result, scheme),
  );
  if (!result.winner || open.length === 0 || numbers.length < 2) return result;
  result.winner.confidence = 0.9;
  result.winner.disagrees.push({
    fact: "number_fits_other_registers",
    here: result.winner.record?.number.scheme ?? "",
    there: `${open.map(({ scheme }) => scheme).join(", ")} not looked up; send country to be sure`,
  });
  return result;
}

function canAsk(result: Resolution, scheme: string): boolean {
  return registersOf(scheme).some(
    ({ name }) =>
      !result.notConfigured.some(({ register }) => register === name) &&
      !result.unavailable.some(({ register }) => register === name),
  );
}
