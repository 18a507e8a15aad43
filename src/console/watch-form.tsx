import { Checks, Choice, Field, Form } from "../http/pages/private-page.tsx";
import { isoTime } from "../lib/ids.ts";
import { parseJson, record } from "../lib/loose-json.ts";
import { EVENT_TYPES, tokensOf } from "../watches/event-types.ts";
import { listEndpoints } from "../webhooks/endpoints.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";

const CHOSEN = new Set(["jobs.opened", "funding.raised", "leadership.changed"]);

/** The form that makes a watch: of companies, or of a search as JSON, `{tool, input}` as `create_watch` takes it. */
export async function watchForm({ c, session, token }: Visit, search: string | null) {
  const { tool, input } = record(search && parseJson(search));
  const endpoints = await listEndpoints(c.env.DB, session.organisationId);
  return (
    <>
      <h2 id="make">Make a watch</h2>
      <Form to={CONSOLE.watches} token={token} submit="Make the watch" hidden={search ? { search } : {}}>
        {search ? (
          <p>
            Reports what comes into the index and matches <code>{String(tool)}</code>{" "}
            <code>{JSON.stringify(input)}</code>, {tokensOf("search.matched", c.var.config)} tokens each.{" "}
            <a href={CONSOLE.watches}>Watch companies instead</a>
          </p>
        ) : (
          <>
            <label for="domains">Domains of companies, one a line</label>
            <textarea id="domains" name="domains" rows={4} required></textarea>
            <Checks
              of="events"
              legend="Report"
              chosen={CHOSEN}
              options={EVENT_TYPES.map((type) => [type, `${type}, ${tokensOf(type, c.var.config)} tokens`])}
            />
          </>
        )}
        <Choice
          id="every"
          label="Look"
          options={[
            ["day", "every day"],
            ["week", "every week"],
          ]}
        />
        <Field
          id="max_tokens_month"
          label="Spend at most (tokens a month)"
          type="number"
          min={1}
          step={1}
          value="100"
          required
        />
        <Field id="name" label="Name (optional)" maxlength={100} />
        <Checks
          of="deliver"
          legend="Send events to"
          options={endpoints.flatMap(({ id, host, status, createdAt }) =>
            status === "active" ? [[id, `${host}, added ${isoTime(createdAt).slice(0, 10)}`]] : [],
          )}
        />
        <p class="hint">
          Looks are free. The first one is a baseline and reports nothing; later changes are charged one by one.
        </p>
      </Form>
    </>
  );
}

/** The arguments of `create_watch` that a form has, not checked yet. */
export function readWatchForm(form: URLSearchParams): Record<string, unknown> {
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
