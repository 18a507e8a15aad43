/**
 * An agent that enriches a CSV list under a cap: it asks for the price, starts a batch, waits, downloads the results, and sends
 * the lines without a result once more with the tokens that are left of the cap.
 *
 *   API_KEY=… npm run example:enrich-list -- list.csv get_network_company 200     (BASE_URL, default http://localhost:8787)
 *
 * It writes `list.enriched.csv`, and `list.again.csv` when lines were sent again. A program that breaks off can be started again
 * with the same arguments within a day: the `Idempotency-Key` leads it to the batches that it has started.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const { API_KEY, BASE_URL = "http://localhost:8787" } = process.env;
const [file, tool, maxTokens] = process.argv.slice(2);
if (!API_KEY || !file || !tool || !(Number(maxTokens) > 0)) {
  throw new Error("Usage: API_KEY=… npm run example:enrich-list -- list.csv tool max_tokens");
}
const authorization = { Authorization: `Bearer ${API_KEY}` };

type Batch = {
  id: string;
  status: string;
  stopped_reason: string | null;
  counts: Record<"inputs" | "succeeded" | "failed" | "invalid" | "skipped" | "duplicates" | "processing", number>;
  tokens: { max: number; charged: number };
  estimate: { tokens_max: number; seconds_expected: number; invalid: { line: number; reason: string }[] };
  results: { csv: string; unanswered_csv: string };
};

/** The answer to a request, whose failure is an error with what to do next. */
async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...init, headers: { ...authorization, ...init.headers } });
  if (answer.ok) return answer;
  const { error, detail, top_up: topUp } = (await answer.json()) as Record<string, any>;
  throw new Error(`${error}: ${detail}${topUp ? ` Then call ${topUp.tool} ${JSON.stringify(topUp.body)}.` : ""}`);
}

async function createBatch(csv: string, options: Record<string, string>): Promise<Batch> {
  const query = new URLSearchParams({ tool: tool ?? "", ...options });
  // The same list under the same cap is the same batch.
  const idempotencyKey = createHash("sha256").update(`${query}\n${csv}`).digest("hex");
  const headers = { "Content-Type": "text/csv", "Idempotency-Key": idempotencyKey };
  return (await ask(`${BASE_URL}/api/v0/create_batch?${query}`, { method: "POST", headers, body: csv })).json();
}

/** Runs a list as a batch, and writes its results to a file when it has ended. */
async function enrich(csv: string, cap: number, output: string): Promise<Batch> {
  const { id } = await createBatch(csv, { max_tokens: String(cap) });
  for (;;) {
    const answer = await ask(`${BASE_URL}/api/v0/get_batch?id=${id}`);
    const batch: Batch = await answer.json();
    if (batch.status === "ended") {
      writeFileSync(output, await (await ask(batch.results.csv)).text());
      const { succeeded, failed, invalid, skipped, duplicates } = batch.counts;
      console.log(`${id} ${batch.stopped_reason}: ${succeeded} answered, ${duplicates} duplicates, ${failed} failed,`);
      console.log(`  ${invalid} invalid, ${skipped} beyond the cap; ${batch.tokens.charged} tokens charged. ${output}`);
      return batch;
    }
    console.log(`${id} ${batch.status}: ${batch.counts.processing} of ${batch.counts.inputs} inputs to go`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("retry-after") ?? 5)));
  }
}

const list = readFileSync(file, "utf8");
const stem = file.replace(/\.csv$/i, "");
const { estimate, tokens } = await createBatch(list, { dry_run: "true", max_tokens: String(maxTokens) });
console.log(`At most ${estimate.tokens_max} tokens, capped at ${tokens.max}; about ${estimate.seconds_expected} s.`);
for (const { line, reason } of estimate.invalid) console.log(`Line ${line} is left out: ${reason}`);

const first = await enrich(list, Number(maxTokens), `${stem}.enriched.csv`);
const left = Number(maxTokens) - first.tokens.charged;
if (first.counts.failed > 0 && left > 0) {
  const unanswered = await (await ask(first.results.unanswered_csv)).text();
  await enrich(unanswered, left, `${stem}.again.csv`);
}
