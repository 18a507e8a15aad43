import { log } from "../../lib/log.ts";
import { timed } from "../../lib/steps.ts";
import { DAY_MS } from "../../lib/time.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { dataOf } from "../data-database.ts";
import { type Row, replicaOf, sql } from "../database.ts";
import { recallHere, rememberHere } from "../isolate-memory.ts";
import type { sourceCache } from "../schema.ts";
import type { StoredFact } from "../sites/site-store.ts";
import { siteOf } from "../sites/sites.ts";
import { type SourceContext, takeWork } from "./context.ts";

/**
 * The kinds of facts that are remembered. `isOfSite`: found on a company's own site, and kept in its object under the company's
 * domain as key; others are rows of `source_cache`. `holdsPeople`: erasure and access find it, in the object or by `fact_subjects`, and
 * its key begins with the company's domain, followed by a space if the key goes on. `isWatched`: looks of watches look it up
 * again (`notBefore`).
 */
const KINDS = {
  brave_profiles: { holdsPeople: true },
  company_facts: { holdsPeople: false, isOfSite: true },
  company_url: { holdsPeople: false, isOfSite: true },
  edgar_filings: { holdsPeople: false, isWatched: true },
  gdelt_mentions: { holdsPeople: false },
  hackernews: { holdsPeople: false },
  hackernews_mentions: { holdsPeople: false },
  hunter_finder: { holdsPeople: true },
  company_jobs: { holdsPeople: false, isOfSite: true, isWatched: true },
  officer_changes: { holdsPeople: true },
  own_posts: { holdsPeople: false, isOfSite: true, isWatched: true },
  pdl_company: { holdsPeople: false },
  pdl_people: { holdsPeople: true },
  published_emails: { holdsPeople: true, isOfSite: true },
  reddit_answer: { holdsPeople: false },
  register: { holdsPeople: false, isWatched: true },
  sec_listed: { holdsPeople: false },
  proved_entity: { holdsPeople: false, isOfSite: true },
  site_people: { holdsPeople: true, isOfSite: true },
  theirstack_jobs: { holdsPeople: false },
  trustpilot: { holdsPeople: false },
  web_search: { holdsPeople: false },
} satisfies Record<string, Traits>;

type Traits = { holdsPeople: boolean; isOfSite?: true; isWatched?: true };
export type FactKind = keyof typeof KINDS;
export const FACT_KINDS: Readonly<Record<FactKind, Traits>> = KINDS;

/** The facts about people that sites' objects keep. */
export const PEOPLE_OF_SITES = Object.entries(FACT_KINDS).flatMap(([kind, { holdsPeople, isOfSite }]) =>
  holdsPeople && isOfSite ? [kind] : [],
);

type CacheContext = Pick<SourceContext, "env" | "work" | "notBefore" | "steps">;

/** A remembered fact; `observedAt` and `expiresAt` are milliseconds since 1970. */
type Remembered<T> = { data: T; observedAt: number; expiresAt: number };

/** An unexpired fact of the isolate, the site's object or D1; null also when these fail: a cache is no reason to. */
export async function recall<T>(context: CacheContext, kind: FactKind, key: string): Promise<Remembered<T> | null> {
  const here = recallHere<Remembered<T>>(context.env.DATA, nameHere(kind, key));
  if (here && here.expiresAt > Date.now() && isFresh(context, kind, here)) return here;
  if (!takeWork(context)) return null;
  try {
    const read = async () =>
      FACT_KINDS[kind].isOfSite ? siteOf(context.env, companyOf(key)).fact(kind, key) : factOf(context.env, kind, key);
    const row = await timed(context.steps, `cache ${kind}`, read, (found) => (found ? "found" : "nothing"));
    if (!row) return null;
    const fact = { data: JSON.parse(row.dataJson) as T, observedAt: row.observedAt, expiresAt: row.expiresAt };
    if (!FACT_KINDS[kind].holdsPeople) rememberHere(context.env.DATA, nameHere(kind, key), fact);
    return isFresh(context, kind, fact) ? fact : null;
  } catch {
    return null;
  }
}

async function factOf(env: Env, kind: FactKind, key: string) {
  const find = `SELECT data_json AS dataJson, observed_at AS observedAt, expires_at AS expiresAt FROM source_cache
    WHERE kind = @kind AND key = @key AND expires_at > @now`;
  const statement = sql(replicaOf(await dataOf(env)), find, { kind, key, now: Date.now() });
  return statement.first<Pick<Row<typeof sourceCache>, "dataJson" | "observedAt" | "expiresAt">>();
}

function isFresh({ notBefore = 0 }: CacheContext, kind: FactKind, { observedAt }: Remembered<unknown>): boolean {
  return observedAt >= notBefore || !FACT_KINDS[kind].isWatched;
}

function nameHere(kind: FactKind, key: string): string {
  return `${kind} ${key}`;
}

/** The longest that a fact is kept: text in it can name people. docs/privacy.md says so. */
const MAX_KEPT_MS = 30 * DAY_MS;

/** Stores a fact for `ttlMs`, at most 30 days. A failure is swallowed: the fact is looked up again next time. */
export async function remember(
  context: CacheContext,
  kind: FactKind,
  key: string,
  data: unknown,
  ttlMs: number,
): Promise<void> {
  if (!takeWork(context)) return;
  const now = Date.now();
  const { holdsPeople, isOfSite } = FACT_KINDS[kind];
  const times = { observedAt: now, expiresAt: now + Math.min(ttlMs, MAX_KEPT_MS) };
  const fact = { kind, key, dataJson: JSON.stringify(data), ...times };
  if (!holdsPeople) rememberHere(context.env.DATA, nameHere(kind, key), { data, ...times });
  const subjects = holdsPeople ? subjectsOf(fact, isOfSite) : [];
  try {
    const db = await dataOf(context.env);
    const noted = subjects.length > 0 ? [noteSubjects(db, fact, subjects)] : [];
    // The terms first, or with the fact: a fact about people without them could not be erased.
    if (!isOfSite) await db.batch([storeOf(db, fact), ...noted]);
    else {
      if (noted.length > 0) await db.batch(noted);
      await siteOf(context.env, companyOf(key)).keepFacts([fact]);
    }
  } catch (cause) {
    log("warn", "source_cache_write_failed", { kind, cause });
  }
}

/** The company that a fact is about: keys begin with its domain. */
function companyOf(key: string): string {
  return registrableDomain(key.split(" ")[0] ?? "");
}

function storeOf(db: D1Database, fact: StoredFact): D1PreparedStatement {
  return sql(
    db,
    `INSERT INTO source_cache (kind, key, data_json, observed_at, expires_at)
     VALUES (@kind, @key, @dataJson, @observedAt, @expiresAt) ON CONFLICT (kind, key) DO UPDATE SET
       data_json = excluded.data_json, observed_at = excluded.observed_at, expires_at = excluded.expires_at`,
    fact,
  );
}

const ADDRESS = /[^\s@<>()"',;:\\]{1,64}@[a-z0-9.-]{1,253}/gi;

/** The terms that find a fact about people again: the company's domain, and addresses in it (of an object: others'). */
function subjectsOf({ key, dataJson }: StoredFact, isOfSite = false): string[] {
  const company = companyOf(key);
  const addresses = (dataJson.match(ADDRESS) ?? []).map((address) => address.toLowerCase());
  const terms = isOfSite
    ? addresses.filter((address) => registrableDomain(address.slice(address.indexOf("@") + 1)) !== company)
    : [company, ...addresses];
  return [...new Set(terms)];
}

function noteSubjects(db: D1Database, fact: StoredFact, terms: string[]): D1PreparedStatement {
  return sql(
    db,
    `INSERT INTO fact_subjects (term, kind, key, expires_at) SELECT value, @kind, @key, @expiresAt FROM json_each(@terms)
     WHERE true ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
    { ...fact, terms: JSON.stringify(terms) },
  );
}

/** The remembered fact, or what `load` finds, kept for `ttlMs` (0: not). Errors of `load` are passed on. */
export async function cached<T>(
  context: CacheContext,
  kind: FactKind,
  key: string,
  ttlMs: number | ((data: T) => number),
  load: () => Promise<T>,
): Promise<{ data: T; observedAt: number; cached: boolean }> {
  const known = await recall<T>(context, kind, key);
  if (known) return { data: known.data, observedAt: known.observedAt, cached: true };
  const data = await load();
  const lifetime = typeof ttlMs === "number" ? ttlMs : ttlMs(data);
  if (lifetime > 0) await remember(context, kind, key, data, lifetime);
  return { data, observedAt: Date.now(), cached: false };
}
