import { type Row, record, valueAt } from "../../lib/loose-json.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { RegisterUnavailable, rowsAt } from "./ask-register.ts";
import { type Register, textOf, textsAt } from "./register.ts";

const API = "https://api-krs.ms.gov.pl/api/krs/OdpisAktualny";
const SUBJECT = "dane.dzial1.danePodmiotu";
const SEAT = "dane.dzial1.siedzibaIAdres";

/** Poland: KRS by number (api-krs.ms.gov.pl). It has no search by name or tax number, and masks the names of people. */
export const krs: Register = {
  name: "krs",
  schemes: ["PL_KRS"],
  licence: "Public register, free reuse",
  attribution: "Źródło: Krajowy Rejestr Sądowy, Ministerstwo Sprawiedliwości",
  recordUrl: (number) => `https://wyszukiwarka-krs.ms.gov.pl/?krs=${number}`,
  async rowsOfNumber(client, { number }) {
    const extracts = (part: string) => rowsAt(client, `${API}/${number}?rejestr=${part}&format=json`, "odpis");
    const companies = await extracts("P");
    // Associations and foundations.
    return companies.length > 0 ? companies : extracts("S");
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

const VAT_API = "https://wl-api.mf.gov.pl/api/search/nip";
const UNTIL_TOMORROW_SECONDS = 3_600;

/** Poland: the VAT white list by tax number (wl-api.mf.gov.pl). Its daily limit counts by address (`WL-191`). */
export const whiteList: Register = {
  name: "white_list",
  schemes: ["PL_NIP", "PL_VAT"],
  licence: "Public register, free reuse",
  attribution: "Źródło: Wykaz podatników VAT, Ministerstwo Finansów",
  intervalMs: 1_000,
  recordUrl: () => "https://www.podatki.gov.pl/wykaz-podatnikow-vat-wyszukiwarka",
  async rowsOfNumber({ ask }, { number }) {
    const nip = number.replace(/^PL/, "");
    const today = new Date().toISOString().slice(0, 10);
    const { httpStatus, body } = await ask(`${VAT_API}/${nip}?date=${today}`, {}, [400, 404]);
    const code = String(record(body).code);
    if (/^WL-19[156]$/.test(code)) throw new RegisterUnavailable(code, UNTIL_TOMORROW_SECONDS);
    return httpStatus === 200 ? [{ ...record(record(record(body).result).subject), nip }] : [];
  },
  fields: {
    number: "nip",
    name: "name",
    // Without a legal form it is a sole trader, a private person.
    isLeftOut: ({ krs, name }) => !krs && !readLegalName(String(name)).form,
    status: () => "active",
    address: { text: "workingAddress | residenceAddress" },
    founded: "registrationLegalDate",
    otherNumbers: { PL_KRS: "krs" },
  },
};
