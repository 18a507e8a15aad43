import { lazy } from "../../lib/lazy.ts";
import titles from "./titles.txt";

/** Patterns, and what a title means that one of them matches. */
type Table<Meaning> = [RegExp, Meaning][];

/** The tables that titles are read by: those of `titles.txt`, which describes each. */
export const titleTables = lazy(() => {
  const sections = [...titles.replace(/^\/\/.*/gm, "").matchAll(/^\[(\w+) (\w+)\]\n([^[]*)/gm)];
  const table = <Meaning extends string>(name: string, flags?: string): Table<Meaning> =>
    sections
      .filter(([, ofTable]) => ofTable === name)
      .map(([, , meaning, alternatives = ""]) => [tokenPattern(alternatives, flags), meaning as Meaning]);
  return {
    // Every occurrence is replaced.
    borrowed: table<string>("borrowed", "g"),
    rank: table<Seniority>("rank"),
    compound: table<Department | "none">("compound"),
    field: table<Department>("field"),
    top: table<Department>("top"),
  };
});

/** An expression for whole tokens with spaces around; `|` separates alternatives. Folded as tokens are. */
export function tokenPattern(alternatives: string, flags = ""): RegExp {
  const joined = alternatives
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("ς", "σ")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?\| ?/g, "|");
  return new RegExp(`(?<= )(?:${joined})(?= )`, flags);
}

/** Highest first; employees are listed in this order. */
export const SENIORITIES = [
  "owner",
  "founder",
  "c_suite",
  "partner",
  "vp",
  "head",
  "director",
  "manager",
  "senior",
  "entry",
  "intern",
] as const;
export type Seniority = (typeof SENIORITIES)[number];

export const DEPARTMENTS = [
  "customer_support",
  "sales",
  "marketing",
  "product",
  "data",
  "design",
  "information_technology",
  "engineering",
  "research",
  "human_resources",
  "finance",
  "legal",
  "operations",
  "executive",
] as const;
export type Department = (typeof DEPARTMENTS)[number];
