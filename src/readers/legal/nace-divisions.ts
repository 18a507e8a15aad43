import { linesOf } from "../words/sections.ts";

/** The divisions of NACE Rev. 2, which most national classifications share in their first two digits. */
const divisions = linesOf("nace divisions");

/** The label of the division that a code such as `62.010` or `6201Z` belongs to; null when it has none. */
export function divisionLabel(code: string): string | null {
  return divisions().get(/^\d\d/.exec(code)?.[0] ?? "") ?? null;
}
