import type { SourceContext } from "../../platform/outbound/context.ts";
import type { NameQuestion } from "../../readers/company/named-site.ts";
import { compareLegalNames, type NameMatch } from "../../readers/legal/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { Register } from "../registers/register.ts";
import { countryOf, Inquiry, noRegisterAsked, REGISTERS, withoutKey } from "../registers/registers.ts";
import { candidateOf, type EntityCandidate, type EntityLook, MAX_CANDIDATES } from "./choose-entity.ts";
import { findEntity } from "./find-entity.ts";
import { type Disagreement, type Fact, isSameEntity } from "./match-entity.ts";
import { CLEAR_LEAD, sitesOfName } from "./sites-of-name.ts";

/** What an input to `resolve_company` may mean; `observedAt` is in milliseconds since 1970, 0 when no register has a record. */
export type Resolution = { observedAt: number; cached: boolean } & Pick<
  EntityLook,
  "winner" | "candidates" | "isAmbiguous" | "reason" | "incomplete"
>;

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
  if (!isContradicted) return { ...result, candidates, winner };
  return { ...result, candidates, winner: null, isAmbiguous: true, reason: "inputs_contradict_each_other" };
}

/** Why nothing was found: a register that was not asked may have it. Throws when none could be asked. */
export function reasonForNothing(asked: Pick<Inquiry, "looked" | "isWithheld" | "incomplete">, reason: string) {
  if (asked.looked === 0) throw noRegisterAsked(asked.incomplete);
  if (asked.isWithheld) return "number_valid_name_withheld";
  return asked.incomplete.length > 0 ? "register_not_asked" : reason;
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

/** From this confidence on a name alone is enough to say which company it is. */
const PROVED = 0.8;

/** What a name may mean: sites and entities. `winner` only when proved and clearly ahead; `about` ranks namesakes. */
export async function resolveName(context: SourceContext, question: NameQuestion): Promise<Resolution> {
  const inquiry = new Inquiry(context);
  const naming = entitiesNamed(inquiry, question);
  const namesakes = naming.then((found) =>
    found.flatMap(({ record, agrees }) => (record && agrees.length > 0 && isLiving(record) ? [record] : [])),
  );
  const { sites, isDnsDown, hasSearch } = await sitesOfName(context, question, namesakes);
  const found = await naming;
  for (const site of sites) addSite(found, site);
  // A national register's record replaces the LEI record with its number.
  const candidates = found
    .filter((one, at) => !found.slice(0, at).some(({ record }) => isSameEntity(record, one.record)))
    .sort((a, b) => b.confidence - a.confidence || Number(isLiving(b.record)) - Number(isLiving(a.record)))
    .slice(0, MAX_CANDIDATES);
  // Without a country, a register that needs a key is one of many.
  const incomplete = inquiry.incomplete.filter(({ reason }) => question.country || reason === "unavailable");
  if (isDnsDown) incomplete.push({ source: "dns", reason: "unavailable", retry_after: DNS_RETRY_SECONDS });
  const [first, second] = candidates;
  const isProved = first && first.confidence >= PROVED && first.confidence - (second?.confidence ?? 0) >= CLEAR_LEAD;
  const unproved = first ? "name_alone_is_no_proof" : reasonForNothing({ ...inquiry, incomplete }, "name_not_found");
  if (!hasSearch) incomplete.push(withoutKey(WEB_SEARCH));
  const isAmbiguous = !isProved && candidates.length > 1;
  const { observedAt, cached } = inquiry;
  const resolution = { candidates, isAmbiguous, observedAt, cached, incomplete };
  return isProved ? { ...resolution, winner: first, reason: null } : { ...resolution, winner: null, reason: unproved };
}

const DNS_RETRY_SECONDS = 5;
const WEB_SEARCH = { name: "web_search", title: "web search", variables: ["WEB_SEARCH"] };

async function entitiesNamed(inquiry: Inquiry, { name, country }: NameQuestion): Promise<EntityCandidate[]> {
  const isAsked = (register: Register) => !country || (countryOf(register) ?? country) === country;
  const registers = REGISTERS.filter((register) => register.rowsOfName && isAsked(register));
  const found = await Promise.all(registers.map((register) => inquiry.search(register, "name", name)));
  const records = found.flatMap((some) => some ?? []).filter((record) => !country || record.country === country);
  return records.flatMap((record) => scoreByName(name, record) ?? []);
}

/** Adds a site to the entity that a register gives it to, or as a candidate of its own. */
function addSite(found: EntityCandidate[], candidate: EntityCandidate): void {
  const { site, domain, agrees, confidence } = candidate;
  const owner = found.find((one) => one.record && one.domain === domain && isLiving(one.record));
  if (!owner) {
    found.push(candidate);
    return;
  }
  const [here, there] = [site?.words?.country, owner.record?.country];
  if (here && there && here !== there) owner.disagrees.push({ fact: "country", here, there });
  owner.agrees.push(...agrees);
  Object.assign(owner, { site, confidence: Math.max(owner.confidence, confidence) });
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
