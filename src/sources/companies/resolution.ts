import type { SourceContext } from "../../platform/outbound/context.ts";
import { compareLegalNames } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { findLeis, lookUpNumber, registersOf } from "../registers/registers.ts";
import type { EntityCandidate } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { domainOf, type Fact } from "./match-entity.ts";
import { noRegisterAsked, noteAnswer, nothingUnasked } from "./unasked-registers.ts";

export type Resolution = ReturnType<typeof nothing>;

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

/** The resolution of an input about which nothing is known yet. */
export function nothing(reason: string) {
  return {
    winner: null as EntityCandidate | null,
    candidates: [] as EntityCandidate[],
    isAmbiguous: false,
    /** Why there is no winner: one of our codes. */
    reason: reason as string | null,
    observedAt: 0,
    cached: false,
    ...nothingUnasked(),
  };
}

/** The company of a web domain, proved by registers or named by its own pages. Throws when no source could be asked. */
export async function resolveDomain(context: SourceContext, domain: string): Promise<Resolution> {
  const found = await findEntity(context, domain);
  if (found.status === "failed") throw found.error;
  if (found.status === "not_found") return nothing(found.reason);
  return { ...found.look, observedAt: found.observedAt, cached: found.cached };
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
