import { record } from "../../lib/loose-json.ts";
import type { RegisterRecord, RegisterStatus } from "../../readers/legal/register-record.ts";
import type { Register } from "./register.ts";
import { dateOf, entity, numbersOf, registeredAddress, textOf, textsOf } from "./register-fields.ts";

const API = "https://api-krs.ms.gov.pl/api/krs/OdpisAktualny";
/** P: companies. S: associations and foundations. */
const REGISTERS = ["P", "S"];

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
  async findByNumber({ ask }, { number }) {
    for (const register of REGISTERS) {
      const { httpStatus, body } = await ask(`${API}/${number}?rejestr=${register}&format=json`, {}, [204, 404]);
      if (httpStatus === 200) return recordOf(record(record(body).odpis), number);
    }
    return null;
  },
};

/** By law, the name of a firm in such proceedings has these words added. */
const PROCEEDINGS_IN_NAME = / W (?:LIKWIDACJI|UPADŁOŚCI(?: \p{Lu}+)?|RESTRUKTURYZACJI)$/iu;

/** From additions to the name, and from the headings of section 6 of the extract (liquidation, bankruptcy, restructuring). */
function statusOf(addition: string, section: Record<string, unknown>): RegisterStatus {
  const told = `${addition} ${Object.keys(section).join(" ")}`.toLowerCase();
  if (/upadłoś|upadlosc|restruktury/.test(told)) return "insolvent";
  return told.includes("likwidac") ? "in_liquidation" : "active";
}

function recordOf(extract: Record<string, unknown>, number: string): RegisterRecord | null {
  const section = record(record(extract.dane).dzial1);
  const subject = record(section.danePodmiotu);
  const seat = record(record(section.siedzibaIAdres).adres);
  const head = record(extract.naglowekA);
  const written = textOf(subject.nazwa) ?? "";
  const name = written.replace(PROCEEDINGS_IN_NAME, "");
  return entity(krs, number, name, {
    form: textOf(subject.formaPrawna),
    status: statusOf(written.slice(name.length), record(record(extract.dane).dzial6)),
    otherNames: name === written ? [] : [written],
    address: registeredAddress({
      street: textsOf([seat.ulica, textsOf([seat.nrDomu, seat.nrLokalu]).join("/")]).join(" "),
      postalCode: seat.kodPocztowy,
      city: seat.miejscowosc,
      country: "PL",
    }),
    founded: dateOf(head.dataRejestracjiWKRS),
    website: textOf(record(section.siedzibaIAdres).adresStronyInternetowej),
    email: textOf(record(section.siedzibaIAdres).adresPocztyElektronicznej),
    otherNumbers: numbersOf(["PL_NIP", record(subject.identyfikatory).nip]),
  });
}
