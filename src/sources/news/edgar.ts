import { plainHost } from "../../lib/hosts.ts";
import { record, records, string } from "../../lib/loose-json.ts";
import { DAY_MS } from "../../lib/time.ts";
import { askJson, type FailureReason, type JsonAnswer } from "../../platform/outbound/ask-json.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { cached } from "../../platform/outbound/fact-cache.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { plainText } from "../../text/plain-text.ts";
import type { Identity } from "../companies/company-identity.ts";
import type { Report } from "../facts/news-item.ts";
import { foldName } from "../website/own-name.ts";

/** A filing that matters here: forms D and 8-K, with their amendments. `items` as in "5.02". */
export type Filing = { form: string; items: string[]; date: string; url: string; company: string; isSure: boolean };

/** The commission allows ten requests a second of one caller. */
const PACE_MS = 120;
const MAX_WAIT_MS = 2_000;
const TICKERS_BYTES = 8_000_000;
const SUBMISSIONS_BYTES = 8_000_000;
const MAX_NAMESAKES = 3;
const MAX_FILINGS = 50;
const FORMS = /^(D|8-K)(\/A)?$/;
const MAX_NAME_LENGTH = 120;

class Failure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Recent filings of the company with the U.S. Securities and Exchange Commission (sec.gov/search-filings, "EDGAR APIs").
 * A namesake is told apart by the web site in its record; a record without one counts only under a telling name. The
 * commission wants a contact in `User-Agent`, so without `MAIL_FROM` nothing is asked: `not_configured`. Never throws.
 */
export async function edgarFilings(context: SourceContext, who: Identity): Promise<Report<Filing>> {
  const source = "edgar";
  if (!context.config.MAIL_FROM) return { source, failure: "not_configured" };
  try {
    const ids = await cached(
      context,
      "edgar_ids",
      foldName(who.name),
      (found) => (found.length > 0 ? 7 : 1) * DAY_MS,
      () => idsOf(context, who),
    );
    const looks = await Promise.all(ids.data.map((id) => filingsOf(context, who, id)));
    const observedAt = Math.min(ids.observedAt, ...looks.map((look) => look.observedAt));
    const isCached = ids.cached && looks.every((look) => look.cached);
    return { source, items: looks.flatMap(({ data }) => data), observedAt, cached: isCached };
  } catch (thrown) {
    if (thrown instanceof Failure) return { source, failure: thrown.reason };
    throw thrown;
  }
}

/** Central index keys, ten digits, of registrants with exactly this name; listed companies first, then whoever filed a form D. */
async function idsOf(context: SourceContext, who: Identity): Promise<string[]> {
  const name = foldName(who.name);
  const listed = await ask(context, "https://www.sec.gov/files/company_tickers.json", TICKERS_BYTES);
  const tickers = listed.status === "ok" ? records(Object.values(record(listed.body))) : [];
  const ids = tickers
    .filter(({ title }) => foldName(string(title) ?? "") === name)
    .map((entry) => String(entry.cik_str).padStart(10, "0"));
  if (ids.length > 0 || !who.isTelling) return [...new Set(ids)].slice(0, MAX_NAMESAKES);

  const query = new URLSearchParams({ q: `"${who.name}"`, forms: "D" });
  const search = await ask(context, `https://efts.sec.gov/LATEST/search-index?${query}`);
  const hits = search.status === "ok" ? records(record(record(search.body).hits).hits) : [];
  const filers = hits.flatMap((hit) => {
    const { display_names: names } = record(hit._source);
    return Array.isArray(names)
      ? names.map((text) => /^(.*?)\s*(?:\([^)]*\)\s*)*\(CIK (\d{10})\)/.exec(String(text)))
      : [];
  });
  const found = filers.flatMap((match) => (match?.[2] && foldName(match[1] ?? "") === name ? [match[2]] : []));
  return [...new Set(found)].slice(0, MAX_NAMESAKES);
}

function filingsOf(context: SourceContext, who: Identity, id: string) {
  return cached(context, "edgar_filings", `${id} ${who.domain}`, DAY_MS / 4, async (): Promise<Filing[]> => {
    const answer = await ask(context, `https://data.sec.gov/submissions/CIK${id}.json`, SUBMISSIONS_BYTES);
    const company = record(answer.status === "ok" ? answer.body : null);
    const kinship = compare(who, company);
    if (kinship === "namesake") return [];
    const { accessionNumber, filingDate, form, items, primaryDocument } = record(record(company.filings).recent);
    const at = (list: unknown, index: number) => (Array.isArray(list) ? (string(list[index]) ?? "") : "");
    return (Array.isArray(form) ? form : [])
      .flatMap((_, index): Filing[] => {
        const date = at(filingDate, index);
        const accession = at(accessionNumber, index);
        if (!FORMS.test(at(form, index)) || Number.isNaN(Date.parse(date)) || !/^[\d-]+$/.test(accession)) return [];
        const folder = `https://www.sec.gov/Archives/edgar/data/${Number(id)}/${accession.replaceAll("-", "")}`;
        const document = at(primaryDocument, index);
        return [
          {
            form: at(form, index),
            items: at(items, index)
              .split(",")
              .map((item) => item.trim())
              .filter((item) => /^\d\.\d\d$/.test(item)),
            date,
            url: /^[\w.-]+$/.test(document) ? `${folder}/${document}` : `${folder}/`,
            company: plainText(string(company.name) ?? who.name, MAX_NAME_LENGTH),
            isSure: kinship === "same",
          },
        ];
      })
      .slice(0, MAX_FILINGS);
  });
}

/** The registrant's web site decides; without one a name that could be anybody's is not enough. */
function compare(who: Identity, company: Record<string, unknown>): "same" | "likely" | "namesake" {
  const given = string(company.website) ?? string(company.investorWebsite);
  const site = given ? URL.parse(/^https?:/i.test(given) ? given : `https://${given}`) : null;
  if (site) return registrableDomain(plainHost(site)) === registrableDomain(who.domain) ? "same" : "namesake";
  return who.isTelling && foldName(string(company.name) ?? "") === foldName(who.name) ? "likely" : "namesake";
}

async function ask(context: SourceContext, url: string, maxBytes?: number): Promise<JsonAnswer> {
  const queue = context.env.RATE_LIMITER.getByName("host:sec.gov");
  const waitMs = await queue.pace(PACE_MS, MAX_WAIT_MS).catch(() => PACE_MS);
  if (waitMs > MAX_WAIT_MS) throw new Failure("rate_limited");
  await scheduler.wait(waitMs);
  const contact = `${context.config.SERVICE_NAME}/1.0 ${context.config.MAIL_FROM}`;
  const answer = await askJson(context, url, { headers: { "User-Agent": contact } }, maxBytes);
  if (answer.status === "failed") throw new Failure(answer.reason);
  return answer;
}
