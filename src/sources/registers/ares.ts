import { record, records } from "../../lib/loose-json.ts";
import { czechForm } from "../../readers/legal/legal-form-codes.ts";
import type { HeadCount, RegisterRecord, Role } from "../../readers/legal/register-record.ts";
import { type RegisterClient, RegisterUnavailable } from "./ask-register.ts";
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
} from "./register-fields.ts";

const API = "https://ares.gov.cz/ekonomicke-subjekty-v-be/rest";
const JSON_HEADERS = { "Content-Type": "application/json" };
const MAX_HITS = 20;
const TOO_MANY_SECONDS = 3_600;
/** Classes of employees of the statistical register (RES, `kategoriePoctuPracovniku`); `000` is "not stated". */
const CLASSES: Record<string, [number, number | null]> = {
  "110": [0, 0],
  "120": [1, 5],
  "130": [6, 9],
  "210": [10, 19],
  "220": [20, 24],
  "230": [25, 49],
  "240": [50, 99],
  "310": [100, 199],
  "320": [200, 249],
  "330": [250, 499],
  "340": [500, 999],
  "410": [1000, 1499],
  "420": [1500, 1999],
  "430": [2000, 2499],
  "440": [2500, 2999],
  "450": [3000, 3999],
  "460": [4000, 4999],
  "470": [5000, 9999],
  "510": [10000, null],
};
/** Natural persons in trade. */
const SOLE_TRADER = /^10\d$/;

/** Czechia: ARES (ares.gov.cz/stranky/vyvojar-info), the head-count class from RES and roles from the public register VR. */
export const ares: Register = {
  name: "ares",
  title: "ARES, Ministry of Finance of the Czech Republic",
  country: "CZ",
  schemes: ["CZ_ICO"],
  licence: "CC BY 4.0",
  attribution: "Zdroj: ARES, Ministerstvo financí ČR, CC BY 4.0",
  keptForDays: 14,
  intervalMs: 200,
  recordUrl: (number) => `https://ares.gov.cz/ekonomicke-subjekty?ico=${number}`,
  async findByNumber(client, { number }) {
    const { httpStatus, body } = await client.ask(`${API}/ekonomicke-subjekty/${number}`, {}, [404]);
    const found = httpStatus === 200 ? recordOf(body) : null;
    return found && { ...found, employees: await employeesOf(client, number) };
  },
  async findByName({ ask }, name) {
    const query = { obchodniJmeno: name, start: 0, pocet: MAX_HITS };
    const init = { method: "POST" as const, headers: JSON_HEADERS, body: JSON.stringify(query) };
    const { httpStatus, body } = await ask(`${API}/ekonomicke-subjekty/vyhledat`, init, [400, 404]);
    // Too many hits are an error of the request: the name may be among them.
    if (httpStatus === 400) throw new RegisterUnavailable("too many hits", TOO_MANY_SECONDS);
    return httpStatus === 200 ? present(records(record(body).ekonomickeSubjekty).map(recordOf)) : [];
  },
  async listRoles({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}/ekonomicke-subjekty-vr/${number}`, {}, [404]);
    return httpStatus === 200 ? rolesOf(body) : [];
  },
};

async function employeesOf({ ask }: RegisterClient, number: string): Promise<HeadCount> {
  try {
    const { httpStatus, body } = await ask(`${API}/ekonomicke-subjekty-res/${number}`, {}, [404]);
    const entries = httpStatus === 200 ? records(record(body).zaznamy) : [];
    const first = entries.find(({ primarniZaznam }) => primarniZaznam === true) ?? entries[0];
    const statistics = record(first?.statistickeUdaje);
    const [min, max] = CLASSES[textOf(statistics.kategoriePoctuPracovniku) ?? ""] ?? [null, null];
    return min === null ? { state: "absent" } : band(min, max, dateOf(first?.datumAktualizace));
  } catch (error) {
    // The entity was found; when the second register is busy, only its head count is missing.
    if (error instanceof RegisterUnavailable) return { state: "unavailable" };
    throw error;
  }
}

function recordOf(body: unknown): RegisterRecord | null {
  const firm = record(body);
  if (SOLE_TRADER.test(textOf(firm.pravniForma) ?? "")) return null;
  const seat = record(firm.sidlo);
  const [nace] = [firm.czNace2008 ?? firm.czNace].flat();
  return entity(ares, firm.ico, firm.obchodniJmeno, {
    form: czechForm(textOf(firm.pravniForma) ?? ""),
    ...statusOf(firm),
    address: registeredAddress({
      text: seat.textovaAdresa,
      street: textsOf([seat.nazevUlice, seat.cisloDomovni]).join(" "),
      postalCode: seat.psc,
      city: seat.nazevObce,
      country: textOf(seat.kodStatu) ?? "CZ",
    }),
    codes: industryCode(firm.czNace2008 ? "CZ-NACE2008" : "CZ-NACE", nace),
    employees: { state: "unavailable" },
    founded: dateOf(firm.datumVzniku),
    otherNumbers: numbersOf(["CZ_VAT", firm.dic]),
  });
}

function statusOf(firm: Record<string, unknown>): Partial<RegisterRecord> {
  const states = record(firm.seznamRegistraci);
  const ended = dateOf(firm.datumZaniku);
  if (ended || states.stavZdrojeRos === "ZANIKLY") return { status: "dissolved", statusSince: ended };
  if (states.stavZdrojeIr === "AKTIVNI") return { status: "insolvent" };
  return { status: "active" };
}

function rolesOf(body: unknown): Role[] {
  const isOver = (item: Record<string, unknown>) => Boolean(item.datumVymazu);
  return records(record(body).zaznamy).flatMap((entry) =>
    records(entry.statutarniOrgany)
      .filter((organ) => !isOver(organ))
      .flatMap((organ) => records(organ.clenoveOrganu))
      .filter((member) => !isOver(member) && !record(record(member.clenstvi).clenstvi).zanikClenstvi)
      .flatMap((member): Role[] => {
        const person = record(member.fyzickaOsoba);
        const name = textsOf([person.jmeno, person.prijmeni]).join(" ");
        const place = record(member.clenstvi);
        const role = textOf(record(place.funkce).nazev) ?? textOf(member.nazevAngazma) ?? "člen statutárního orgánu";
        const since = dateOf(record(place.clenstvi).vznikClenstvi) ?? dateOf(member.datumZapisu);
        return person.prijmeni && name ? [{ name, role, since }] : [];
      }),
  );
}
