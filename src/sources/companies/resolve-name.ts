import type { SourceContext } from "../../platform/outbound/context.ts";
import type { NameQuestion } from "../../readers/company/named-site.ts";
import { compareLegalNames, type NameMatch } from "../../readers/legal/legal-names.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { Register } from "../registers/register.ts";
import { countryOf, findByName, REGISTERS } from "../registers/registers.ts";
import { noRegisterAsked, noteAnswer } from "./asked-registers.ts";
import type { EntityCandidate } from "./choose-entity.ts";
import { type Disagreement, domainOf, type Fact, isSameEntity } from "./match-entity.ts";
import { nothing, type Resolution, reasonForNothing } from "./resolution.ts";
import { CLEAR_LEAD, findSitesOfName, type SiteOfName } from "./sites-of-name.ts";

const MAX_CANDIDATES = 10;

/** From this confidence on a name alone is enough to say which company it is. */
const PROVED = 0.8;

/** What a name may mean: sites and entities. `winner` only when proved and clearly ahead; `about` ranks namesakes. */
export async function resolveName(context: SourceContext, question: NameQuestion): Promise<Resolution> {
  const { name, country } = question;
  const result = nothing("name_not_found");
  const asking = askRegisters(context, question, result);
  const namesakes = asking.then(() =>
    result.candidates.flatMap(({ record, agrees }) =>
      record && agrees.length > 0 && isLiving(record) ? [record] : [],
    ),
  );
  const { sites, isDnsDown, hasSearch } = await findSitesOfName(context, question, namesakes);
  await asking;
  for (const site of sites) addSite(result.candidates, site, name);
  if (isDnsDown) result.unavailable.push({ register: "dns", retryAfterSeconds: DNS_RETRY_SECONDS });
  result.candidates = distinct(result.candidates)
    .sort((a, b) => b.confidence - a.confidence || Number(isLiving(b.record)) - Number(isLiving(a.record)))
    .slice(0, MAX_CANDIDATES);
  const { candidates } = result;
  if (candidates.length === 0 && result.looked === 0) throw noRegisterAsked(result);
  // Without a country, a register that needs a key is one of many.
  const missing = country ? result.notConfigured : [];
  const notConfigured = [...missing, ...(hasSearch ? [] : [{ register: "web_search", variables: ["WEB_SEARCH"] }])];
  const [first, second] = candidates;
  const isProved = first && first.confidence >= PROVED && first.confidence - (second?.confidence ?? 0) >= CLEAR_LEAD;
  const unproved = first ? "name_alone_is_no_proof" : reasonForNothing({ ...result, notConfigured: missing });
  const outcome = isProved ? { winner: first } : { isAmbiguous: candidates.length > 1, reason: unproved };
  return { ...result, notConfigured, reason: null, ...outcome };
}

const DNS_RETRY_SECONDS = 5;

/** Adds the entities of registers to `result.candidates`. */
async function askRegisters(context: SourceContext, { name, country }: NameQuestion, result: Resolution) {
  const isAsked = (register: Register) => !country || (countryOf(register) ?? country) === country;
  const registers = REGISTERS.filter((register) => register.rowsOfName && isAsked(register));
  const asking = registers.map(async (register) => ({ register, answer: await findByName(context, register, name) }));
  for (const { register, answer } of await Promise.all(asking)) {
    if (register.isImport && answer.status !== "found") continue;
    for (const record of noteAnswer(result, register.name, answer) ?? []) {
      const scored = scoreByName(name, record);
      if (scored && (!country || record.country === country)) result.candidates.push(scored);
    }
  }
}

/** Adds a site to the entity that a register gives it to, or as a candidate of its own. */
function addSite(candidates: EntityCandidate[], site: SiteOfName, asked: string): void {
  const { domain, url, words, signs, confidence } = site;
  const name = words.name ?? asked;
  const says: Fact[] = [];
  if (signs.includes("says_name") || signs.includes("similar_name"))
    says.push({ fact: "name_on_own_site", value: name, url });
  if (signs.includes("in_directory")) says.push({ fact: "name_in_directory", value: name, url: null });
  const owner = candidates.find(({ record, domain: known }) => record && known === domain && isLiving(record));
  if (owner?.record) {
    const { country } = owner.record;
    if (words.country && country && words.country !== country)
      owner.disagrees.push({ fact: "country", here: words.country, there: country });
    Object.assign(owner, { words, confidence: Math.max(owner.confidence, confidence) });
    owner.agrees.push(...says);
    return;
  }
  const seen = url === null ? [] : [{ url, kind: "home" as const }];
  const stated = { name, numbers: [], seen, confidence };
  candidates.push({ record: null, site: stated, domain, words, agrees: says, disagrees: [], confidence });
}

function isLiving(record: RegisterRecord | null): boolean {
  return record?.status !== "dissolved";
}

const SCORES: Record<NameMatch, number> = { exact: 0.6, same_words: 0.5, other_form: 0.35, near: 0.25, none: 0 };

function scoreByName(name: string, record: RegisterRecord): EntityCandidate | null {
  const matchOf = (other: string) => ({ other, match: compareLegalNames(name, other) });
  const now = matchOf(record.name);
  const others = [...record.formerNames, ...record.otherNames].map(matchOf);
  const best = others.reduce((a, b) => (SCORES[b.match] > SCORES[a.match] ? b : a), now);
  // A former name scores lower, because another firm may have it now.
  const confidence = Math.max(SCORES[now.match], SCORES[best.match] * 0.7);
  if (confidence === 0) return null;
  const isEqual = ({ match }: typeof now) => match === "exact" || match === "same_words";
  const agrees: Fact[] = isEqual(best) ? [{ fact: "name_equal", value: best.other, url: record.url }] : [];
  const disagrees: Disagreement[] = [];
  if (!isEqual(now)) disagrees.push({ fact: "legal_name", here: name, there: record.name });
  if (record.status === "dissolved") disagrees.push({ fact: "status", here: "asked for", there: "dissolved" });
  return { record, site: null, domain: domainOf(record.website), agrees, disagrees, confidence };
}

/** One candidate for each entity: a national register's record replaces the LEI record with its number. */
function distinct(candidates: EntityCandidate[]): EntityCandidate[] {
  const kept: EntityCandidate[] = [];
  for (const one of candidates) {
    if (!kept.some(({ record }) => isSameEntity(record, one.record))) kept.push(one);
  }
  return kept;
}
