import type { Child } from "hono/jsx";
import { endSession, endSessions } from "../accounts/keys/sessions.ts";
import { forgetSession } from "../accounts/sign-in/sign-in-routes.tsx";
import { requestsPerMinute } from "../config.ts";
import { Figures, Tokens } from "../http/pages/figures.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { getAccountStatement } from "../ledger/account.ts";
import { readUsage, type UsageGroup } from "../ledger/usage.ts";
import { PATHS } from "../paths.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { listPayers, Payer } from "./payers.tsx";
import { DAYS, lastDays, RANGES } from "./period.ts";
import { UsageCharts } from "./usage-chart.tsx";

async function overviewPage({ c, session }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  const asked = Number(c.req.query("days"));
  const range = RANGES.find((days) => days === asked) ?? DAYS;
  const period = lastDays(range);
  // First, because it flushes the calls so far to D1, where usage is read.
  const statement = await getAccountStatement(c.env, id);
  const [days, tools, spenders, payers] = await Promise.all([
    readUsage(c.env, id, period, "day"),
    readUsage(c.env, id, period, "tool"),
    readUsage(c.env, id, period, "key"),
    listPayers(DB, id),
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
          <UsageCharts {...period} days={days} />
          <h2>By tool</h2>
          <Shares column="Tool" groups={tools} nameOf={(tool) => <code>{tool}</code>} />
          <h2>By key and connection</h2>
          <Shares column="Key or connection" groups={spenders} nameOf={(payer) => <Payer id={payer} of={payers} />} />
          <p class="hint">Calls that failed cost nothing and are not counted in these two tables.</p>
        </>
      )}
    </>
  );
}

type SharesProps = { column: string; groups: UsageGroup[]; nameOf(key: string): Child };

/** Sorted by cost; each bar is relative to the most expensive row. */
function Shares({ column, groups: all, nameOf }: SharesProps) {
  const groups = all.filter(({ calls }) => calls > 0);
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

/** First steps, shown in an empty workspace. */
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
    async "sign-out"({ c, session }) {
      await endSession(c.env.DB, session);
      forgetSession(c);
      return c.redirect(CONSOLE.overview, 303);
    },
    async "sign-out-everywhere"({ c, session }) {
      await endSessions(c.env.DB, session);
      forgetSession(c);
      return c.redirect(CONSOLE.overview, 303);
    },
  },
};
