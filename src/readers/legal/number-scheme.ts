import { weighted } from "./checksums.ts";

export type NumberScheme = {
  /** Stable name in answers, e.g. `NO_ORGNR`. */
  name: string;
  /** ISO 3166-1; null for identifiers without a country. */
  country: string | null;
  kind: "register" | "vat" | "tax" | "global";
  /** Labels that precede it on pages: pattern sources, matched without case. */
  labels: string[];
  /** The compact form, upper case and without separators. */
  form: RegExp;
  /** How it is written on pages; separators are optional. A pattern source. */
  written: string;
  /** True, false, or null when the number carries no check digit. */
  check(compact: string): boolean | null;
  /** Maximum of non-digits between label and number; 25 by default. */
  gap?: number;
};

export const SEPARATOR = "[ .\\u00a0\\u202f-]?";
export const grouped = (...lengths: number[]) => lengths.map((length) => `\\d{${length}}`).join(SEPARATOR);
export const mod11 = (weights: number[]) => (text: string) => weighted(text, weights) % 11 === 0;
export const unchecked = () => null;
