import { callAsOwner } from "../gateway/call-as-owner.ts";
import { Checks, Choice, Field, Form } from "../http/pages/private-page.tsx";
import { type Forms, tell } from "../http/pages/private-routes.ts";
import { isoDay } from "../lib/ids.ts";
import { parseJson, record } from "../lib/loose-json.ts";
import { EVENT_TYPES, tokensOf } from "../watches/event-types.ts";
import { listEndpoints } from "../webhooks/endpoints.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";

const CHOSEN = new Set(["jobs.opened", "funding.raised", "leadership.changed"]);

/** The form that creates a watch: of companies, or of a search as JSON, `{tool, input}` as `create_watch` takes it. */
export async function watchForm({ c, session }: Visit, search: string | null) {
  const { tool, input } = record(search && parseJson(search));
  const endpoints = await listEndpoints(c.env.DB, session.organisationId);
  const active = endpoints.filter(({ status }) => status === "active");
  return (
    <>
      <h2 id="make">Create a watch</h2>
      <Form to={CONSOLE.watches} submit="Create the watch" hidden={search ? { search } : {}}>
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
          <Field
            id="max_tokens_month"
            label="Cap, tokens a month"
            type="number"
            min={1}
            step={1}
            value="100"
            required
          />
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

export const WATCH_FORMS: Forms<Visit> = {
  [CONSOLE.watches]: {
    async [CONSOLE.watches]({ c, session }, form) {
      const { id } = await callAsOwner(c, session, "create_watch", readWatchForm(form));
      return tell(c, `${CONSOLE.watches}/${id}`, "The watch is created. Its first look is within a minute or so.");
    },
    async [CONSOLE.changeWatch]({ c, session }, form) {
      const asked = { id: form.get("id"), status: form.get("status") };
      const { status } = await callAsOwner(c, session, "update_watch", asked);
      return status === "paused" ? "The watch is paused." : "The watch is resumed.";
    },
    async [CONSOLE.deleteWatch]({ c, session }, form) {
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
  const cap = form.get("max_tokens_month")?.trim();
  return {
    ...watched,
    ...(form.has("every") && { every: form.get("every") }),
    ...(cap && { max_tokens_month: Number(cap) }),
    deliver: form.getAll("deliver"),
    name: form.get("name") ?? "",
  };
}
