/** The schedule of looks. The row decides whether a look is due; queue messages only trigger the check. */
import { LOOK_RETRY_MS, LOOKS_PER_ROUND, WATCHED_DOMAINS_PER_ORGANISATION } from "../constants.ts";
import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { readAggregate, sql } from "../platform/database.ts";
import { type SourceContext, takeWork } from "../platform/outbound/context.ts";

/** A domain without a call of a signal tool for this long is looked at for watches only. */
export const ASKED_FOR_MS = 30 * DAY_MS;

/** Message of the queue: which domain, and the look that is due. */
export type LookMessage = { domain: string; dueAt: number };

/** Looks that may be under way at once. */
const MAX_UNDER_WAY = 1_000;
/** Of these, looks for organisations without a purchase: the rest of the queue stays short for customers. */
const MAX_UNPAID_UNDER_WAY = MAX_UNDER_WAY / 2;
/** A look that died this many times waits for a day. */
const MAX_ATTEMPTS = 5;
const MAX_MESSAGES = 100;
/** Between two looks at a domain, however often watches of it are made, paused and resumed. */
const MIN_BETWEEN_LOOKS_MS = LOOK_RETRY_MS;
/** Delay of the second look that confirms a change. */
const SECOND_LOOK_MS = HOUR_MS;

/**
 * Schedules daily looks at `domain` after a charged call of a signal tool, the first one in a day. Writes at most once a day per
 * domain, and nothing for an organisation whose share of the list is full. A domain that several ask about counts as a customer's.
 */
export async function noteAskedDomain(
  context: Pick<SourceContext, "env" | "baseUrl" | "caller" | "work">,
  domain: string,
  now: number,
): Promise<void> {
  if (!takeWork(context)) return;
  const { env, baseUrl, caller } = context;
  const { plan, organisationId } = caller ?? { plan: "anonymous" as const, organisationId: "" };
  const asked = { domain, baseUrl, organisationId, isPaid: plan === "paid" ? 1 : 0 };
  const days = { now, tomorrow: now + DAY_MS, yesterday: now - DAY_MS };
  await sql(
    env.DB,
    `INSERT INTO watched_domains (domain, base_url, organisation_id, asked_at, due_at)
     SELECT @domain, @baseUrl, @organisationId, @now, @tomorrow
     WHERE EXISTS (SELECT 1 FROM watched_domains WHERE domain = @domain)
       OR (SELECT count(*) FROM watched_domains WHERE organisation_id = @organisationId) < @share
     ON CONFLICT (domain) DO UPDATE SET base_url = excluded.base_url, asked_at = excluded.asked_at,
       due_at = min(due_at, excluded.due_at),
       organisation_id = iif(@isPaid OR organisation_id = '', excluded.organisation_id, organisation_id)
     WHERE asked_at < @yesterday OR (@isPaid AND NOT EXISTS (
       SELECT 1 FROM organisations o WHERE o.id = watched_domains.organisation_id AND o.plan = 'paid'))`,
    { ...asked, ...days, share: WATCHED_DOMAINS_PER_ORGANISATION[plan] },
  ).run();
}

/** The statement that schedules baseline looks, immediately unless there was one just before, for domains added to a watch at `now`. */
export function scheduleAdded(
  db: D1Database,
  added: { id: string; baseUrl: string; now: number },
): D1PreparedStatement {
  return sql(
    db,
    `INSERT INTO watched_domains (domain, base_url, asked_at, due_at)
     SELECT domain, @baseUrl, 0, @now FROM watch_subscriptions WHERE watch_id = @id AND added_at = @now
     ON CONFLICT (domain) DO UPDATE SET
       due_at = iif(attempts > 0, due_at, min(due_at, max(excluded.due_at, coalesce(looked_at, 0) + ${MIN_BETWEEN_LOOKS_MS})))`,
    added,
  );
}

/** For the cron: queues messages for the looks that are due. */
export async function sendDueLooks(env: Env, now: number): Promise<void> {
  const due = await takeDue(env.DB, now);
  for (let start = 0; start < due.length; start += MAX_MESSAGES) {
    await env.LOOKS.sendBatch(due.slice(start, start + MAX_MESSAGES).map((body) => ({ body })));
  }
}

const UNDER_WAY = `SELECT count(*) AS looks, coalesce(sum(NOT is_paid), 0) AS unpaid FROM watched_domains
  WHERE attempts > 0 AND due_at > @now AND due_at <= @again`;

// In each round an organisation has the looks of its plan. A domain takes the first turn of the organisations that want it.
const CHOOSE = `WITH wanted AS (
    SELECT d.domain, d.due_at, w.organisation_id FROM watched_domains d JOIN watch_subscriptions s ON s.domain = d.domain
      JOIN watches w ON w.id = s.watch_id WHERE d.due_at <= @now
    UNION SELECT domain, due_at, organisation_id FROM watched_domains WHERE due_at <= @now AND asked_at > @since),
  turns AS (SELECT domain, due_at, o.plan IS 'paid' AS is_paid,
      (row_number() OVER (PARTITION BY organisation_id ORDER BY due_at) - 1)
        / CASE o.plan WHEN 'paid' THEN ${LOOKS_PER_ROUND.paid} WHEN 'free' THEN ${LOOKS_PER_ROUND.free}
          ELSE ${LOOKS_PER_ROUND.anonymous} END AS round
    FROM wanted LEFT JOIN organisations o ON o.id = organisation_id),
  domains AS (SELECT domain, due_at, max(is_paid) AS is_paid, min(round) AS round FROM turns GROUP BY domain)
  SELECT domain, is_paid AS isPaid FROM (
    SELECT *, row_number() OVER (PARTITION BY is_paid ORDER BY round, due_at) AS place FROM domains)
  WHERE is_paid OR place <= @unpaidLeft ORDER BY round, is_paid DESC, due_at LIMIT @left`;

const TAKE = `UPDATE watched_domains SET attempts = attempts + 1, is_paid = c.value->>'isPaid',
    due_at = iif(attempts + 1 >= ${MAX_ATTEMPTS}, @now + ${DAY_MS}, @again)
  FROM json_each(@chosen) c WHERE watched_domains.domain = c.value->>'domain' AND due_at <= @now
  RETURNING domain, due_at AS dueAt`;

/** Claims at most `limit` domains whose look is due, in rounds of all organisations. Each is due again in 15 minutes, in case the look dies. */
export async function takeDue(db: D1Database, now: number, limit = MAX_UNDER_WAY): Promise<LookMessage[]> {
  const values = { now, again: now + LOOK_RETRY_MS, since: now - ASKED_FOR_MS };
  const underWay = await readAggregate<{ looks: number; unpaid: number }>(sql(db, UNDER_WAY, values));
  const left = Math.min(limit, MAX_UNDER_WAY - underWay.looks);
  const unpaidLeft = MAX_UNPAID_UNDER_WAY - underWay.unpaid;
  const choose = sql(db, CHOOSE, { ...values, left: Math.max(0, left), unpaidLeft });
  const chosen = (await choose.all<{ domain: string; isPaid: number }>()).results;
  const take = sql(db, TAKE, { ...values, chosen: JSON.stringify(chosen) });
  const taken = new Map((await take.all<LookMessage>()).results.map((message) => [message.domain, message]));
  return chosen.flatMap(({ domain }) => taken.get(domain) ?? []);
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

type LookBacklog = Record<
  "domains" | "due" | "underWay" | "died" | "resting" | "unreachable" | "withheldEvents",
  number
> & { dueSince: number | null };

/** The backlog, for operators. `died`: started at least twice and not ended; `resting`: so often that they wait for a day. */
export function readLookBacklog(db: D1Database): Promise<LookBacklog> {
  const read = `SELECT count(*) AS domains, coalesce(sum(due_at <= @now), 0) AS due,
      min(iif(due_at <= @now, due_at, NULL)) AS dueSince,
      coalesce(sum(attempts = 1 AND due_at > @now), 0) AS underWay, coalesce(sum(attempts BETWEEN 2 AND @most - 1), 0) AS died,
      coalesce(sum(attempts >= @most), 0) AS resting, coalesce(sum(unreachable_reason IS NOT NULL), 0) AS unreachable,
      (SELECT count(*) FROM watch_events WHERE state = 'withheld') AS withheldEvents
    FROM watched_domains`;
  return readAggregate<LookBacklog>(sql(db, read, { now: Date.now(), most: MAX_ATTEMPTS }));
}
