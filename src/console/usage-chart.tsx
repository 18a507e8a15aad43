import { Records } from "../http/pages/private-page.tsx";
import type { UsageGroup } from "../ledger/history.ts";
import { isoDay } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";

const HEIGHT = 100;

/** Tokens a day as bars, oldest first, and the same numbers as a table, without the empty days, for whoever cannot see or wants to copy them. */
export function UsageChart({ from, to, days }: { from: number; to: number; days: UsageGroup[] }) {
  const known = new Map(days.map((day) => [day.key, day]));
  const all: UsageGroup[] = [];
  for (let at = from; at <= to; at += DAY_MS) {
    const key = isoDay(at);
    all.push(known.get(key) ?? { key, calls: 0, tokens: 0 });
  }
  const most = Math.max(1, ...all.map(({ tokens }) => tokens));
  const total = all.reduce((sum, { tokens }) => sum + tokens, 0);
  const summary = `${total} tokens in ${all.length} days, at most ${total === 0 ? 0 : most} on one day`;
  return (
    <>
      <figure class="chart">
        <svg viewBox={`0 0 ${all.length * 10} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          {all.map(({ tokens }, index) => {
            const height = (tokens / most) * HEIGHT;
            return <rect x={index * 10 + 1} y={HEIGHT - height} width="8" height={height} />;
          })}
        </svg>
        <p class="ends">
          <span>{all[0]?.key}</span>
          <span>{all.at(-1)?.key}</span>
        </p>
        <figcaption class="hint">{summary}.</figcaption>
      </figure>
      <details>
        <summary>These days as a table</summary>
        <Records
          columns={["Day (UTC)", "Calls", "Tokens"]}
          rows={days.toReversed().map(({ key, calls, tokens }) => [key, calls, tokens])}
        />
      </details>
    </>
  );
}

/** Tools with the greatest cost first; the bar is a tool's share of the most expensive one. */
export function ToolTable({ tools }: { tools: UsageGroup[] }) {
  const most = Math.max(1, ...tools.map(({ tokens }) => tokens));
  return (
    <Records
      columns={["Tool", "Calls", "Tokens", "Share"]}
      rows={tools.map(({ key, calls, tokens }) => [
        <code>{key}</code>,
        calls,
        tokens,
        <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y="0" width={(tokens / most) * 100} height="6" />
        </svg>,
      ])}
    />
  );
}
