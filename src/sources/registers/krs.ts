import { type Row, valueAt } from "../../lib/json-paths.ts";
import { record } from "../../lib/loose-json.ts";
import { rowsAt } from "./ask-register.ts";
import type { Register } from "./register.ts";
import { textOf, textsAt } from "./register-fields.ts";

const API = "https://api-krs.ms.gov.pl/api/krs/OdpisAktualny";
/** P: companies. S: associations and foundations. */
const REGISTERS = ["P", "S"];
const SUBJECT = "dane.dzial1.danePodmiotu";
const SEAT = "dane.dzial1.siedzibaIAdres";

/** Poland: KRS by number (api-krs.ms.gov.pl). It has no search by name or tax number, and masks the names of people. */
export const krs: Register = {
  name: "krs",
  title: "Krajowy Rejestr Sądowy",
  country: "PL",
  schemes: ["PL_KRS"],
  licence: "Public register, free reuse",
  attribution: "Źródło: Krajowy Rejestr Sądowy, Ministerstwo Sprawiedliwości",
  keptForDays: 14,
  intervalMs: 400,
  recordUrl: (number) => `https://wyszukiwarka-krs.ms.gov.pl/?krs=${number}`,
  async rowsOfNumber(client, { number }) {
    for (const register of REGISTERS) {
      const url = `${API}/${number}?rejestr=${register}&format=json`;
      const rows = await rowsAt(client, url, "odpis", { none: [204, 404] });
      if (rows.length > 0) return rows;
    }
    return [];
  },
  fields: {
    name: (extract) => nameOf(extract).name,
    otherNames: (extract) => (nameOf(extract).addition ? nameOf(extract).written : null),
    form: `${SUBJECT}.formaPrawna`,
    // From additions to the name, and from the headings of section 6 (liquidation, bankruptcy, restructuring).
    status(extract) {
      const headings = Object.keys(record(record(extract.dane).dzial6));
      const told = [nameOf(extract).addition, ...headings].join(" ").toLowerCase();
      if (/upadłoś|upadlosc|restruktury/.test(told)) return "insolvent";
      return told.includes("likwidac") ? "in_liquidation" : "active";
    },
    address: {
      of: `${SEAT}.adres`,
      street: (seat) => [seat.ulica, textsAt(seat, "nrDomu + nrLokalu").join("/")],
      postalCode: "kodPocztowy",
      city: "miejscowosc",
    },
    founded: "naglowekA.dataRejestracjiWKRS",
    website: `${SEAT}.adresStronyInternetowej`,
    email: `${SEAT}.adresPocztyElektronicznej`,
    otherNumbers: { PL_NIP: `${SUBJECT}.identyfikatory.nip` },
  },
};

/** By law, the name of a firm in such proceedings has these words added. */
const PROCEEDINGS_IN_NAME = / W (?:LIKWIDACJI|UPADŁOŚCI(?: \p{Lu}+)?|RESTRUKTURYZACJI)$/iu;

function nameOf(extract: Row): { written: string; name: string; addition: string } {
  const written = textOf(valueAt(extract, `${SUBJECT}.nazwa`)) ?? "";
  const name = written.replace(PROCEEDINGS_IN_NAME, "");
  return { written, name, addition: written.slice(name.length) };
}
