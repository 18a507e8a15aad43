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

/** The watches, and the form that creates one: of a search with `?search=`, or of the form that was refused. */
export async function watchesPage(visit: Visit, sent?: URLSearchParams | FormData) {
  const { c, session } = visit;
  const search = sent ? sent.get("search") : c.req.query("search");
  const asked = { limit: PAGE_ROWS, after: c.req.query("after") ?? null };
  const { watches: page, lastId } = await listWatches(c.env.DB, session, asked);
  const rows = await Promise.all(
    page.map(async (watch) => ({
      watch,
      heartbeat: await getHeartbeat(c.env.DB, session.organisationId, watch, SHOWN),
    })),
  );
  return (
    <>
      <p>
        A watch looks at companies for free, charges each event that it delivers, and stops at its monthly cap. Agents
        create them with <a href={`${PATHS.docs}#create_watch`}>create_watch</a>.
      </p>
      <Records
        none="There is no watch yet."
        columns={["Watch", "Last look", ...numbers("Events", "Tokens"), "Actions"]}
        rows={rows.map(({ watch, heartbeat }) => [
          <Name of={watch} heartbeat={heartbeat} />,
          heartbeat.last_look_at ? <Time at={Date.parse(heartbeat.last_look_at)} /> : "within minutes",
          heartbeat.events_this_month,
          `${formatCount(heartbeat.tokens_this_month)} of ${formatCount(watch.maxTokensMonth)}`,
          <Actions of={watch} />,
        ])}
      />
      <p class="hint">Events and tokens are those of this month.</p>
      {lastId && <a href={`${CONSOLE.watches}?after=${lastId}`}>Next watches</a>}
      {await watchForm(visit, typeof search === "string" ? search : null)}
    </>
  );
}

function Name({ of: watch, heartbeat }: { of: Watch; heartbeat: Heartbeat }) {
  const { id, name, search, events, everyDays } = watch;
  const { domain_count: domains, withheld_events: withheld } = heartbeat;
  const status = watch.state === "active" && !watch.isKeyGood ? "stopped: its key has ended" : watch.state;
  const companies = `${formatCount(domains)} ${domains === 1 ? "company" : "companies"}`;
  return (
    <>
      <strong>
        <a href={`${CONSOLE.watches}/${id}`}>{name ?? `Watch ${id.slice(-8)}`}</a>
      </strong>
      , {status}. {search ? <code>{search.tool}</code> : companies}, every {everyDays === 7 ? "week" : "day"}:{" "}
      {events.join(", ")}
      {withheld > 0 && <p class="alert">{formatCount(withheld)} events are withheld until they can be paid.</p>}
      <Unreachable of={heartbeat} />
    </>
  );
}

function Unreachable({ of: { unreachable, unreachable_count: count } }: { of: Heartbeat }) {
  if (count === 0) return null;
  return (
    <ul>
      {unreachable.map(({ domain, reason, since }) => (
        <li>
          {domain}: {reason.replaceAll("_", " ")} since <Time at={Date.parse(since)} />
        </li>
      ))}
      {count > unreachable.length && <li>{formatCount(count - unreachable.length)} more cannot be reached</li>}
    </ul>
  );
}

function Actions({ of: { id, name, state, isKeyGood } }: { of: Watch }) {
  const isRunning = state === "active" && isKeyGood;
  const status = isRunning ? "paused" : "active";
  return (
    <>
      <Form to={CONSOLE.changeWatch} isInline quiet={isRunning ? "Pause" : "Resume"} hidden={{ id, status }} />
      <Sure ask="Delete" of={name ?? id} to={CONSOLE.deleteWatch} danger="Delete the watch" hidden={{ id }} />
    </>
  );
}
