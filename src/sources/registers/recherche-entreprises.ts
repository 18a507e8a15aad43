import { record, records, string } from "../../lib/loose-json.ts";
import { frenchForm } from "../../readers/legal/legal-form-codes.ts";
import type { HeadCount, RegisterRecord, Role } from "../../readers/legal/register-record.ts";
import type { Register } from "./register.ts";
import {
  band,
  dateOf,
  entity,
  industryCode,
  numbersOf,
  present,
  registeredAddress,
  textOf,
  textsOf,
  titled,
  withNumber,
} from "./register-fields.ts";

const API = "https://recherche-entreprises.api.gouv.fr/search";
/** `tranche_effectif_salarie` of Sirene. */
const BANDS: Record<string, [number, number | null]> = {
  "00": [0, 0],
  "01": [1, 2],
  "02": [3, 5],
  "03": [6, 9],
  "11": [10, 19],
  "12": [20, 49],
  "21": [50, 99],
  "22": [100, 199],
  "31": [200, 249],
  "32": [250, 499],
  "41": [500, 999],
  "42": [1000, 1999],
  "51": [2000, 4999],
  "52": [5000, 9999],
  "53": [10000, null],
};
const MASKED = "[NON-DIFFUSIBLE]";
const SOLE_TRADER = "1000";

/**
 * France: API Recherche d'entreprises over Sirene and RNE (recherche-entreprises.api.gouv.fr/docs). Nine or 14 digits look
 * a firm up exactly. 7 requests a second by address, 30 by network. Firms that object are masked and left out.
 */
export const rechercheEntreprises: Register = {
  name: "recherche_entreprises",
  title: "API Recherche d'entreprises (Sirene, RNE)",
  country: "FR",
  schemes: ["FR_SIREN", "FR_SIRET"],
  licence: "Licence Ouverte 2.0",
  attribution: "Source: Insee (Sirene) and INPI (RNE), API Recherche d'entreprises, Licence Ouverte 2.0",
  keptForDays: 7,
  intervalMs: 200,
  recordUrl: (number) => `https://annuaire-entreprises.data.gouv.fr/entreprise/${number}`,
  async findByNumber({ ask }, { number }) {
    const { body } = await ask(`${API}?q=${number}`);
    return withNumber(records(record(body).results).map(recordOf), number.slice(0, 9));
  },
  async findByName({ ask }, name) {
    const { body } = await ask(`${API}?${new URLSearchParams({ q: name, per_page: "25" })}`);
    return present(records(record(body).results).map(recordOf));
  },
  async listRoles({ ask }, { number }) {
    const { body } = await ask(`${API}?q=${number.slice(0, 9)}`);
    const found = records(record(body).results).find(({ siren }) => textOf(siren) === number.slice(0, 9));
    return records(found?.dirigeants).flatMap((person): Role[] => {
      const names = textsOf([person.prenoms, nameInUse(person.nom)]);
      const role = textOf(person.qualite);
      const isPerson = person.type_dirigeant !== "personne morale" && names.length === 2;
      return isPerson && role && !names.includes(MASKED) ? [{ name: titled(names.join(" ")), role, since: null }] : [];
    });
  },
};

function recordOf(firm: Record<string, unknown>): RegisterRecord | null {
  const complements = record(firm.complements);
  const isSoleTrader =
    complements.est_entrepreneur_individuel === true || String(firm.nature_juridique) === SOLE_TRADER;
  const name = string(firm.nom_raison_sociale);
  if (isSoleTrader || !name || name === MASKED || firm.statut_diffusion === "P") return null;
  const seat = record(firm.siege);
  const isClosed = firm.etat_administratif === "C";
  const isInsolvent = record(firm.bodacc).procedure_collective === true || complements.procedure_collective === true;
  const full = textOf(firm.nom_complet) ?? "";
  const trade = [...full.matchAll(/\(([^()]{2,100})\)/g)].map(([, inner = ""]) => inner);
  return entity(rechercheEntreprises, firm.siren, name, {
    otherNames: [...new Set([...trade, ...textsOf(firm.sigle)])],
    form: frenchForm(textOf(firm.nature_juridique) ?? ""),
    status: isClosed ? "dissolved" : isInsolvent ? "insolvent" : "active",
    statusSince: isClosed ? dateOf(firm.date_fermeture) : null,
    address: registeredAddress({
      text: unmasked(seat.adresse),
      street: textsOf([seat.numero_voie, seat.type_voie, seat.libelle_voie].map(unmasked)).join(" "),
      postalCode: unmasked(seat.code_postal),
      city: unmasked(seat.libelle_commune),
      // A foreign firm's seat is abroad; the line names the country in French.
      country: seat.code_pays_etranger ? null : "FR",
    }),
    codes: firm.activite_principale_naf25
      ? industryCode("NAF2025", firm.activite_principale_naf25)
      : industryOf(textOf(firm.activite_principale) ?? ""),
    employees: employeesOf(firm),
    founded: dateOf(firm.date_creation),
    otherNumbers: numbersOf(
      ["FR_SIRET", seat.siret],
      ...[firm.tva].flat().map((vat): [string, unknown] => ["FR_VAT", vat]),
    ),
  });
}

/** Firms that closed before 2008 have a code of an older edition ("51.4A") with other divisions. */
function industryOf(code: string): RegisterRecord["codes"] {
  if (/^\d\d\.\d\d[A-Z]$/.test(code)) return industryCode("NAF2008", code);
  return code ? [{ scheme: "NAF", code, label: null, level: "class" }] : [];
}

function employeesOf(firm: Record<string, unknown>): HeadCount {
  const code = string(firm.tranche_effectif_salarie);
  const year = textOf(firm.annee_tranche_effectif_salarie);
  // "NN" is a unit without employees, null is unknown.
  if (code === "NN") return band(0, 0, year);
  const [min, max] = BANDS[code ?? ""] ?? [null, null];
  return min === null ? { state: "absent" } : band(min, max, year);
}

function unmasked(value: unknown): unknown {
  return typeof value === "string" && value.includes(MASKED) ? null : value;
}

/** "MOREAU (PETIT)": born Moreau, known as Petit. */
function nameInUse(name: unknown): string | null {
  return textOf(name)?.replace(/^[^(]*\(([^()]+)\)$/, "$1") ?? null;
}
