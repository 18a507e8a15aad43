import { record, records } from "../../lib/loose-json.ts";
import type { HeadCount, RegisterRecord, Role } from "../../readers/legal/register-record.ts";
import type { RegisterClient } from "./ask-register.ts";
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

const API = "https://data.brreg.no/enhetsregisteret/api";
/** Hits are in alphabetical order, so a firm may come after twenty that only contain its name. */
const MAX_HITS = "100";

/**
 * Norway: Enhetsregisteret (data.brreg.no/enhetsregisteret/api/dokumentasjon). The only register that knows live which firm has
 * a domain. Head counts of 1 to 4 are withheld. 410 means removed on legal grounds: copies must be deleted.
 */
export const brreg: Register = {
  name: "brreg",
  title: "Brønnøysundregistrene (Enhetsregisteret)",
  country: "NO",
  schemes: ["NO_ORGNR"],
  licence: "NLOD 2.0",
  attribution: "Data from Brønnøysundregistrene, NLOD 2.0",
  keptForDays: 7,
  intervalMs: 100,
  recordUrl: (number) => `https://virksomhet.brreg.no/nb/oppslag/enheter/${number}`,
  async findByNumber({ ask }, { number }) {
    const unit = await ask(`${API}/enheter/${number}`, {}, [404, 410]);
    if (unit.httpStatus === 200) return recordOf(unit.body);
    if (unit.httpStatus === 410) return null;
    // Branches have numbers of their own and are not among the units; the legal entity is the unit above them.
    const branch = await ask(`${API}/underenheter/${number}`, {}, [404, 410]);
    const above = branch.httpStatus === 200 ? textOf(record(branch.body).overordnetEnhet) : null;
    if (!above || !/^\d{9}$/.test(above)) return null;
    const owner = await ask(`${API}/enheter/${above}`, {}, [404, 410]);
    const found = owner.httpStatus === 200 ? recordOf(owner.body) : null;
    return found && { ...found, otherNumbers: [...found.otherNumbers, ...numbersOf(["NO_ORGNR", number])] };
  },
  async findByName(client, name) {
    return search(client, new URLSearchParams({ navn: name, size: MAX_HITS }));
  },
  async findByDomain(client, domain) {
    // The value is matched as the firm typed it.
    const spellings = domain.startsWith("www.") ? [domain] : [domain, `www.${domain}`];
    const found = await Promise.all(
      spellings.map((spelling) => search(client, new URLSearchParams({ hjemmeside: spelling }))),
    );
    return found.flat();
  },
  async listRoles({ ask }, { number }) {
    const { httpStatus, body } = await ask(`${API}/enheter/${number}/roller`, {}, [404, 410]);
    return httpStatus === 200 ? rolesOf(body) : [];
  },
};

async function search({ ask }: RegisterClient, query: URLSearchParams): Promise<RegisterRecord[]> {
  const { body } = await ask(`${API}/enheter?${query}`);
  // Without hits there is no `_embedded`.
  return present(records(record(record(body)._embedded).enheter).map(recordOf));
}

function recordOf(body: unknown): RegisterRecord | null {
  const unit = record(body);
  const form = record(unit.organisasjonsform);
  // Sole traders are private persons.
  if (form.kode === "ENK") return null;
  const address = record(unit.forretningsadresse ?? unit.beliggenhetsadresse ?? unit.postadresse);
  const industry = record(unit.naeringskode1);
  return entity(brreg, unit.organisasjonsnummer, unit.navn, {
    // The VAT number has the same digits, for those registered for VAT.
    otherNumbers: unit.registrertIMvaregisteret === true ? numbersOf(["NO_VAT", `NO${unit.organisasjonsnummer}`]) : [],
    formerNames: textsOf(records(unit.historiskeNavn).map(({ navn }) => navn)),
    form: textOf(form.kode) && `${textOf(form.kode)}${form.beskrivelse ? ` (${textOf(form.beskrivelse)})` : ""}`,
    ...statusOf(unit),
    address: registeredAddress({
      street: address.adresse,
      postalCode: address.postnummer,
      city: address.poststed,
      country: address.landkode,
    }),
    codes: industryCode("SN2025", industry.kode, industry.beskrivelse),
    employees: employeesOf(unit),
    founded: dateOf(unit.stiftelsesdato) ?? dateOf(unit.oppstartsdato),
    website: textOf(unit.hjemmeside),
    phone: textOf(unit.telefon) ?? textOf(unit.mobil),
    email: textOf(unit.epostadresse),
  });
}

function statusOf(unit: Record<string, unknown>): Partial<RegisterRecord> {
  const dissolved = dateOf(unit.slettedato) ?? dateOf(unit.nedleggelsesdato);
  if (dissolved) return { status: "dissolved", statusSince: dissolved };
  if (unit.konkurs === true) return { status: "insolvent", statusSince: dateOf(unit.konkursdato) };
  if (unit.underAvvikling === true || unit.underTvangsavviklingEllerTvangsopplosning === true) {
    return { status: "in_liquidation", statusSince: dateOf(unit.underAvviklingDato) };
  }
  return { status: "active" };
}

function employeesOf(unit: Record<string, unknown>): HeadCount {
  const count = unit.antallAnsatte;
  if (typeof count === "number" && count >= 0) {
    return band(count, count, dateOf(unit.registreringsdatoAntallAnsatteEnhetsregisteret));
  }
  // A number below five is registered and not published.
  if (unit.harRegistrertAntallAnsatte === true) return { state: "withheld", min: 1, max: 4, asOf: null };
  return { state: "absent" };
}

function rolesOf(body: unknown): Role[] {
  return records(record(body).rollegrupper).flatMap((group) =>
    records(group.roller).flatMap((given): Role[] => {
      const name = record(record(given.person).navn);
      const full = textsOf([name.fornavn, name.mellomnavn, name.etternavn]).join(" ");
      const role = textOf(record(given.type).beskrivelse) ?? textOf(record(given.type).kode);
      const isGone = given.fratraadt === true || given.avregistrert === true || record(given.person).erDoed === true;
      if (!full || !role || isGone) return [];
      return [{ name: full, role, since: dateOf(group.sistEndret) }];
    }),
  );
}
