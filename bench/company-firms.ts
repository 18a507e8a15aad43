/** Made-up firms of twelve countries, and numbers with valid check digits that are taken from no register. */
import { legalNumber } from "../src/readers/legal/legal-numbers.ts";

export type Firm = {
  name: string;
  form: string;
  country: string;
  scheme: string;
  /** What stands before the number on pages. */
  label: string;
  street: string;
  postalCode: string;
  city: string;
  phone: string;
};

export const FIRMS: Firm[] = [
  firm("Nordvind Maskin", "AS", "NO", "NO_ORGNR", "Org.nr.", "Havnegata 4", "5003", "Bergen", "+47 55 10 20 30"),
  firm("Lumière Atelier", "SAS", "FR", "FR_SIREN", "SIREN", "12 rue des Lilas", "69003", "Lyon", "+33 4 72 10 20 30"),
  firm("Kielo Työkalut", "Oy", "FI", "FI_YTUNNUS", "Y-tunnus", "Satamakatu 7", "33200", "Tampere", "+358 3 1020 304"),
  firm("Vltava Stroje", "s.r.o.", "CZ", "CZ_ICO", "IČO", "Nábřežní 12", "15000", "Praha", "+420 221 102 030"),
  firm("Hazel & Oak", "Ltd", "GB", "GB_CRN", "Company number", "8 Mill Lane", "BS1 4DJ", "Bristol", "+44 117 910 2030"),
  firm(
    "Müller Förderbänder",
    "GmbH",
    "DE",
    "DE_VAT",
    "USt-IdNr.",
    "Hauptstraße 9",
    "04109",
    "Leipzig",
    "+49 341 102030",
  ),
  firm("Øresund Cykler", "ApS", "DK", "DK_CVR", "CVR-nr.", "Havnevej 3", "2100", "København", "+45 33 10 20 30"),
  firm("Mälaren Gjuteri", "AB", "SE", "SE_ORGNR", "Org.nr", "Storgatan 2", "72211", "Västerås", "+46 21 102 030"),
  firm("Tevere Motori", "S.r.l.", "IT", "IT_PIVA", "P.IVA", "Via Roma 5", "00184", "Roma", "+39 06 102 0304"),
  firm("Ebro Molinos", "S.L.", "ES", "ES_NIF", "NIF", "Calle Mayor 3", "50001", "Zaragoza", "+34 976 102 030"),
  firm("Dijk en Duin", "B.V.", "NL", "NL_KVK", "KvK", "Kade 11", "3011 BD", "Rotterdam", "+31 10 102 0304"),
  firm("Sõlg Tarkvara", "OÜ", "EE", "EE_REG", "Registrikood", "Pikk 2", "10123", "Tallinn", "+372 610 2030"),
];

function firm(...given: [string, string, string, string, string, string, string, string, string]): Firm {
  const [name, form, country, scheme, label, street, postalCode, city, phone] = given;
  return { name, form, country, scheme, label, street, postalCode, city, phone };
}

const BODIES: Record<string, (seed: number) => string> = {
  DE_VAT: (seed) => `DE${seed + 100_000_000}`,
  ES_NIF: (seed) => `B${String(seed + 5_000_000).padStart(7, "0")}${seed % 10}`,
  // The office code of Rome before the check digit.
  IT_PIVA: (seed) => `${String(seed + 2_030_405).padStart(7, "8")}058${seed % 10}`,
  EE_REG: (seed) => String(seed + 10_000_000),
  SE_ORGNR: (seed) => String(5_560_000_000 + seed),
  LEI: (seed) => `5299000J2N45DDNE${String(seed).padStart(4, "0")}`,
};
const LENGTHS: Record<string, number> = { NO_ORGNR: 9, FR_SIREN: 9 };

/** A number as pages write it. */
export function written(scheme: string, number: string): string {
  return scheme === "FI_YTUNNUS" || scheme === "SE_ORGNR"
    ? number.replace(/(\d{1,4})$/, (end) =>
        scheme === "FI_YTUNNUS" ? `${end.slice(0, -1)}-${end.slice(-1)}` : `-${end}`,
      )
    : number;
}

/** The first valid number of a scheme from a seed on. */
export function numberFrom(scheme: string, seed: number): string {
  for (let at = seed; ; at++) {
    const body = BODIES[scheme]?.(at) ?? String(at + 20_304_050).padStart(LENGTHS[scheme] ?? 8, "8");
    const read = legalNumber(scheme, body);
    if (read && read.isValid !== false) return read.number;
  }
}
