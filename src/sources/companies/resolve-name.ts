import type { SourceContext } from "../../platform/outbound/context.ts";
import { compareLegalNames, type NameMatch } from "../../readers/legal/legal-names.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { findByName, REGISTERS } from "../registers/registers.ts";
import { type Disagreement, domainOf, type Fact } from "./match-entity.ts";
import {
  conclude,
  type EntityCandidate,
  note,
  nothing,
  observe,
  type Resolution,
  reasonForNothing,
} from "./resolution.ts";

const MAX_CANDIDATES = 10;

/**
 * Entities with a name, all hits scored. Never a winner: a name alone is no proof, and registers do not rank by relevance. With
 * `country` (ISO 3166-1), only that country's registers are asked.
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
    if (register.isImport && answer.status !== "found") continue;
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
  const isFound = candidates.length > 0;
  // Without a country, a register that needs a key is one of many.
  const notConfigured = country ? result.notConfigured : [];
  return {
    ...result,
    winner: null,
    isAmbiguous: isFound,
    reason: isFound ? "name_alone_is_no_proof" : reasonForNothing({ ...result, notConfigured }),
  };
}

const SCORES: Record<NameMatch, number> = { exact: 0.6, same_words: 0.5, other_form: 0.35, near: 0.25, none: 0 };

function scoreByName(name: string, record: RegisterRecord): EntityCandidate | null {
  const isNow = compareLegalNames(name, record.name);
  const others = [...record.formerNames, ...record.otherNames].map((other) => ({
    other,
    match: compareLegalNames(name, other),
  }));
  const best = others.reduce((a, b) => (SCORES[b.match] > SCORES[a.match] ? b : a), {
    other: record.name,
    match: isNow,
  });
  // A former name scores lower, because another firm may have it now.
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

/** One candidate for each entity: a national register's record replaces the LEI record with its number. */
function distinct(candidates: EntityCandidate[]): EntityCandidate[] {
  const kept: EntityCandidate[] = [];
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

function isAlive({ record }: EntityCandidate): boolean {
  return record?.status !== "dissolved";
}
