import { isoTime } from "../lib/ids.ts";
import { sql } from "../platform/database.ts";
import { KINDS_WITH_PEOPLE } from "../platform/outbound/fact-kinds.ts";
import { registrableDomain } from "../text/company-domain.ts";
import { type PersonName, parseName } from "../text/names/person-name.ts";
import { isSameOnList } from "./suppressions.ts";

/** Who somebody is: an address that has been proved, and perhaps a name at a company. */
export type Identity = { email: string; name: PersonName | null; domain: string | null };

const LOOKUPS = JSON.stringify(KINDS_WITH_PEOPLE);

export type DirectoryRow = {
  id: number;
  domain: string;
  name: string;
  title: string | null;
  location: string | null;
  profileUrl: string | null;
  email: string | null;
  source: string;
  sourceUrl: string | null;
  licenceNote: string | null;
  observedAt: number;
  expiresAt: number | null;
};
type Lookup = { kind: string; key: string; dataJson: string; observedAt: number; expiresAt: number };

/** Everything that is stored about somebody, for them to read. Times are ISO 8601. */
export async function findPersonalData(db: D1Database, identity: Identity) {
  const [account, directory, lookups] = await Promise.all([
    accountOf(db, identity.email),
    directoryRows(db, identity),
    lookupsAbout(db, identity),
  ]);
  return {
    account,
    directory: directory.map(({ id: _, observedAt, expiresAt, ...row }) => ({
      ...row,
      ...times(observedAt, expiresAt),
    })),
    lookups: lookups.flatMap(({ kind, key, dataJson, observedAt, expiresAt }) => {
      const about = objectsAbout(JSON.parse(dataJson), identity);
      return about.length > 0 ? [{ kind, company: key.split(" ")[0], about, ...times(observedAt, expiresAt) }] : [];
    }),
  };
}

function times(observedAt: number, expiresAt: number | null) {
  return { observed_at: isoTime(observedAt), deleted_at: expiresAt === null ? null : isoTime(expiresAt) };
}

/**
 * The statements that delete what is stored about somebody as a person at a company: their directory rows, and every
 * looked-up fact they may be in; how many of each, and the rows. An account is a contract and stays.
 */
export async function deletionOf(db: D1Database, identity: Identity) {
  const [directory, lookups] = await Promise.all([directoryRows(db, identity), lookupsAbout(db, identity)]);
  const ids = JSON.stringify(directory.map(({ id }) => id));
  const keys = JSON.stringify(lookups.map(({ kind, key }) => ({ kind, key })));
  const fromLookups = `DELETE FROM source_cache
    WHERE (kind, key) IN (SELECT value->>'$.kind', value->>'$.key' FROM json_each(@keys))`;
  return {
    statements: [
      sql(db, "DELETE FROM people WHERE id IN (SELECT value FROM json_each(@ids))", { ids }),
      sql(db, fromLookups, { keys }),
    ],
    outcome: { directoryRows: directory.length, lookups: lookups.length },
    rows: directory,
  };
}

async function accountOf(db: D1Database, email: string) {
  const row = await sql(
    db,
    "SELECT id, organisation_id AS organisationId, created_at AS createdAt FROM users WHERE email = @email",
    { email },
  ).first<{ id: string; organisationId: string; createdAt: number }>();
  return row && { email, user: row.id, workspace: row.organisationId, since: isoTime(row.createdAt) };
}

/** Rows with the address, and rows of the company with the name. */
async function directoryRows(db: D1Database, { email, name, domain }: Identity): Promise<DirectoryRow[]> {
  const site = domain && registrableDomain(domain);
  const { results } = await sql(
    db,
    `SELECT people.id, domain, name, title, location, profile_url AS profileUrl, email, source, source_url AS sourceUrl,
       licence_note AS licenceNote, observed_at AS observedAt, expires_at AS expiresAt
     FROM people LEFT JOIN imports ON imports.id = people.source
     WHERE lower(email) = lower(@email) OR domain = @site OR domain LIKE '%.' || @site`,
    { email, site },
  ).all<DirectoryRow>();
  return results.filter((row) => isAddress(row.email, email) || (name !== null && isNamed(row.name, name)));
}

/** Looked-up facts of the company, or with the address in them. */
async function lookupsAbout(db: D1Database, { email, domain }: Identity): Promise<Lookup[]> {
  const site = domain && registrableDomain(domain);
  const { results } = await sql(
    db,
    `SELECT kind, key, data_json AS dataJson, observed_at AS observedAt, expires_at AS expiresAt FROM source_cache
     WHERE kind IN (SELECT value FROM json_each(@kinds))
       AND (instr(lower(data_json), lower(@email)) > 0 OR key || ' ' LIKE @site || ' %' OR key || ' ' LIKE '%.' || @site || ' %')`,
    { kinds: LOOKUPS, email, site },
  ).all<Lookup>();
  return results;
}

/** The objects of a fact that bear the address, or the name; of nested ones the outermost. */
function objectsAbout(value: unknown, identity: Identity): unknown[] {
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
