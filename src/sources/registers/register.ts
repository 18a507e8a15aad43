import type { Config } from "../../config.ts";
import type { Row, Where } from "../../lib/json-paths.ts";
import type { LegalNumber } from "../../readers/legal/legal-numbers.ts";
import type {
  HeadCount,
  RegisteredAddress,
  RegisterRecord,
  RegisterStatus,
  Role,
} from "../../readers/legal/register-record.ts";
import type { RegisterClient } from "./ask-register.ts";

/** A register's answer. A 429 is `unavailable`, never "not found". */
export type RegisterAnswer<T> =
  | { status: "found"; data: T; observedAt: number; cached: boolean }
  /** `isWithheld`: the number is valid, and the register does not disclose its owner. */
  | { status: "not_found"; isWithheld?: true }
  | { status: "unavailable"; retryAfterSeconds: number }
  | { status: "not_configured"; variables: string[] };

/** Where the rows of one register have the fields of an entity. */
export type EntityFields = {
  /** By default the number that was asked for. */
  number?: Where;
  name: Where;
  /** Rows of private persons, and those that are not shown for another reason. */
  isLeftOut?(row: Row): boolean;
  formerNames?: Where;
  otherNames?: Where;
  /** By default that of the number. */
  country?: Where;
  form?: Where;
  status: (row: Row) => RegisterStatus | { status: RegisterStatus; since: unknown };
  address?: AddressFields;
  industry?: { scheme: string; code: Where; label?: Where } | ((row: Row) => RegisterRecord["codes"]);
  employees?: (row: Row) => HeadCount;
  founded?: Where;
  website?: Where;
  phone?: Where;
  email?: Where;
  description?: Where;
  /** By scheme. */
  otherNumbers?: Record<string, Where> | ((row: Row) => LegalNumber[]);
  /** When imported data was published, in milliseconds since 1970. */
  publishedAt?: Where;
};

/** Parts of an address, as places in the row or in its object at `of`. The country is the register's own by default. */
export type AddressFields = { of?: string | ((row: Row) => unknown) } & { [part in keyof RegisteredAddress]?: Where };

/** One register. Its file says how it is asked and where its rows have which field; `registers.ts` does the rest. */
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
  /** Where its rows have the fields of an entity. */
  fields: EntityFields;
  /** Rows about a number; a search may have others among them. */
  rowsOfNumber(client: RegisterClient, number: LegalNumber): Promise<Row[]>;
  /** Rows of entities whose names contain the words, not ranked: the first hit may be any of them. */
  rowsOfName?(client: RegisterClient, name: string): Promise<Row[]>;
  /** Rows of entities that give this domain as their web site. */
  rowsOfDomain?(client: RegisterClient, domain: string): Promise<Row[]>;
  /** People who hold public roles now. */
  listRoles?(client: RegisterClient, number: LegalNumber): Promise<Role[]>;
};
