import { numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { isoDay, timePrefix } from "../lib/ids.ts";
import { formatCents, formatCount } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { ALERTS, listAlerts } from "./alerts.ts";
import { type CallSums, readCallSums } from "./call-sums.ts";
import { OPERATOR } from "./operator-page.tsx";
import { slowestSources } from "./recent-calls.tsx";

const DAYS = 7;

/** Calls and money of a day, whose ids are from `@first` to before `@beyond`. */
const DAY = `SELECT @day AS day, coalesce(sum(delivered + failed), 0) AS calls, coalesce(sum(failed), 0) AS failed,
    coalesce(sum(tokens), 0) AS spent,
    (SELECT coalesce(sum(tokens), 0) FROM entries WHERE id >= @first AND id < @beyond AND type = 'purchase') AS sold,
    (SELECT coalesce(sum(amount_cents), 0) FROM purchases
      WHERE created_at >= @start AND created_at < @end AND state = 'paid') AS cents
  FROM call_hours WHERE hour >= @start AND hour < @end`;

type Day = { day: string; calls: number; failed: number; spent: number; sold: number; cents: number };

/** What an operator asks each morning: alerts, then calls, failures and money of the last days. */
export async function todayPage({ c }: PrivateVisit) {
  const { DB } = c.env;
  const now = Date.now();
  const [alerts, days, sums, sources] = await Promise.all([
    listAlerts(DB),
    readDays(DB, now),
    readCallSums(DB, now - DAY_MS),
    slowestSources(c.env),
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
        columns={["Day", ...numbers("Paid calls", "Failed", "Tokens charged", "Tokens sold", "Revenue")]}
        rows={days.map(({ day, calls, failed, spent, sold, cents }) => [
          day,
          calls,
          failed,
          <Tokens of={spent} />,
          sold,
          formatCents(cents),
        ])}
      />
      <ByTool all={sums} />
      {sources}
    </>
  );
}

function ByTool({ all }: { all: CallSums[] }) {
  const timed = (calls: number, ms: number) =>
    calls > 0 ? `${formatCount(calls)} in ${formatCount(Math.round(ms / calls))} ms` : "–";
  return (
    <>
      <h2>Paid calls of the last 24 hours, by tool</h2>
      <Records
        none="None."
        columns={["Tool", ...numbers("Delivered", "Failed", "Charged", "Fresh", "Warm")]}
        rows={all.map(({ tool, delivered, failed, tokens, fresh, freshMs, warm, warmMs }) => [
          <code>{tool}</code>,
          delivered,
          failed,
          <Tokens of={tokens} />,
          timed(fresh, freshMs),
          timed(warm, warmMs),
        ])}
      />
      <p class="hint">
        Fresh answers asked their sources, warm ones were stored; times are means. Failed calls are refunded.{" "}
        <a href={OPERATOR.calls}>Find a call by its request id</a>
      </p>
    </>
  );
}

async function readDays(db: D1Database, now: number): Promise<Day[]> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, age) => {
    const [start, end] = [today - age * DAY_MS, today - (age - 1) * DAY_MS];
    return sql(db, DAY, { day: isoDay(start), start, end, first: timePrefix(start), beyond: timePrefix(end) });
  });
  return (await db.batch<Day>(days)).flatMap(({ results }) => results);
}
