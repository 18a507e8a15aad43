import { nodesAt, type Row, record, records, string } from "../../lib/loose-json.ts";
import { DAY_MS } from "../../lib/time.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { legalNameKey, withoutLegalForm } from "../../readers/legal/legal-names.ts";
import type { Role } from "../../readers/legal/register-record.ts";
import { readFormD } from "../../readers/news/form-d.ts";
import { countryCode } from "../../readers/words/countries.ts";
import type { RegisterClient } from "./ask-register.ts";
import { type Register, textOf, textsAt } from "./register.ts";

const MAX_REGISTRANTS = 4;
const isGiven = (line: string) => line !== "None";

/** The United States: registrants of the SEC (sec.gov/search-filings, "EDGAR APIs"), which wants a contact. */
export const sec: Register = {
  name: "sec",
  title: "SEC EDGAR",
  schemes: ["US_CIK"],
  licence: "Public domain",
  attribution: "Source: U.S. Securities and Exchange Commission, EDGAR",
  variables: ["MAIL_FROM"],
  intervalMs: 120,
  headers: ({ SERVICE_NAME, MAIL_FROM }) => ({ "User-Agent": `${SERVICE_NAME}/1.0 ${MAIL_FROM}` }),
  recordUrl: (number) => `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${number}`,
  rowsOfNumber: (client, { number }) => rowsOf(client, [number]),
  rowsOfName: async (client, name) => rowsOf(client, (await registrantsNamed(client, name)).slice(0, MAX_REGISTRANTS)),
  // Related persons of the latest Form D, the only such filing of private companies. They may have left since.
  async listRoles(client, { number }) {
    const [notice] = recentFilings((await submissionsOf(client, number)) ?? {}, number, /^D(\/A)?$/);
    if (!notice) return [];
    const { httpStatus, text } = await client.ask(notice.url, {}, [403, 404], "text");
    const form = httpStatus === 200 ? readFormD(text) : null;
    return (form?.people ?? []).flatMap(({ first, last, roles }): Role[] =>
      roles.length > 0 ? [{ name: `${first} ${last}`, role: roles.join(", "), since: null }] : [],
    );
  },
  fields: {
    number: "id",
    name: "name",
    // Insiders who report their own trades are registrants too: private persons, without an employer's number.
    isLeftOut: ({ ein, insiderTransactionForOwnerExists }) => ein === null && insiderTransactionForOwnerExists === 1,
    formerNames: "formerNames[].name",
    country: (row) => countryOf(record(record(row.addresses).business)),
    status: () => "unknown",
    address: {
      of: "addresses.business",
      street: (address) => textsAt(address, "street1 + street2").filter(isGiven).join(", "),
      postalCode: "zipCode",
      city: "city",
      region: stateOf,
      country: (address) => countryOf(address) ?? "",
    },
    industry: { SIC: ["sic", "sicDescription"] },
    website: "website | investorWebsite",
    phone: "phone",
  },
};

async function rowsOf(client: RegisterClient, ids: string[]): Promise<Row[]> {
  const found = await Promise.all(ids.map((id) => submissionsOf(client, id)));
  return found.filter((row) => row !== null);
}

/** States have letters, other countries a letter and a digit ("2M"); their names are in another field. */
function stateOf({ stateOrCountry }: Row): string | null {
  return /^[A-Z]{2}$/.exec(textOf(stateOrCountry) ?? "")?.[0] ?? null;
}

function countryOf(address: Row): string | null {
  const state = stateOf(address);
  const abroad = textOf(address.country) ?? (state ? null : textOf(address.stateOrCountryDescription));
  return abroad ? countryCode(abroad.split(", ").at(-1) ?? "") : state && "US";
}

/** The record of a registrant with its recent filings; null when there is none. `id` has ten digits. */
export async function submissionsOf(client: RegisterClient, id: string): Promise<Row | null> {
  const { httpStatus, body } = await client.ask(`https://data.sec.gov/submissions/CIK${id}.json`, {}, [404]);
  if (httpStatus === 404) return null;
  const { name, formerNames, ...rest } = record(body);
  const former = records(formerNames).map((one) => ({ ...one, name: conformedName(one.name) }));
  return { ...rest, id, name: conformedName(name), formerNames: former };
}

/** A name without the state or the kind of share that the commission adds to tell namesakes apart: "ACME INC /DE/", "ACME CORP/CA". */
function conformedName(name: unknown): string {
  return (textOf(name) ?? "").replace(/(?<!\s)\s?[/\\]\s?[A-Z]{2,4}[/\\]?$/i, "");
}

/** The filings of the `forms` in a registrant's record, newest first, as the commission lists them. `url` is of the main document, or of its folder. */
export function recentFilings(registrant: Record<string, unknown>, id: string, forms: RegExp) {
  const { form, ...lists } = record(record(registrant.filings).recent);
  return [form ?? []].flat().flatMap((_, index) => {
    const at = (list: unknown) => (Array.isArray(list) ? (string(list[index]) ?? "") : "");
    const [kind, accession] = [at(form), at(lists.accessionNumber)];
    if (!forms.test(kind) || !/^[\d-]+$/.test(accession)) return [];
    const folder = `https://www.sec.gov/Archives/edgar/data/${Number(id)}/${accession.replaceAll("-", "")}`;
    // For forms D the record names a rendering (xslFormDX01/…); the document itself is beside it.
    const named = at(lists.primaryDocument).replace(/^xsl[^/]*\//, "");
    const usual = kind.startsWith("D") ? "primary_doc.xml" : "";
    const url = `${folder}/${/^[\w.-]+$/.test(named) ? named : usual}`;
    const items: string[] = at(lists.items).match(/(?<![\d.])\d\.\d\d(?![\d.])/g) ?? [];
    return [{ form: kind, items, date: at(lists.filingDate), accession, url }];
  });
}

/** Central index keys (ten digits) of registrants with exactly these words: listed ones, then all filers, no funds. */
export async function registrantsNamed(client: RegisterClient, name: string): Promise<string[]> {
  const key = legalNameKey(name);
  if (!key) return [];
  const listed = (await listedCompanies(client))[key] ?? [];
  // It finds names with words that begin with all those typed: "Acme Corporation" would not find "ACME CORP".
  const query = new URLSearchParams({ keysTyped: withoutLegalForm(name) });
  // The search sometimes fails for no reason; the listed companies are known without it.
  const { body } = await client.ask(`https://efts.sec.gov/LATEST/search-index?${query}`, {}, [404, 500]);
  const hits = nodesAt(body, "hits.hits[]").map(record);
  const named = hits.filter(({ _source }) => legalNameKey(conformedName(record(_source).entity)) === key);
  const ids = named.flatMap(({ _id }) => /^\d{1,10}$/.exec(String(_id))?.[0].padStart(10, "0") ?? []);
  return [...new Set([...listed, ...ids])];
}

/** The registrants whose shares have these tickers. */
export async function registrantsWithTickers(client: RegisterClient, tickers: string[]): Promise<string[]> {
  const listed = tickers.length > 0 ? await listedCompanies(client) : {};
  return [...new Set(tickers.flatMap((ticker) => listed[`$${ticker}`] ?? []))];
}

/** Listed companies by the words of their names, and by `$` and their ticker. Cached for a week, because the list has 800 kB. */
async function listedCompanies({ context, ask }: RegisterClient): Promise<Record<string, string[]>> {
  const { data } = await cached(context, "sec_listed", "names and tickers", 7 * DAY_MS, async () => {
    const { body } = await ask("https://www.sec.gov/files/company_tickers.json");
    const listed: Record<string, string[]> = {};
    for (const entry of records(Object.values(record(body)))) {
      const id = String(entry.cik_str ?? "").padStart(10, "0");
      if (!/^\d{10}$/.test(id)) continue;
      for (const key of [legalNameKey(conformedName(entry.title)), `$${textOf(entry.ticker)}`])
        if (key) listed[key] = [...new Set([...(listed[key] ?? []), id])];
    }
    return listed;
  });
  return data;
}
