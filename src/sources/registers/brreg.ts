import { type Row, record, records, valueAt } from "../../lib/loose-json.ts";
import type { Role } from "../../readers/legal/register-record.ts";
import { rowsAt, rowsBy } from "./ask-register.ts";
import { band, dateOf, type Register, textOf, textsAt } from "./register.ts";

const API = "https://data.brreg.no/enhetsregisteret/api";
/** Without hits there is no `_embedded`. */
const HITS = "_embedded.enheter[]";

/** Norway: Enhetsregisteret (data.brreg.no/enhetsregisteret/api/dokumentasjon). Head counts of 1 to 4 are withheld. */
export const brreg: Register = {
  name: "brreg",
  schemes: ["NO_ORGNR"],
  licence: "NLOD 2.0",
  attribution: "Data from Brønnøysundregistrene, NLOD 2.0",
  intervalMs: 100,
  recordUrl: (number) => `https://virksomhet.brreg.no/nb/oppslag/enheter/${number}`,
  async rowsOfNumber(client, { number }) {
    const [unit] = await rowsAt(client, `${API}/enheter/${number}`, "");
    if (unit) return [unit];
    // Branches have numbers of their own and are not among the units; the legal entity is the unit above them.
    const [branch] = await rowsAt(client, `${API}/underenheter/${number}`, "");
    const above = String(branch?.overordnetEnhet);
    const units = /^\d{9}$/.test(above) ? await rowsAt(client, `${API}/enheter/${above}`, "") : [];
    return units.map((firm) => ({ ...firm, branch: number }));
  },
  // Hits are in alphabetical order, so a firm may come after twenty that only contain its name.
  rowsOfName: rowsBy((name) => `${API}/enheter?navn=${name}&size=100`, HITS),
  async rowsOfDomain(client, domain) {
    // The value is matched as the firm typed it.
    const found = [domain, `www.${domain}`].map((typed) => rowsAt(client, `${API}/enheter?hjemmeside=${typed}`, HITS));
    return (await Promise.all(found)).flat();
  },
  async listRoles(client, { number }) {
    const groups = await rowsAt(client, `${API}/enheter/${number}/roller`, "rollegrupper[]");
    return groups.flatMap(({ roller, sistEndret }) => records(roller).flatMap((given) => roleOf(given, sistEndret)));
  },
  fields: {
    number: "organisasjonsnummer",
    name: "navn",
    // Sole traders are private persons.
    isLeftOut: (unit) => valueAt(unit, "organisasjonsform.kode") === "ENK",
    formerNames: "historiskeNavn[].navn",
    form: ({ organisasjonsform }) => {
      const { kode, beskrivelse } = record(organisasjonsform);
      return kode && beskrivelse ? `${kode} (${beskrivelse})` : kode;
    },
    status(unit) {
      if (unit.slettedato || unit.nedleggelsesdato) return "dissolved";
      if (unit.konkurs === true) return "insolvent";
      const isWoundUp = unit.underAvvikling === true || unit.underTvangsavviklingEllerTvangsopplosning === true;
      return isWoundUp ? "in_liquidation" : "active";
    },
    statusSince: "slettedato | nedleggelsesdato | konkursdato | underAvviklingDato",
    address: {
      of: "forretningsadresse | beliggenhetsadresse | postadresse",
      street: "adresse[]",
      postalCode: "postnummer",
      city: "poststed",
      country: "landkode",
    },
    industry: { SN2025: ["naeringskode1.kode", "naeringskode1.beskrivelse"] },
    employees(unit) {
      const count = unit.antallAnsatte;
      const asOf = dateOf(unit.registreringsdatoAntallAnsatteEnhetsregisteret);
      if (typeof count === "number" && count >= 0) return band(count, count, asOf);
      // A number below five is registered and not published.
      if (unit.harRegistrertAntallAnsatte === true) return { state: "withheld", min: 1, max: 4, asOf: null };
      return { state: "absent" };
    },
    founded: "stiftelsesdato | oppstartsdato",
    website: "hjemmeside",
    phone: "telefon | mobil",
    email: "epostadresse",
    otherNumbers: {
      // The VAT number has the same digits, for those registered for VAT.
      NO_VAT: (unit) => (unit.registrertIMvaregisteret === true ? `NO${unit.organisasjonsnummer}` : null),
      NO_ORGNR: "branch",
    },
  },
};

function roleOf(given: Row, changedOn: unknown): Role[] {
  const name = textsAt(given, "person.navn.fornavn + person.navn.mellomnavn + person.navn.etternavn").join(" ");
  const role = textOf(valueAt(given, "type.beskrivelse | type.kode"));
  const isGone = given.fratraadt === true || given.avregistrert === true || record(given.person).erDoed === true;
  return name && role && !isGone ? [{ name, role, since: dateOf(changedOn) }] : [];
}
