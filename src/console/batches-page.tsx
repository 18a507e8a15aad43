import { listBatches } from "../batches/batch-records.ts";
import { BATCH_BODY_BYTES, MAX_BATCH_INPUTS } from "../constants.ts";
import { callAsOwner } from "../gateway/run-uncharged.ts";
import { callContextOf } from "../http/app-env.ts";
import { Records } from "../http/pages/figures.tsx";
import { Choice, Field, Form, Time } from "../http/pages/private-page.tsx";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { isBatchable } from "../tools/admin/batch-lines.ts";
import { toolsOf } from "../tools/index.ts";
import { rememberUnservedTools } from "../tools/served.ts";
import { BATCH_ID, doneIn, findBatch, makerOf, statusOf } from "./batch-page.tsx";
import { uploads } from "./batch-upload.tsx";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { readCursor } from "./list-filter.tsx";
import { listPayers } from "./payers.tsx";

const PAGE_ROWS = 25;
/** Tools that need nothing but a domain, for companies that a search found. */
const OF_DOMAINS = ["get_company", "get_company_hiring", "list_technologies", "list_company_jobs", "detect_signal"];

/** The upload form, or with `?domains=` the form for these, and the list of batches. */
async function batchesPage({ c, env, session, organisationId }: Visit) {
  const [{ batches, lastId: next }, payers, unserved] = await Promise.all([
    listBatches(env, session, PAGE_ROWS, readCursor(c, BATCH_ID, "before")),
    listPayers(env.DB, organisationId),
    rememberUnservedTools(callContextOf(c)),
  ]);
  const domains = c.req.query("domains")?.match(/[^\s,"]+/g);
  const tools = toolsOf(c.var.config).filter(
    (tool) => isBatchable(tool) && !unserved.has(tool.name) && (!domains || OF_DOMAINS.includes(tool.name)),
  );
  const list = domains && { name: "Found by search", csv: ["domain", ...domains].join("\n"), field_domain: "domain" };
  return (
    <>
      <p>
        A batch runs one tool for each line of a list. You see what it costs before it starts.{" "}
        <a href={PATHS.batches}>How batches work</a>
      </p>
      <Form to={list ? "estimate" : "columns"} hasFile hidden={list ?? {}}>
        <Choice
          id="tool"
          label={domains ? `Tool for ${formatCount(domains.length)} domains` : "Tool"}
          required
          chosen="get_company"
          options={tools.map(({ name, cost }) => [name, `${name}, ${cost} ${cost === 1 ? "token" : "tokens"} a line`])}
        />
        {!list && <Field id="file" label="CSV file" type="file" accept=".csv,text/csv" required />}
        <button type="submit">{list ? "See what it costs" : "Upload the list"}</button>
        <p class="hint">
          {!list &&
            `UTF-8 with a header line, up to ${formatCount(MAX_BATCH_INPUTS)} lines and ${BATCH_BODY_BYTES / 1_000_000} MB. `}
          Nothing is stored or charged before you start the batch.
        </p>
      </Form>
      <h2>Batches</h2>
      <Records
        none="None yet."
        columns={["Batch", "Status", "Lines done", "Spent of cap", "Created"]}
        rows={batches.map((batch) => [
          <a href={`${CONSOLE.batches}/${batch.id}`}>{batch.name ?? batch.tool}</a>,
          statusOf(batch),
          `${formatCount(doneIn(batch))} of ${formatCount(batch.counts.inputs)}`,
          `${formatCount(batch.tokens.charged)} of ${formatCount(batch.tokens.max)}`,
          [<Time at={Date.parse(batch.created_at)} />, `, ${makerOf(batch, payers)}`],
        ])}
      />
      {next && <a href={`${CONSOLE.batches}?before=${next}`}>Older batches</a>}
    </>
  );
}

/** The workspace's batches, and from a list to a new one: upload it, map its columns, see the estimate, start. */
export const batches: ConsolePage = {
  title: "Batches",
  view: batchesPage,
  forms: { cancel: change("cancel_batch"), delete: change("delete_batch") },
  uploads,
};

function change(tool: "cancel_batch" | "delete_batch") {
  return async (visit: Visit, form: URLSearchParams) => {
    const { id } = await findBatch(visit, form.get("id") ?? "");
    await callAsOwner(visit.c, visit.session, tool, { id });
    return visit.c.redirect(`${CONSOLE.batches}/${id}`, 303);
  };
}
