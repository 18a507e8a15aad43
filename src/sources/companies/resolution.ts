import type { SourceContext } from "../../platform/outbound/context.ts";
import { compareLegalNames } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import { Inquiry, noRegisterAsked, type Unasked } from "../registers/inquiry.ts";
import { candidateOf, type EntityCandidate } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";

/** What an input to `resolve_company` may mean. */
export type Resolution = {
  winner: EntityCandidate | null;
  candidates: EntityCandidate[];
  isAmbiguous: boolean;
  /** Why there is no winner: one of our codes. */
  reason: string | null;
  /** In milliseconds since 1970; 0 when no register has a record. */
  observedAt: number;
  cached: boolean;
  incomplete: Unasked[];
};

/** The resolution of an input about which nothing is known. */
export function nothing(reason: string): Resolution {
  return { winner: null, candidates: [], isAmbiguous: false, reason, observedAt: 0, cached: false, incomplete: [] };
}

/** Adds what a second input says about the candidates; a name or country that contradicts an exact number is shown. */
export function crossCheck(result: Resolution, name: string | null, country: string | null): Resolution {
  const checked = (candidate: EntityCandidate): EntityCandidate => {
    const { record, site } = candidate;
    const agrees = [...candidate.agrees];
    const disagrees = [...candidate.disagrees];
    const legal = record?.name ?? site?.name;
    if (name && legal) {
      const known = [legal, ...(record?.formerNames ?? []), ...(record?.otherNames ?? [])];
      const isNamed = known.some((other) => compareLegalNames(name, other) !== "none");
      if (isNamed) agrees.push({ fact: "name_equal", value: legal, url: record?.url ?? null });
      else disagrees.push({ fact: "name", here: name, there: legal });
    }
    if (country && record?.country && record.country !== country)
      disagrees.push({ fact: "country", here: country, there: record.country });
    return { ...candidate, agrees, disagrees };
  };
  const candidates = result.candidates.map(checked);
  const winner = result.winner && checked(result.winner);
  const isContradicted = winner && winner.disagrees.length > (result.winner?.disagrees.length ?? 0);
  return isContradicted
    ? { ...result, candidates, winner: null, isAmbiguous: true, reason: "inputs_contradict_each_other" }
    : { ...result, candidates, winner };
}

/** Why nothing was found: a register that was not asked may have it. Throws when none could be asked. */
export function reasonForNothing(
  { looked, isWithheld, incomplete }: Pick<Inquiry, "looked" | "isWithheld" | "incomplete">,
  reason: string,
): string {
  if (looked === 0) throw noRegisterAsked(incomplete);
  if (isWithheld) return "number_valid_name_withheld";
  return incomplete.length > 0 ? "register_not_asked" : reason;
}

/** The company of a web domain, proved by registers or named by its own pages. Throws when no source could be asked. */
export async function resolveDomain(context: SourceContext, domain: string): Promise<Resolution> {
  const found = await findEntity(context, domain);
  if (found.status === "failed") throw found.error;
  return found.status === "looked" ? found : nothing(found.reason);
}

const MAX_LOOKUPS = 8;
/** Every German court has an "HRB 1234" of its own, so that a number without its court gives candidates only. */
const COURT_SCHEME = "DE_HR";
const COURT_NUMBER_CONFIDENCE = 0.3;

/** The entity with a number. One register's answer is exact; a number that several registers or courts may have is ambiguous. */
export async function resolveNumber(context: SourceContext, numbers: LegalNumber[]): Promise<Resolution> {
  const inquiry = new Inquiry(context);
  const byId = new Map<string, EntityCandidate>();
  for (const given of numbers.slice(0, MAX_LOOKUPS)) {
    const number = registerNumberOfVat(given) ?? given;
    const found = await inquiry.lookUp(given);
    const records = found ? [found] : [];
    // GLEIF has the national numbers of entities with an LEI, also where their register cannot be asked.
    const isInGleif = number.kind === "register" && number.country !== "US";
    if (!found && isInGleif) records.push(...((await inquiry.leis(number)) ?? []));
    const isOfCourt = number.scheme === COURT_SCHEME;
    if (records.length > 1 && !isOfCourt) continue;
    for (const record of records) {
      const agrees = [{ fact: "number_equal", value: number.number, url: record.url }];
      const confidence = isOfCourt ? COURT_NUMBER_CONFIDENCE : 1;
      byId.set(record.id, candidateOf({ record, agrees, disagrees: [], confidence }));
    }
  }
  const candidates = [...byId.values()];
  const [only] = candidates;
  const isAmbiguous = candidates.length > 1 || only?.confidence === COURT_NUMBER_CONFIDENCE;
  const { observedAt, cached, incomplete } = inquiry;
  const found = { winner: null, candidates, isAmbiguous, observedAt, cached, incomplete };
  if (isAmbiguous) return { ...found, reason: "several_registers_have_this_number" };
  if (only) return { ...found, winner: only, reason: null };
  return { ...found, reason: reasonForNothing(inquiry, "number_not_in_register") };
}
