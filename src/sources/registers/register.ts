import type { Config } from "../../config.ts";
import type { LegalNumber } from "../../text/companies/legal-numbers.ts";
import type { RegisterClient } from "./ask-register.ts";

/** Where a company is registered; parts that the register does not give are null. `text` is the whole in one line. */
export type RegisteredAddress = {
  text: string;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  region: string | null;
  /** ISO 3166-1. */
  country: string | null;
};

/**
 * How many people a company employs according to a register. The states differ: a number or band, one that exists but is not
 * published, one that the register does not have, one that could not be asked for, and a register without head counts (`null`
 * in the record).
 */
export type HeadCount =
  | { state: "value" | "band"; min: number; max: number | null; asOf: string | null }
  | { state: "withheld"; min: number | null; max: number | null; asOf: string | null }
  | { state: "absent" }
  /** Another service of the register has it and could not be asked. */
  | { state: "unavailable" };

export type RegisterStatus = "active" | "in_liquidation" | "insolvent" | "dissolved" | "unknown";

/** One legal entity of a register. Texts are inert, dates `YYYY-MM-DD` or shorter; what the register does not state is null. */
export type RegisterRecord = {
  /** Name of the register's adapter, e.g. `brreg`. */
  register: string;
  /** Identifies the entity: scheme and number, e.g. `NO_ORGNR:923609016`. */
  id: string;
  country: string | null;
  number: LegalNumber;
  name: string;
  formerNames: string[];
  /** Trade names and names in other scripts. */
  otherNames: string[];
  form: string | null;
  status: RegisterStatus;
  /** Since when it has been dissolved or in liquidation. */
  statusSince: string | null;
  address: RegisteredAddress | null;
  /** Industry: `scheme` names the classification and its edition. */
  codes: { scheme: string; code: string; label: string | null; level: "class" | "division" }[];
  employees: HeadCount | null;
  founded: string | null;
  website: string | null;
  phone: string | null;
  email: string | null;
  /** Other identifiers of the same entity: VAT, LEI, establishment numbers. */
  otherNumbers: LegalNumber[];
  description: string | null;
  /** Address of the record for people. */
  url: string;
  /** When imported data was published, in milliseconds since 1970; absent in live answers. */
  publishedAt?: number;
};

/** A public role, e.g. a director. Birth dates, home addresses and nationalities are never read. */
export type Role = { name: string; role: string; since: string | null };

/** A register's answer. A 429 is `unavailable`, never "not found". */
export type RegisterAnswer<T> =
  | { status: "found"; data: T; observedAt: number; cached: boolean }
  /** `isWithheld`: the number is valid, and the register does not disclose its owner. */
  | { status: "not_found"; isWithheld?: true }
  | { status: "unavailable"; retryAfterSeconds: number }
  | { status: "not_configured"; variables: string[] };

/** One register. Its file is the adapter; the list in `registers.ts` derives the rest. */
export type Register = {
  name: string;
  /** Shown in answers. */
  title: string;
  /** ISO 3166-1; null for one that covers many countries. */
  country: string | null;
  /** Schemes of {@link LegalNumber} that it can look up; its records have numbers of the first. */
  schemes: string[];
  licence: string;
  attribution: string;
  /** Its records are in the operator's database: a missing one proves nothing, and nothing is cached. */
  isImport?: true;
  /** Variables that switch it on; without them it is always on. */
  variables?: readonly string[];
  /** How long a record is kept: 7 to 30 days. */
  keptForDays: number;
  /** Milliseconds between two requests of the whole deployment to its host. */
  intervalMs: number;
  /** Headers of its requests, for registers that want a key or a contact. */
  headers?(config: Config): Record<string, string>;
  /** The page about the entity with this number, for people. */
  recordUrl(number: string): string;
  /** The entity with exactly this number. */
  findByNumber(client: RegisterClient, number: LegalNumber): Promise<RegisterRecord | null>;
  /** Entities whose names contain the words, not ranked: the first hit may be any of them. */
  findByName?(client: RegisterClient, name: string): Promise<RegisterRecord[]>;
  /** Entities that give this domain as their web site. */
  findByDomain?(client: RegisterClient, domain: string): Promise<RegisterRecord[]>;
  /** People who hold public roles now. */
  listRoles?(client: RegisterClient, number: LegalNumber): Promise<Role[]>;
};
