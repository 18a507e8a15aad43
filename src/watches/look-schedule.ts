/** The schedule of looks. The row decides whether a look is due; queue messages only trigger the check. */
import { LOOK_RETRY_MS, WATCHED_DOMAINS_PER_ORGANISATION } from "../constants.ts";
import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { type SourceContext, takeWork } from "../platform/outbound/context.ts";

/** A domain without a call of a signal tool for this long is looked at for watches only. */
export const ASKED_FOR_MS = 30 * DAY_MS;

/** Message of the queue: which domain, and the look that is due. */
export type LookMessage = { domain: string; dueAt: number };

/** Looks that may be under way at once. */
const MAX_UNDER_WAY = 1_000;
/** A look that died this many times waits for a day. */
export const MAX_ATTEMPTS = 5;
const MAX_MESSAGES = 100;
/** Between two looks at a domain, however often watches of it are made, paused and resumed. */
const MIN_BETWEEN_LOOKS_MS = LOOK_RETRY_MS;
/** Delay of the second look that confirms a change. */
const SECOND_LOOK_MS = HOUR_MS;

/**
 * Schedules daily looks at `domain` after a charged call of a signal tool, the first one in a day. Writes at most once a day per
 * domain, and nothing for an organisation whose share of the list is full.
 */
export async function noteAskedDomain(
  context: Pick<SourceContext, "env" | "baseUrl" | "caller" | "work">,
  domain: string,
  now: number,
): Promise<void> {
  if (!takeWork(context)) return;
  const { env, baseUrl, caller } = context;
  const plan = caller?.plan ?? "anonymous";
  await sql(
    env.DB,
    `INSERT INTO watched_domains (domain, base_url, organisation_id, is_paid, asked_at, due_at)
     SELECT @domain, @baseUrl, @organisationId, @isPaid, @now, @tomorrow
     WHERE EXISTS (SELECT 1 FROM watched_domains WHERE domain = @domain)
       OR (SELECT count(*) FROM watched_domains WHERE organisation_id = @organisationId) < @share
     ON CONFLICT (domain) DO UPDATE SET base_url = excluded.base_url, asked_at = excluded.asked_at,
       due_at = min(due_at, excluded.due_at), is_paid = max(is_paid, excluded.is_paid)
     WHERE asked_at < @yesterday OR is_paid < excluded.is_paid`,
    {
      domain,
      baseUrl,
      organisationId: caller?.organisationId ?? "",
      isPaid: plan === "paid" ? 1 : 0,
      share: WATCHED_DOMAINS_PER_ORGANISATION[plan],
      now,
      tomorrow: now + DAY_MS,
      yesterday: now - DAY_MS,
    },
  ).run();
}

/** The statement that schedules baseline looks, immediately unless there was one just before, for domains added to a watch at `now`. */
export function scheduleAdded(
  db: D1Database,
  added: { id: string; baseUrl: string; isPaid: boolean; now: number },
): D1PreparedStatement {
  return sql(
    db,
    `INSERT INTO watched_domains (domain, base_url, organisation_id, is_paid, asked_at, due_at)
     SELECT domain, @baseUrl, '', @isPaid, 0, @now FROM watch_subscriptions WHERE watch_id = @id AND added_at = @now
     ON CONFLICT (domain) DO UPDATE SET is_paid = max(is_paid, excluded.is_paid),
       due_at = iif(attempts > 0, due_at, min(due_at, max(excluded.due_at, coalesce(looked_at, 0) + ${MIN_BETWEEN_LOOKS_MS})))`,
    { ...added, isPaid: added.isPaid ? 1 : 0 },
  );
}

/** For the cron: queues messages for the looks that are due. */
export async function sendDueLooks(env: Env, now: number): Promise<void> {
  const due = await takeDue(env.DB, now);
  for (let start = 0; start < due.length; start += MAX_MESSAGES) {
    await env.LOOKS.sendBatch(due.slice(start, start + MAX_MESSAGES).map((body) => ({ body })));
  }
}

/**
 * Claims at most `limit` domains whose look is due: those of paying organisations first, then the longest waiting. Each is due
 * again in 15 minutes, in case the look dies; {@link endLook} sets the real time.
 */
export async function takeDue(db: D1Database, now: number, limit = MAX_UNDER_WAY): Promise<LookMessage[]> {
  const values = { now, again: now + LOOK_RETRY_MS };
  const count = `SELECT count(*) AS count FROM watched_domains
    WHERE attempts > 0 AND due_at > @now AND due_at <= @again`;
  const underWay = (await sql(db, count, values).first<number>("count")) ?? 0;
  const taken: LookMessage[] = [];
  for (const isPaid of [1, 0]) {
    const left = Math.min(limit, MAX_UNDER_WAY - underWay) - taken.length;
    if (left <= 0) break;
    const take = `UPDATE watched_domains SET attempts = attempts + 1,
        due_at = iif(attempts + 1 >= ${MAX_ATTEMPTS}, @now + ${DAY_MS}, @again)
      WHERE domain IN (SELECT d.domain FROM watched_domains d WHERE d.is_paid = @isPaid AND d.due_at <= @now
        AND (d.asked_at > @since OR EXISTS (SELECT 1 FROM watch_subscriptions s WHERE s.domain = d.domain))
        ORDER BY d.due_at LIMIT @left)
      RETURNING domain, due_at AS dueAt`;
    const { results } = await sql(db, take, {
      ...values,
      isPaid,
      left,
      since: now - ASKED_FOR_MS,
    }).all<LookMessage>();
    taken.push(...results);
  }
  return taken;
}

type EndedLook = LookMessage & {
  startedAt: number;
  /** Why the home page could not be read; null when it was. */
  unreachable: string | null;
  /** When the kinds that were looked at are due again, and when the others are. */
  everyMs: number;
  othersDueAt: number;
  isPending: boolean;
};

/** Records the end of a look and schedules the next one, as soon as possible for watches made in the meantime. */
export async function endLook(db: D1Database, ended: EndedLook): Promise<void> {
  const now = Date.now();
  const nextAt = Math.min(now + (ended.isPending ? SECOND_LOOK_MS : ended.everyMs), ended.othersDueAt);
  const end = `UPDATE watched_domains SET looked_at = @now, attempts = 0, unreachable_reason = @unreachable,
      unreachable_since = iif(@unreachable IS NULL, NULL, coalesce(unreachable_since, @now)),
      due_at = iif(EXISTS (SELECT 1 FROM watch_subscriptions WHERE domain = @domain AND added_at > @startedAt),
        @now + ${MIN_BETWEEN_LOOKS_MS}, @nextAt)
    WHERE domain = @domain AND due_at = @dueAt`;
  await sql(db, end, { ...ended, now, nextAt }).run();
}
