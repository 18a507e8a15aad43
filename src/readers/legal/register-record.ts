import { linesOf } from "../words/sections.ts";
import type { LegalNumber } from "./legal-numbers.ts";

type AddressPart = "street" | "postalCode" | "city" | "region" | "country";
/** Where a company is registered: `text` in one line, and parts, null where unknown; the country is ISO 3166-1. */
export type RegisteredAddress = { text: string } & Record<AddressPart, string | null>;

/** Employees: a number or band, one that is not published, that the register lacks, or that could not be asked for. */
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
  status: RegisterStatus;
  /** Since when it has been dissolved or in liquidation. */
  statusSince: string | null;
  address: RegisteredAddress | null;
  /** Industry: `scheme` names the classification and its edition. */
  codes: { scheme: string; code: string; label: string | null; level: "class" | "division" }[];
  employees: HeadCount | null;
  /** Other identifiers of the same entity: VAT, LEI, establishment numbers. */
  otherNumbers: LegalNumber[];
  /** Address of the record for people. */
  url: string;
  /** When imported data was published, in milliseconds since 1970; absent in live answers. */
  publishedAt?: number;
} & Record<"form" | "founded" | "website" | "phone" | "email", string | null>;

/** A public role, e.g. a director. Birth dates, home addresses and nationalities are never read. */
export type Role = { name: string; role: string; since: string | null };

const french = linesOf("french legal forms");
/** Forms in Czech by the three-digit codes of the Czech registers. */
export const czechForms = linesOf("czech legal forms");

/** The form of a four-digit code of Insee, in French; null for an unknown one. */
export function frenchForm(code: string): string | null {
  return french().get(code) ?? french().get(code.slice(0, 2)) ?? null;
}

/** The divisions of NACE Rev. 2, which most national classifications share in their first two digits. */
export const naceDivisions = linesOf("nace divisions");
