import { callAsOwner } from "../gateway/run-uncharged.ts";
import { numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { isLocal } from "../http/pages/local-mail.tsx";
import { Alert, Time } from "../http/pages/private-page.tsx";
import { Link, textOf } from "../http/pages/search-results.tsx";
import { record, records } from "../lib/loose-json.ts";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { withholdPeopleOfEvent } from "../privacy/withhold.ts";
import { DEMO_COMPANIES } from "../tools/demo-companies.ts";
import { listLatestEvents } from "../watches/watch-events.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";

const PAGE_ROWS = 25;
/** What `/dev/change` of `npm start` answers. */
const CHANGES: Record<string, string> = {
  opened: "The demo company has a new position. Its event is here within a minute: reload the page.",
  wait: "The first look is under way. Try again in a few seconds.",
  no_watch: "The watch is not active, or does not report jobs.opened.",
  unknown: "This company cannot change.",
};

type Shown = Record<string, unknown>;

async function watchPage({ c, env, session, organisationId }: Visit) {
  const id = c.req.param("id") ?? "";
  const { watches } = await callAsOwner(c, session, "list_watches", { watch: id });
  const watch = record(records(watches)[0]);
  const before = Number(c.req.query("before")) || Number.MAX_SAFE_INTEGER;
  const asked = { watchId: id, before, limit: PAGE_ROWS + 1 };
  const found = await listLatestEvents(env.DB, organisationId, asked);
  const events = await Promise.all(found.slice(0, PAGE_ROWS).map((event) => withholdPeopleOfEvent(env, event)));
  const domains = watch.domains as string[];
  const mayOpen = isLocal(c) && (watch.events as string[]).includes("jobs.opened");
  const demo = mayOpen && domains.find((domain) => DEMO_COMPANIES[domain]?.includes("open position"));
  const changed = CHANGES[c.req.query("demo") ?? ""];
  return (
    <>
      {changed && <Alert>{changed}</Alert>}
      <p>
        <strong>{textOf(watch.name ?? `Watch ${id.slice(-8)}`)}</strong>, {textOf(watch.status).replaceAll("_", " ")}.
        Every {textOf(watch.every)}: {(watch.events as string[]).join(", ")}.{" "}
        <Tokens of={Number(watch.tokens_this_month)} /> of {formatCount(Number(watch.max_tokens_month))} this month.{" "}
        <a href={CONSOLE.watches}>All watches</a>
      </p>
      <p class="hint">
        Last look: <Moment at={watch.last_look_at} none="none yet" />. Next look:{" "}
        <Moment at={watch.next_look_at} none="none" />. <code>{id}</code>
      </p>
      {demo && (
        <form method="post" action={PATHS.localChange}>
          <button type="submit" name="domain" value={demo}>
            Open a position at {demo}
          </button>
          <p class="hint">Only on your machine: changes the demo company, so that a real jobs.opened arrives.</p>
        </form>
      )}
      <h2>Events</h2>
      <Records
        none="None yet. The first look is a baseline and reports nothing."
        columns={["Time", "Event", "Company", "Before", "After", ...numbers("Tokens")]}
        rows={events.map((event) => [
          <Moment at={event.observed_at} none="" />,
          event.status === "withheld" ? `${textOf(event.type)}, withheld` : textOf(event.type),
          textOf(event.domain),
          <Side of={event.before} evidence={[]} />,
          <Side of={event.after} evidence={records(event.evidence)} />,
          Number(event.tokens_charged),
        ])}
      />
      {found.length > PAGE_ROWS && <a href={`?before=${events.at(-1)?.seq}`}>Older events</a>}
      <Watched of={watch} domains={domains} />
    </>
  );
}

/** The companies of a watch, each with what could not be seen there; or its search. */
function Watched({ of: watch, domains }: { of: Shown; domains: string[] }) {
  if (watch.search) {
    return (
      <>
        <h2>Search</h2>
        <pre>
          <code>{JSON.stringify(watch.search, null, 2)}</code>
        </pre>
      </>
    );
  }
  const problems = Map.groupBy([...records(watch.unreachable), ...records(watch.silent)], ({ domain }) => domain);
  return (
    <>
      <h2>Companies</h2>
      <Records
        columns={["Company", "Not seen"]}
        rows={domains.map((domain) => [
          domain,
          (problems.get(domain) ?? []).map(({ events, reason }) => (
            <div>
              {Array.isArray(events) ? events.join(", ") : "the site"}: {textOf(reason).replaceAll("_", " ")}
            </div>
          )),
        ])}
      />
    </>
  );
}

function Moment({ at, none }: { at: unknown; none: string }) {
  return typeof at === "string" ? <Time at={Date.parse(at)} /> : none;
}

/** One side of a change, with a link to the first page that shows it. */
function Side({ of: side, evidence }: { of: unknown; evidence: Shown[] }) {
  if (!side) return null;
  const { title, name, location, ...others } = record(side);
  const told = title ?? name;
  const text = told ? [told, location].filter(Boolean).map(textOf).join(", ") : textOf(others);
  return <Link to={evidence[0]?.url} text={text} />;
}

export const watch: ConsolePage = { title: "Watch", view: watchPage };
