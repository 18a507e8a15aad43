/** Reads the operator's directory, without expired rows. Throws `upstream_unavailable` when no queries are left. */

import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { remembering } from "../../lib/memoize.ts";
import { timed } from "../../lib/steps.ts";
import { DAY_MS } from "../../lib/time.ts";
import { dataOf } from "../../platform/data-database.ts";
import { drizzleReplica, type Row } from "../../platform/database.ts";
import { recallHere, rememberHere } from "../../platform/isolate-memory.ts";
import { type QueryContext, requireWork } from "../../platform/outbound/context.ts";
import { companies, people } from "../../platform/schema.ts";
import type { CompanyFacts } from "../../readers/company/record-fields.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import type { Person } from "../../readers/people/person.ts";
import { matchesTitle, type ParsedTitleFilter, titleSearch } from "../../readers/titles/title-filter.ts";
import { isSameSite } from "../../readers/words/company-domain.ts";
import type { Finding } from "../facts/finding.ts";

type PersonRow = Row<typeof people>;

/** The replica that the directory is read from, for `count` queries. */
async function open(context: QueryContext, count = 1) {
  requireWork(context, count);
  return drizzleReplica(await dataOf(context.env));
}

/** The columns needed to sort, merge and count; the others are loaded for the requested page only. */
export type DirectoryEntry = Pick<PersonRow, "id" | "nameFolded" | "title" | "email"> & { profileUrl: string | null };

export const DIRECTORY = "directory";
const CONFIDENCE = 0.9;
const ROWS_AT_ONCE = 2_000;
const VERIFIED_FOR_MS = 30 * DAY_MS;

function isKept({ expiresAt }: typeof people | typeof companies): SQL | undefined {
  return or(isNull(expiresAt), gt(expiresAt, Date.now()));
}

function isListed(): SQL | undefined {
  return and(eq(people.isCurrent, true), isKept(people));
}

function listedAt(domain: string): SQL | undefined {
  return and(eq(people.domain, domain), isListed());
}

/** Row ids that the full-text index finds (migrations/data/0001_full_text.sql). */
function matching(search: string): SQL {
  return sql`(SELECT rowid FROM people_fts WHERE people_fts MATCH ${search})`;
}

/** The rows whose column is in `values`; one JSON parameter, because D1 binds at most 100. */
function isOneOf(column: typeof people.id | typeof people.nameFolded, values: (string | number)[]): SQL {
  return inArray(column, sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`);
}

/** The people of `domain` whose titles pass, by folded name; read in pages, so that any company fits into memory. */
export async function directoryEntries(context: QueryContext, domain: string, filter: ParsedTitleFilter) {
  const passes = remembering((title: string | null) => matchesTitle(filter, title));
  const search = titleSearch(filter);
  const entries: DirectoryEntry[] = [];
  const { id, nameFolded, title, profileUrl, email } = people;
  const replica = await open(context, 0);
  for (let after = { nameFolded: "", profileUrl: "" }, page = 0; ; page++) {
    requireWork(context);
    const isNext = sql`(${nameFolded}, ${profileUrl}) > (${after.nameFolded}, ${after.profileUrl})`;
    // Most companies fit into one page, which the index on the domain reads fastest; larger ones use the full-text search.
    const isMatch = search && page > 0 && inArray(id, matching(`domain : "${domain}" AND title_tokens : (${search})`));
    const find = replica
      .select({ id, nameFolded, title, profileUrl, email })
      .from(people)
      .where(and(listedAt(domain), isNext, isMatch || undefined))
      .orderBy(asc(nameFolded), asc(profileUrl))
      .limit(ROWS_AT_ONCE);
    const rows = await timed(context.steps, "D1 directory", () => find.all());
    const passing = rows.filter(({ title }) => passes(title));
    entries.push(...passing.map((row) => ({ ...row, profileUrl: row.profileUrl || null })));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return entries;
    after = last;
  }
}

/** The whole records of some rows by their ids. */
export async function directoryPeople(context: QueryContext, ids: number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await select(context, and(isOneOf(people.id, ids), isListed()));
  return new Map(rows.map(({ id, person }) => [id, person]));
}

/** The people of `domain` with one of these folded names, with their row ids. */
export async function directoryNamesakes(context: QueryContext, domain: string, namesFolded: string[]) {
  if (namesFolded.length === 0) return [];
  return select(context, and(listedAt(domain), isOneOf(people.nameFolded, namesFolded)));
}

/** The people of `domain` whose names have one of `tokens` (see `searchTokens`). */
export async function directorySearch(context: QueryContext, domain: string, tokens: string[]): Promise<Person[]> {
  const names = tokens.map((token) => `"${token}"`).join(" OR ");
  const search = matching(`domain : "${domain}" AND name_tokens : (${names})`);
  const rows = await select(context, and(listedAt(domain), inArray(people.id, search)));
  return rows.map(({ person }) => person);
}

async function select(context: QueryContext, condition: SQL | undefined) {
  const all = (await open(context)).select().from(people).where(condition);
  const rows = await timed(context.steps, "D1 directory", () => all.orderBy(people.nameFolded, people.profileUrl));
  return rows.map((row) => ({ id: row.id, person: personOf(row) }));
}

function personOf(row: PersonRow): Person {
  const { name, nameFolded, firstName, lastName, title, location } = row;
  const profileUrl = row.profileUrl || null;
  const shownAt = row.sourceUrl ?? profileUrl;
  const isGivenOut = row.emailStatus === "verified" || row.emailStatus === "unverified";
  return {
    ...{ name, nameFolded, firstName, lastName, title, location, profileUrl },
    email: isGivenOut ? row.email : null,
    isVerified: isSameSite(row.sourceUrl, row.domain) && row.observedAt > Date.now() - VERIFIED_FOR_MS,
    lastSeenAt: row.observedAt,
    source: DIRECTORY,
    confidence: CONFIDENCE,
    evidence: shownAt ? [{ url: shownAt, kind: DIRECTORY }] : [],
    cached: false,
    ...(row.source === "demo" && { demo: true as const }),
  };
}

const { id: _id, domain: _domain, nameKey: _nameKey, ...COMPANY_COLUMNS } = getTableColumns(companies);

/** What the directory knows about a company. */
export async function directoryCompany(context: QueryContext, domain: string): Promise<Finding<CompanyFacts>> {
  const name = `directory ${domain}`;
  const find = async () => {
    const all = (await open(context)).select(COMPANY_COLUMNS).from(companies);
    return (await all.where(eq(companies.domain, domain)).get()) ?? null;
  };
  let row = recallHere<Awaited<ReturnType<typeof find>>>(context.env.DATA, name);
  if (row === undefined) {
    row = await timed(context.steps, "D1 directory", find);
    rememberHere(context.env.DATA, name, row);
  }
  if (!row || (row.expiresAt !== null && row.expiresAt <= Date.now()))
    return { status: "not_found", reason: "not_in_directory" };
  const { confidence, source, sourceUrl, observedAt, expiresAt: _, ...facts } = row;
  const shownAt = sourceUrl ?? facts.networkUrl;
  return {
    status: "found",
    data: { ...facts, website: facts.website ?? `https://${domain}/` },
    evidence: shownAt ? [{ url: shownAt, kind: DIRECTORY }] : [],
    confidence,
    observedAt,
    cached: false,
    ...(source === "demo" && { demo: true }),
  };
}

const MAX_NAMESAKES = 5;

/** Companies whose name is `name`, however it is written and whatever their legal form; at most five. */
export async function directoryCompaniesNamed(context: QueryContext, name: string) {
  const key = legalNameKey(name);
  if (!key) return [];
  const replica = await open(context);
  return replica
    .select({ domain: companies.domain, name: companies.name, country: companies.country })
    .from(companies)
    .where(and(eq(companies.nameKey, key), isKept(companies)))
    .limit(MAX_NAMESAKES);
}

const MAX_ADDRESSES = 200;

/** Addresses of people at the company's own domain, latest first, from which its pattern is inferred. */
export async function directoryAddresses(context: QueryContext, domain: string) {
  const host = `@${domain}`;
  // Not LIKE, because D1 limits its patterns to 50 bytes.
  const isOwn = sql`substr(${people.email}, ${-host.length}) = ${host}`;
  const isGivenOut = inArray(people.emailStatus, ["verified", "unverified"]);
  const { name, sourceUrl, source } = people;
  const rows = await (await open(context))
    .select({ name, email: sql<string>`${people.email}`, sourceUrl, source })
    .from(people)
    .where(and(listedAt(domain), isOwn, isGivenOut))
    .orderBy(desc(people.observedAt))
    .limit(MAX_ADDRESSES);
  return rows.map(({ source, ...row }) => ({ ...row, isDemo: source === "demo" }));
}
