import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { EVENTS_KEPT_DAYS } from "../constants.ts";
import { isoTime } from "../lib/ids.ts";
import { containsTerms, foldTerms } from "../lib/search-words.ts";
import { DAY_MS } from "../lib/time.ts";
import { dataOf, placesToErase } from "../platform/data-database.ts";
import { drizzle, sql as prepare, transact } from "../platform/database.ts";
import { PEOPLE_OF_SITES } from "../platform/outbound/fact-cache.ts";
import { factSubjects, imports, people, sourceCache, users } from "../platform/schema.ts";
import { siteOf } from "../platform/sites/sites.ts";
import { searchTokens } from "../readers/names/match-names.ts";
import { type PersonName, parseName } from "../readers/names/person-name.ts";
import { registrableDomain } from "../readers/words/company-domain.ts";
import { pairsOf, printOf, sightings } from "./names-in-text.ts";
import { isSameOnList } from "./suppressions.ts";

/** The subject of a request: a verified address and, optionally, a name at a company. */
export type DataSubject = { email: string; name: PersonName | null; domain: string | null };

const { id, domain, name, title, location, profileUrl, email, source, sourceUrl, observedAt, expiresAt } = people;
const FROM_WHERE = { source, sourceUrl, licenceNote: imports.licenceNote, observedAt, expiresAt };
const DIRECTORY_COLUMNS = { id, domain, name, title, location, profileUrl, email, ...FROM_WHERE };

export type DirectoryRow = Awaited<ReturnType<typeof directoryRows>>[number];

const IS_INVITED = "lower(email) = lower(@email)";
const INVITED = `SELECT role, created_at AS at, expires_at AS until FROM invitations WHERE ${IS_INVITED}`;

/** All data stored about a person, for an access request. Times are ISO 8601. */
export async function findPersonalData(env: Env, identity: DataSubject) {
  const { DB } = env;
  const data = await dataOf(env);
  const [account, invited, directory, stored, events] = await Promise.all([
    accountOf(DB, identity.email),
    prepare(DB, INVITED, identity).all<{ role: string; at: number; until: number }>(),
    directoryRows(data, identity),
    lookupsAbout(env, data, identity),
    rowsNaming<EventAbout>(DB, EVENTS, identity),
  ]);
  const lookups = [...stored.rows, ...stored.ofSites];
  return {
    account,
    invitations: invited.results.map(({ role, at, until }) => ({ role, ...times(at, until) })),
    directory: directory.map(({ id: _, observedAt, expiresAt, ...row }) => ({
      ...row,
      ...times(observedAt, expiresAt),
    })),
    lookups: [
      ...lookups.flatMap(({ kind, key, dataJson, observedAt, expiresAt }) => {
        const about = objectsAbout(JSON.parse(dataJson), identity);
        return about.length > 0 ? [{ kind, company: key.split(" ")[0], about, ...times(observedAt, expiresAt) }] : [];
      }),
      ...events.map(({ type, domain, dataJson, observedAt }) => {
        const deletedAt = observedAt + EVENTS_KEPT_DAYS * DAY_MS;
        return { kind: type, company: domain, about: [JSON.parse(dataJson)], ...times(observedAt, deletedAt) };
      }),
    ],
  };
}

function times(observedAt: number, expiresAt: number | null) {
  return { observed_at: isoTime(observedAt), deleted_at: expiresAt === null ? null : isoTime(expiresAt) };
}

/**
 * What erases somebody as a person at a company: directory rows and cached facts (`deleteData`), events that name them, deliveries
 * and what watches compare (`statements`, for `DB`), and `sites` that must forget. The account stays, because it is a contract.
 */
export async function deletionOf(env: Env, identity: DataSubject) {
  const { DB } = env;
  const [data, places] = await Promise.all([dataOf(env), placesToErase(env)]);
  const [directory, lookups, events, heads] = await Promise.all([
    directoryRows(data, identity),
    lookupsAbout(env, data, identity),
    rowsNaming<EventAbout>(DB, EVENTS, identity),
    rowsNaming<HeadAbout>(DB, HEADS, identity),
  ]);
  const ids = JSON.stringify(directory.map(({ id }) => id));
  const keys = JSON.stringify(lookups.rows.map(({ kind, key }) => ({ kind, key })));
  const named = {
    ...identity,
    events: JSON.stringify(events.map(({ seq, id }) => ({ seq, id }))),
    kinds: JSON.stringify(heads.map(({ domain, kind }) => ({ domain, kind }))),
  };
  return {
    async deleteData() {
      for (const db of places) {
        await transact(db, { ids, keys }, [
          "DELETE FROM people WHERE id IN (SELECT value FROM json_each(@ids))",
          `DELETE FROM source_cache
            WHERE (kind, key) IN (SELECT value->>'$.kind', value->>'$.key' FROM json_each(@keys))`,
        ]);
      }
    },
    statements: [
      `DELETE FROM invitations WHERE ${IS_INVITED}`,
      // The next look is a new baseline.
      `DELETE FROM watch_heads
        WHERE (domain, kind) IN (SELECT value->>'$.domain', value->>'$.kind' FROM json_each(@kinds))`,
      "DELETE FROM watch_events WHERE seq IN (SELECT value->>'$.seq' FROM json_each(@events))",
      "DELETE FROM webhook_deliveries WHERE event_id IN (SELECT value->>'$.id' FROM json_each(@events))",
    ].map((text) => prepare(DB, text, named)),
    sites: lookups.sites,
    outcome: {
      directoryRows: directory.length,
      lookups: lookups.rows.length + lookups.ofSites.length + events.length + heads.length,
    },
    rows: directory,
  };
}

async function accountOf(db: D1Database, email: string) {
  const row = await drizzle(db).select().from(users).where(eq(users.email, email)).get();
  if (!row) return null;
  const { id: user, organisationId: workspace, createdAt } = row;
  const find = "SELECT organisation_id AS workspace, role FROM members WHERE user_id = @user ORDER BY created_at";
  const { results: memberships } = await prepare(db, find, { user }).all<{ workspace: string; role: string }>();
  return { email, user, workspace, memberships, wallets: await walletsOf(db, workspace), since: isoTime(createdAt) };
}

/** Addresses of the wallets that paid for a workspace, or for organisations merged into it. */
async function walletsOf(db: D1Database, workspace: string): Promise<string[]> {
  const find = `SELECT DISTINCT m.payer FROM organisations o
    JOIN purchases p ON p.organisation_id = o.id JOIN machine_payments m ON m.purchase_id = p.id
    WHERE o.id = @workspace OR o.merged_into = @workspace ORDER BY m.payer`;
  const { results } = await prepare(db, find, { workspace }).all<{ payer: string }>();
  return results.map(({ payer }) => payer);
}

/** Rows with the address, and rows of the company with the name, by their indexes. */
async function directoryRows(db: D1Database, { email, name, domain }: DataSubject) {
  const site = domain && registrableDomain(domain);
  // The index on domain and name words narrows down the company's rows; names are compared below.
  const tokens = name && searchTokens(name).map((token) => `"${token}"`);
  const search = site && tokens ? `domain : "${site}" AND name_tokens : (${tokens.join(" OR ")})` : null;
  const withAddress = sql`SELECT id FROM people WHERE lower(email) = lower(${email}) AND email IS NOT NULL`;
  const withName = search && sql`UNION SELECT rowid FROM people_fts WHERE people_fts MATCH ${search}`;
  const rows = await drizzle(db)
    .select(DIRECTORY_COLUMNS)
    .from(people)
    .leftJoin(imports, eq(imports.id, people.source))
    .where(sql`${people.id} IN (${withName ? sql`${withAddress} ${withName}` : withAddress})`);
  const isThere = (host: string) => host === site || host.endsWith(`.${site}`);
  return rows.filter(
    (row) => isAddress(row.email, email) || (name !== null && isThere(row.domain) && isNamed(row.name, name)),
  );
}

/** Cached facts of the company, or with the address: rows by {@link factSubjects}, and facts in objects of `sites`. */
async function lookupsAbout(env: Env, db: D1Database, { email, domain }: DataSubject) {
  const { term, kind, key } = factSubjects;
  const company = domain && registrableDomain(domain);
  const terms = [email.toLowerCase(), ...(company ? [company] : [])];
  const isSameFact = and(eq(sourceCache.kind, kind), eq(sourceCache.key, key));
  const facts = drizzle(db).selectDistinct(getTableColumns(sourceCache)).from(factSubjects);
  const ofPeople = and(inArray(term, terms), inArray(kind, PEOPLE_OF_SITES));
  const [rows, subjects] = await Promise.all([
    facts.innerJoin(sourceCache, isSameFact).where(inArray(term, terms)),
    drizzle(db).selectDistinct({ key }).from(factSubjects).where(ofPeople),
  ]);
  const own = registrableDomain(email.slice(email.lastIndexOf("@") + 1));
  const others = subjects.map((row) => registrableDomain(row.key));
  const sites = [...new Set([own, ...(company ? [company] : []), ...others])];
  const address = foldTerms([[email]]);
  const ofSites = sites.map(async (site) => {
    const kept = await siteOf(env, site).facts(PEOPLE_OF_SITES);
    return site === company ? kept : kept.filter(({ dataJson }) => containsTerms(dataJson, address));
  });
  return { rows, ofSites: (await Promise.all(ofSites)).flat(), sites };
}

/** Makes the objects of sites forget their pages and what they hold about people. */
export async function forgetAtSites(env: Env, sites: string[]): Promise<void> {
  await Promise.all(sites.map((site) => siteOf(env, site).forget(PEOPLE_OF_SITES)));
}

type EventAbout = { seq: number; id: string; type: string; domain: string; dataJson: string; observedAt: number };
const EVENTS = `SELECT seq, id, type, domain, data_json AS dataJson, observed_at AS observedAt FROM watch_events`;
/** What watches last saw of the company: a row for each kind of fact. */
const HEADS = "SELECT domain, kind, data_json AS dataJson FROM watch_heads";
type HeadAbout = { domain: string; kind: string; dataJson: string | null };

/** Rows about the company that name the person or the address. */
async function rowsNaming<T extends { dataJson: string | null }>(db: D1Database, find: string, subject: DataSubject) {
  const { email, name, domain } = subject;
  if (!domain) return [];
  const domains = JSON.stringify([domain, registrableDomain(domain)]);
  const read = prepare(db, `${find} WHERE domain IN (SELECT value FROM json_each(@domains))`, { domains });
  const pairs = new Set(name ? pairsOf(name).map((pair) => printOf(0, pair)) : []);
  const address = foldTerms([[email]]);
  const isNaming = (text: string) => sightings(text, 0, pairs).length > 0 || containsTerms(text, address);
  return (await read.all<T>()).results.filter(({ dataJson }) => dataJson !== null && isNaming(dataJson));
}

/** The objects of a fact that contain the address or the name; of nested ones, the outermost. */
function objectsAbout(value: unknown, identity: DataSubject): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => objectsAbout(item, identity));
  const { name, email, address } = value as Record<string, unknown>;
  const bears = [email, address].some((text) => isAddress(text, identity.email));
  if (bears || (identity.name && typeof name === "string" && isNamed(name, identity.name))) return [value];
  return Object.values(value).flatMap((item) => objectsAbout(item, identity));
}

function isAddress(value: unknown, email: string): boolean {
  return typeof value === "string" && value.toLowerCase() === email.toLowerCase();
}

function isNamed(text: string, name: PersonName): boolean {
  const parsed = parseName(text);
  return parsed !== null && isSameOnList(parsed, name);
}
