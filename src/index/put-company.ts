import { type Row, sql } from "../platform/database.ts";
import type { indexCompanies } from "../platform/schema.ts";
import { legalNameKey } from "../readers/legal/legal-names.ts";
import { foldWords } from "../readers/words/fold.ts";
import { refreshCompany } from "./company-text.ts";
import type { CompanyFactsJson, CompanyFields, CompanyUpdate, Known } from "./facts.ts";

const MAX_TRIES = 5;

type Stored = Pick<Row<typeof indexCompanies>, "id" | "version" | "factsJson">;

/** Merges an update into a company, also concurrently. Known values write nothing. Returns whether it changed. */
export async function putCompany(db: D1Database, update: CompanyUpdate): Promise<boolean> {
  const domain = update.key.includes(":") ? null : update.key;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const find = "SELECT id, version, facts_json AS factsJson FROM index_companies WHERE key = @key";
    const stored = await sql(db, find, { key: update.key }).first<Stored>();
    const before = readFacts(stored?.factsJson ?? "{}");
    const facts = merged(before, update);
    if (stored && JSON.stringify(valuesOf(before)) === JSON.stringify(valuesOf(facts))) return false;
    const row = { ...columnsOf(facts), key: update.key, domain };
    const names = Object.keys(row);
    const put = `INSERT INTO index_companies (${names}, first_seen_at) VALUES (${names.map((name) => `@${name}`)}, @now)
      ON CONFLICT (key) DO UPDATE SET ${names.map((name) => `${name} = coalesce(excluded.${name}, ${name})`)}, version = version + 1
      WHERE version = @version RETURNING id`;
    // No row has version 0: a company that is new here, and came in meanwhile, is read first.
    const id = await sql(db, put, { ...row, now: Date.now(), version: stored?.version ?? 0 }).first<number>("id");
    if (id === null) continue;
    await refreshCompany(db, id);
    return true;
  }
  throw new Error("a company of the index is written all the time");
}

/** Deletes a company, its boards and their jobs, because its site asks not to be searched. */
export async function removeCompany(db: D1Database, domain: string): Promise<void> {
  const boards = `SELECT id FROM index_boards
    WHERE company_id = (SELECT id FROM index_companies WHERE key = @domain)`;
  const deletions = [
    `DELETE FROM index_jobs_fts WHERE rowid IN (SELECT id FROM index_jobs WHERE closed_at IS NULL AND board_id IN (${boards}))`,
    `DELETE FROM index_jobs WHERE board_id IN (${boards})`,
    `DELETE FROM index_boards WHERE id IN (${boards})`,
    "DELETE FROM index_companies_fts WHERE rowid = (SELECT id FROM index_companies WHERE key = @domain)",
    "DELETE FROM index_companies WHERE key = @domain",
  ];
  await db.batch(deletions.map((text) => sql(db, text, { domain })));
}

export function readFacts(json: string): CompanyFactsJson {
  return { fields: {}, technologies: [], ...(JSON.parse(json) as Partial<CompanyFactsJson>) };
}

function merged(before: CompanyFactsJson, { fields: told = {}, technologies }: CompanyUpdate): CompanyFactsJson {
  const now = Date.now();
  const fields = Object.entries(told).flatMap(([name, known]) => {
    const former = before.fields[name as keyof CompanyFields];
    if (!known || (name === "raised" && former && former.value > known.value)) return [];
    return [[name, dated(known, former, now)]];
  });
  const since = new Map(before.technologies.map((known) => [known.name, known.since]));
  return {
    fields: { ...before.fields, ...Object.fromEntries(fields) } as CompanyFields,
    technologies:
      technologies?.map((known) => ({ ...known, since: since.has(known.name) ? since.get(known.name) : now })) ??
      before.technologies,
  };
}

function dated(known: Known<string | number>, former: Known<string | number> | undefined, now: number) {
  if (former?.value !== known.value) return { ...known, since: now, before: former?.value };
  return { ...known, since: former.since, before: former.before };
}

/** What a change is measured by: not when and where it was seen. */
function valuesOf({ fields, technologies }: CompanyFactsJson) {
  const entries = Object.entries(fields).map(([name, known]) => [name, known?.value]);
  return [entries.sort(([a], [b]) => `${a}`.localeCompare(`${b}`)), technologies.map(({ name }) => name).sort()];
}

function columnsOf(facts: CompanyFactsJson) {
  const { name, country, city, size, founded, raised } = facts.fields;
  const seen = [...Object.values(facts.fields), ...facts.technologies].map((known) => known?.seenAt ?? 0);
  return {
    name: name?.value ?? null,
    name_key: name ? legalNameKey(name.value) : null,
    country: country?.value ?? null,
    city: city ? foldWords(city.value) : null,
    size_band: size?.value ?? null,
    founded_year: founded?.value ?? null,
    raised_at: raised ? Date.parse(raised.value) : null,
    facts_json: JSON.stringify(facts),
    seen_at: Math.max(0, ...seen),
  };
}
