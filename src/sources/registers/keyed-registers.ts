/** Registers that want a free key of the operator's: the United Kingdom, Denmark, Sweden. */
import { type Row, record, string, valueAt } from "../../lib/loose-json.ts";
import { postForm, postJson } from "../../platform/outbound/outbound.ts";
import type { Role } from "../../readers/legal/register-record.ts";
import { type RegisterClient, RegisterUnavailable, rowsAt, rowsBy } from "./ask-register.ts";
import { band, dateOf, type Register, statusAt, textOf, textsAt, titled } from "./register.ts";

const COMPANIES_HOUSE = "https://api.company-information.service.gov.uk";
/** The register's own address, given to firms whose office was not theirs. */
const NO_OFFICE = /companies house default address/i;

/** The United Kingdom (developer-specs.company-information.service.gov.uk): 600 requests in five minutes a key. */
export const companiesHouse: Register = {
  name: "companies_house",
  title: "Companies House",
  schemes: ["GB_CRN"],
  licence: "OGL 3.0",
  attribution: "Contains public sector information licensed under the Open Government Licence v3.0 (Companies House)",
  variables: ["COMPANIES_HOUSE_API_KEY"],
  intervalMs: 500,
  headers: ({ COMPANIES_HOUSE_API_KEY }) => ({ Authorization: `Basic ${btoa(`${COMPANIES_HOUSE_API_KEY}:`)}` }),
  recordUrl: (number) => `https://find-and-update.company-information.service.gov.uk/company/${number}`,
  rowsOfNumber: rowsBy((number) => `${COMPANIES_HOUSE}/company/${number}`, ""),
  rowsOfName: rowsBy((name) => `${COMPANIES_HOUSE}/search/companies?q=${name}&items_per_page=20`, "items[]"),
  async listRoles(client, { number }) {
    const url = `${COMPANIES_HOUSE}/company/${number}/officers?items_per_page=100`;
    return (await rowsAt(client, url, "items[!resigned_on]")).flatMap(officerOf);
  },
  fields: {
    number: "company_number",
    name: "company_name | title",
    formerNames: "previous_company_names[].name",
    form: "type | company_type",
    status: statusAt("company_status", {
      active: /^(active|open|registered)$/,
      dissolved: /^(dissolved|closed|converted-closed|removed)$/,
      in_liquidation: /^liquidation$/,
      insolvent: /^(administration|receivership|insolvency-proceedings|voluntary-arrangement)$/,
    }),
    statusSince: "date_of_cessation",
    address: {
      of: (firm) => {
        const office = firm.registered_office_address ?? firm.address;
        return NO_OFFICE.test(JSON.stringify(office)) ? null : office;
      },
      street: "premises + address_line_1 + address_line_2",
      postalCode: "postal_code",
      city: "locality",
      region: "region",
    },
    industry: { "UK-SIC2007": ["sic_codes[]"] },
    founded: "date_of_creation",
  },
};

/** Corporate officers are left out. */
function officerOf(officer: Row): Role[] {
  const written = textOf(officer.name);
  const role = textOf(officer.officer_role);
  if (!written || !role || role.startsWith("corporate-")) return [];
  const [family = "", given = ""] = written.split(/,\s*/);
  const name = given ? `${given} ${titled(family)}` : written;
  return [{ name, role, since: dateOf(officer.appointed_on) }];
}

const CVR = "http://distribution.virk.dk/cvr-permanent/virksomhed/_search";
const DANISH_FORM = "virksomhedMetadata.nyesteVirksomhedsform";
const DANISH_SOLE_TRADERS = ["10", "15"];
/** Series of head counts; one may have ended years ago. */
const HEAD_COUNT_SERIES = ["ErstMaaneds", "Maaneds", "Kvartals", "Aars"];

/** Denmark: CVR (datacvr.virk.dk, "System-til-system adgang"). Lists have periods; the last without an end counts. */
export const cvr: Register = {
  name: "cvr",
  title: "CVR, Danish Business Authority",
  schemes: ["DK_CVR"],
  licence: "CVR terms of use, free reuse; no direct marketing where reklamebeskyttet",
  attribution: "Kilde: CVR, Erhvervsstyrelsen",
  variables: ["CVR_USER", "CVR_PASSWORD"],
  headers: ({ CVR_USER, CVR_PASSWORD }) => ({ Authorization: `Basic ${btoa(`${CVR_USER}:${CVR_PASSWORD}`)}` }),
  recordUrl: (number) => `https://datacvr.virk.dk/enhed/virksomhed/${number}`,
  rowsOfNumber: (client, { number }) => searchCvr(client, { term: { "Vrvirksomhed.cvrNummer": Number(number) } }),
  rowsOfName: (client, name) =>
    searchCvr(client, { match: { "Vrvirksomhed.virksomhedMetadata.nyesteNavn.navn": name } }),
  rowsOfDomain(client, domain) {
    const query = { match: { "Vrvirksomhed.hjemmeside.kontaktoplysning": domain } };
    return searchCvr(client, { nested: { path: "Vrvirksomhed.hjemmeside", query } });
  },
  fields: {
    number: "cvrNummer",
    name: "virksomhedMetadata.nyesteNavn.navn",
    isLeftOut: (firm) => DANISH_SOLE_TRADERS.includes(String(valueAt(firm, `${DANISH_FORM}.virksomhedsformkode`))),
    formerNames: "navne[].navn",
    otherNames: "binavne[].navn",
    form: `${DANISH_FORM}.kortBeskrivelse`,
    // "UNDER TVANGSOPLØSNING" means being wound up, "TVANGSOPLØST" dissolved.
    status: statusAt("virksomhedMetadata.sammensatStatus | livsforloeb[-1].periode.gyldigTil", {
      dissolved: /oplost|opløst|ophort|ophørt|slettet|uden retsvirkning|^\d/i,
      insolvent: /konkurs|rekonstruktion/i,
      in_liquidation: /likvidation|tvangsopl/i,
      active: /./,
    }),
    statusSince: "livsforloeb[-1].periode.gyldigTil",
    address: {
      of: "virksomhedMetadata.nyesteBeliggenhedsadresse",
      // The letter follows the number directly: "Havnevej 12B".
      street: ({ vejnavn, husnummerFra, bogstavFra }) => [vejnavn, `${husnummerFra ?? ""}${bogstavFra ?? ""}`],
      postalCode: "postnummer",
      city: "postdistrikt",
      country: "landekode",
    },
    industry: {
      DB07: ["virksomhedMetadata.nyesteHovedbranche.branchekode", "virksomhedMetadata.nyesteHovedbranche.branchetekst"],
    },
    employees({ virksomhedMetadata }) {
      const series = HEAD_COUNT_SERIES.map((span) => record(virksomhedMetadata)[`nyeste${span}beskaeftigelse`]);
      const counts = series.flatMap((newest) => danishCount(record(newest)));
      const [last] = counts.sort((a, b) => (b.asOf ?? "").localeCompare(a.asOf ?? ""));
      return last ?? { state: "absent" };
    },
    founded: "virksomhedMetadata.stiftelsesDato | livsforloeb[-1].periode.gyldigFra",
    website: "hjemmeside[!periode.gyldigTil][-1][!hemmelig].kontaktoplysning",
    phone: "telefonNummer[!periode.gyldigTil][-1][!hemmelig].kontaktoplysning",
    email: "elektroniskPost[!periode.gyldigTil][-1][!hemmelig].kontaktoplysning",
    otherNumbers: { DK_VAT: ({ cvrNummer }) => `DK${cvrNummer}` },
  },
};

function searchCvr(client: RegisterClient, query: object): Promise<Row[]> {
  return rowsAt(client, CVR, "hits.hits[]._source.Vrvirksomhed", postJson({ query, size: 20 }));
}

/** A number, or `ANTAL_10_19`; the last interval is written `ANTAL_1000_999999`, and means 1,000 or more. */
function danishCount({ aar, maaned, kvartal, antalAnsatte, intervalKodeAntalAnsatte }: Row): ReturnType<typeof band>[] {
  const written = textOf(antalAnsatte) ?? textOf(intervalKodeAntalAnsatte) ?? "";
  const [, min, max = min] = /(?<!\d)(\d+)(?:_(\d+))?$/.exec(written) ?? [];
  const month = String(maaned ?? Number(kvartal) * 3).padStart(2, "0");
  const asOf = dateOf(`${aar}-${month}`) ?? dateOf(String(aar));
  return min ? [band(Number(min), Number(max) < 999_999 ? Number(max) : null, asOf)] : [];
}

const BOLAGSVERKET = "https://gw.api.bolagsverket.se/vardefulla-datamangder/v1/organisationer";
const TOKEN = "https://portal.api.bolagsverket.se/oauth2/token";
const NO_TOKEN_SECONDS = 600;
const SWEDISH_PROCEEDINGS =
  "pagaendeAvvecklingsEllerOmstruktureringsforfarande.pagaendeAvvecklingsEllerOmstruktureringsforfarandeLista";

/** Sweden: Bolagsverket (bolagsverket.se, "Värdefulla datamängder"). A block may have an error, `fel`, for its data. */
export const bolagsverket: Register = {
  name: "bolagsverket",
  title: "Bolagsverket",
  schemes: ["SE_ORGNR"],
  licence: "Free reuse (high-value data set)",
  attribution: "Källa: Bolagsverket och SCB, värdefulla datamängder",
  variables: ["BOLAGSVERKET_CLIENT_ID", "BOLAGSVERKET_CLIENT_SECRET"],
  recordUrl: (number) => `https://foretagsinfo.bolagsverket.se/sok-foretagsinformation-web/foretag/${number}`,
  async rowsOfNumber(client, { number }) {
    const headers = { Authorization: `Bearer ${await swedishToken(client)}`, "X-Request-Id": crypto.randomUUID() };
    const question = postJson({ identitetsbeteckning: number }, headers);
    const firms = await rowsAt(client, BOLAGSVERKET, "organisationer", question);
    return firms.map((firm) => ({ ...firm, number }));
  },
  fields: {
    number: "number",
    name:
      "organisationsnamn.organisationsnamnLista[organisationsnamntyp.kod=FORETAGSNAMN].namn | " +
      "organisationsnamn.organisationsnamnLista.namn",
    otherNames: "organisationsnamn.organisationsnamnLista[].namn",
    form: "organisationsform.klartext | juridiskForm.klartext",
    status(firm) {
      if (valueAt(firm, "avregistreradOrganisation.avregistreringsdatum")) return "dissolved";
      const said = textsAt(firm, `${SWEDISH_PROCEEDINGS}[].klartext`).join(" ");
      const proceedings = statusAt(() => said, {
        insolvent: /konkurs|rekonstruktion/i,
        in_liquidation: /likvidation/i,
      })(firm);
      const isActive = valueAt(firm, "verksamOrganisation.kod") === "JA";
      return proceedings === "unknown" && isActive ? "active" : proceedings;
    },
    statusSince: `avregistreradOrganisation.avregistreringsdatum | ${SWEDISH_PROCEEDINGS}.fromDatum`,
    address: {
      of: "postadressOrganisation.postadress",
      street: "utdelningsadress",
      postalCode: "postnummer",
      city: "postort",
    },
    industry: { SNI: ["naringsgrenOrganisation.sni.kod", "naringsgrenOrganisation.sni.klartext"] },
    founded: "organisationsdatum.registreringsdatum",
    otherNumbers: { SE_VAT: ({ number }) => `SE${number}01` },
  },
};

async function swedishToken({ ask, context: { config } }: RegisterClient): Promise<string> {
  const form = postForm({
    grant_type: "client_credentials",
    scope: "vardefulla-datamangder:read",
    client_id: config.BOLAGSVERKET_CLIENT_ID ?? "",
    client_secret: config.BOLAGSVERKET_CLIENT_SECRET ?? "",
  });
  const { body } = await ask(TOKEN, form);
  const token = string(record(body).access_token);
  if (!token) throw new RegisterUnavailable("no token", NO_TOKEN_SECONDS);
  return token;
}
