import { Tokens } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { isoDay, timePrefix } from "../lib/ids.ts";
import { formatCents } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import { mapDatabaseErrors, sql } from "../platform/database.ts";
import { ledgersOf, sumOver } from "../platform/ledgers.ts";
import { ALERTS } from "./alert-advice.ts";
import { Outcomes } from "./health-page.tsx";
import type { OperatorVisit } from "./operator-page.tsx";
import { readOutcomes } from "./organisation-store.ts";
import { recentCalls } from "./recent-calls.tsx";
import { listAlerts } from "./tell-alerts.ts";

const DAYS = 7;

/** Calls and money of the ids from `@first` to before `@beyond`. Reads each organisation's calls of the day. */
const DAY = `SELECT @day AS day, count(*) AS calls, coalesce(sum(state <> 'settled'), 0) AS failed, coalesce(sum(tokens), 0) AS spent,
    (SELECT coalesce(sum(tokens), 0) FROM entries WHERE id >= @first AND id < @beyond AND type = 'purchase') AS sold,
    (SELECT coalesce(sum(amount_cents), 0) FROM purchases
      WHERE created_at >= @start AND created_at < @end AND state = 'paid') AS cents
  FROM (SELECT c.state, c.tokens FROM organisations o JOIN calls c
      ON c.organisation_id = o.id AND c.id >= @first AND c.id < @beyond
    UNION ALL SELECT state, iif(state = 'settled', tokens, 0) FROM holds
      WHERE id >= @first AND id < @beyond AND state <> 'open')`;

type Day = { day: string; calls: number; failed: number; spent: number; sold: number; cents: number };

/** What an operator asks each morning: alerts, then calls, failures and money of the last days. */
export async function todayPage({ c }: OperatorVisit) {
  const { DB } = c.env;
  const now = Date.now();
  const [alerts, days, outcomes, recent] = await Promise.all([
    listAlerts(DB),
    readDays(c.env, now),
    readOutcomes(c.env, now - DAY_MS),
    recentCalls(c.env),
  ]);
  return (
    <>
      <h2>Alerts</h2>
      {alerts.length === 0 && <p class="notice">None in the last day.</p>}
      {alerts.map(({ cause, detailJson, firstAt, lastAt }) => (
        <div class="alert">
          <p>
            <strong>
              <a href={ALERTS[cause].page}>{ALERTS[cause].title}</a>
            </strong>
            , since <Time at={firstAt} />, last <Time at={lastAt} />. <code>{detailJson}</code>
          </p>
          <p>{ALERTS[cause].advice}</p>
        </div>
      ))}
      <h2>The last {DAYS} days (UTC)</h2>
      <Records
        columns={["Day", ...numbers("Paid calls", "Failed", "Charged", "Sold", "Revenue")]}
        rows={days.map(({ day, calls, failed, spent, sold, cents }) => [
          day,
          calls,
          failed,
          <Tokens of={spent} />,
          <Tokens of={sold} />,
          formatCents(cents),
        ])}
      />
      <Outcomes all={outcomes} />
      {recent}
    </>
  );
}

async function readDays(env: Env, now: number): Promise<Day[]> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const spans = Array.from({ length: DAYS }, (_, age) => {
    const [start, end] = [today - age * DAY_MS, today - (age - 1) * DAY_MS];
    return { day: isoDay(start), start, end, first: timePrefix(start), beyond: timePrefix(end) };
  });
  const read = async (db: D1Database) =>
    (await db.batch<Day>(spans.map((span) => sql(db, DAY, span)))).flatMap(({ results }) => results);
  return mapDatabaseErrors(() => sumOver(ledgersOf(env), "day", read));
}
