import { record, records } from "../../lib/loose-json.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import { type RegisterClient, RegisterUnavailable } from "./ask-register.ts";
import type { Register } from "./register.ts";
import { dateOf, entity, industryCode, numbersOf, registeredAddress, textOf } from "./register-fields.ts";

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
  country: "SE",
  schemes: ["SE_ORGNR"],
  licence: "Free reuse (high-value data set)",
  attribution: "Källa: Bolagsverket och SCB, värdefulla datamängder",
  variables: ["BOLAGSVERKET_CLIENT_ID", "BOLAGSVERKET_CLIENT_SECRET"],
  keptForDays: 14,
  intervalMs: 500,
  recordUrl: (number) => `https://foretagsinfo.bolagsverket.se/sok-foretagsinformation-web/foretag/${number}`,
  async findByNumber(client, { number }) {
    const headers = {
      "Content-Type": "application/json",
      Authorization: `Bearer ${await token(client)}`,
      "X-Request-Id": crypto.randomUUID(),
    };
    const body = JSON.stringify({ identitetsbeteckning: number });
    const reply = await client.ask(API, { method: "POST", headers, body }, [404]);
    if (reply.httpStatus === 404) return null;
    const [firm] = records(record(reply.body).organisationer);
    return firm ? recordOf(firm, number) : null;
  },
};

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

function proceedingsOf(firm: Record<string, unknown>, isActive: boolean): Partial<RegisterRecord> {
  const block = record(firm.pagaendeAvvecklingsEllerOmstruktureringsforfarande);
  for (const { klartext, fromDatum } of records(block.pagaendeAvvecklingsEllerOmstruktureringsforfarandeLista)) {
    const text = textOf(klartext) ?? "";
    if (/konkurs|rekonstruktion/i.test(text)) return { status: "insolvent", statusSince: dateOf(fromDatum) };
    if (/likvidation/i.test(text)) return { status: "in_liquidation", statusSince: dateOf(fromDatum) };
  }
  return { status: isActive ? "active" : "unknown" };
}

/** Each block may carry `fel`, an error of the authority behind it, instead of its data. */
function recordOf(firm: Record<string, unknown>, number: string): RegisterRecord | null {
  const names = records(record(firm.organisationsnamn).organisationsnamnLista);
  const ofKind = (code: string) =>
    names.filter(({ organisationsnamntyp }) => record(organisationsnamntyp).kod === code);
  const post = record(record(firm.postadressOrganisation).postadress);
  const [sni] = records(record(firm.naringsgrenOrganisation).sni);
  const left = record(firm.avregistreradOrganisation);
  const leftOn = dateOf(left.avregistreringsdatum);
  const isActive = record(firm.verksamOrganisation).kod;
  const legal = ofKind("FORETAGSNAMN")[0] ?? names[0];
  return entity(bolagsverket, number, legal?.namn, {
    otherNames: names.filter((name) => name !== legal).flatMap(({ namn }) => textOf(namn) ?? []),
    form: textOf(record(firm.organisationsform).klartext) ?? textOf(record(firm.juridiskForm).klartext),
    ...(leftOn ? { status: "dissolved", statusSince: leftOn } : proceedingsOf(firm, isActive === "JA")),
    address: registeredAddress({
      street: post.utdelningsadress,
      postalCode: post.postnummer,
      city: post.postort,
      country: "SE",
    }),
    codes: industryCode("SNI", sni?.kod, sni?.klartext),
    founded: dateOf(record(firm.organisationsdatum).registreringsdatum),
    description: textOf(record(firm.verksamhetsbeskrivning).beskrivning, 500),
    otherNumbers: numbersOf(["SE_VAT", `SE${number}01`]),
  });
}
