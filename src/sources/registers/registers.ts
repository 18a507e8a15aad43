import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import {
  countryOfScheme,
  haveCommonNumber,
  type LegalNumber,
  registerNumberOfVat,
  vatOfRegisterNumber,
} from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { ares } from "./ares.ts";
import { createRegisterClient, NameWithheld, type RegisterClient, RegisterUnavailable } from "./ask-register.ts";
import { brreg } from "./brreg.ts";
import { gleif, leisOfNumber, parentsOf } from "./gleif.ts";
import { companiesHouseImport, gleifImport } from "./imported.ts";
import { bolagsverket, companiesHouse, cvr } from "./keyed-registers.ts";
import { krs, whiteList } from "./krs.ts";
import { ariregister, cro, prh, rpo, ur } from "./open-registers.ts";
import { rechercheEntreprises } from "./recherche-entreprises.ts";
import { entityOf, type Register, type RegisterAnswer } from "./register.ts";
import { sec } from "./sec.ts";
import { vies } from "./vies.ts";

/** Every register. A new one is a file with its adapter and a line here. */
export const REGISTERS: readonly Register[] = [
  brreg,
  rechercheEntreprises,
  prh,
  ares,
  companiesHouse,
  cvr,
  bolagsverket,
  sec,
  cro,
  ur,
  rpo,
  ariregister,
  krs,
  whiteList,
  gleif,
  vies,
  // After the live registers, so that a live record precedes an imported one.
  gleifImport,
  companiesHouseImport,
];

const KEPT_FOR_DAYS = 7;

export function registerNamed(name: string): Register | undefined {
  return REGISTERS.find((register) => register.name === name);
}

/** The registers that can look up a number of this kind; national ones before VIES. */
export function registersOf(scheme: string): Register[] {
  return REGISTERS.filter(({ schemes }) => schemes.includes(scheme));
}

/** The country of a register (ISO 3166-1); null for one that covers many. */
export function countryOf({ schemes }: Register): string | null {
  const [country = null, ...more] = new Set(schemes.map(countryOfScheme));
  return more.length === 0 ? country : null;
}

/** The entity with exactly this number. Kept for 7 days, "not found" for one. Never throws. */
export function findByNumber(context: SourceContext, register: Register, number: LegalNumber) {
  return asked(context, register, `number ${number.number}`, (client) => recordOfNumber(client, register, number));
}

/** The entity with this number among the register's rows; a row of another scheme was found by the number that was asked. */
export async function recordOfNumber(client: RegisterClient, register: Register, asked: LegalNumber) {
  const rows = await register.rowsOfNumber(client, asked);
  const found = rows.flatMap((row) => entityOf(register, row, asked) ?? []);
  const isAsked = ({ number, otherNumbers }: RegisterRecord) =>
    number.scheme !== asked.scheme || haveCommonNumber([number, ...otherNumbers], [asked]);
  return found.find(isAsked) ?? null;
}

/** Answers about a number, until one has found it: first the register number inside a VAT number, then VIES. */
export async function lookUpNumber(context: SourceContext, number: LegalNumber) {
  const derived = registerNumberOfVat(number) ?? number;
  const vat = number.kind === "vat" ? number : vatOfRegisterNumber(derived);
  const questions = [derived, ...(vat && vat !== derived ? [vat] : [])].flatMap((asked) =>
    registersOf(asked.scheme).map((register) => ({ register, asked })),
  );
  const answers: { register: string; answer: RegisterAnswer<RegisterRecord> }[] = [];
  for (const { register, asked: given } of questions) {
    const answer = await findByNumber(context, register, given);
    if (!register.isImport || answer.status === "found") answers.push({ register: register.name, answer });
    if (answer.status === "found") break;
    // What the national register does not have need not be asked of VIES.
    if (answer.status === "not_found" && countryOf(register) !== null) break;
  }
  return answers;
}

/** Entities whose names contain these words, not ordered by relevance. Cached for 7 days. Never throws. */
export function findByName(context: SourceContext, register: Register, name: string) {
  const key = `name ${legalNameKey(name)} ${name.toLowerCase().trim()}`.slice(0, 300);
  return askedForRows(context, register, key, register.rowsOfName, name);
}

/** Entities that have registered this domain as their web site. Cached for 7 days. Never throws. */
export function findByDomain(context: SourceContext, register: Register, domain: string) {
  return askedForRows(context, register, `domain ${domain}`, register.rowsOfDomain, domain);
}

async function askedForRows(
  context: SourceContext,
  register: Register,
  key: string,
  rowsOf: Register["rowsOfName"],
  words: string,
): Promise<RegisterAnswer<RegisterRecord[]>> {
  if (!rowsOf) return { status: "not_found" };
  return asked(context, register, key, async (client) => {
    const rows = await rowsOf(client, words);
    return nonEmpty(rows.flatMap((row) => entityOf(register, row) ?? []));
  });
}

/** People who hold public roles now; the caller passes them through the suppression list. Never cached. Never throws. */
export async function listRoles(context: SourceContext, register: Register, number: LegalNumber) {
  const { listRoles: list } = register;
  if (!list) return { status: "not_found" as const };
  return asked(context, register, null, async (client) => nonEmpty(await list(client, number)));
}

/** LEI records of the entity with a national number. Never throws. */
export function findLeis(context: SourceContext, number: LegalNumber): Promise<RegisterAnswer<RegisterRecord[]>> {
  const key = `leis ${number.scheme} ${number.number}`;
  return asked(context, gleif, key, async (client) => nonEmpty(await leisOfNumber(client, number)));
}

/** The parents that an LEI reports. Never throws. */
export function findParents(context: SourceContext, lei: string) {
  return asked(context, gleif, `parents ${lei}`, (client) => parentsOf(client, lei));
}

function nonEmpty<T>(items: T[]): T[] | null {
  return items.length > 0 ? items : null;
}

export function missingVariables(context: SourceContext, { variables = [] }: Register): string[] {
  const config = context.config as Record<string, unknown>;
  return variables.filter((name) => !config[name]);
}

async function asked<T>(
  context: SourceContext,
  register: Register,
  /** Null: the answer is not cached. */
  key: string | null,
  load: (client: RegisterClient) => Promise<T | null>,
): Promise<RegisterAnswer<T>> {
  const variables = missingVariables(context, register);
  if (variables.length > 0) return { status: "not_configured", variables };
  const client = createRegisterClient(context, register);
  // A record whose head count could not be asked for is not cached, so that the next call gets it.
  const isUnfinished = (data: T | null) => (data as Partial<RegisterRecord> | null)?.employees?.state === "unavailable";
  const ttlMs = (data: T | null) => (isUnfinished(data) ? 0 : data === null ? DAY_MS : KEPT_FOR_DAYS * DAY_MS);
  try {
    const isKept = key !== null && !register.isImport;
    const look = isKept
      ? await cached(context, "register", `${register.name} ${key}`, ttlMs, () => load(client))
      : { data: await load(client), observedAt: Date.now(), cached: false };
    if (look.data === null) return { status: "not_found" };
    // Imported records are as old as what was imported, the oldest of them.
    const published = [look.data].flat().flatMap((item) => (item as Partial<RegisterRecord>).publishedAt ?? []);
    return { status: "found", ...look, data: look.data, observedAt: Math.min(look.observedAt, ...published) };
  } catch (error) {
    if (error instanceof NameWithheld) return { status: "not_found", isWithheld: true };
    if (error instanceof RegisterUnavailable)
      return { status: "unavailable", retryAfterSeconds: error.retryAfterSeconds };
    throw error;
  }
}
