import { Hono } from "hono";
import { getBatch } from "../batches/batch-records.ts";
import type { BatchStatus } from "../batches/batch-types.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { batchFile } from "../gateway/batch-file.ts";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { timeOfId, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { BATCH_ID, batchesPage, batchPage, findBatch } from "./batch-pages.tsx";
import { columnsPage, estimatePage, readCarried, readMapping, readUpload, type UploadedList } from "./batch-upload.tsx";
import { CONSOLE, consolePage, type Visit } from "./console-page.tsx";
import { act, download, show, takeList, type Work } from "./guards.ts";

/** The console's batches: upload a list, map its columns, see the estimate, start. */
export function batches() {
  const file = (format: "csv" | "jsonl" | "unanswered") =>
    download(async (visit) =>
      batchFile(callContextOf(visit.c), await findBatch(visit), { format, isForSpreadsheet: true }, {}),
    );
  return new Hono<AppEnv>()
    .get(CONSOLE.batches, show("Batches", batchesPage))
    .post(CONSOLE.batchColumns, takeList(orSay(mapColumns)))
    .post(CONSOLE.batchEstimate, takeList(orSay(estimate)))
    .post(CONSOLE.batchStart, takeList(orSay(start)))
    .get(CONSOLE.batch, show("Batch", batchPage))
    .get(`${CONSOLE.batch}/results.csv`, file("csv"))
    .get(`${CONSOLE.batch}/results.jsonl`, file("jsonl"))
    .get(`${CONSOLE.batch}/unanswered.csv`, file("unanswered"))
    .post(`${CONSOLE.batch}/cancel`, act(change("cancel_batch")))
    .post(`${CONSOLE.batch}/delete`, act(change("delete_batch")));
}

/** Shows the upload form again with the reason of a refusal. */
function orSay(work: Work<FormData>): Work<FormData> {
  return async (visit, form) => {
    try {
      return await work(visit, form);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return visit.c.html(
        consolePage(visit, "Batches", await batchesPage(visit, error.detail), CONSOLE.batches),
        error.status as 400,
      );
    }
  };
}

const mapColumns: Work<FormData> = async (visit, form) =>
  visit.c.html(
    consolePage(
      visit,
      "Columns of the list",
      columnsPage(visit, await readUpload(form, visit.c.var.config)),
      CONSOLE.batches,
    ),
  );

const estimate: Work<FormData> = async (visit, form) => answerEstimate(visit, form, null);

async function answerEstimate(visit: Visit, form: FormData, problem: AppError | null): Promise<Response> {
  const [list, mapping] = [readCarried(form, visit.c.var.config), readMapping(form)];
  const priced = await callCreate(visit, list, mapping, { dry_run: true });
  const shown = { list, mapping, estimate: priced.estimate, problem: problem?.detail ?? null };
  const page = consolePage(visit, "What the batch costs", await estimatePage(visit, shown), CONSOLE.batches);
  return visit.c.html(page, (problem?.status ?? 200) as 200);
}

const start: Work<FormData> = async (visit, form) => {
  const [list, mapping] = [readCarried(form, visit.c.var.config), readMapping(form)];
  const id = await idOf(visit, String(form.get("once")));
  // A repeated form leads to its batch, even after the batch has ended.
  if (!(await getBatch(visit.c.env, visit.session, `batch_${id}`))) {
    const cap = Number(form.get("max_tokens"));
    try {
      await callCreate(visit, list, mapping, { max_tokens: cap }, id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return answerEstimate(visit, form, error);
    }
  }
  return visit.c.redirect(`${CONSOLE.batches}/batch_${id}`, 303);
};

/** The batch id of a form: the same each time the form is sent, and never that of another workspace. */
async function idOf({ session }: Visit, once: string): Promise<string> {
  // Erasure looks for batches by the time in their ids.
  const isRecent = BATCH_ID.test(`batch_${once}`) && Math.abs(Date.now() - timeOfId(once)) < DAY_MS;
  if (!isRecent) throw invalidRequest("The form is too old. Upload the list again.");
  const own = await sha256Hex(`batch:${session.organisationId}:${once}`);
  const time = once.slice(0, timePrefix(0).length);
  return time + own.slice(0, once.length - time.length);
}

async function callCreate(
  visit: Visit,
  { tool, csv, name }: UploadedList,
  columns: Record<string, string>,
  more: Record<string, unknown>,
  requestId?: string,
): Promise<BatchStatus> {
  const named = name.trim() ? { name } : {};
  const input = { tool: tool.name, csv, columns, ...named, ...more };
  return (await callAsOwner(visit.c, visit.session, "create_batch", input, requestId)) as BatchStatus;
}

function change(tool: "cancel_batch" | "delete_batch"): Work {
  return async (visit) => {
    const { id } = await findBatch(visit);
    await callAsOwner(visit.c, visit.session, tool, { id });
    return visit.c.redirect(`${CONSOLE.batches}/${id}`, 303);
  };
}
