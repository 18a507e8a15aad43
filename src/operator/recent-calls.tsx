import { CallFacts } from "../http/pages/call-parts.tsx";
import { Field, Filter } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { CALL_LOG_DAYS } from "../ledger/call-log.ts";
import { findAnyCall, newestCalls } from "../ledger/read-call-log.ts";
import type { Ledgers } from "../platform/ledgers.ts";
import { OPERATOR, organisationPath } from "./operator-page.tsx";

const SOURCES = 10;

/** A call of any organisation by its request id, with its steps. */
export async function callsPage({ c }: PrivateVisit) {
  const id = c.req.param("id") ?? c.req.query("id")?.trim() ?? "";
  const call = id ? await findAnyCall(c.env, id) : null;
  return (
    <>
      <Filter to={OPERATOR.calls} submit="Show">
        <Field id="id" label="Request id" type="search" value={id} maxlength={32} />
      </Filter>
      {id && !call && (
        <p>
          No organisation has such a call in the last {CALL_LOG_DAYS} days. Calls without a known key are in the
          Worker's log only.
        </p>
      )}
      {call && (
        <CallFacts
          of={call}
          more={[
            [
              "Organisation",
              <a href={organisationPath(call.organisationId)}>
                <code>{call.organisationId}</code>
              </a>,
            ],
          ]}
        />
      )}
    </>
  );
}

/** The slowest steps of some of the newest calls. */
export async function slowestSources(env: Ledgers) {
  const calls = await newestCalls(env, Date.now());
  const steps = calls
    .flatMap((call) => call.steps)
    .map(([name, , milliseconds, result]) => ({ name: groupOf(name), milliseconds, result }));
  const sources = [...Map.groupBy(steps, ({ name }) => name)]
    .map(([name, all]) => ({ name, all, median: quantile(msOf(all), 0.5) }))
    .sort((one, other) => other.median - one.median)
    .slice(0, SOURCES);
  return (
    <>
      <h2>The slowest sources of {calls.length} of the newest calls</h2>
      <Records
        none="None was asked."
        columns={["Source", ...numbers("Asked", "Median ms", "95 % ms", "Failed")]}
        rows={sources.map(({ name, all, median }) => [
          <code>{name}</code>,
          all.length,
          median,
          quantile(msOf(all), 0.95),
          all.filter(({ result }) => result === "failed" || result === "timeout" || Number(result) >= 500).length,
        ])}
      />
    </>
  );
}

/** Each company's site is asked rarely, so they count together; so do the kinds of stored facts, and both ends of a charge. */
function groupOf(step: string): string {
  if (step.startsWith("site ")) return "company sites";
  if (step.startsWith("cache ")) return "stored facts";
  return step === "open" || step === "settle" ? "ledger" : step;
}

function msOf(all: { milliseconds: number }[]): number[] {
  return all.map(({ milliseconds }) => milliseconds);
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
