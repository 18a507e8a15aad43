import { type Row, record } from "../../lib/loose-json.ts";
import { frenchForm, type Role } from "../../readers/legal/register-record.ts";
import { rowsAt, rowsBy } from "./ask-register.ts";
import { headCountClasses, type Register, textOf, textsAt, titled } from "./register.ts";

const API = "https://recherche-entreprises.api.gouv.fr/search";
/** `tranche_effectif_salarie` of Sirene. "NN" is a unit without employees, null is unknown. */
const classOf = headCountClasses(`
  NN 0-0 00 0-0 01 1-2 02 3-5 03 6-9 11 10-19 12 20-49 21 50-99 22 100-199 31 200-249 32 250-499 41 500-999 42 1000-1999
  51 2000-4999 52 5000-9999 53 10000-
`);
const SOLE_TRADER = "1000";

/** France: Sirene and RNE (recherche-entreprises.api.gouv.fr/docs). Firms that object are masked, and left out. */
export const rechercheEntreprises: Register = {
  name: "recherche_entreprises",
  schemes: ["FR_SIREN", "FR_SIRET"],
  licence: "Licence Ouverte 2.0",
  attribution: "Source: Insee (Sirene) and INPI (RNE), API Recherche d'entreprises, Licence Ouverte 2.0",
  intervalMs: 200,
  recordUrl: (number) => `https://annuaire-entreprises.data.gouv.fr/entreprise/${number}`,
  rowsOfNumber: rowsBy((number) => `${API}?q=${number}`, "results[]"),
  rowsOfName: rowsBy((name) => `${API}?q=${name}&per_page=25`, "results[]"),
  async listRoles(client, { number }) {
    const people = await rowsAt(client, `${API}?q=${number}`, `results[siren=${number}].dirigeants[]`);
    return people.flatMap(roleOf);
  },
  fields: {
    number: "siren",
    name: "nom_raison_sociale",
    isLeftOut: (firm) =>
      record(firm.complements).est_entrepreneur_individuel === true ||
      String(firm.nature_juridique) === SOLE_TRADER ||
      firm.statut_diffusion === "P",
    otherNames: (firm) => {
      // The whole name has trade names in brackets.
      const trade = [...(textOf(firm.nom_complet) ?? "").matchAll(/\(([^()]{2,100})\)/g)].map(([, inner]) => inner);
      return [...new Set([...trade, firm.sigle])];
    },
    form: ({ nature_juridique }) => frenchForm(textOf(nature_juridique) ?? ""),
    status(firm) {
      if (firm.etat_administratif === "C") return "dissolved";
      const proceedings = [firm.bodacc, firm.complements].map((part) => record(part).procedure_collective);
      return proceedings.includes(true) ? "insolvent" : "active";
    },
    statusSince: "date_fermeture",
    address: {
      of: "siege",
      text: "adresse",
      street: "numero_voie + type_voie + libelle_voie",
      postalCode: "code_postal",
      city: "libelle_commune",
      // A foreign firm's seat is abroad; the line names the country in French.
      country: ({ code_pays_etranger }) => (code_pays_etranger ? "" : "FR"),
    },
    industry: {
      NAF2025: ["activite_principale_naf25"],
      // Firms that closed before 2008 have a code of an older edition: "51.4A".
      NAF2008: [({ activite_principale: code }) => /^\d\d\.\d\d[A-Z]$/.test(String(code)) && code],
    },
    employees: (firm) => classOf(firm.tranche_effectif_salarie, firm.annee_tranche_effectif_salarie),
    founded: "date_creation",
    otherNumbers: { FR_SIRET: "siege.siret", FR_VAT: "tva[]" },
  },
};

function roleOf(person: Row): Role[] {
  // "MOREAU (PETIT)": born Moreau, known as Petit.
  const inUse = textOf(person.nom)?.replace(/^[^(]*\(([^()]+)\)$/, "$1");
  const names = textsAt(person, ({ prenoms }) => [prenoms, inUse]);
  const role = textOf(person.qualite);
  const isPerson = person.type_dirigeant !== "personne morale" && names.length === 2;
  return isPerson && role ? [{ name: titled(names.join(" ")), role, since: null }] : [];
}
