import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import {
  countryOfScheme,
  haveCommonNumber,
  type LegalNumber,
  registerNumberOfVat,
  vatOfRegisterNumber,
} from "../../readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { upstreamFailure } from "../facts/finding.ts";
import { ares } from "./ares.ts";
import { createRegisterClient, NameWithheld, type RegisterClient, RegisterUnavailable } from "./ask-register.ts";
import { brreg } from "./brreg.ts";
import { gleif, leisOfNumber, parentsOf } from "./gleif.ts";
import { companiesHouseImport, gleifImport } from "./imported.ts";
import { bolagsverket, companiesHouse, cvr } from "./keyed-registers.ts";
import { krs, whiteList } from "./krs.ts";
import { ariregister, cro, prh, rpo, ur } from "./open-registers.ts";
import { rechercheEntreprises } from "./recherche-entreprises.ts";
import { entityOf, type Register } from "./register.ts";
import { sec } from "./sec.ts";
import { vies } from "./vies.ts";

/** Every register. A new one is a file with its adapter and a name here. */
export const REGISTERS: readonly Register[] = [
  ...[brreg, rechercheEntreprises, prh, ares, companiesHouse, cvr, bolagsverket, sec, cro, ur, rpo, ariregister, krs],
  ...[whiteList, gleif, vies],
  // After the live registers, so that a live record precedes an imported one.
  ...[gleifImport, companiesHouseImport],
];

export function registerNamed(name: string): Register | undefined {
  return REGISTERS.find((register) => register.name === name);
}

/** The country of a register (ISO 3166-1); null for one that covers many. */
export function countryOf({ schemes }: Register): string | null {
  const [country = null, ...more] = new Set(schemes.map(countryOfScheme));
  return more.length === 0 ? country : null;
}

/** The variables that a deployment lacks for a register. */
export function missingVariables(config: Config, { variables = [] }: Register): string[] {
  return variables.filter((name) => !config[name as keyof Config]);
}

/** A source that could not be asked, as answers show it; `retry_after` is in seconds. */
export type Unasked = {
  source: string;
  reason: "unavailable" | "not_configured";
  retry_after?: number;
  detail?: string;
};

/** A source for which the deployment lacks these variables. */
export function withoutKey({ name, title = name, variables = [] }: Pick<Register, "name" | "title" | "variables">) {
  const detail = `This deployment has no key for ${title}. Its operator can set ${variables.join(" and ")}.`;
  return { source: name, reason: "not_configured", detail } satisfies Unasked;
}

/** The error of a question about a number that no register could be asked. */
export function noRegisterAsked(incomplete: readonly Unasked[]): AppError {
  const busy = incomplete.find(({ reason }) => reason === "unavailable");
  if (busy) return upstreamFailure("The register", { status: busy.reason, retryAfterSeconds: busy.retry_after });
  const [why = "This deployment cannot ask the register of this number."] = incomplete.map(({ detail }) => detail);
  return new AppError("not_configured", `${why} Send the company's domain instead.`);
}

/** The questions to registers that one answer needs. They never throw: the answer is `undefined` for what is `incomplete`. */
export class Inquiry {
  /** How many questions were answered. */
  looked = 0;
  /** When the oldest record was seen, in milliseconds since 1970; 0 without a record. */
  observedAt = 0;
  /** All records were remembered. */
  cached = false;
  /** A register knows a number and does not disclose its owner. */
  isWithheld = false;
  readonly incomplete: Unasked[] = [];
  readonly #context: SourceContext;

  constructor(context: SourceContext) {
    this.#context = context;
  }

  /** The entity with exactly this number. */
  byNumber(register: Register, number: LegalNumber) {
    return this.#ask(register, `number ${number.number}`, (client) => recordOfNumber(client, register, number));
  }

  /** The first record of a number: of the register number inside a VAT number, then of VIES. */
  async lookUp(number: LegalNumber): Promise<RegisterRecord | null> {
    const derived = registerNumberOfVat(number) ?? number;
    const vat = number.kind === "vat" ? number : vatOfRegisterNumber(derived);
    const questions = [derived, ...(vat && vat !== derived ? [vat] : [])].flatMap((asked) =>
      REGISTERS.filter(({ schemes }) => schemes.includes(asked.scheme)).map((register) => ({ register, asked })),
    );
    for (const { register, asked } of questions) {
      const found = await this.byNumber(register, asked);
      // What the national register does not have need not be asked of VIES.
      if (found || (found === null && countryOf(register) !== null)) return found;
    }
    return null;
  }

  /** Entities with these words in their names, or with this domain as their web site; not ordered by relevance. */
  search(register: Register, by: "name" | "domain", words: string) {
    const rowsOf = by === "name" ? register.rowsOfName : register.rowsOfDomain;
    return this.#ask(register, `${by} ${words.toLowerCase().trim()}`.slice(0, 300), async (client) => {
      const rows = (await rowsOf?.(client, words)) ?? [];
      return rows.flatMap((row) => entityOf(register, row) ?? []);
    });
  }

  /** LEI records of the entity with a national number. */
  leis(number: LegalNumber) {
    return this.#ask(gleif, `leis ${number.scheme} ${number.number}`, (client) => leisOfNumber(client, number));
  }

  /** The parents that an LEI reports. */
  parents(lei: string) {
    return this.#ask(gleif, `parents ${lei}`, (client) => parentsOf(client, lei));
  }

  /** People who hold public roles now; the caller passes them through the suppression list. Never kept. */
  roles(register: Register, number: LegalNumber) {
    return this.#ask(register, null, async (client) => (await register.listRoles?.(client, number)) ?? []);
  }

  /** An answer without a key is not kept. */
  async #ask<T extends object | null>(
    register: Register,
    key: string | null,
    load: (client: RegisterClient) => Promise<T>,
  ): Promise<T | undefined> {
    const { name, isImport } = register;
    const missing = missingVariables(this.#context.config, register);
    if (missing.length > 0) return this.#note(withoutKey({ ...register, variables: missing }));
    const asking = () => load(createRegisterClient(this.#context, register));
    try {
      const look =
        key === null || isImport
          ? { data: await asking(), observedAt: Date.now(), cached: false }
          : await cached(this.#context, "register", `${name} ${key}`, keptForMs, asking);
      const found = [look.data ?? []].flat() as Partial<RegisterRecord>[];
      // An import does not prove that there is none.
      if (found.length > 0 || !isImport) this.looked++;
      if (found.length > 0) {
        // Imported records are as old as what was imported.
        const times = [look.observedAt, ...found.flatMap(({ publishedAt }) => publishedAt ?? [])];
        this.cached = look.cached && (this.cached || this.observedAt === 0);
        this.observedAt = Math.min(...times, this.observedAt || Number.POSITIVE_INFINITY);
      }
      return look.data;
    } catch (error) {
      if (error instanceof RegisterUnavailable)
        return this.#note({ source: name, reason: "unavailable", retry_after: error.retryAfterSeconds });
      if (!(error instanceof NameWithheld)) throw error;
      this.looked++;
      this.isWithheld = true;
      return undefined;
    }
  }

  #note(unasked: Unasked): undefined {
    const isKnown = this.incomplete.some(
      ({ source, reason }) => source === unasked.source && reason === unasked.reason,
    );
    if (!isKnown) this.incomplete.push(unasked);
  }
}

/** Seven days for records, and one for none. The next call gets a head count that could not be asked for this time. */
function keptForMs(data: unknown): number {
  const isUnfinished = (data as Partial<RegisterRecord> | null)?.employees?.state === "unavailable";
  const isNothing = data === null || (Array.isArray(data) && data.length === 0);
  return isUnfinished ? 0 : (isNothing ? 1 : 7) * DAY_MS;
}

/** The entity with this number among the register's rows; a row of another scheme was found by the number that was asked. */
export async function recordOfNumber(client: RegisterClient, register: Register, asked: LegalNumber) {
  const rows = await register.rowsOfNumber(client, asked);
  const found = rows.flatMap((row) => entityOf(register, row, asked) ?? []);
  const isAsked = ({ number, otherNumbers }: RegisterRecord) =>
    number.scheme !== asked.scheme || haveCommonNumber([number, ...otherNumbers], [asked]);
  return found.find(isAsked) ?? null;
}
