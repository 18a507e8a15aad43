/** Which legal entity is behind a site: the numbers on its own pages, then registers that know domains, then names with proof. */
import type { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { compareLegalNames, readLegalName } from "../../text/companies/legal-names.ts";
import { type LegalNumber, registerNumberOfVat } from "../../text/companies/legal-numbers.ts";
import type { RegisterAnswer, RegisterRecord } from "../registers/register.ts";
import {
  findByDomain,
  findByName,
  findLeis,
  lookUpNumber,
  missingVariables,
  REGISTERS,
} from "../registers/registers.ts";
import type { NamedEntity } from "../website/legal-entities.ts";
import { domainOf, type Match, matchEntity } from "./match-entity.ts";
import { readSiteEvidence, type SiteEvidence } from "./site-evidence.ts";

/** An entity as its site names it, for countries whose registers cannot be asked. */
export type SiteEntity = { name: string; numbers: LegalNumber[]; seen: NamedEntity["seen"]; confidence: number };

export type EntityLook = {
  /** Accepted ones first, then by confidence. */
  matches: Match[];
  /** The one entity that the evidence proves, or null. */
  winner: Match | null;
  /** What the site itself says, when no register could confirm it. */
  onSite: SiteEntity | null;
  /** More than one entity fits, or several are named and none is proved. */
  isAmbiguous: boolean;
  /** Numbers on the site whose check digits are wrong: typing errors there. */
  wrongNumbers: LegalNumber[];
  countries: string[];
  redirectedTo: string | null;
  /** Registers that could not be asked this time, with the seconds to wait. */
  unavailable: { register: string; retryAfterSeconds: number }[];
  notConfigured: string[];
  isComplete: boolean;
};

export type EntityFinding =
  | { look: EntityLook; observedAt: number; cached: boolean }
  | { reason: string }
  | { error: AppError };

const DAY_MS = 24 * 3_600_000;
const MAX_NUMBERS = 8;
const MAX_NAMES = 3;
const MAX_MATCHES = 10;

/** The entity behind `domain`. Kept for 7 days, unproved for one. Never throws. */
export async function findEntity(context: SourceContext, domain: string): Promise<EntityFinding> {
  type Look = { look: EntityLook } | { reason: string } | { error: AppError };
  const ttlMs = (found: Look) => {
    if (!("look" in found)) return 0;
    const { isComplete, unavailable, winner } = found.look;
    return isComplete && unavailable.length === 0 ? (winner ? 7 : 1) * DAY_MS : 0;
  };
  // A further register that gets its key may know more.
  const key = `${domain} ${REGISTERS.flatMap((register) => missingVariables(context, register)).join("+")}`;
  const {
    data,
    observedAt,
    cached: isCached,
  } = await cached<Look>(context, "site_entity", key, ttlMs, async () => {
    const site = await readSiteEvidence(context, domain);
    return "home" in site ? { look: await proveEntity(context, site) } : site;
  });
  return "look" in data ? { look: data.look, observedAt, cached: isCached } : data;
}

/** Asks the registers about everything the site says, and decides. */
export async function proveEntity(context: SourceContext, site: SiteEvidence): Promise<EntityLook> {
  const unavailable: EntityLook["unavailable"] = [];
  const notConfigured = new Set<string>();
  const note = (register: string, answer: RegisterAnswer<unknown>) => {
    if (answer.status === "unavailable") unavailable.push({ register, retryAfterSeconds: answer.retryAfterSeconds });
    if (answer.status === "not_configured") for (const name of answer.variables) notConfigured.add(name);
  };
  const records = new Map<string, { record: RegisterRecord; sharers: number; isConfirmed: boolean }>();
  const keep = (record: RegisterRecord, sharers = 1) => {
    const known = records.get(record.id);
    // The same entity from two registers is confirmed.
    const twin = [...records.values()].find(
      (other) => other.record.register !== record.register && isOneEntity(other.record, record),
    );
    if (twin) twin.isConfirmed = true;
    else if (!known) records.set(record.id, { record, sharers, isConfirmed: false });
  };

  const written = site.legal.entities.flatMap(({ numbers }) => numbers);
  for (const number of lookupsOf(written, site.countries)) {
    for (const { register, answer } of await lookUpNumber(context, number)) {
      note(register, answer);
      if (answer.status === "found") keep(answer.data);
    }
  }
  const judged = () => [...records.values()].map(({ record, ...more }) => matchEntity(site, record, more));
  if (!judged().some(({ isAccepted }) => isAccepted)) {
    const answers = await Promise.all(
      REGISTERS.filter(({ findByDomain: find }) => find).map(async (register) => {
        const answer = await findByDomain(context, register, site.domain);
        note(register.name, answer);
        // A register may match parts of what it has: only this very domain counts.
        const found = answer.status === "found" ? answer.data : [];
        return found.filter(
          ({ website }) => domainOf(website) === site.domain || domainOf(website) === site.redirectedTo,
        );
      }),
    );
    for (const found of answers) for (const record of unique(found)) keep(record, unique(found).length);
  }
  if (!judged().some(({ isAccepted }) => isAccepted)) {
    for (const record of await namedEntities(context, site, note)) keep(record);
  }
  return decide(site, judged(), { unavailable, notConfigured: [...notConfigured] });
}

/** The numbers to look up: valid ones, a VAT number as the register number it contains, Czech before Slovak only where the site is Czech. */
function lookupsOf(written: LegalNumber[], countries: string[]): LegalNumber[] {
  const usable = written.filter(({ isValid, kind }) => isValid !== false && kind !== "tax");
  const derived = usable.map((number) => registerNumberOfVat(number) ?? number);
  const unique = [...new Map(derived.map((number) => [`${number.scheme} ${number.number}`, number])).values()];
  const isElsewhere = ({ scheme }: LegalNumber) =>
    (scheme === "CZ_ICO" && countries[0] === "SK") || (scheme === "SK_ICO" && countries[0] === "CZ");
  return unique.filter((number) => !isElsewhere(number)).slice(0, MAX_NUMBERS);
}

/** Registers ranked by country: entities whose legal names the site states exactly. */
async function namedEntities(
  context: SourceContext,
  site: SiteEvidence,
  note: (register: string, answer: RegisterAnswer<unknown>) => void,
): Promise<RegisterRecord[]> {
  const stated = [...site.legal.entities.flatMap(({ name }) => name ?? []), ...site.legal.copyrightNames];
  const names = [...new Set(stated.filter((name) => readLegalName(name).form !== null))].slice(0, MAX_NAMES);
  const countries = site.countries.length > 0 ? site.countries : names.flatMap(countryOfForm);
  const registers = REGISTERS.filter(
    (register) => register.findByName && register.country !== null && countries.includes(register.country),
  );
  const found: RegisterRecord[] = [];
  for (const name of names) {
    for (const register of registers) {
      const answer = await findByName(context, register, name);
      note(register.name, answer);
      if (answer.status === "found") {
        found.push(
          ...answer.data.filter((record) =>
            [record.name, ...record.formerNames].some((other) => compareLegalNames(name, other) === "exact"),
          ),
        );
      }
    }
  }
  return found;
}

const FORM_COUNTRIES: Record<string, string[]> = {
  inc: ["US"],
  corp: ["US"],
  llc: ["US"],
  oy: ["FI"],
  oyj: ["FI"],
  asa: ["NO"],
  as: ["NO", "CZ"],
  sas: ["FR"],
  sasu: ["FR"],
  sarl: ["FR"],
  ltd: ["GB", "IE"],
  plc: ["GB", "IE"],
  llp: ["GB"],
  dac: ["IE"],
  aps: ["DK"],
  sro: ["CZ", "SK"],
  ou: ["EE"],
  sia: ["LV"],
};

function countryOfForm(name: string): string[] {
  return FORM_COUNTRIES[readLegalName(name).form ?? ""] ?? [];
}

function decide(
  site: SiteEvidence,
  found: Match[],
  asked: Pick<EntityLook, "unavailable" | "notConfigured">,
): EntityLook {
  const matches = found
    .sort((a, b) => Number(b.isAccepted) - Number(a.isAccepted) || b.confidence - a.confidence)
    .slice(0, MAX_MATCHES);
  const accepted = matches.filter(({ isAccepted }) => isAccepted);
  const winner = accepted.length > 1 ? ownerAmong(site, accepted) : (accepted[0] ?? null);
  const onSite = winner ? null : statedEntity(site, matches);
  const { entities } = site.legal;
  const wrongNumbers = entities.flatMap(({ numbers }) => numbers.filter(({ isValid }) => isValid === false));
  return {
    matches,
    winner,
    onSite,
    isAmbiguous: !winner && !onSite && (matches.length > 0 || entities.length > 1),
    wrongNumbers,
    countries: site.countries,
    redirectedTo: site.redirectedTo,
    ...asked,
    isComplete: site.isComplete,
  };
}

/** Of several entities that a site proves, the one in its copyright line, else the only one of its country with its name. */
function ownerAmong({ legal, countries, names }: SiteEvidence, accepted: Match[]): Match | null {
  const isOwner = ({ record }: Match) =>
    legal.copyrightNames.some((name) => compareLegalNames(name, record.name) === "exact");
  const owners = accepted.filter(isOwner);
  if (owners.length === 1) return owners[0] ?? null;
  const pool = owners.length > 1 ? owners : accepted;
  const same = pool.filter(({ record }) => names.includes(readLegalName(record.name).words.join("")));
  const atHome = (same.length > 0 ? same : pool).filter(({ record }) => record.country === countries[0]);
  return (same.length > 0 || owners.length > 0) && atHome.length === 1 ? (atHome[0] ?? null) : null;
}

/**
 * The entity that a site alone names, where no register answers (Germany, Delaware): the only legal name on its pages, or
 * the one in its copyright line, or the only one with numbers on its imprint.
 */
function statedEntity({ legal }: SiteEvidence, matches: Match[]): SiteEntity | null {
  const named = legal.entities.filter((entity): entity is NamedEntity & { name: string } => entity.name !== null);
  const owner = named.filter(({ name }) =>
    legal.copyrightNames.some((other) => compareLegalNames(name, other) === "exact"),
  );
  const numbered = named.filter(
    ({ numbers, seen }) =>
      numbers.some(({ isValid }) => isValid !== false) &&
      seen.some(({ kind }) => kind === "imprint" || kind === "json_ld"),
  );
  const [only, ...more] =
    named.length === 1
      ? named
      : owner.length === 1
        ? owner
        : numbered.length === 1 && owner.length === 0
          ? numbered
          : [];
  if (!only || more.length > 0) return null;
  // A register knows the number under another name: nothing is proved.
  if (matches.some(({ disagrees }) => disagrees.some(({ fact }) => fact === "legal_name"))) return null;
  const valid = only.numbers.filter(({ isValid }) => isValid !== false);
  return { name: only.name, numbers: valid, seen: only.seen, confidence: valid.length > 0 ? 0.9 : 0.75 };
}

function isOneEntity(a: RegisterRecord, b: RegisterRecord): boolean {
  const numbers = (record: RegisterRecord) =>
    [record.number, ...record.otherNumbers].map(({ scheme, number }) => `${scheme} ${number}`);
  return numbers(a).some((number) => numbers(b).includes(number));
}

function unique(records: RegisterRecord[]): RegisterRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** The LEI record of an entity of a national register; null when it has none or GLEIF could not be asked. */
export async function leiOf(context: SourceContext, record: RegisterRecord): Promise<RegisterRecord | null> {
  if (record.register === "gleif") return record;
  const answer = await findLeis(context, record.number);
  return answer.status === "found" && answer.data.length === 1 ? (answer.data[0] ?? null) : null;
}
