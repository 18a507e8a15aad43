import { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { compareLegalNames, type NameMatch } from "../../text/companies/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../text/companies/legal-numbers.ts";
import type { RegisterAnswer, RegisterRecord } from "../registers/register.ts";
import { findByName, findLeis, lookUpNumber, REGISTERS, registersOf } from "../registers/registers.ts";
import { findEntity, type SiteEntity } from "./find-entity.ts";
import { type Disagreement, domainOf, type Fact } from "./match-entity.ts";

/** A company that may be meant, with what speaks for and against it. */
export type Candidate = {
  record: RegisterRecord | null;
  /** What the site says, where no register knows the entity. */
  site: SiteEntity | null;
  domain: string | null;
  agrees: Fact[];
  disagrees: Disagreement[];
  confidence: number;
};

export type Resolution = {
  winner: Candidate | null;
  candidates: Candidate[];
  isAmbiguous: boolean;
  /** Why there is no winner: one of our codes. */
  reason: string | null;
  observedAt: number;
  cached: boolean;
  /** Registers that could not be asked. */
  unavailable: { register: string; retryAfterSeconds: number }[];
  notConfigured: string[];
};

const MAX_CANDIDATES = 10;
const MAX_LOOKUPS = 8;

/** The company of a web domain, proved by registers or named by its own pages. Throws when no source could be asked. */
export async function resolveDomain(context: SourceContext, domain: string): Promise<Resolution> {
  const found = await findEntity(context, domain);
  if ("error" in found) throw found.error;
  if ("reason" in found) return nothing(found.reason);
  const { matches, winner, onSite, isAmbiguous, unavailable, notConfigured } = found.look;
  const candidates = matches.map(({ record, agrees, disagrees, confidence }): Candidate => {
    return {
      record,
      site: null,
      domain: winner?.record.id === record.id ? domain : domainOf(record.website),
      agrees,
      disagrees,
      confidence,
    };
  });
  const own: Candidate | null = onSite && {
    record: null,
    site: onSite,
    domain,
    agrees: [
      { fact: "legal_name_on_own_site", value: onSite.name, url: onSite.seen[0]?.url ?? null },
      ...onSite.numbers.map(
        ({ number }): Fact => ({ fact: "number_on_own_site", value: number, url: onSite.seen[0]?.url ?? null }),
      ),
    ],
    disagrees: [],
    confidence: onSite.confidence,
  };
  const first = winner ? (candidates.find(({ record }) => record?.id === winner.record.id) ?? null) : own;
  const reason = first ? null : isAmbiguous ? "several_entities_or_no_proof" : "no_legal_entity_on_site";
  return {
    winner: first,
    candidates: own ? [own, ...candidates] : candidates,
    isAmbiguous,
    reason,
    observedAt: found.observedAt,
    cached: found.cached,
    unavailable,
    notConfigured,
  };
}

/** The entity with a number. Exact: one register's answer is the answer; a number that several registers know is ambiguous. */
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
      confidence: 1,
    });
  };
  for (const given of numbers.slice(0, MAX_LOOKUPS)) {
    const number = registerNumberOfVat(given) ?? given;
    let isFound = false;
    for (const { register, answer } of await lookUpNumber(context, given)) {
      if (note(result, register, answer)) asked++;
      if (answer.status !== "found") continue;
      keep(answer.data, given);
      observe(result, answer);
      isFound = true;
    }
    // GLEIF knows the national numbers of entities with an LEI, also where their register cannot be asked.
    if (!isFound && number.kind === "register" && number.country !== "US") {
      const answer = await findLeis(context, number);
      if (note(result, "gleif", answer)) asked++;
      if (answer.status === "found" && answer.data.length === 1 && answer.data[0]) {
        keep(answer.data[0], number);
        observe(result, answer);
      }
    }
  }
  return doubtNumber(conclude(result, asked), numbers);
}

/**
 * Eight digits without a country may be British or Dutch, whose numbers carry no check digits: where such a reading was not
 * looked up, the entity found under another one is likely, not sure.
 */
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
    ({ name, variables = [] }) =>
      !variables.some((variable) => result.notConfigured.includes(variable)) &&
      !result.unavailable.some(({ register }) => register === name),
  );
}

/**
 * Entities with a name, all hits scored. Never a winner: a name alone says nothing, and registers rank by nothing. `country`
 * (ISO 3166-1) asks that country's registers only.
 */
export async function resolveName(context: SourceContext, name: string, country: string | null): Promise<Resolution> {
  const result = nothing("name_not_found");
  let asked = 0;
  const registers = REGISTERS.filter(
    (register) => register.findByName && (!country || register.country === country || register.country === null),
  );
  const answers = await Promise.all(
    registers.map(async (register) => ({ register, answer: await findByName(context, register, name) })),
  );
  for (const { register, answer } of answers) {
    if (note(result, register.name, answer)) asked++;
    if (answer.status !== "found") continue;
    observe(result, answer);
    for (const record of answer.data) {
      const scored = scoreByName(name, record);
      if (scored && (!country || record.country === country)) result.candidates.push(scored);
    }
  }
  result.candidates = distinct(result.candidates)
    .sort((a, b) => b.confidence - a.confidence || Number(isAlive(b)) - Number(isAlive(a)))
    .slice(0, MAX_CANDIDATES);
  const { candidates } = conclude(result, asked);
  return {
    ...result,
    candidates,
    winner: null,
    isAmbiguous: candidates.length > 0,
    reason: candidates.length > 0 ? "name_alone_is_no_proof" : result.reason,
  };
}

const SCORES: Record<NameMatch, number> = { exact: 0.6, same_words: 0.5, other_form: 0.35, near: 0.25, none: 0 };

function scoreByName(name: string, record: RegisterRecord): Candidate | null {
  const isNow = compareLegalNames(name, record.name);
  const others = [...record.formerNames, ...record.otherNames].map((other) => ({
    other,
    match: compareLegalNames(name, other),
  }));
  const best = others.reduce((a, b) => (SCORES[b.match] > SCORES[a.match] ? b : a), {
    other: record.name,
    match: isNow,
  });
  // A former name counts for less: somebody else may bear it now.
  const score = Math.max(SCORES[isNow], SCORES[best.match] * 0.7);
  if (score === 0) return null;
  const agrees: Fact[] =
    best.match === "exact" || best.match === "same_words"
      ? [{ fact: "name_equal", value: best.other, url: record.url }]
      : [];
  const disagrees: Disagreement[] = [];
  if (isNow !== "exact" && isNow !== "same_words")
    disagrees.push({ fact: "legal_name", here: name, there: record.name });
  if (record.status === "dissolved") disagrees.push({ fact: "status", here: "asked for", there: "dissolved" });
  return { record, site: null, domain: domainOf(record.website), agrees, disagrees, confidence: score };
}

/** Adds what a second input says about the candidates: a name or country that an exact number contradicts is shown. */
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

function conclude(result: Resolution, asked: number): Resolution {
  if (result.candidates.length === 0 && asked === 0) {
    const [busy] = result.unavailable;
    if (busy) {
      const { retryAfterSeconds } = busy;
      throw new AppError(
        "upstream_unavailable",
        `The register cannot be asked right now. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      );
    }
    const help = result.notConfigured.length > 0 ? ` Its operator can set ${result.notConfigured.join(" and ")}.` : "";
    throw new AppError(
      "not_configured",
      `This deployment cannot ask the register of this number.${help} Send the company's domain instead.`,
    );
  }
  const [only, ...more] = result.candidates;
  if (only && more.length === 0) return { ...result, winner: only, reason: null };
  return only ? { ...result, isAmbiguous: true, reason: "several_registers_have_this_number" } : result;
}

/** Notes why a register said nothing; true when it has looked. */
function note(result: Resolution, register: string, answer: RegisterAnswer<unknown>): boolean {
  if (answer.status === "unavailable")
    result.unavailable.push({ register, retryAfterSeconds: answer.retryAfterSeconds });
  if (answer.status === "not_configured")
    result.notConfigured.push(...answer.variables.filter((name) => !result.notConfigured.includes(name)));
  return answer.status === "found" || answer.status === "not_found";
}

function observe(result: Resolution, answer: { observedAt: number; cached: boolean }): void {
  result.cached = result.cached || result.observedAt === 0 ? answer.cached : false;
  result.observedAt = result.observedAt === 0 ? answer.observedAt : Math.min(result.observedAt, answer.observedAt);
}

/** One candidate an entity: a national register's record stands for the LEI record with its number. */
function distinct(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const numbers = candidate.record ? [candidate.record.number, ...candidate.record.otherNumbers] : [];
    const isKnown = kept.some(({ record }) =>
      [record?.number, ...(record?.otherNumbers ?? [])].some((known) =>
        numbers.some((number) => known && number.scheme === known.scheme && number.number === known.number),
      ),
    );
    if (!isKnown) kept.push(candidate);
  }
  return kept;
}

function isAlive({ record }: Candidate): boolean {
  return record?.status !== "dissolved";
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
