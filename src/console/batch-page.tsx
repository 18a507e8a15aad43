import { getBatch } from "../batches/batch-records.ts";
import type { BatchStatus } from "../batches/stored-batch.ts";
import { AppError } from "../errors.ts";
import { batchFile, type PreviewLine, previewBatch } from "../gateway/batch-file.ts";
import { callContextOf } from "../http/app-env.ts";
import { Figures, Records, Tokens } from "../http/pages/figures.tsx";
import { Sure, Time } from "../http/pages/private-page.tsx";
import { formatCount } from "../lib/numbers.ts";
import { InvalidLines } from "./batch-upload.tsx";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { listPayers, type Payers } from "./payers.tsx";

const REFRESH_SECONDS = 5;
export const BATCH_ID = /^batch_[0-9a-f]{32}$/;

/** One batch. The page reloads itself until the batch ends, unless `?still` is set. */
export async function batchPage(visit: Visit) {
  const { c, env, organisationId } = visit;
  const batch = await findBatch(visit);
  const [payers, preview] = await Promise.all([
    listPayers(env.DB, organisationId),
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
        {statusOf(batch)}{" "}
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
      {isDeleted ? <p>The results are deleted.</p> : <Results of={batch} preview={preview} />}
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

function Results({ of: batch, preview }: { of: BatchStatus; preview: PreviewLine[] }) {
  const { id, counts, status, expires_at: expiresAt } = batch;
  const unanswered = counts.failed + counts.invalid + counts.skipped + counts.cancelled + counts.expired;
  const path = `${CONSOLE.batches}/${id}`;
  return (
    <>
      <h2>Results</h2>
      <p>
        <a href={`${path}/results.csv`}>CSV</a> · <a href={`${path}/results.jsonl`}>JSONL</a>
        {unanswered > 0 && [
          " · ",
          <a href={`${path}/unanswered.csv`}>Lines without a result</a>,
          ", to correct and upload again",
        ]}
      </p>
      <p class="hint">
        {status !== "ended" && "Lines that still run are “pending” in the files. "}
        {expiresAt && ["Kept until ", <Time at={Date.parse(expiresAt)} />, "."]}
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

const REASONS = {
  completed: null,
  cap_reached: "the cap was reached",
  cancelled: "cancelled",
  key_revoked: "its key was revoked",
  expired: "after 24 hours",
} as const;

export function statusOf({ status, stopped_reason: stopped }: BatchStatus) {
  const reason = stopped && REASONS[stopped];
  return [<strong>{status}</strong>, reason && `, ${reason}`];
}

/** Counts duplicates as done only at the end, because a duplicate is done when the line that it repeats is. */
export function doneIn({ status, counts }: BatchStatus): number {
  const open = counts.processing + (status === "ended" ? 0 : counts.duplicates);
  return counts.inputs - open;
}

export function makerOf({ made_by: maker }: BatchStatus, payers: Payers): string {
  return payers.get(maker ?? "") ?? "a deleted key";
}

export const batch: ConsolePage = {
  title: "Batch",
  view: batchPage,
  files: {
    "/results.csv": (visit) => file(visit, "csv"),
    "/results.jsonl": (visit) => file(visit, "jsonl"),
    "/unanswered.csv": (visit) => file(visit, "unanswered"),
  },
};

async function file(visit: Visit, format: "csv" | "jsonl" | "unanswered"): Promise<Response> {
  return batchFile(callContextOf(visit.c), await findBatch(visit), { format, isForSpreadsheet: true }, {});
}
