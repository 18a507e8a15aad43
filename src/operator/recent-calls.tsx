import { CallFacts } from "../http/pages/call-parts.tsx";
import { IdLink, numbers, Records } from "../http/pages/figures.tsx";
import { Field, Filter } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { CALL_LOG_DAYS } from "../ledger/call-log.ts";
import { findAnyCall, newestCalls } from "../ledger/read-call-log.ts";
import type { Step } from "../lib/steps.ts";
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
          more={[["Organisation", <IdLink to={organisationPath(call.organisationId)}>{call.organisationId}</IdLink>]]}
        />
      )}
    </>
  );
}

/** The slowest steps of some of the newest calls. */
export async function slowestSources(env: Ledgers) {
  const calls = await newestCalls(env, Date.now());
  const groups = Map.groupBy(
    calls.flatMap((call) => call.steps),
    ([step]) => groupOf(step),
  );
  const sources = [...groups]
    .map(([name, steps]) => ({ name, results: steps.map(([, , , result]) => result), ms: quantiles(steps) }))
    .sort((one, other) => other.ms(0.5) - one.ms(0.5))
    .slice(0, SOURCES);
  return (
    <>
      <h2>The slowest sources of {calls.length} of the newest calls</h2>
      <Records
        none="None was asked."
        columns={["Source", ...numbers("Asked", "Median ms", "95 % ms", "Failed")]}
        rows={sources.map(({ name, results, ms }) => [
          <code>{name}</code>,
          results.length,
          ms(0.5),
          ms(0.95),
          results.filter((result) => result === "failed" || result === "timeout" || Number(result) >= 500).length,
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

/** The milliseconds within which a share of the steps ended. */
function quantiles(steps: Step[]): (share: number) => number {
  const sorted = steps.map(([, , milliseconds]) => milliseconds).sort((one, other) => one - other);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
