import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { isSuppressed } from "../../privacy/suppressions.ts";
import { compareLegalNames, countriesOfForm, readLegalName } from "../../readers/legal/legal-names.ts";
import { registerNumberOfVat } from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { parseName } from "../../readers/names/person-name.ts";
import { countryOf, Inquiry, missingVariables, REGISTERS, registerNamed } from "../registers/registers.ts";
import type { HomeFailure } from "../website/site-pages.ts";
import { chooseEntity, type EntityLook, ownLegalNames } from "./choose-entity.ts";
import { domainOf, isNamesakeAmong, isSameEntity, matchEntity } from "./match-entity.ts";
import { readSiteEvidence, type SiteEvidence } from "./site-evidence.ts";

type Look = { status: "looked" } & EntityLook;

/** The entity behind `domain`. Cached for 7 days; for one day if it is not proved. Never throws. */
export async function findEntity(context: SourceContext, domain: string) {
  const ttlMs = (found: Look | HomeFailure) => {
    const isWhole = found.status === "looked" && found.isComplete;
    if (!isWhole || found.incomplete.some(({ reason }) => reason === "unavailable")) return 0;
    return (found.winner ? 7 : 1) * DAY_MS;
  };
  // A register whose key was added since may know more. The number is that of the shape of a look.
  const key = `${domain} 3 ${REGISTERS.flatMap((register) => missingVariables(context.config, register)).join("+")}`;
  const { data, ...seen } = await cached<Look | HomeFailure>(context, "proved_entity", key, ttlMs, async () => {
    const site = await readSiteEvidence(context, domain);
    return site.status === "ok" ? { status: "looked", ...(await proveEntity(site, new Inquiry(context))) } : site;
  });
  return data.status === "looked" ? { ...(await withoutHiddenOwners(context, domain, data)), ...seen } : data;
}

/** A look without sole traders, whose names are those of people, whom the suppression list hides. */
export async function withoutHiddenOwners<T extends Pick<EntityLook, "winner" | "candidates" | "reason">>(
  context: Pick<SourceContext, "env" | "config">,
  domain: string,
  look: T,
): Promise<T> {
  const own = look.candidates.flatMap(({ site }) => (site && !readLegalName(site.name).form ? site.name : []));
  const people = own.flatMap((name) => parseName(name) ?? []);
  const subjects = people.map((name) => ({ kind: "person" as const, name, domain }));
  if (subjects.length === 0 || !(await isSuppressed(context, subjects))) return look;
  const candidates = look.candidates.filter(({ site }) => !site || !own.includes(site.name));
  const winner = look.winner?.site && own.includes(look.winner.site.name) ? null : look.winner;
  return { ...look, candidates, winner, reason: winner ? look.reason : "no_legal_entity_on_site" };
}

/** A record that may be the site's, with what its register says about others. */
type Kept = { record: RegisterRecord; sharers?: number; hasNamesake?: boolean; isConfirmed?: boolean };

/** What the registers say about a site, asked in this order until an entity is proved. */
async function proveEntity(site: SiteEvidence, inquiry: Inquiry): Promise<EntityLook> {
  const kept: Kept[] = [];
  const judged = () => kept.map(({ record, ...more }) => matchEntity(site, record, more));
  for (const question of [entitiesOfNumbers, entitiesOfDomain, entitiesOfNames]) {
    for (const found of await question(site, inquiry)) {
      const { id, register } = found.record;
      // The same entity from two registers is confirmed.
      const others = kept.filter(({ record }) => record.register !== register && record.id !== id);
      const twin = others.find(({ record }) => isSameEntity(record, found.record));
      if (twin) twin.isConfirmed = true;
      else if (!kept.some(({ record }) => record.id === id)) kept.push(found);
    }
    if (judged().some(({ isAccepted }) => isAccepted)) break;
  }
  return chooseEntity(site, judged(), inquiry.incomplete);
}

const MAX_NUMBERS = 8;
const MAX_NAMES = 3;

/** By the valid numbers on the site, a VAT number as the register number in it. */
async function entitiesOfNumbers({ legal }: SiteEvidence, inquiry: Inquiry): Promise<Kept[]> {
  const written = legal.entities.flatMap(({ numbers }) => numbers);
  const usable = written.filter(({ isValid, kind }) => isValid !== false && kind !== "tax");
  const derived = usable.map((number) => registerNumberOfVat(number) ?? number);
  const distinct = [...new Map(derived.map((number) => [`${number.scheme} ${number.number}`, number])).values()];
  const found = await Promise.all(distinct.slice(0, MAX_NUMBERS).map((number) => inquiry.lookUp(number)));
  return found.flatMap((record) => (record ? [{ record }] : []));
}

/** By the domain that entities have registered as their web site. */
async function entitiesOfDomain(site: SiteEvidence, inquiry: Inquiry): Promise<Kept[]> {
  const searchable = REGISTERS.filter(({ rowsOfDomain }) => rowsOfDomain);
  const found = searchable.map(async (register) => {
    const records = (await inquiry.search(register, "domain", site.domain)) ?? [];
    // A register may match parts of a domain: only this exact one counts.
    const domains = [site.domain, site.redirectedTo ?? site.domain];
    const exact = records.filter(({ website }) => domains.includes(domainOf(website) ?? ""));
    const sharers = [...new Map(exact.map((record) => [record.id, record])).values()];
    const keeping = sharers.map(async (record): Promise<Kept> => {
      return { record, sharers: sharers.length, hasNamesake: await hasNamesake(site, record, inquiry) };
    });
    return Promise.all(keeping);
  });
  return (await Promise.all(found)).flat();
}

/** Asks the register for namesakes of an entity that only its domain and name prove. Also true when it cannot tell now. */
async function hasNamesake(site: SiteEvidence, record: RegisterRecord, inquiry: Inquiry): Promise<boolean> {
  const register = registerNamed(record.register);
  const isProvedWithout = matchEntity(site, record, { hasNamesake: true }).isAccepted;
  if (!register || isProvedWithout || !matchEntity(site, record).isAccepted) return false;
  // Without the form, which namesakes may have another of.
  const [, name = record.name] = /^(.*\S) \S+$/.exec(readLegalName(record.name).form ? record.name : "") ?? [];
  const others = await inquiry.search(register, "name", name);
  return !others || isNamesakeAmong(record, others);
}

/** By exact legal name, in the registers of the site's countries. */
async function entitiesOfNames(site: SiteEvidence, inquiry: Inquiry): Promise<Kept[]> {
  const names = ownLegalNames(site).slice(0, MAX_NAMES);
  const ofForms = names.flatMap((name) => countriesOfForm(readLegalName(name).form ?? ""));
  const countries = site.countries.length > 0 ? site.countries : ofForms;
  const searchable = REGISTERS.filter(({ rowsOfName }) => rowsOfName);
  const national = searchable.filter((register) => countries.includes(countryOf(register) ?? ""));
  // For Germany, Austria, the Netherlands and others, the LEI index has the court's or chamber's number as well as the name.
  const registers = national.length > 0 ? national : searchable.filter((register) => countryOf(register) === null);
  const found = names.flatMap((name) =>
    registers.map(async (register) => {
      const records = (await inquiry.search(register, "name", name)) ?? [];
      return records.filter(({ name: now, formerNames }) =>
        [now, ...formerNames].some((other) => compareLegalNames(name, other) === "exact"),
      );
    }),
  );
  return (await Promise.all(found)).flat().map((record) => ({ record }));
}
