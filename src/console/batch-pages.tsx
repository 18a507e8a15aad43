import { getBatch, listBatches } from "../batches/batch-records.ts";
import type { Estimate } from "../batches/batch-types.ts";
import type { BatchStatus } from "../batches/describe-batch.ts";
import { BATCH_BODY_BYTES, MAX_BATCH_INPUTS } from "../constants.ts";
import { AppError } from "../errors.ts";
import { type PreviewLine, previewBatch } from "../gateway/batch-file.ts";
import { callContextOf } from "../http/app-env.ts";
import { Figures, Tokens } from "../http/pages/figures.tsx";
import { Choice, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { isBatchable } from "../tools/admin/create-batch.ts";
import { toolsOf } from "../tools/index.ts";
import { rememberUnservedTools } from "../tools/served.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { listPayers, type Payers } from "./payers.tsx";

const PAGE_ROWS = 25;
const REFRESH_SECONDS = 5;
/** Tools that need nothing but a domain, for companies that a search found. */
const OF_DOMAINS = ["get_company", "get_company_hiring", "list_technologies", "list_company_jobs", "detect_signal"];
export const BATCH_ID = /^batch_[0-9a-f]{32}$/;

/** The upload form, or with `?domains=` the form for these, and the list of batches. */
export async function batchesPage({ c, session }: Visit) {
  const before = c.req.query("before");
  const cursor = before !== undefined && BATCH_ID.test(before) ? before : null;
  const [{ batches, lastId: next }, payers, unserved] = await Promise.all([
    listBatches(c.env, session, PAGE_ROWS, cursor),
    listPayers(c.env.DB, session.organisationId),
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
          <Status of={batch} />,
          `${formatCount(doneIn(batch))} of ${formatCount(batch.counts.inputs)}`,
          `${formatCount(batch.tokens.charged)} of ${formatCount(batch.tokens.max)}`,
          <>
            <Time at={Date.parse(batch.created_at)} />, {makerOf(batch, payers)}
          </>,
        ])}
      />
      {next && <a href={`${CONSOLE.batches}?before=${next}`}>Older batches</a>}
    </>
  );
}

/** One batch. The page reloads itself until the batch ends, unless `?still` is set. */
export async function batchPage(visit: Visit) {
  const { c, session } = visit;
  const batch = await findBatch(visit);
  const [payers, preview] = await Promise.all([
    listPayers(c.env.DB, session.organisationId),
    previewBatch(callContextOf(c), batch),
  ]);
  const { id, counts, estimate, status } = batch;
  const [done, path] = [doneIn(batch), `${CONSOLE.batches}/${id}`];
  const progress = `${formatCount(done)} of ${formatCount(counts.inputs)}`;
  const isEnded = status === "ended";
  const isStill = c.req.query("still") !== undefined;
  const isDeleted = isEnded && Date.parse(batch.expires_at ?? "") <= Date.now();
  if (!isEnded && !isStill) c.header("Refresh", String(REFRESH_SECONDS));
  return (
    <>
      <p>
        <code>{batch.tool}</code> for {formatCount(counts.inputs)} lines
        {batch.name && ` of “${batch.name}”`}. Created by {makerOf(batch, payers)},{" "}
        <Time at={Date.parse(batch.created_at)} />.
      </p>
      <p>
        <Status of={batch} />{" "}
        <progress max={String(counts.inputs)} value={String(done)}>
          {progress}
        </progress>{" "}
        {progress} lines
      </p>
      {!isEnded && (
        <p class="hint">
          <a href={isStill ? path : `${path}?still`}>
            {isStill ? `Refresh every ${REFRESH_SECONDS} seconds` : "Stop refreshing"}
          </a>
          {status === "queued" && " It waits until one of your running batches has ended."}
        </p>
      )}
      <BatchFigures of={batch} />
      <Results of={batch} isDeleted={isDeleted} preview={preview} />
      <InvalidLines of={estimate} />
      {!isEnded && (
        <Sure ask="Cancel the batch" to={`${CONSOLE.batches}/cancel`} hidden={{ id }} danger="Cancel it">
          <p>Running lines finish and are charged. The rest are not run, and their reserve is returned.</p>
        </Sure>
      )}
      {isEnded && !isDeleted && (
        <Sure ask="Delete the results" to={`${CONSOLE.batches}/delete`} hidden={{ id }} danger="Delete them">
          <p>Deletes the list and its results permanently. Counts and charges are kept.</p>
        </Sure>
      )}
    </>
  );
}

function BatchFigures({ of: { counts, tokens } }: { of: BatchStatus }) {
  const notRun = counts.skipped + counts.cancelled + counts.expired;
  return (
    <Figures
      of={[
        ["Charged", <Tokens of={tokens.charged} />],
        ["Cap", <Tokens of={tokens.max} />],
        ["Succeeded", counts.succeeded],
        ["Failed", counts.failed],
        ["Invalid", counts.invalid],
        ["Duplicates", counts.duplicates],
        notRun > 0 && ["Not run", notRun],
      ]}
    />
  );
}

type ResultsProps = { of: BatchStatus; isDeleted: boolean; preview: PreviewLine[] };

function Results({ of: { id, counts, status, expires_at: expiresAt }, isDeleted, preview }: ResultsProps) {
  if (isDeleted) return <p>The results are deleted.</p>;
  const unanswered = counts.failed + counts.invalid + counts.skipped + counts.cancelled + counts.expired;
  const path = `${CONSOLE.batches}/${id}`;
  return (
    <>
      <h2>Results</h2>
      <p>
        <a href={`${path}/results.csv`}>CSV</a> · <a href={`${path}/results.jsonl`}>JSONL</a>
        {unanswered > 0 && (
          <>
            {" "}
            · <a href={`${path}/unanswered.csv`}>Lines without a result</a>, to correct and upload again
          </>
        )}
      </p>
      <p class="hint">
        {status !== "ended" && "Lines that still run are “pending” in the files. "}
        {expiresAt && (
          <>
            Kept until <Time at={Date.parse(expiresAt)} />.
          </>
        )}
      </p>
      <Records
        columns={["Line", "Status", "Answer"]}
        rows={preview.map(({ asked, status, answer }) => [asked, status, answer])}
      />
    </>
  );
}

/** A batch of the workspace; by default the one in the page's path. Throws `not_found`. */
export async function findBatch({ c, session }: Visit, id = c.req.param("id") ?? ""): Promise<BatchStatus> {
  const batch = BATCH_ID.test(id) ? await getBatch(c.env, session, id) : null;
  if (!batch) throw new AppError("not_found", "There is no such batch in your workspace.");
  return batch;
}

/** The invalid lines, by number; renders nothing when there are none. */
export function InvalidLines({ of: { invalid, invalid_count: count } }: { of: Estimate }) {
  if (count === 0) return null;
  return (
    <>
      <h2>Invalid lines</h2>
      <p>
        {formatCount(count)} {count === 1 ? "line cannot be run and costs" : "lines cannot be run and cost"} nothing.
        {count > invalid.length && ` These are the first ${invalid.length}.`}
      </p>
      <Records columns={[...numbers("Line"), "Reason"]} rows={invalid.map(({ line, reason }) => [line, reason])} />
    </>
  );
}

const REASONS = {
  completed: null,
  cap_reached: "the cap was reached",
  cancelled: "cancelled",
  key_revoked: "its key was revoked",
  expired: "after 24 hours",
} as const;

function Status({ of: { status, stopped_reason: stopped } }: { of: BatchStatus }) {
  const reason = stopped && REASONS[stopped];
  return (
    <>
      <strong>{status}</strong>
      {reason && `, ${reason}`}
    </>
  );
}

/** Counts duplicates as done only at the end, because a duplicate is done when the line that it repeats is. */
function doneIn({ status, counts }: BatchStatus): number {
  const open = counts.processing + (status === "ended" ? 0 : counts.duplicates);
  return counts.inputs - open;
}

function makerOf({ made_by: maker }: BatchStatus, payers: Payers): string {
  return payers.get(maker ?? "") ?? "a deleted key";
}
