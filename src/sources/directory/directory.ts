/** The operator's own directory in D1. Nothing expired and nobody who has left ever comes out of it. */

import { plainHost } from "../../lib/hosts.ts";
import { remembering } from "../../lib/memoize.ts";
import { sql } from "../../platform/database.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { titleSearch } from "../../text/titles/full-text-query.ts";
import { matchesTitle, type ParsedTitleFilter } from "../../text/titles/title-filter.ts";
import type { CompanyFacts } from "../facts/company-facts.ts";
import type { Finding } from "../facts/finding.ts";
import type { Person } from "../facts/person.ts";

/** Enough of a row to sort, merge and count it; the rest is loaded for the page that is shown. */
export type Entry = {
  id: number;
  nameFolded: string;
  title: string | null;
  profileUrl: string | null;
  email: string | null;
};

export const DIRECTORY = "directory";
const CONFIDENCE = 0.9;
const ROWS_AT_ONCE = 2_000;
const VERIFIED_FOR_MS = 30 * 24 * 3_600_000;

const LISTED = "is_current = 1 AND (expires_at IS NULL OR expires_at > @now)";

/**
 * The people of `domain` whose titles pass, in the order of their folded names. The rows come in pages and leave what
 * does not pass behind, so that a company of any size fits into memory.
 */
export async function directoryEntries(db: D1Database, domain: string, filter: ParsedTitleFilter): Promise<Entry[]> {
  const passes = remembering((title: string | null) => matchesTitle(filter, title));
  const search = titleSearch(filter);
  const entries: Entry[] = [];
  for (let after = { nameFolded: "", profileUrl: "" }, page = 0; ; page++) {
    // Most companies fit into one page, which the index on the domain answers fastest; for the others the search pays.
    const matching =
      search && page > 0 ? "AND id IN (SELECT rowid FROM people_fts WHERE people_fts MATCH @search)" : "";
    const { results } = await sql(
      db,
      `SELECT id, name_folded AS nameFolded, title, profile_url AS profileUrl, email FROM people
       WHERE domain = @domain AND (name_folded, profile_url) > (@name, @profile) AND ${LISTED} ${matching}
       ORDER BY name_folded, profile_url LIMIT ${ROWS_AT_ONCE}`,
      {
        domain,
        now: Date.now(),
        name: after.nameFolded,
        profile: after.profileUrl,
        search: `domain : "${domain}" AND title_tokens : (${search})`,
      },
    ).all<Entry & { profileUrl: string }>();
    for (const row of results) {
      if (passes(row.title)) entries.push({ ...row, profileUrl: row.profileUrl || null });
    }
    const last = results.at(-1);
    if (!last || results.length < ROWS_AT_ONCE) return entries;
    after = last;
  }
}

/** The whole records of some rows by their ids. */
export async function directoryPeople(db: D1Database, ids: number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await select(db, "id IN (SELECT value FROM json_each(@ids))", { ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, person }) => [id, person]));
}

/** The people of `domain` with one of these folded names, with their row ids. */
export async function directoryNamesakes(
  db: D1Database,
  domain: string,
  namesFolded: string[],
): Promise<{ id: number; person: Person }[]> {
  if (namesFolded.length === 0) return [];
  const condition = "domain = @domain AND name_folded IN (SELECT value FROM json_each(@names))";
  return select(db, condition, { domain, names: JSON.stringify(namesFolded) });
}

/** The people of `domain` whose names have one of `tokens` (see `searchTokens`). */
export async function directorySearch(db: D1Database, domain: string, tokens: string[]): Promise<Person[]> {
  const names = tokens.map((token) => `"${token}"`).join(" OR ");
  const rows = await select(
    db,
    "domain = @domain AND id IN (SELECT rowid FROM people_fts WHERE people_fts MATCH @search)",
    { domain, search: `domain : "${domain}" AND name_tokens : (${names})` },
  );
  return rows.map(({ person }) => person);
}

type Row = {
  id: number;
  domain: string;
  name: string;
  firstName: string | null;
  lastName: string | null;
  nameFolded: string;
  title: string | null;
  location: string | null;
  profileUrl: string;
  email: string | null;
  emailStatus: string | null;
  source: string;
  sourceUrl: string | null;
  observedAt: number;
};

async function select(db: D1Database, condition: string, parameters: Record<string, unknown>) {
  const { results } = await sql(
    db,
    `SELECT id, domain, name, first_name AS firstName, last_name AS lastName, name_folded AS nameFolded, title, location,
       profile_url AS profileUrl, email, email_status AS emailStatus, source, source_url AS sourceUrl,
       observed_at AS observedAt
     FROM people WHERE ${condition} AND ${LISTED} ORDER BY name_folded, profile_url`,
    { ...parameters, now: Date.now() },
  ).all<Row>();
  return results.map((row) => ({ id: row.id, person: personOf(row) }));
}

function personOf(row: Row): Person {
  const { name, nameFolded, firstName, lastName, title, location } = row;
  const profileUrl = row.profileUrl || null;
  const shownAt = row.sourceUrl ?? profileUrl;
  const isGivenOut = row.emailStatus === "verified" || row.emailStatus === "unverified";
  return {
    name,
    nameFolded,
    firstName,
    lastName,
    title,
    location,
    profileUrl,
    email: isGivenOut ? row.email : null,
    isVerified: isOnOwnSite(row) && row.observedAt > Date.now() - VERIFIED_FOR_MS,
    lastSeenAt: row.observedAt,
    source: DIRECTORY,
    confidence: CONFIDENCE,
    evidence: shownAt ? [{ url: shownAt, kind: DIRECTORY }] : [],
    cached: false,
    ...(row.source === "demo" && { demo: true as const }),
  };
}

function isOnOwnSite({ domain, sourceUrl }: Row): boolean {
  const url = sourceUrl ? URL.parse(sourceUrl) : null;
  return url !== null && registrableDomain(plainHost(url)) === registrableDomain(domain);
}

/** What the directory knows about a company. */
export async function directoryCompany({ env }: SourceContext, domain: string): Promise<Finding<CompanyFacts>> {
  const row = await sql(
    env.DB,
    `SELECT name, network_url AS networkUrl, website, size_band AS sizeBand, industry, country, city,
       founded_year AS foundedYear, description, confidence, source, source_url AS sourceUrl, observed_at AS observedAt
     FROM companies WHERE domain = @domain AND (expires_at IS NULL OR expires_at > @now)`,
    { domain, now: Date.now() },
  ).first<CompanyFacts & Pick<Row, "source" | "sourceUrl" | "observedAt"> & { confidence: number }>();
  if (!row) return { state: "not_found", reason: "not_in_directory" };
  const { confidence, source, sourceUrl, observedAt, ...facts } = row;
  const shownAt = sourceUrl ?? facts.networkUrl;
  return {
    state: "found",
    data: { ...facts, website: facts.website ?? `https://${domain}/` },
    evidence: shownAt ? [{ url: shownAt, kind: DIRECTORY }] : [],
    confidence,
    observedAt,
    cached: false,
    ...(source === "demo" && { demo: true }),
  };
}

const MAX_ADDRESSES = 200;

/** Addresses of people at the company's own domain, latest first: what the company's pattern can be learned from. */
export async function directoryAddresses(
  db: D1Database,
  domain: string,
): Promise<{ name: string; email: string; sourceUrl: string | null; isDemo: boolean }[]> {
  const { results } = await sql(
    db,
    `SELECT name, email, source_url AS sourceUrl, source FROM people
     WHERE domain = @domain AND email LIKE '%@' || @domain AND email_status IN ('verified', 'unverified') AND ${LISTED}
     ORDER BY observed_at DESC LIMIT ${MAX_ADDRESSES}`,
    { domain, now: Date.now() },
  ).all<{ name: string; email: string; sourceUrl: string | null; source: string }>();
  return results.map(({ source, ...row }) => ({ ...row, isDemo: source === "demo" }));
}
