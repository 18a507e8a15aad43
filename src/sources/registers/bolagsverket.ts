import { type Row, valueAt } from "../../lib/json-paths.ts";
import { record, records } from "../../lib/loose-json.ts";
import { postJson, type RegisterClient, RegisterUnavailable, rowsAt } from "./ask-register.ts";
import { type Register, textOf } from "./register.ts";

const TOKEN = "https://portal.api.bolagsverket.se/oauth2/token";
const API = "https://gw.api.bolagsverket.se/vardefulla-datamangder/v1/organisationer";
const SCOPE = "vardefulla-datamangder:read";
const TOKEN_SECONDS = 600;

/**
 * Sweden: Bolagsverket's high-value data sets (bolagsverket.se, "Värdefulla datamängder"), by OAuth client credentials. By
 * number only: no name search, no officers, no head count.
 */
export const bolagsverket: Register = {
  name: "bolagsverket",
  title: "Bolagsverket",
  schemes: ["SE_ORGNR"],
  licence: "Free reuse (high-value data set)",
  attribution: "Källa: Bolagsverket och SCB, värdefulla datamängder",
  variables: ["BOLAGSVERKET_CLIENT_ID", "BOLAGSVERKET_CLIENT_SECRET"],
  keptForDays: 14,
  intervalMs: 500,
  recordUrl: (number) => `https://foretagsinfo.bolagsverket.se/sok-foretagsinformation-web/foretag/${number}`,
  async rowsOfNumber(client, { number }) {
    const headers = { Authorization: `Bearer ${await token(client)}`, "X-Request-Id": crypto.randomUUID() };
    const init = postJson({ identitetsbeteckning: number }, headers);
    const firms = await rowsAt(client, API, "organisationer", { none: [404], init });
    return firms.map((firm) => ({ ...firm, number }));
  },
  // Each block may carry `fel`, an error of the authority behind it, instead of its data.
  fields: {
    number: "number",
    name: (firm) => legalName(firm)?.namn,
    otherNames: (firm) => namesOf(firm).flatMap((name) => (name === legalName(firm) ? [] : name.namn)),
    form: "organisationsform.klartext | juridiskForm.klartext",
    status: statusOf,
    address: {
      of: "postadressOrganisation.postadress",
      street: "utdelningsadress",
      postalCode: "postnummer",
      city: "postort",
    },
    industry: {
      scheme: "SNI",
      code: "naringsgrenOrganisation.sni.kod",
      label: "naringsgrenOrganisation.sni.klartext",
    },
    founded: "organisationsdatum.registreringsdatum",
    description: "verksamhetsbeskrivning.beskrivning",
    otherNumbers: { SE_VAT: ({ number }) => `SE${number}01` },
  },
};

const namesOf = (firm: Row) => records(record(firm.organisationsnamn).organisationsnamnLista);
const legalName = (firm: Row) =>
  namesOf(firm).find((name) => valueAt(name, "organisationsnamntyp.kod") === "FORETAGSNAMN") ?? namesOf(firm)[0];

function statusOf(firm: Row): ReturnType<Register["fields"]["status"]> {
  const leftOn = valueAt(firm, "avregistreradOrganisation.avregistreringsdatum");
  if (leftOn) return { status: "dissolved", since: leftOn };
  const block = record(firm.pagaendeAvvecklingsEllerOmstruktureringsforfarande);
  for (const { klartext, fromDatum: since } of records(block.pagaendeAvvecklingsEllerOmstruktureringsforfarandeLista)) {
    if (/konkurs|rekonstruktion/i.test(String(klartext))) return { status: "insolvent", since };
    if (/likvidation/i.test(String(klartext))) return { status: "in_liquidation", since };
  }
  return valueAt(firm, "verksamOrganisation.kod") === "JA" ? "active" : "unknown";
}

/** Kept in memory of the isolate only: a token is a secret. */
const tokens = new Map<string, { token: string; expiresAt: number }>();

async function token({ ask, context }: RegisterClient): Promise<string> {
  const { BOLAGSVERKET_CLIENT_ID: id = "", BOLAGSVERKET_CLIENT_SECRET: secret = "" } = context.config;
  const known = tokens.get(id);
  if (known && known.expiresAt > Date.now()) return known.token;
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    scope: SCOPE,
    client_id: id,
    client_secret: secret,
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { body } = await ask(TOKEN, { method: "POST", headers, body: form.toString() });
  const given = textOf(record(body).access_token, 4_000);
  if (!given) throw new RegisterUnavailable("no token", TOKEN_SECONDS);
  const seconds = Number(record(body).expires_in) || TOKEN_SECONDS;
  tokens.set(id, { token: given, expiresAt: Date.now() + Math.max(0, seconds - 60) * 1000 });
  return given;
}
