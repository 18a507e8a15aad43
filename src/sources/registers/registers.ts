import type { Config } from "../../config.ts";
import { countryOfScheme } from "../../readers/legal/legal-numbers.ts";
import { ares } from "./ares.ts";
import { brreg } from "./brreg.ts";
import { gleif } from "./gleif.ts";
import { companiesHouseImport, gleifImport } from "./imported.ts";
import { bolagsverket, companiesHouse, cvr } from "./keyed-registers.ts";
import { krs, whiteList } from "./krs.ts";
import { ariregister, cro, prh, rpo, ur } from "./open-registers.ts";
import { rechercheEntreprises } from "./recherche-entreprises.ts";
import type { Register } from "./register.ts";
import { sec } from "./sec.ts";
import { vies } from "./vies.ts";

/** Every register. A new one is a file with its adapter and a line here. */
export const REGISTERS: readonly Register[] = [
  brreg,
  rechercheEntreprises,
  prh,
  ares,
  companiesHouse,
  cvr,
  bolagsverket,
  sec,
  cro,
  ur,
  rpo,
  ariregister,
  krs,
  whiteList,
  gleif,
  vies,
  // After the live registers, so that a live record precedes an imported one.
  gleifImport,
  companiesHouseImport,
];

export function registerNamed(name: string): Register | undefined {
  return REGISTERS.find((register) => register.name === name);
}

/** The registers that can look up a number of this kind; national ones before VIES. */
export function registersOf(scheme: string): Register[] {
  return REGISTERS.filter(({ schemes }) => schemes.includes(scheme));
}

/** The country of a register (ISO 3166-1); null for one that covers many. */
export function countryOf({ schemes }: Register): string | null {
  const [country = null, ...more] = new Set(schemes.map(countryOfScheme));
  return more.length === 0 ? country : null;
}

/** The variables that a deployment lacks for a register. */
export function missingVariables(config: Config, { variables = [] }: Register): string[] {
  return variables.filter((name) => !config[name as keyof Config]);
}
