import { type Row, record, records, valueAt } from "../../lib/loose-json.ts";
import { postJson } from "../../platform/outbound/outbound.ts";
import { czechForms, type HeadCount, type Role } from "../../readers/legal/register-record.ts";
import { type RegisterClient, RegisterUnavailable, rowsAt } from "./ask-register.ts";
import { dateOf, headCountClasses, type Register, textOf, textsAt } from "./register.ts";

const API = "https://ares.gov.cz/ekonomicke-subjekty-v-be/rest";
const MAX_HITS = 20;
const TOO_MANY_SECONDS = 3_600;
/** Classes of employees of the statistical register (RES, `kategoriePoctuPracovniku`); `000` is "not stated". */
const classOf = headCountClasses(`
  110 0-0 120 1-5 130 6-9 210 10-19 220 20-24 230 25-49 240 50-99 310 100-199 320 200-249 330 250-499 340 500-999
  410 1000-1499 420 1500-1999 430 2000-2499 440 2500-2999 450 3000-3999 460 4000-4999 470 5000-9999 510 10000-
`);
const PRESENT_MEMBERS =
  "zaznamy[].statutarniOrgany[!datumVymazu].clenoveOrganu[!datumVymazu][!clenstvi.clenstvi.zanikClenstvi]";
/** Natural persons in trade. */
const SOLE_TRADER = /^10\d$/;

/** Czechia: ARES (ares.gov.cz/stranky/vyvojar-info), the head-count class from RES and roles from the public register VR. */
export const ares: Register = {
  name: "ares",
  schemes: ["CZ_ICO"],
  licence: "CC BY 4.0",
  attribution: "Zdroj: ARES, Ministerstvo financí ČR, CC BY 4.0",
  intervalMs: 200,
  recordUrl: (number) => `https://ares.gov.cz/ekonomicke-subjekty?ico=${number}`,
  async rowsOfNumber(client, { number }) {
    const [firm] = await rowsAt(client, `${API}/ekonomicke-subjekty/${number}`, "");
    return firm ? [{ ...firm, employees: await employeesOf(client, number) }] : [];
  },
  async rowsOfName({ ask }, name) {
    const query = postJson({ obchodniJmeno: name, start: 0, pocet: MAX_HITS });
    const { httpStatus, body } = await ask(`${API}/ekonomicke-subjekty/vyhledat`, query, [400, 404]);
    // Too many hits are an error of the request: the name may be among them.
    if (httpStatus === 400) throw new RegisterUnavailable("too many hits", TOO_MANY_SECONDS);
    return httpStatus === 200 ? records(record(body).ekonomickeSubjekty) : [];
  },
  async listRoles(client, { number }) {
    const members = await rowsAt(client, `${API}/ekonomicke-subjekty-vr/${number}`, PRESENT_MEMBERS);
    return members.flatMap(roleOf);
  },
  fields: {
    number: "ico",
    name: "obchodniJmeno",
    isLeftOut: ({ pravniForma }) => SOLE_TRADER.test(String(pravniForma)),
    form: ({ pravniForma }) => czechForms().get(textOf(pravniForma) ?? "") ?? null,
    status({ datumZaniku, seznamRegistraci }) {
      const { stavZdrojeRos, stavZdrojeIr } = record(seznamRegistraci);
      if (datumZaniku || stavZdrojeRos === "ZANIKLY") return "dissolved";
      return stavZdrojeIr === "AKTIVNI" ? "insolvent" : "active";
    },
    statusSince: "datumZaniku",
    address: {
      of: "sidlo",
      text: "textovaAdresa",
      street: "nazevUlice + cisloDomovni",
      postalCode: "psc",
      city: "nazevObce",
      country: "kodStatu",
    },
    industry: { "CZ-NACE2008": ["czNace2008"], "CZ-NACE": ["czNace"] },
    // Hits of a search have none.
    employees: ({ employees }) => (employees as HeadCount | undefined) ?? { state: "unavailable" },
    founded: "datumVzniku",
    otherNumbers: { CZ_VAT: "dic" },
  },
};

async function employeesOf(client: RegisterClient, number: string): Promise<HeadCount> {
  try {
    const entries = await rowsAt(client, `${API}/ekonomicke-subjekty-res/${number}`, "zaznamy[]");
    const first = entries.find(({ primarniZaznam }) => primarniZaznam === true) ?? entries[0];
    return classOf(valueAt(first, "statistickeUdaje.kategoriePoctuPracovniku"), first?.datumAktualizace);
  } catch (error) {
    // The entity was found; when the second register is busy, only its head count is missing.
    if (error instanceof RegisterUnavailable) return { state: "unavailable" };
    throw error;
  }
}

function roleOf(member: Row): Role[] {
  if (!valueAt(member, "fyzickaOsoba.prijmeni")) return [];
  const name = textsAt(member, "fyzickaOsoba.jmeno + fyzickaOsoba.prijmeni").join(" ");
  const role = textOf(valueAt(member, "clenstvi.funkce.nazev | nazevAngazma")) ?? "člen statutárního orgánu";
  return [{ name, role, since: dateOf(valueAt(member, "clenstvi.clenstvi.vznikClenstvi | datumZapisu")) }];
}
