/** Reads the fields of register answers: a value that is not of the documented shape counts as absent. */

import { string } from "../../lib/loose-json.ts";
import { type LegalNumber, legalNumber } from "../../readers/legal/legal-numbers.ts";
import { divisionLabel } from "../../readers/legal/nace-divisions.ts";
import type { HeadCount, RegisteredAddress, RegisterRecord } from "../../readers/legal/register-record.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import type { Register } from "./register.ts";

const MAX_TEXT = 200;

/** Inert text, or null. Numbers count as text: some registers write postal codes as numbers. */
export function textOf(value: unknown, maxLength = MAX_TEXT): string | null {
  const given = typeof value === "number" ? String(value) : string(value);
  return given === null ? null : plainText(given, maxLength) || null;
}

/** `YYYY-MM-DD`, `YYYY-MM` or `YYYY` from the start of a date; null for anything else. */
export function dateOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : (string(value) ?? "");
  const [date] = /^\d{4}(-\d\d(-\d\d)?)?(?=$|T| |\+|Z)/.exec(text) ?? [];
  if (date) return date;
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

/** The texts among some values. */
export function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((item) => textOf(item) ?? []);
}

/** An address; null when no part of it is known. */
export function registeredAddress(parts: Partial<Record<keyof RegisteredAddress, unknown>>): RegisteredAddress | null {
  const [street, postalCode, city, region] = [parts.street, parts.postalCode, parts.city, parts.region].map((part) =>
    textOf(Array.isArray(part) ? textsOf(part).join(", ") : part),
  ) as [string | null, string | null, string | null, string | null];
  const code = textOf(parts.country)?.toUpperCase() ?? "";
  const country = /^[A-Z]{2}$/.test(code) ? code : null;
  const line = [street, [postalCode, city].filter(Boolean).join(" "), region].filter(Boolean).join(", ");
  const text = textOf(parts.text) ?? line;
  return text ? { text, street, postalCode, city, region, country } : null;
}

/** A band of employees. */
export function band(min: number, max: number | null, asOf: string | null): HeadCount {
  return { state: min === max ? "value" : "band", min, max, asOf };
}

/**
 * An industry code. Without a label from the register it gets that of its NACE division (the first two digits), and says so.
 */
export function industryCode(scheme: string, value: unknown, label: unknown = null): RegisterRecord["codes"] {
  const code = textOf(value, 20);
  if (!code) return [];
  const given = textOf(label);
  if (given) return [{ scheme, code, label: given, level: "class" }];
  const division = divisionLabel(code);
  return [{ scheme, code, label: division, level: division ? "division" : "class" }];
}

/**
 * An entity of the register, with a number in its first scheme unless another is given; `more` replaces the nulls. Null for a
 * bad number or without a name.
 */
export function entity(
  register: Pick<Register, "name" | "schemes" | "recordUrl">,
  number: unknown,
  name: unknown,
  more: Partial<RegisterRecord>,
  scheme = register.schemes[0] ?? "",
): RegisterRecord | null {
  const read = legalNumber(scheme, textOf(number) ?? "");
  const legalName = textOf(name);
  if (!read || !legalName) return null;
  const isOther = (given: string) => given !== legalName;
  return {
    register: register.name,
    id: legalNumberId(read),
    country: read.country,
    number: read,
    name: legalName,
    form: null,
    status: "unknown",
    statusSince: null,
    address: null,
    codes: [],
    employees: null,
    founded: null,
    website: null,
    phone: null,
    email: null,
    otherNumbers: [],
    description: null,
    url: register.recordUrl(read.number),
    ...more,
    formerNames: (more.formerNames ?? []).filter(isOther),
    otherNames: (more.otherNames ?? []).filter(isOther),
  };
}

/** The id of an entity by its number. */
export function legalNumberId({ scheme, number }: LegalNumber): string {
  return `${scheme}:${number}`;
}

/** Other identifiers of an entity. */
export function numbersOf(...given: [scheme: string, value: unknown][]): LegalNumber[] {
  return given.flatMap(([scheme, value]) => legalNumber(scheme, textOf(value) ?? "") ?? []);
}

/** The entity's national number, if its LEI record has it; otherwise the number of the record. */
export function nationalNumber({ number, otherNumbers }: RegisterRecord): LegalNumber {
  return (number.scheme === "LEI" && otherNumbers.find(({ kind }) => kind === "register")) || number;
}

/** Only the entities. */
export function present<T>(values: (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}

/** The entity with this number, of a search that may find others. */
export function withNumber(found: (RegisterRecord | null)[], number: string): RegisterRecord | null {
  return found.find((entity) => entity?.number.number === number) ?? null;
}

/** The name of a person that the register writes in capitals. */
export function titled(name: string): string {
  return name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase());
}
