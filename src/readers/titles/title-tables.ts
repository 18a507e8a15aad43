import { lazy } from "../../lib/lazy.ts";
import titles from "./titles.txt";

/** Patterns, and what a title means that one of them matches. */
type Table<Meaning> = [RegExp, Meaning][];

/** The tables of `titles.txt`, which describes each. */
type TitleTables = {
  borrowed: Table<string>;
  rank: Table<Seniority>;
  compound: Table<Department | "none">;
  field: Table<Department>;
  top: Table<Department>;
};

/** The tables that titles are read by. */
export const titleTables = lazy(() => readTitleTables(titles));

/** The tables from the text of `titles.txt`. */
function readTitleTables(text: string): TitleTables {
  const sections = [...text.replace(/^\/\/.*/gm, "").matchAll(/^\[(\w+) (\w+)\]\n([^[]*)/gm)];
  const table = (name: string, flags?: string) =>
    sections
      .filter(([, ofTable]) => ofTable === name)
      .map(([, , meaning, alternatives = ""]) => [tokenPattern(alternatives, flags), meaning]);
  return {
    // Every occurrence is replaced.
    borrowed: table("borrowed", "g"),
    rank: table("rank"),
    compound: table("compound"),
    field: table("field"),
    top: table("top"),
  } as TitleTables;
}

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
