import * as z from "zod";
import { readFoundRate } from "../../batches/batch-records.ts";
import type { BatchSpec, Estimate } from "../../batches/batch-types.ts";
import { createOnce } from "../../batches/create-once.ts";
import { longestQueue, type ReadLines } from "../../batches/read-lines.ts";
import * as limits from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { prose } from "../../lib/words.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { requireActiveEndpoints } from "../../webhooks/endpoints.ts";
import { deliver, ownName } from "../fields/inputs.ts";
import { insufficient } from "../insufficient.ts";
import { adminTool, requireCategory, type Tool, type ToolContext } from "../tool.ts";
import { batchable, matchingTool, nameReader, readerOf, readList } from "./batch-lines.ts";
import { batchFields } from "./batches.ts";
import { makerOf } from "./maker.ts";

/** Rough duration of one item for the estimate: one page request. */
const SECONDS_PER_ITEM = 3;
const MAX_INVALID_SHOWN = 100;
/** A row of D1 keeps the estimate; the results have every line. */
const MAX_INVALID_KEPT = 5;

const objects = z.array(z.unknown().meta({ type: "object" })).optional();
const csv = z.string().max(limits.BATCH_BODY_BYTES);
const match = z.enum(["name"]).optional();
const input = z.object({
  tool: z.string().min(1).max(64).describe("Name of the data tool to run for each input"),
  inputs: objects.describe(
    `1 to ${limits.MAX_BATCH_INPUTS} objects, each the arguments of one call of the tool, and custom_id if you want your own id back`,
  ),
  csv: csv
    .optional()
    .describe("Instead of inputs: CSV whose first line names the tool's arguments; other columns come back unchanged"),
  columns: z
    .record(z.string(), z.string())
    .optional()
    .describe('For csv: maps columns to arguments, e.g. {"Website": "domain"}; default: by column name'),
  match: match.describe(
    "name: companies are given by name. `resolve_company` first finds each domain, charged as its own call, from company (or name, if the tool has none), country and about; below a confidence of 0.8 the line ends there",
  ),
  max_tokens: z.int().min(1).optional().describe("Hard cap on the cost; default: the highest possible"),
  dry_run: z.boolean().default(false).describe("Return only the estimate"),
  name: ownName.optional().describe("A name of your choice"),
  deliver: deliver.default([]),
});

export const createBatch = adminTool({
  name: "create_batch",
  title: "Run a tool for a list",
  description: `Runs a data tool for a list of up to ${limits.MAX_BATCH_INPUTS} inputs in the background; each input costs what a call of
    the tool costs. Returns the batch with an estimate: highest and expected cost, duration, duplicates, invalid lines by number. Equal
    inputs run and are charged once, misses are free as in single calls, failures cost nothing. max_tokens is a hard cap, reserved from
    the balance now; the unused part is returned at the end. Follow progress with get_batch, or name webhook endpoints in deliver to be
    notified of the end; read results with list_batch_results or by GET as CSV or JSONL. A batch ends after 24 hours; results are kept for
    30 days, 7 for tools about people. Over REST also with Content-Type text/csv: POST /api/v0/create_batch?tool=get_company. At most 2
    batches of an organisation run at once, further ones wait; ${limits.MAX_UNFINISHED_BATCHES} may be unfinished.`,
  input,
  output: z.looseObject(batchFields),
  annotations: { readOnlyHint: false, openWorldHint: true, destructiveHint: false, idempotentHint: false },
  example: {
    tool: "get_network_company_url",
    inputs: [{ domain: "acme-robotics.example" }, { domain: "fernhill.example" }],
    dry_run: true,
  },
  job: "starts",
  errors: ["tool_not_found", "insufficient_tokens", "spending_cap_reached"],
  async run({ tool: toolName, max_tokens: maxTokens, dry_run: isDry, name, deliver: endpoints, ...list }, context) {
    const tool = batchable(toolName, context);
    await tool.requireConfigured?.(context);
    await requireActiveEndpoints(context.env.DB, context.caller.organisationId, endpoints);
    const plain = readerOf(tool, context);
    const matching = list.match && matchingTool(tool, plain, context);
    for (const { category } of [tool, matching ?? tool]) requireCategory(context.caller, category);
    const read = readList(tool, list, matching ? nameReader(plain, matching, context) : plain);
    const estimate = await estimateOf({ tool, matching }, read, context);
    const cap = Math.min(maxTokens ?? estimate.tokens_max, estimate.tokens_max);
    if (isDry) return dryRun(tool, name ?? null, estimate, cap);
    if (estimate.distinct === 0) throw nothingToRun(estimate);
    const dearest = matching && matching.cost > tool.cost ? matching : tool;
    if (cap < dearest.cost) {
      throw invalidRequest(`max_tokens: one call of ${dearest.name} costs ${dearest.cost} tokens.`);
    }
    const given = {
      name: name ?? null,
      cap,
      columns: read.columns,
      deliver: endpoints,
      ...(matching && { match: { cost: matching.cost } }),
      estimate: { ...estimate, invalid: estimate.invalid.slice(0, MAX_INVALID_KEPT) },
    };
    const { status, batch } = await createOnce(context.env, await specOf(tool, given, context), read.lines);
    if (!batch) throw refusal(status, tool, cap, context);
    if (status === "created") context.noteBalance?.(context.caller.balance - cap);
    return batch;
  },
});

async function estimateOf(
  { tool, matching }: { tool: Tool; matching: Tool | undefined },
  { lines, invalid }: ReadLines,
  { env, caller }: ToolContext,
): Promise<Estimate> {
  const duplicates = lines.filter(({ duplicateOf }) => duplicateOf !== null).length;
  const distinct = lines.length - duplicates - invalid.length;
  const foundRate = await readFoundRate(env, caller.organisationId, tool.name);
  const run = lines.filter(({ input: given, duplicateOf }) => given && duplicateOf === null);
  const names = run.filter(({ input: given }) => given?.match).length;
  const tokensMax = distinct * tool.cost + names * (matching?.cost ?? 0);
  const queue = longestQueue(run);
  const inWindows = Math.ceil(distinct / limits.BATCH_WINDOW[caller.plan]) * SECONDS_PER_ITEM;
  return {
    tokens_max: tokensMax,
    tokens_expected: Math.round(tokensMax * (foundRate ?? 1)),
    found_rate: foundRate,
    seconds_expected: Math.max(inWindows, queue),
    inputs: lines.length,
    distinct,
    ...(matching && { names }),
    duplicates,
    invalid_count: invalid.length,
    invalid: invalid.slice(0, MAX_INVALID_SHOWN),
  };
}

async function specOf(
  tool: Tool,
  given: Pick<BatchSpec, "name" | "cap" | "columns" | "deliver" | "estimate" | "match">,
  context: ToolContext,
): Promise<BatchSpec> {
  const { caller, idempotent = null, requestId, ownHosts, requestHost } = context;
  return {
    ...given,
    ...(await makerOf(context)),
    // The console sends the form's id, so that a form sent twice makes one batch.
    id: `batch_${requestId}`,
    tool: tool.name,
    cost: tool.cost,
    window: limits.BATCH_WINDOW[caller.plan],
    createdAt: Date.now(),
    resultsDays: tool.aboutPeople ? limits.BATCH_RESULTS_DAYS_OF_PEOPLE : limits.BATCH_RESULTS_DAYS,
    requestHash: idempotent ? await sha256Hex(JSON.stringify([caller.organisationId, idempotent])) : null,
    sessionHash: caller.sessionHash ?? null,
    ownHosts,
    requestHost,
  };
}

function dryRun(tool: Tool, name: string | null, estimate: Estimate, cap: number) {
  const { inputs, duplicates, invalid_count: invalid, distinct: processing } = estimate;
  const none = { succeeded: 0, failed: 0, skipped: 0, cancelled: 0, expired: 0 };
  const times = { created_at: null, stopped_at: null, ended_at: null, expires_at: null };
  return {
    ...{ id: null, name, tool: tool.name, made_by: null, status: "estimated" as const, stopped_reason: null },
    counts: { inputs, duplicates, invalid, ...none, processing },
    tokens: { max: cap, reserved: 0, charged: 0, returned: 0 },
    ...{ estimate, poll_after_seconds: null, ...times, results: null },
  };
}

function nothingToRun({ invalid, invalid_count: count }: Estimate): AppError {
  const [first] = invalid;
  const reason = first?.reason.replace(/\.$/, "");
  const detail = `None of the lines can be run. Line ${first?.line}: ${reason}. Nothing was started.`;
  return invalidRequest(detail, { fields: { invalid_count: count, invalid } });
}

function refusal(
  status: Exclude<Awaited<ReturnType<typeof createOnce>>["status"], "created" | "repeated">,
  tool: Tool,
  cap: number,
  { caller }: ToolContext,
): AppError {
  if (status === "dropped") {
    const detail = "An earlier try of this request broke off and was undone. Nothing was charged; send it again.";
    return new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 1 });
  }
  if (status === "too_many_today") {
    const { plan } = caller;
    const detail = prose`Your organisation has started ${limits.BATCHES_PER_DAY[plan]} batches in 24 hours, as many as it may on the plan
      ${plan}. Put more lines into a batch (up to ${limits.MAX_BATCH_INPUTS}), or wait.`;
    return new AppError("rate_limited", detail, { retryAfterSeconds: 3600 });
  }
  if (status === "too_many") {
    const detail = prose`${limits.MAX_UNFINISHED_BATCHES} batches of your organisation have not ended. Wait until one has, or stop one with
      cancel_batch.`;
    return new AppError("rate_limited", detail, { retryAfterSeconds: 60 });
  }
  if (status === "capped") {
    const detail = `The batch needs ${cap} tokens, more than this key may still spend. Lower max_tokens.`;
    return new AppError("spending_cap_reached", detail, { fields: { required: cap, balance: caller.balance } });
  }
  const instead = `, or set max_tokens (at least ${tool.cost}): it runs until that is used`;
  return insufficient("The batch reserves", cap, caller.balance, instead);
}
