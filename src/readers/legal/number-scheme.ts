import { stdnum } from "stdnum";

export type NumberScheme = {
  /** Stable name in answers, e.g. `NO_ORGNR`. */
  name: string;
  /** ISO 3166-1; null for identifiers without a country. */
  country: string | null;
  kind: "register" | "vat" | "tax" | "global";
  /** Labels that precede it on pages, matched without case. */
  labels: RegExp;
  /** The compact form, upper case and without separators. */
  form: RegExp;
  /** How it is written on pages; separators are optional. A pattern source. */
  written: string;
  /** Maximum of non-digits between label and number; 25 by default. */
  gap?: number;
  /** True, false, or null when the number carries no check digit. */
  check(compact: string): boolean | null;
};

export const SEPARATOR = "[ .\\u00a0\\u202f-]?";
export const grouped = (...lengths: number[]) => lengths.map((length) => `\\d{${length}}`).join(SEPARATOR);
export const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));

/** The check of a validator of stdnum by its name, such as "NO.orgnr". Throws for an unknown one. */
export function checkedBy(name: string): (compact: string) => boolean {
  const [country = "", number = ""] = name.split(".");
  const validator = stdnum[country]?.[number];
  if (!validator) throw new Error(`stdnum has no ${name}`);
  return (compact) => validator.validate(compact).isValid;
}
