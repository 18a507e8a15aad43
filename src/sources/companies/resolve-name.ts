import type { SourceContext } from "../../platform/outbound/context.ts";
import type { NameQuestion } from "../../readers/company/named-site.ts";
import { compareLegalNames, type NameMatch } from "../../readers/legal/legal-names.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { Inquiry, withoutKey } from "../registers/inquiry.ts";
import type { Register } from "../registers/register.ts";
import { countryOf, REGISTERS } from "../registers/registers.ts";
import { candidateOf, type EntityCandidate, MAX_CANDIDATES } from "./choose-entity.ts";
import { type Disagreement, type Fact, isSameEntity } from "./match-entity.ts";
import { type Resolution, reasonForNothing } from "./resolution.ts";
import { CLEAR_LEAD, findSitesOfName, type SiteOfName } from "./sites-of-name.ts";

/** From this confidence on a name alone is enough to say which company it is. */
const PROVED = 0.8;

/** What a name may mean: sites and entities. `winner` only when proved and clearly ahead; `about` ranks namesakes. */
export async function resolveName(context: SourceContext, question: NameQuestion): Promise<Resolution> {
  const { name, country } = question;
  const inquiry = new Inquiry(context);
  const naming = entitiesNamed(inquiry, question);
  const namesakes = naming.then((found) =>
    found.flatMap(({ record, agrees }) => (record && agrees.length > 0 && isLiving(record) ? [record] : [])),
  );
  const { sites, isDnsDown, hasSearch } = await findSitesOfName(context, question, namesakes);
  const found = await naming;
  for (const site of sites) addSite(found, site, name);
  const candidates = distinct(found)
    .sort((a, b) => b.confidence - a.confidence || Number(isLiving(b.record)) - Number(isLiving(a.record)))
    .slice(0, MAX_CANDIDATES);
  // Without a country, a register that needs a key is one of many.
  const incomplete = inquiry.incomplete.filter(({ reason }) => country !== null || reason === "unavailable");
  if (isDnsDown) incomplete.push({ source: "dns", reason: "unavailable", retry_after: DNS_RETRY_SECONDS });
  const [first, second] = candidates;
  const isProved = first && first.confidence >= PROVED && first.confidence - (second?.confidence ?? 0) >= CLEAR_LEAD;
  const unproved = first ? "name_alone_is_no_proof" : reasonForNothing({ ...inquiry, incomplete }, "name_not_found");
  if (!hasSearch) incomplete.push(withoutKey("web_search", "web search", ["WEB_SEARCH"]));
  return {
    winner: isProved ? first : null,
    candidates,
    isAmbiguous: !isProved && candidates.length > 1,
    reason: isProved ? null : unproved,
    observedAt: inquiry.observedAt,
    cached: inquiry.cached,
    incomplete,
  };
}

const DNS_RETRY_SECONDS = 5;

async function entitiesNamed(inquiry: Inquiry, { name, country }: NameQuestion): Promise<EntityCandidate[]> {
  const isAsked = (register: Register) => !country || (countryOf(register) ?? country) === country;
  const registers = REGISTERS.filter((register) => register.rowsOfName && isAsked(register));
  const found = await Promise.all(registers.map((register) => inquiry.search(register, "name", name)));
  const records = found.flatMap((some) => some ?? []).filter((record) => !country || record.country === country);
  return records.flatMap((record) => scoreByName(name, record) ?? []);
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
  return candidateOf({ record, agrees, disagrees, confidence });
}

/** One candidate for each entity: a national register's record replaces the LEI record with its number. */
function distinct(candidates: EntityCandidate[]): EntityCandidate[] {
  const kept: EntityCandidate[] = [];
  for (const one of candidates) {
    if (!kept.some(({ record }) => isSameEntity(record, one.record))) kept.push(one);
  }
  return kept;
}
