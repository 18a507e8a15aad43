import { callAsOwner } from "../gateway/run-uncharged.ts";
import { numbers, Records } from "../http/pages/figures.tsx";
import { Checks, Choice, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { tell } from "../http/pages/private-routes.ts";
import { isoDay } from "../lib/ids.ts";
import { parseJson, record } from "../lib/loose-json.ts";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { EVENT_TYPES, tokensOf } from "../watches/event-types.ts";
import { getHeartbeat, type Heartbeat } from "../watches/watch-heartbeat.ts";
import { listWatches, type Watch } from "../watches/watch-store.ts";
import { listEndpoints } from "../webhooks/endpoints.ts";
import { CONSOLE, type ConsolePage, numberOf, type Visit } from "./console-page.tsx";

const PAGE_ROWS = 25;
const SHOWN = 5;
const CHOSEN = new Set(["jobs.opened", "funding.raised", "leadership.changed"]);

/** The watches, and the form that creates one: of a search with `?search=`, or of the form that was refused. */
async function watchesPage(visit: Visit, sent?: URLSearchParams | FormData) {
  const { c, env, session, organisationId } = visit;
  const search = sent ? sent.get("search") : c.req.query("search");
  const asked = { limit: PAGE_ROWS, after: c.req.query("after") ?? null };
  const { watches, lastId } = await listWatches(env.DB, session, asked);
  const withHeartbeat = async (watch: Watch) =>
    [watch, await getHeartbeat(env.DB, organisationId, watch, SHOWN)] as const;
  const rows = await Promise.all(watches.map(withHeartbeat));
  return (
    <>
      <p>
        A watch looks at companies for free, charges each event that it delivers, and stops at its monthly cap. Agents
        create them with <a href={`${PATHS.docs}#create_watch`}>create_watch</a>.
      </p>
      <Records
        none="There is no watch yet."
        columns={["Watch", "Last look", ...numbers("Events", "Tokens"), "Actions"]}
        rows={rows.map(([watch, heartbeat]) => [
          <Name of={watch} heartbeat={heartbeat} />,
          heartbeat.last_look_at ? <Time at={Date.parse(heartbeat.last_look_at)} /> : "within minutes",
          heartbeat.events_this_month,
          `${formatCount(heartbeat.tokens_this_month)} of ${formatCount(watch.maxTokensMonth)}`,
          actionsOf(watch),
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

function actionsOf({ id, name, state, isKeyGood }: Watch) {
  const isRunning = state === "active" && isKeyGood;
  const status = isRunning ? "paused" : "active";
  return [
    <Form to="change" isInline quiet={isRunning ? "Pause" : "Resume"} hidden={{ id, status }} />,
    <Sure ask="Delete" of={name ?? id} to="delete" danger="Delete the watch" hidden={{ id }} />,
  ];
}

/** The form that creates a watch: of companies, or of a search as JSON, `{tool, input}` as `create_watch` takes it. */
async function watchForm({ c, env, organisationId }: Visit, search: string | null) {
  const { tool, input } = record(search && parseJson(search));
  const endpoints = await listEndpoints(env.DB, organisationId);
  const active = endpoints.filter(({ status }) => status === "active");
  return (
    <>
      <h2 id="make">Create a watch</h2>
      <Form to="" submit="Create the watch" hidden={search ? { search } : {}}>
        {search ? (
          <p>
            Reports new entries of the index that match <code>{String(tool)}</code> <code>{JSON.stringify(input)}</code>
            , {tokensOf("search.matched", c.var.config)} tokens each. <a href={CONSOLE.watches}>Watch companies</a>
          </p>
        ) : (
          <>
            <label for="domains">Company domains, one per line</label>
            <textarea id="domains" name="domains" rows={4} required></textarea>
            <Checks
              of="events"
              legend="Report"
              chosen={CHOSEN}
              options={EVENT_TYPES.map((type) => [type, `${type}, ${tokensOf(type, c.var.config)} tokens`])}
            />
          </>
        )}
        <div class="row">
          <Choice id="every" label="Look every" options={["day", "week"]} />
          <Field id="max_tokens_month" label="Cap, tokens a month" type="number" min={1} value="100" required />
          <Field id="name" label="Name (optional)" maxlength={100} />
        </div>
        <Checks
          of="deliver"
          legend="Send events to"
          options={active.map(({ id, host, createdAt }) => [id, `${host}, added ${isoDay(createdAt)}`])}
        />
        <p class="hint">
          Looks are free. The first one is a baseline and reports nothing; each later event is charged.
        </p>
      </Form>
    </>
  );
}

export const watches: ConsolePage = {
  title: "Watches",
  view: watchesPage,
  forms: {
    async ""({ c, session }, form) {
      const { id } = await callAsOwner(c, session, "create_watch", readWatchForm(form));
      return tell(c, `${CONSOLE.watches}/${id}`, "The watch is created. Its first look is within a minute or so.");
    },
    async change({ c, session }, form) {
      const asked = { id: form.get("id"), status: form.get("status") };
      const { status } = await callAsOwner(c, session, "update_watch", asked);
      return status === "paused" ? "The watch is paused." : "The watch is resumed.";
    },
    async delete({ c, session }, form) {
      await callAsOwner(c, session, "delete_watch", { id: form.get("id") });
      return "The watch is deleted.";
    },
  },
};

/** The arguments of `create_watch` that a form has, not checked yet. */
function readWatchForm(form: URLSearchParams): Record<string, unknown> {
  const search = form.get("search");
  const watched = search
    ? { search: parseJson(search) ?? {} }
    : { domains: (form.get("domains") ?? "").split(/[\s,;]+/).filter(Boolean), events: form.getAll("events") };
  const cap = numberOf(form, "max_tokens_month");
  return {
    ...watched,
    ...(form.has("every") && { every: form.get("every") }),
    ...(cap !== undefined && { max_tokens_month: cap }),
    deliver: form.getAll("deliver"),
    name: form.get("name") ?? "",
  };
}
