import type { SourceContext } from "../../platform/outbound/context.ts";
import { compareLegalNames } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { findLeis, lookUpNumber, registersOf } from "../registers/registers.ts";
import { noRegisterAsked, noteAnswer, nothingAsked } from "./asked-registers.ts";
import type { EntityCandidate } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { domainOf, type Fact } from "./match-entity.ts";

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

/** When a register was not asked, the result is unknown, even if another one found nothing. */
export function reasonForNothing({ reason, unavailable, notConfigured }: Resolution): string | null {
  if (reason === "number_valid_name_withheld") return reason;
  return unavailable.length + notConfigured.length > 0 ? "register_not_asked" : reason;
}

/** The resolution of an input about which nothing is known yet. */
export function nothing(reason: string | null) {
  return {
    winner: null as EntityCandidate | null,
    candidates: [] as EntityCandidate[],
    isAmbiguous: false,
    /** Why there is no winner: one of our codes. */
    reason,
    ...nothingAsked(),
  };
}

/** The company of a web domain, proved by registers or named by its own pages. Throws when no source could be asked. */
export async function resolveDomain(context: SourceContext, domain: string): Promise<Resolution> {
  const found = await findEntity(context, domain);
  if (found.status === "failed") throw found.error;
  if (found.status === "not_found") return nothing(found.reason);
  return { ...nothing(null), ...found.look, observedAt: found.observedAt, cached: found.cached };
}

const MAX_LOOKUPS = 8;
/** Every German court has an "HRB 1234" of its own, so that a number without its court gives candidates only. */
const COURT_SCHEME = "DE_HR";
const COURT_NUMBER_CONFIDENCE = 0.3;

/** The entity with a number. One register's answer is exact; a number that several registers or courts may have is ambiguous. */
export async function resolveNumber(context: SourceContext, numbers: LegalNumber[]): Promise<Resolution> {
  const result = nothing("number_not_in_register");
  const keep = (record: RegisterRecord, { number, scheme }: LegalNumber) => {
    if (result.candidates.some((other) => other.record?.id === record.id)) return;
    const agrees: Fact[] = [{ fact: "number_equal", value: number, url: record.url }];
    const confidence = scheme === COURT_SCHEME ? COURT_NUMBER_CONFIDENCE : 1;
    result.candidates.push({ record, site: null, domain: domainOf(record.website), agrees, disagrees: [], confidence });
  };
  for (const given of numbers.slice(0, MAX_LOOKUPS)) {
    let isFound = false;
    for (const { register, answer } of await lookUpNumber(context, given)) {
      const record = noteAnswer(result, register, answer);
      if (answer.status === "not_found" && answer.isWithheld) result.reason = "number_valid_name_withheld";
      if (record) keep(record, given);
      isFound ||= record !== null;
    }
    // GLEIF has the national numbers of entities with an LEI, also where their register cannot be asked.
    const number = registerNumberOfVat(given) ?? given;
    if (isFound || number.kind !== "register" || number.country === "US") continue;
    const records = noteAnswer(result, "gleif", await findLeis(context, number)) ?? [];
    if (records.length === 1 || number.scheme === COURT_SCHEME) for (const record of records) keep(record, number);
  }
  const [only, ...more] = result.candidates;
  if (!only && result.looked === 0) throw noRegisterAsked(result);
  if (!only) return { ...result, reason: reasonForNothing(result) };
  if (more.length > 0 || only.confidence === COURT_NUMBER_CONFIDENCE)
    return { ...result, isAmbiguous: true, reason: "several_registers_have_this_number" };
  doubtNumber(result, only, numbers);
  return { ...result, winner: only, reason: null };
}

/** Eight digits without a country may be British or Dutch: unless both were looked up, a hit is only likely. */
function doubtNumber(result: Resolution, only: EntityCandidate, numbers: LegalNumber[]): void {
  const unanswered = [...result.notConfigured, ...result.unavailable].map(({ register }) => register);
  const known = [only.record?.number, ...(only.record?.otherNumbers ?? [])].map((number) => number?.scheme);
  const open = numbers.filter(
    ({ scheme, isValid }) =>
      isValid === null && !known.includes(scheme) && registersOf(scheme).every(({ name }) => unanswered.includes(name)),
  );
  if (open.length === 0 || numbers.length < 2) return;
  only.confidence = 0.9;
  only.disagrees.push({
    fact: "number_fits_other_registers",
    here: only.record?.number.scheme ?? "",
    there: `${open.map(({ scheme }) => scheme).join(", ")} not looked up; send country to be sure`,
  });
}
