import { wordsOf } from "../words/sections.ts";

const roles = wordsOf("role addresses");

/** True for a function: `info`, `sales.eu`, `jobs2026`. Single letters and ambiguous words count only when alone. */
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
