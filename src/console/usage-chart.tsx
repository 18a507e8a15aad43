import { numbers, Records } from "../http/pages/record-table.tsx";
import type { UsageGroup } from "../ledger/usage.ts";
import { formatCount, formatShort } from "../lib/numbers.ts";
import { daysOf } from "./period.ts";

const BAR = 10;
const HEIGHT = 100;

type Kind = "good" | "bad";
type Series = { kind: Kind; label: string; of(day: UsageGroup): number };

const TOKENS: Series[] = [{ kind: "good", label: "Tokens charged", of: ({ tokens }) => tokens }];
const CALLS: Series[] = [
  { kind: "good", label: "Delivered", of: ({ calls }) => calls },
  { kind: "bad", label: "Failed, refunded", of: ({ failed }) => failed },
];

/** Tokens and calls per day as charts, and as a table for screen readers and for copying. */
export function UsageCharts({ from, to, days }: { from: number; to: number; days: UsageGroup[] }) {
  const known = new Map(days.map((day) => [day.key, day]));
  const all = daysOf({ from, to }).map((day) => known.get(day) ?? { key: day, calls: 0, failed: 0, tokens: 0 });
  const sum = (of: Series["of"]) => all.reduce((total, day) => total + of(day), 0);
  const count = (of: Series["of"]) => formatCount(sum(of));
  const most = formatCount(Math.max(...all.map(({ tokens }) => tokens)));
  const tokens = `${count(({ tokens }) => tokens)} tokens in ${all.length} days, at most ${most} on one day`;
  const calls = `${count(({ calls }) => calls)} calls delivered and ${count(({ failed }) => failed)} failed in ${all.length} days`;
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

type BarProps = { day: UsageGroup; at: number; series: Series[]; top: number };

function Bar({ day, at, series, top }: BarProps) {
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
