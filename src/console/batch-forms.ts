import { getBatch } from "../batches/batch-records.ts";
import type { BatchStatus } from "../batches/describe-batch.ts";
import { AppError, invalidRequest } from "../errors.ts";
import { batchFile } from "../gateway/batch-file.ts";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { callContextOf } from "../http/app-env.ts";
import { timeOfId, timePrefix } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { BATCH_ID, batchesPage, batchPage, findBatch } from "./batch-pages.tsx";
import { columnsPage, estimatePage, readCarried, readMapping, readUpload, type UploadedList } from "./batch-upload.tsx";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";

/** From a list to a batch: upload it, map its columns, see the estimate, start. */
export const batches: ConsolePage = {
  title: "Batches",
  view: batchesPage,
  forms: { cancel: change("cancel_batch"), delete: change("delete_batch") },
  uploads: {
    async columns({ c }, form) {
      return { title: "Columns of the list", body: columnsPage(await readUpload(form, c.var.config)) };
    },
    estimate: (visit, form) => answerEstimate(visit, form, null),
    async start(visit, form) {
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
    },
  },
};

export const batch: ConsolePage = {
  title: "Batch",
  view: batchPage,
  files: {
    "/results.csv": file("csv"),
    "/results.jsonl": file("jsonl"),
    "/unanswered.csv": file("unanswered"),
  },
};

async function answerEstimate(visit: Visit, form: FormData, problem: AppError | null) {
  const [list, mapping] = [readCarried(form, visit.c.var.config), readMapping(form)];
  const priced = await callCreate(visit, list, mapping, { dry_run: true });
  const shown = { list, mapping, estimate: priced.estimate, problem: problem?.detail ?? null };
  return { title: "What the batch costs", body: await estimatePage(visit, shown), status: problem?.status ?? 200 };
}

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

function file(format: "csv" | "jsonl" | "unanswered") {
  return async (visit: Visit) =>
    batchFile(callContextOf(visit.c), await findBatch(visit), { format, isForSpreadsheet: true }, {});
}

function change(tool: "cancel_batch" | "delete_batch") {
  return async (visit: Visit, form: URLSearchParams) => {
    const { id } = await findBatch(visit, form.get("id") ?? "");
    await callAsOwner(visit.c, visit.session, tool, { id });
    return visit.c.redirect(`${CONSOLE.batches}/${id}`, 303);
  };
}
