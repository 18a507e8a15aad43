import { Tokens } from "../http/pages/figures.tsx";
import { Form, Sure, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { getHeartbeat, type Heartbeat } from "../watches/watch-heartbeat.ts";
import { listWatches, type Watch } from "../watches/watch-store.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { watchForm } from "./watch-form.tsx";

const PAGE_ROWS = 25;
const SHOWN = 5;

/** The watches, and the form that makes one; with `search`, or `?search=`, of a search. */
export async function watchesPage(visit: Visit, search = visit.c.req.query("search") ?? null) {
  const { c, session, token } = visit;
  const { DB } = c.env;
  const id = session.organisationId;
  const asked = { limit: PAGE_ROWS, after: c.req.query("after") ?? null };
  const { watches: page, lastId } = await listWatches(DB, session, asked);
  const rows = await Promise.all(
    page.map(async (watch) => ({ watch, heartbeat: await getHeartbeat(DB, id, watch, SHOWN) })),
  );
  return (
    <>
      <p>
        Agents watch companies with <a href={`${PATHS.docs}#create_watch`}>create_watch</a>: looks are free, each event
        that is delivered is charged, and a watch spends no more than its monthly cap.
      </p>
      {rows.length === 0 && <p>There is no watch yet.</p>}
      <Records
        columns={[
          "Watch",
          "Last look",
          ...numbers("Events this month", "Tokens this month", "Withheld"),
          "Cannot be reached",
          "Stop it",
        ]}
        rows={rows.map(({ watch, heartbeat }) => [
          <Name of={watch} domains={heartbeat.domain_count} />,
          heartbeat.last_look_at ? <Time at={Date.parse(heartbeat.last_look_at)} /> : "within minutes",
          heartbeat.events_this_month,
          <>
            <Tokens of={heartbeat.tokens_this_month} /> of {formatCount(watch.maxTokensMonth)}
          </>,
          heartbeat.withheld_events,
          <Unreachable of={heartbeat} />,
          <Stop watch={watch} token={token} />,
        ])}
      />
      {lastId && <a href={`${CONSOLE.watches}?after=${lastId}`}>Next watches</a>}
      {await watchForm(visit, search)}
    </>
  );
}

function Name({
  of: { id, name, search, state, isKeyGood, events, everyDays },
  domains,
}: {
  of: Watch;
  domains: number;
}) {
  const status = state === "active" && !isKeyGood ? "stopped: its key has ended" : state;
  return (
    <>
      <strong>
        <a href={`${CONSOLE.watches}/${id}`}>{name ?? <code>{id}</code>}</a>
      </strong>
      , {status}.{" "}
      {search ? <code>{search.tool}</code> : `${formatCount(domains)} ${domains === 1 ? "company" : "companies"}`},
      every {everyDays === 7 ? "week" : "day"}: {events.join(", ")}
    </>
  );
}

function Unreachable({ of: { unreachable, unreachable_count: count } }: { of: Heartbeat }) {
  if (count === 0) return <>none</>;
  return (
    <ul>
      {unreachable.map(({ domain, reason, since }) => (
        <li>
          {domain} since <Time at={Date.parse(since)} /> ({reason.replaceAll("_", " ")})
        </li>
      ))}
      {count > unreachable.length && <li>and {formatCount(count - unreachable.length)} more</li>}
    </ul>
  );
}

function Stop({ watch: { id, name, state, isKeyGood }, token }: { watch: Watch; token: string }) {
  const isRunning = state === "active" && isKeyGood;
  return (
    <>
      <Form
        to={CONSOLE.changeWatch}
        token={token}
        submit={isRunning ? "Pause" : "Resume"}
        hidden={{ id, status: isRunning ? "paused" : "active" }}
      />
      <Sure
        ask="Delete"
        of={name ?? id}
        to={CONSOLE.deleteWatch}
        token={token}
        submit="Delete for good"
        look="danger"
        hidden={{ id }}
      />
    </>
  );
}
