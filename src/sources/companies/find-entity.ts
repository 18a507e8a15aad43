import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { compareLegalNames, countriesOfForm, readLegalName } from "../../readers/legal/legal-names.ts";
import { haveCommonNumber, type LegalNumber, registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import {
  countryOf,
  findByDomain,
  findByName,
  findLeis,
  lookUpNumber,
  missingVariables,
  REGISTERS,
  registerNamed,
} from "../registers/registers.ts";
import type { HomeFailure } from "../website/site-pages.ts";
import { chooseEntity, type EntityLook, ownLegalNames } from "./choose-entity.ts";
import { domainOf, isNamesakeAmong, matchEntity } from "./match-entity.ts";
import { readSiteEvidence, type SiteEvidence } from "./site-evidence.ts";
import { noteAnswer, nothingUnasked, type UnaskedRegisters } from "./unasked-registers.ts";

type EntityFinding = { status: "looked"; look: EntityLook; observedAt: number; cached: boolean } | HomeFailure;

/** The entity behind `domain`. Cached for 7 days; for one day if it is not proved. Never throws. */
export async function findEntity(context: SourceContext, domain: string): Promise<EntityFinding> {
  type Look = { status: "looked"; look: EntityLook } | HomeFailure;
  const ttlMs = (found: Look) => {
    if (found.status !== "looked") return 0;
    const { isComplete, unavailable, winner } = found.look;
    return isComplete && unavailable.length === 0 ? (winner ? 7 : 1) * DAY_MS : 0;
  };
  // A register whose key was added since may know more. The number is that of the shape of a look.
  const key = `${domain} 2 ${REGISTERS.flatMap((register) => missingVariables(context, register)).join("+")}`;
  const {
    data,
    observedAt,
    cached: isCached,
  } = await cached<Look>(context, "proved_entity", key, ttlMs, async () => {
    const site = await readSiteEvidence(context, domain);
    return site.status === "ok" ? { status: "looked", look: await proveEntity(context, site) } : site;
  });
  if (data.status === "not_found" || data.status === "failed") return data;
  return { status: "looked", look: data.look, observedAt, cached: isCached };
}

/** The LEI record of an entity of a national register; null when it has none or GLEIF could not be asked. */
export async function leiOf(context: SourceContext, record: RegisterRecord): Promise<RegisterRecord | null> {
  if (record.register === "gleif") return record;
  const answer = await findLeis(context, record.number);
  return answer.status === "found" && answer.data.length === 1 ? (answer.data[0] ?? null) : null;
}

const MAX_NUMBERS = 8;
const MAX_NAMES = 3;

/** Asks the registers about what the site says: its numbers, then its domain, then its legal names. */
async function proveEntity(context: SourceContext, site: SiteEvidence): Promise<EntityLook> {
  const unasked = nothingUnasked();
  const records = new Map<
    string,
    { record: RegisterRecord; sharers: number; isConfirmed: boolean; hasNamesake: boolean }
  >();
  const keep = (record: RegisterRecord, sharers = 1, hasNamesake = false) => {
    const known = records.get(record.id);
    // The same entity from two registers is confirmed.
    const twin = [...records.values()].find(
      (other) =>
        other.record.register !== record.register && other.record.id !== record.id && isOneEntity(other.record, record),
    );
    if (twin) twin.isConfirmed = true;
    else if (!known) records.set(record.id, { record, sharers, isConfirmed: false, hasNamesake });
  };

  const written = site.legal.entities.flatMap(({ numbers }) => numbers);
  const lookups = lookupsOf(written).map((number) => lookUpNumber(context, number));
  for (const { register, answer } of (await Promise.all(lookups)).flat()) {
    noteAnswer(unasked, register, answer);
    if (answer.status === "found") keep(answer.data);
  }
  const judged = () => [...records.values()].map(({ record, ...more }) => matchEntity(site, record, more));
  if (!judged().some(({ isAccepted }) => isAccepted)) {
    const answers = await Promise.all(
      REGISTERS.filter(({ rowsOfDomain }) => rowsOfDomain).map(async (register) => {
        const answer = await findByDomain(context, register, site.domain);
        noteAnswer(unasked, register.name, answer);
        // A register may match parts of a domain: only this exact one counts.
        const found = answer.status === "found" ? answer.data : [];
        return found.filter(
          ({ website }) => domainOf(website) === site.domain || domainOf(website) === site.redirectedTo,
        );
      }),
    );
    for (const found of answers) {
      const sharers = unique(found);
      for (const record of sharers) keep(record, sharers.length, await hasNamesake(context, site, record, unasked));
    }
  }
  if (!judged().some(({ isAccepted }) => isAccepted)) {
    for (const record of await namedEntities(context, site, unasked)) keep(record);
  }
  return chooseEntity(site, judged(), unasked);
}

/** Asks the register for namesakes of an entity that only its domain and name prove. Also true when it cannot tell now. */
async function hasNamesake(
  context: SourceContext,
  site: SiteEvidence,
  record: RegisterRecord,
  unasked: UnaskedRegisters,
): Promise<boolean> {
  const register = registerNamed(record.register);
  const isProvedWithout = matchEntity(site, record, { hasNamesake: true }).isAccepted;
  if (!register || isProvedWithout || !matchEntity(site, record).isAccepted) return false;
  // Without the form, which namesakes may have another of.
  const [, name = record.name] = /^(.*\S) \S+$/.exec(readLegalName(record.name).form ? record.name : "") ?? [];
  const answer = await findByName(context, register, name);
  noteAnswer(unasked, register.name, answer);
  return answer.status === "found" ? isNamesakeAmong(record, answer.data) : answer.status === "unavailable";
}

/** Valid numbers, a VAT number as the register number in it. */
function lookupsOf(written: LegalNumber[]): LegalNumber[] {
  const usable = written.filter(({ isValid, kind }) => isValid !== false && kind !== "tax");
  const derived = usable.map((number) => registerNumberOfVat(number) ?? number);
  return [...new Map(derived.map((number) => [`${number.scheme} ${number.number}`, number])).values()].slice(
    0,
    MAX_NUMBERS,
  );
}

/** Registers ranked by country: entities whose legal names the site states exactly. */
async function namedEntities(
  context: SourceContext,
  site: SiteEvidence,
  unasked: UnaskedRegisters,
): Promise<RegisterRecord[]> {
  const names = ownLegalNames(site).slice(0, MAX_NAMES);
  const countries = site.countries.length > 0 ? site.countries : names.flatMap(countryOfForm);
  const searchable = REGISTERS.filter(({ rowsOfName }) => rowsOfName);
  const national = searchable.filter((register) => countries.includes(countryOf(register) ?? ""));
  // For Germany, Austria, the Netherlands and others, the LEI index has the court's or chamber's number as well as the name.
  const registers = national.length > 0 ? national : searchable.filter((register) => countryOf(register) === null);
  const found: RegisterRecord[] = [];
  const questions = names.flatMap((name) => registers.map((register) => ({ name, register })));
  const asking = questions.map(async ({ name, register }) => {
    return { name, register, answer: await findByName(context, register, name) };
  });
  for (const { name, register, answer } of await Promise.all(asking)) {
    noteAnswer(unasked, register.name, answer);
    if (answer.status !== "found") continue;
    found.push(
      ...answer.data.filter((record) =>
        [record.name, ...record.formerNames].some((other) => compareLegalNames(name, other) === "exact"),
      ),
    );
  }
  return found;
}

function countryOfForm(name: string): string[] {
  return countriesOfForm(readLegalName(name).form ?? "");
}

function isOneEntity(a: RegisterRecord, b: RegisterRecord): boolean {
  return haveCommonNumber([a.number, ...a.otherNumbers], [b.number, ...b.otherNumbers]);
}

function unique(records: RegisterRecord[]): RegisterRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
