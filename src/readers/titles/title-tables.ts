import { lazy } from "../../lib/lazy.ts";
import { sections } from "../words/sections.ts";

/** Patterns, and what a title means that one of them matches. */
type Table<Meaning> = [RegExp, Meaning][];

/** The tables of `titles.txt`, which describes each, and of languages. */
export const titleTables = lazy(() => {
  const table = <Meaning extends string>(names: string[], flags?: string): Table<Meaning> =>
    [...sections()].flatMap(([head, alternatives]) => {
      const [name = "", meaning] = head.split(" ");
      return names.includes(name) ? [[tokenPattern(alternatives, flags), meaning as Meaning]] : [];
    });
  return {
    // Every occurrence is replaced.
    borrowed: table<string>(["borrowed"], "g"),
    rank: table<Seniority>(["rank", "board"]),
    board: table<Seniority>(["board"]),
    compound: table<Department | "none">(["compound"]),
    field: table<Department>(["field"]),
  };
});

/** An expression for whole tokens with spaces around; `|` or a new line separates alternatives. Folded as tokens are. */
export function tokenPattern(alternatives: string, flags = ""): RegExp {
  const joined = alternatives
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll("ς", "σ")
    .split("\n")
    .flatMap((line) => line.trim().replace(/ ?\| ?$/, "") || [])
    .join("|")
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
