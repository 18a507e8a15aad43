import { Figures, numbers, Records } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { readRests } from "../index/board-looks.ts";
import { indexSize } from "../index/index-size.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { policyOf } from "../sources/jobs/listed-boards.ts";

const COUNTED = ["Boards", "Open jobs", "Read in 24 hours", "Due", "Failing", "Refused", "Dead"];
type Counts = Record<"boards" | "seen" | "due" | "failing" | "refused" | "dead" | "jobs", number>;

const BY_SYSTEM = `SELECT system, count(*) AS boards, sum(state = 'open' AND last_seen_at > @dayAgo) AS seen,
    count(*) FILTER (WHERE next_look_at <= @now) AS due, sum(state = 'open' AND reason IS NOT NULL) AS failing, sum(state = 'refused') AS refused,
    sum(state = 'dead') AS dead, sum(open_jobs) AS jobs
  FROM index_boards GROUP BY system ORDER BY boards DESC`;
const REASONS = `SELECT system, reason, count(*) AS boards FROM index_boards WHERE reason IS NOT NULL AND state <> 'dead'
  GROUP BY system, reason ORDER BY boards DESC LIMIT 30`;

/** The boards of the search index, how fresh they are, and what fails. */
export async function indexPage({ c }: PrivateVisit) {
  const { DATA, DB } = c.env;
  const now = Date.now();
  const [size, systems, reasons, rests] = await Promise.all([
    indexSize(c.env),
    sql(DATA, BY_SYSTEM, { now, dayAgo: now - DAY_MS }).all<{ system: string } & Counts>(),
    sql(DATA, REASONS, {}).all<{ system: string; reason: string; boards: number }>(),
    readRests(DB),
  ]);
  const policyNow = (system: string) => policyOf(system, c.var.config, now);
  const daily = systems.results.filter(({ system }) => policyNow(system) === "daily");
  const asked = daily.reduce((sum, { boards, dead, refused }) => sum + boards - dead - refused, 0);
  const seen = daily.reduce((sum, row) => sum + row.seen, 0);
  const resting = [...rests].filter(([, { untilMs }]) => untilMs > now);
  return (
    <>
      <Figures
        of={[
          ["companies", size.companies],
          ["open jobs", size.jobs],
          ["boards asked daily", asked],
          ["of these read within 24 hours", seen],
        ]}
      />
      {asked > 0 && (
        <p>{((100 * seen) / asked).toFixed(1)} % of the boards that are asked daily were read within 24 hours.</p>
      )}
      {resting.map(([system, { untilMs, refusals }]) => (
        <p class="notice">
          {system} has refused {refusals} looks in a row and rests until <Time at={untilMs} />.
        </p>
      ))}
      {systems.results.length === 0 && (
        <p>
          There are no boards. <code>npm run index:seed</code> brings lists of them.
        </p>
      )}
      <Records
        columns={["System", "Asked", ...numbers(...COUNTED)]}
        rows={systems.results.map((row) => [
          row.system,
          policyNow(row.system).replace("_", " "),
          row.boards,
          row.jobs,
          row.seen,
          row.due,
          row.failing,
          row.refused,
          row.dead,
        ])}
      />
      <h2>Why looks fail</h2>
      <Records
        none="None fails."
        columns={["System", "Reason", ...numbers("Boards")]}
        rows={reasons.results.map(({ system, reason, boards }) => [system, <code>{reason}</code>, boards])}
      />
    </>
  );
}
