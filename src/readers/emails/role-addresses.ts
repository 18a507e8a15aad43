import { wordsOf } from "../words/sections.ts";

const roles = wordsOf("role addresses");

/**
 * True when a local part names a function: `info`, `sales.eu`, `press-office`, `jobs2026`. A single letter or an ambiguous word
 * counts only when it stands alone: `it.smith` is a person.
 */
export function isRole(local: string): boolean {
  const [first = "", ...rest] = local
    .toLowerCase()
    .replace(/\+.*/s, "")
    .replace(/(?<!\d)\d+$/, "")
    .split(/[._-]+/)
    .filter(Boolean);
  if (roles().has([first, ...rest].join(""))) return true;
  return first.length > 3 && roles().has(first);
}
