import type { Child } from "hono/jsx";
import { endSession, endSessions } from "../accounts/keys/sessions.ts";
import { forgetSession } from "../accounts/sign-in/sign-in-routes.tsx";
import { requestsPerMinute } from "../config.ts";
import { Figures, numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { getAccountStatement } from "../ledger/account.ts";
import { readUsage, type UsageGroup } from "../ledger/history.ts";
import { isoDay } from "../lib/ids.ts";
import { formatCount, formatShort } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { DAYS, lastDays, listPayers, Payer } from "./payers.tsx";

/** Individual calls are kept for 90 days. */
const RANGES = [7, DAYS, 90];

async function overviewPage({ c, env, organisationId: id }: Visit) {
  const asked = Number(c.req.query("days"));
  const range = RANGES.find((days) => days === asked) ?? DAYS;
  const period = lastDays(range);
  // First, because it flushes the calls so far to D1, where usage is read.
  const statement = await getAccountStatement(env, id);
  const [days, tools, spenders, payers] = await Promise.all([
    readUsage(env, id, period, "day"),
    readUsage(env, id, period, "tool"),
    readUsage(env, id, period, "key"),
    listPayers(env.DB, id),
  ]);
  const { plan = "free", available = 0, held = 0, owed = 0 } = statement ?? {};
  return (
    <>
      <Figures
        of={[
          ["Balance, tokens", <Tokens of={available} />],
          ["Held by running calls", held],
          owed > 0 && ["Owed after a refund", <Tokens of={owed} />],
          ["Plan", plan],
          ["Requests a minute", requestsPerMinute(c.var.config, plan)],
        ]}
      />
      <p>
        <a class="button" href={CONSOLE.purchases}>
          Buy tokens
        </a>
      </p>
      <h2>Usage</h2>
      <nav class="tabs" aria-label="Range">
        {RANGES.map((days) => (
          <a href={`${CONSOLE.overview}?days=${days}`} aria-current={days === range ? "true" : undefined}>
            {days} days
          </a>
        ))}
      </nav>
      {days.length === 0 ? (
        <Beginning mcp={`${c.var.baseUrl}${PATHS.mcp}`} />
      ) : (
        <>
          <UsageCharts range={range} days={days} />
          <h2>By tool</h2>
          <Shares column="Tool" of={tools} nameOf={(tool) => <code>{tool}</code>} />
          <h2>By key and connection</h2>
          <Shares column="Key or connection" of={spenders} nameOf={(payer) => <Payer id={payer} of={payers} />} />
          <p class="hint">Calls that failed cost nothing and are not counted in these two tables.</p>
        </>
      )}
    </>
  );
}

/** Sorted by cost; each bar is relative to the most expensive row. */
function Shares({ column, of, nameOf }: { column: string; of: UsageGroup[]; nameOf(key: string): Child }) {
  const groups = of.filter(({ calls }) => calls > 0);
  const most = Math.max(1, ...groups.map(({ tokens }) => tokens));
  return (
    <Records
      columns={[column, ...numbers("Calls", "Tokens"), "Share"]}
      rows={groups.map(({ key, calls, tokens }) => [
        nameOf(key),
        calls,
        <Tokens of={tokens} />,
        <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y="0" width={(tokens / most) * 100} height="6" />
        </svg>,
      ])}
    />
  );
}

function Beginning({ mcp }: { mcp: string }) {
  return (
    <>
      <p>No paid calls in these days. To begin, do one of these:</p>
      <ul>
        <li>Give an MCP host such as Claude, Cursor or VS Code the address {mcp}. It sends you here to allow it.</li>
        <li>
          Create a <a href={CONSOLE.keys}>key</a> for an agent or a script. The <a href={PATHS.docs}>reference</a> has
          every call.
        </li>
        <li>
          Let an agent <a href={PATHS.auth}>register</a> by itself. It asks you for a code that we mail to you.
        </li>
      </ul>
    </>
  );
}

export const overview: ConsolePage = {
  title: "Overview",
  view: overviewPage,
  forms: {
    "sign-out": signOut(endSession),
    "sign-out-everywhere": signOut(endSessions),
  },
};

function signOut(end: typeof endSession | typeof endSessions) {
  return async ({ c, session }: Visit) => {
    await end(c.env.DB, session);
    forgetSession(c);
    return c.redirect(CONSOLE.overview, 303);
  };
}

const BAR = 10;
const HEIGHT = 100;

type Series = { kind: "good" | "bad"; label: string; of(day: UsageGroup): number };

const TOKENS: Series[] = [{ kind: "good", label: "Tokens charged", of: ({ tokens }) => tokens }];
const CALLS: Series[] = [
  { kind: "good", label: "Delivered", of: ({ calls }) => calls },
  { kind: "bad", label: "Failed, refunded", of: ({ failed }) => failed },
];

/** Tokens and calls per day as charts, and as a table for screen readers and for copying. */
function UsageCharts({ range, days }: { range: number; days: UsageGroup[] }) {
  const known = new Map(days.map((day) => [day.key, day]));
  const { from } = lastDays(range);
  const all = Array.from({ length: range }, (_, age) => {
    const key = isoDay(from + age * DAY_MS);
    return known.get(key) ?? { key, calls: 0, failed: 0, tokens: 0 };
  });
  const sum = (of: "tokens" | "calls" | "failed") => formatCount(days.reduce((total, day) => total + day[of], 0));
  const most = formatCount(Math.max(...days.map(({ tokens }) => tokens)));
  const tokens = `${sum("tokens")} tokens in ${range} days, at most ${most} on one day`;
  const calls = `${sum("calls")} calls delivered and ${sum("failed")} failed in ${range} days`;
  return (
    <>
      <div class="charts">
        <Chart days={all} series={CALLS} summary={calls} />
        <Chart days={all} series={TOKENS} summary={tokens} />
      </div>
      <details>
        <summary>These days as a table</summary>
        <Records
          columns={["Day (UTC)", ...numbers("Delivered", "Failed", "Tokens")]}
          rows={days.toReversed().map(({ key, calls, failed, tokens }) => [key, calls, failed, tokens])}
        />
      </details>
    </>
  );
}

/** Bars stacked in the order of `series`. Axis labels are HTML text, which stays readable at every width. */
function Chart({ days, series, summary }: { days: UsageGroup[]; series: Series[]; summary: string }) {
  const total = (day: UsageGroup) => series.reduce((sum, { of }) => sum + of(day), 0);
  const top = roundUp(Math.max(...days.map(total)));
  const middle = days[Math.floor(days.length / 2)];
  return (
    <figure class="chart">
      <figcaption>{summary}</figcaption>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span>{formatShort(value)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line x1="0" x2={days.length * BAR} y1={y} y2={y} vector-effect="non-scaling-stroke" />
          ))}
          {days.map((day, index) => (
            <Bar day={day} at={index * BAR} series={series} top={top} />
          ))}
        </svg>
        <div class="ends" aria-hidden="true">
          {[days[0], middle, days.at(-1)].map((day) => (
            <span>{day && shortDay(day.key)}</span>
          ))}
        </div>
      </div>
      {series.length > 1 && (
        <ul class="legend">
          {series.map(({ kind, label }) => (
            <li>
              <i class={kind} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

function Bar({ day, at, series, top }: { day: UsageGroup; at: number; series: Series[]; top: number }) {
  let y = HEIGHT;
  const parts = series.map(({ kind, of }) => {
    const height = (of(day) / top) * HEIGHT;
    y -= height;
    return height > 0 && <rect class={kind} x={at + 1} y={y} width={BAR - 2} height={height} />;
  });
  const numbersOfDay = series.map(({ label, of }) => `${label}: ${formatCount(of(day))}`);
  return (
    <g>
      <title>{`${shortDay(day.key)}\n${numbersOfDay.join("\n")}`}</title>
      <rect class="hit" x={at} y="0" width={BAR} height={HEIGHT} />
      {parts}
    </g>
  );
}

/** `24 Oct` for an ISO date. Relies on the format of `Date.prototype.toUTCString` (ECMA-262, section 21.4.4.43). */
function shortDay(day: string): string {
  return new Date(day).toUTCString().slice(5, 11);
}

/** Rounds up to 1, 2, 4, 6 or 8 times a power of ten; at least 2, so that half of it is whole too. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.max(2, (([1, 2, 4, 6, 8].find((step) => step * unit >= value) ?? 10) * unit) | 0);
}
