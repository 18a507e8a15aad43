import type { Config } from "../../config.ts";
import { nodesAt, type Row, record, string, valueAt, valuesAt, type Where } from "../../lib/loose-json.ts";
import { type LegalNumber, legalNumber } from "../../readers/legal/legal-numbers.ts";
import type { HeadCount, RegisteredAddress, RegisterRecord, Role } from "../../readers/legal/register-record.ts";
import { naceDivisions } from "../../readers/legal/register-record.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { countryCode } from "../../readers/words/countries.ts";
import type { RegisterClient } from "./ask-register.ts";

type Status = RegisterRecord["status"];
type TextField = "number" | "country" | "form" | "statusSince" | "founded" | "website" | "phone" | "email";

/** Where the rows of one register have the fields of an entity: by default the number that was asked for, and its country. */
type EntityFields = { [field in TextField]?: Where } & {
  name: Where;
  formerNames?: Where;
  otherNames?: Where;
  /** Rows of private persons, and those that are not shown for another reason. */
  isLeftOut?(row: Row): boolean;
  status: (row: Row) => Status;
  address?: AddressFields;
  /** By classification; the first that a row has, because classifications have editions. */
  industry?: Record<string, [code: Where, label?: Where]>;
  employees?: (row: Row) => HeadCount;
  /** By scheme. */
  otherNumbers?: Record<string, Where> | ((row: Row) => Record<string, Where>);
  publishedAt?: Where;
};

/** Parts of an address, as places in the row or in its object at `of`. The country is the register's own by default. */
type AddressFields = { of?: string | ((row: Row) => unknown) } & { [part in keyof RegisteredAddress]?: Where };

/** The parts of an address that have the same names in the rows. */
export const SAME_NAMES = { street: "street", postalCode: "postalCode", city: "city", region: "region" };

/** One register. Its file says how it is asked and where its rows have which field; `registers.ts` does the rest. */
export type Register = {
  name: string;
  /** Its name for an operator who lacks its variables. */
  title?: string;
  /** Schemes of {@link LegalNumber} that it can look up; its records have numbers of the first. */
  schemes: string[];
  licence: string;
  attribution: string;
  /** Its records are in the operator's database: a missing one proves nothing, and nothing is cached. */
  isImport?: true;
  /** Variables that switch it on; without them it is always on. */
  variables?: readonly string[];
  /** Milliseconds between two requests of the whole deployment to its host, where its limit is known. */
  intervalMs?: number;
  /** Headers of its requests, for registers that want a key or a contact. */
  headers?(config: Config): Record<string, string>;
  /** The page about the entity with this number, for people. */
  recordUrl(number: string): string;
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

const MAX_TEXT = 200;
/** What registers write in place of a value that is not to be shown: the French one, and VIES. */
const MASK = /\[NON-DIFFUSIBLE\]|^\s*-+\s*$/;

/** The entity in a row of a register's answer about `asked`; null for a bad number, without a name, or when left out. */
export function entityOf(register: Register, row: Row, asked?: LegalNumber): RegisterRecord | null {
  const { fields } = register;
  const written = textOf(valueAt(row, fields.number));
  const number = fields.number ? legalNumber(register.schemes[0] ?? "", written ?? "") : asked;
  const name = textOf(valueAt(row, fields.name));
  if (!number || !name || fields.isLeftOut?.(row)) return null;
  const text = (where?: Where) => textOf(valueAt(row, where));
  const names = (where?: Where) => textsAt(row, where).filter((other) => other !== name);
  const status = fields.status(row);
  const isActive = status === "active" || status === "unknown";
  const formerNames = names(fields.formerNames);
  const publishedAt = fields.publishedAt && Number(valueAt(row, fields.publishedAt));
  return {
    register: register.name,
    id: legalNumberId(number),
    country: fields.country ? countryCode(text(fields.country)) : number.country,
    number,
    name,
    formerNames,
    otherNames: names(fields.otherNames).filter((other) => !formerNames.includes(other)),
    form: text(fields.form),
    status,
    statusSince: isActive ? null : dateOf(valueAt(row, fields.statusSince)),
    address: fields.address ? addressAt(row, fields.address, number.country) : null,
    codes: codesAt(row, fields.industry),
    employees: fields.employees?.(row) ?? null,
    founded: dateOf(valueAt(row, fields.founded)),
    website: text(fields.website),
    phone: text(fields.phone),
    email: text(fields.email),
    otherNumbers: numbersAt(row, fields.otherNumbers),
    url: register.recordUrl(number.number),
    ...(publishedAt && { publishedAt }),
  };
}

/** Inert text, or null. Numbers count as text: some registers write postal codes as numbers. */
export function textOf(value: unknown): string | null {
  const given = typeof value === "number" ? String(value) : string(value);
  return given === null || MASK.test(given) ? null : plainText(given, MAX_TEXT) || null;
}

/** `YYYY-MM-DD`, `YYYY-MM` or `YYYY` from the start of a date; null for anything else. */
export function dateOf(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : (string(value) ?? "");
  const [date] = /^\d{4}(-\d\d(-\d\d)?)?(?=$|T| |\+|Z)/.exec(text) ?? [];
  if (date) return date;
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}

/** The texts at a place, or among the values that its function gives. */
export function textsAt(row: unknown, where: Where | undefined): string[] {
  const values = typeof where === "string" ? valuesAt(row, where) : [valueAt(row, where)].flat();
  return values.flatMap((value) => textOf(value) ?? []);
}

/** The words at the places of a row in one text: "+" joins by a space, the items of a list are joined by commas. */
function lineAt(row: unknown, where: Where | undefined): string | null {
  if (typeof where !== "string") return textsAt(row, where).join(" ") || null;
  const parts = where.split(" + ").map((part) => textsAt(row, part).join(", "));
  return textOf(parts.filter(Boolean).join(" "));
}

/** An address; null when no part of it is known. */
export function addressAt(row: Row, fields: AddressFields, ownCountry: string | null): RegisteredAddress | null {
  const { of } = fields;
  const found = typeof of === "string" ? of.split(" | ").flatMap((path) => nodesAt(row, path))[0] : of?.(row);
  const node = of ? record(found) : row;
  const street = lineAt(node, fields.street);
  const postalCode = lineAt(node, fields.postalCode);
  const city = lineAt(node, fields.city);
  const region = lineAt(node, fields.region);
  const line = [street, [postalCode, city].filter(Boolean).join(" "), region].filter(Boolean).join(", ");
  const text = textOf(valueAt(node, fields.text)) ?? line;
  const country = countryCode(textOf(valueAt(node, fields.country) ?? ownCountry));
  return text ? { text, street, postalCode, city, region, country } : null;
}

/** Reads the status: the first whose words are in the text at a place of a row. */
export function statusAt(where: Where, words: Partial<Record<Status, RegExp>>): (row: Row) => Status {
  return (row) => {
    const text = String(valueAt(row, where) ?? "");
    const found = Object.entries(words).find(([, pattern]) => pattern.test(text));
    return (found?.[0] as Status | undefined) ?? "unknown";
  };
}

/** A band of employees. */
export function band(min: number, max: number | null, asOf: string | null) {
  return { state: min === max ? "value" : "band", min, max, asOf } satisfies HeadCount;
}

/** Reads the classes of employees of a statistical office from lines such as `11 10-19` and `53 10000-`. */
export function headCountClasses(lines: string): (code: unknown, asOf: unknown) => HeadCount {
  const classes = new Map(
    [...lines.matchAll(/(?<!\w)(\w+) (\d+)-(\d*)/g)].map(([, code, min, max]) => [code, { min, max }]),
  );
  return (code, asOf) => {
    const { min, max } = classes.get(textOf(code) ?? "") ?? {};
    return min === undefined ? { state: "absent" } : band(Number(min), max ? Number(max) : null, dateOf(asOf));
  };
}

/** Industry codes. One without a label from the register gets that of its NACE division (the first two digits), and says so. */
function codesAt(row: Row, editions: EntityFields["industry"] = {}): RegisterRecord["codes"] {
  const [first] = Object.entries(editions).flatMap(([scheme, [code, labelAt]]) => {
    const codes = textsAt(row, code).map((one): RegisterRecord["codes"][number] => {
      const label = textOf(valueAt(row, labelAt));
      const division = label ? null : (naceDivisions().get(/^\d\d/.exec(one)?.[0] ?? "") ?? null);
      return { scheme, code: one, label: label ?? division, level: division ? "division" : "class" };
    });
    return codes.length > 0 ? [codes] : [];
  });
  return first ?? [];
}

function numbersAt(row: Row, numbers: EntityFields["otherNumbers"] = {}): LegalNumber[] {
  const places = typeof numbers === "function" ? numbers(row) : numbers;
  return Object.entries(places).flatMap(([scheme, where]) =>
    textsAt(row, where).flatMap((text) => legalNumber(scheme, text) ?? []),
  );
}

export function legalNumberId({ scheme, number }: LegalNumber): string {
  return `${scheme}:${number}`;
}

/** The entity's national number, if its LEI record has it; otherwise the number of the record. */
export function nationalNumber({ number, otherNumbers }: RegisterRecord): LegalNumber {
  return (number.scheme === "LEI" && otherNumbers.find(({ kind }) => kind === "register")) || number;
}

/** The name of a person that the register writes in capitals. */
export function titled(name: string): string {
  return name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase());
}
