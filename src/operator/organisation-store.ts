import { and, asc, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { ORGANISATION_ID_PATTERN } from "../accounts/keys/key-format.ts";
import { timePrefix } from "../lib/ids.ts";
import { drizzle } from "../platform/database.ts";
import { type Ledgers, ledgersOf, sumOver } from "../platform/ledgers.ts";
import { organisations, users } from "../platform/schema.ts";

const SHOWN = {
  id: organisations.id,
  email: users.email,
  plan: organisations.plan,
  available: sql<number>`${organisations.balance} + coalesce((SELECT sum(tokens - spent) FROM leases
    WHERE leases.organisation_id = ${organisations.id} AND leases.state = 'open' AND leases.holder = 'account'), 0)`,
  owed: organisations.owed,
  country: organisations.country,
  mergedInto: organisations.mergedInto,
  blockedAt: organisations.blockedAt,
  revenueCents: sql<number>`(SELECT coalesce(sum(amount_cents), 0) FROM purchases
    WHERE purchases.organisation_id = ${organisations.id} AND purchases.state = 'paid')`,
  createdAt: organisations.createdAt,
};

export async function readOrganisation(db: D1Database, id: string) {
  return (await withOwner(db).where(eq(organisations.id, id)).get()) ?? null;
}

/** `email` is its owner's, `available` includes its lease, `revenueCents` are gross payments, without deducting refunds. */
export type Organisation = NonNullable<Awaited<ReturnType<typeof readOrganisation>>>;

function withOwner(db: D1Database) {
  return drizzle(db).select(SHOWN).from(organisations).leftJoin(users, eq(users.id, organisations.ownerId));
}

/** The organisation with the id `asked`, those whose owner begins with it, or all; `next` is null on the last page. */
export async function findOrganisations(db: D1Database, asked: string, after: string, limit: number) {
  if (ORGANISATION_ID_PATTERN.test(asked)) {
    const found = await readOrganisation(db, asked);
    return { organisations: found ? [found] : [], next: null };
  }
  const all = () => withOwner(db).where(gt(organisations.id, after)).orderBy(asc(organisations.id));
  const rows: Organisation[] = await (asked ? ownedBy(db, asked, after) : all()).limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { organisations: page, next: rows.length > limit ? ((asked ? last?.email : last?.id) ?? null) : null };
}

/** Organisations by tokens spent since `since` (milliseconds), highest first. */
export async function findActiveOrganisations(env: Ledgers, since: number, limit: number) {
  const find = `SELECT id, count(*) AS calls, sum(tokens) AS tokens
    FROM (SELECT o.id, c.tokens FROM organisations o JOIN calls c ON c.organisation_id = o.id AND c.id >= ?1 WHERE c.state = 'settled'
      UNION ALL SELECT organisation_id, tokens FROM holds WHERE id >= ?1 AND state = 'settled')
    GROUP BY id ORDER BY tokens DESC, calls DESC LIMIT ?2`;
  type Active = { id: string; calls: number; tokens: number };
  const read = async (db: D1Database) => (await db.prepare(find).bind(timePrefix(since), limit).all<Active>()).results;
  const all = await sumOver(ledgersOf(env), "id", read);
  const results = all.sort((one, other) => other.tokens - one.tokens || other.calls - one.calls).slice(0, limit);
  const ids = results.map(({ id }) => id);
  const rows: Organisation[] =
    ids.length > 0 ? await withOwner(env.DB).where(inArray(organisations.id, ids)).all() : [];
  const shown = new Map(rows.map((row) => [row.id, row]));
  return results.flatMap(({ id, ...activity }) => {
    const organisation = shown.get(id);
    return organisation ? [{ ...organisation, ...activity }] : [];
  });
}

/** Organisations whose owner's address begins with `prefix` and comes after `after`. */
function ownedBy(db: D1Database, prefix: string, after: string) {
  // The highest code point ends the range of a prefix; LIKE would not use the index.
  const isPrefixed = and(gte(users.email, prefix), lt(users.email, sql`${prefix} || char(1114111)`));
  return drizzle(db)
    .select(SHOWN)
    .from(organisations)
    .innerJoin(users, eq(users.organisationId, organisations.id))
    .where(and(isPrefixed, gt(users.email, after)))
    .orderBy(asc(users.email));
}
