import * as z from "zod";
import { readFoundRate } from "../../batches/batch-records.ts";
import type { BatchSpec, Estimate } from "../../batches/batch-types.ts";
import { createOnce } from "../../batches/create-once.ts";
import { type LineReader, longestQueue, type ReadLines, readCsv, readInputs } from "../../batches/read-lines.ts";
import {
  BATCH_BODY_BYTES,
  BATCH_RESULTS_DAYS,
  BATCH_RESULTS_DAYS_OF_PEOPLE,
  BATCH_WINDOW,
  MAX_BATCH_INPUTS,
  MAX_UNFINISHED_BATCHES,
} from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { utf8 } from "../../lib/bytes.ts";
import { isoDay } from "../../lib/ids.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { requireActiveEndpoints } from "../../webhooks/endpoints.ts";
import { ownName } from "../fields/inputs.ts";
import { adminTool, requireCategory, type Tool, type ToolContext } from "../tool.ts";
import { columnFields } from "./batch-columns.ts";
import { batchFields } from "./batch-fields.ts";
import { nothingToRun, refusal } from "./batch-refusals.ts";
import { callerKey } from "./caller-key.ts";
import { matchingTool, nameReader } from "./match-lines.ts";
import { deliver } from "./webhook-fields.ts";

/** Rough duration of one item for the estimate: one page request. */
const SECONDS_PER_ITEM = 3;
const MAX_INVALID_SHOWN = 100;
/** A row of D1 keeps the estimate. */
const MAX_INVALID_BYTES = 1_000;

const input = z.object({
  tool: z.string().min(1).max(64).describe("Name of the data tool to run for each input"),
  inputs: z
    .array(z.unknown().meta({ type: "object" }))
    .optional()
    .describe(
      `1 to ${MAX_BATCH_INPUTS} objects, each the arguments of one call of the tool, and custom_id if you want your own id back`,
    ),
  csv: z
    .string()
    .max(BATCH_BODY_BYTES)
    .optional()
    .describe("Instead of inputs: CSV whose first line names the tool's arguments; other columns come back unchanged"),
  columns: z
    .record(z.string(), z.string())
    .optional()
    .describe('For csv: maps columns to arguments, e.g. {"Website": "domain"}; default: by column name'),
  match: z
    .enum(["name"])
    .optional()
    .describe(
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
  description: `Runs a data tool for a list of up to ${MAX_BATCH_INPUTS} inputs in the background; each input costs what a call of
    the tool costs. Returns the batch with an estimate: highest and expected cost, duration, duplicates, invalid lines by number. Equal
    inputs run and are charged once, misses are free as in single calls, failures cost nothing. max_tokens is a hard cap, reserved from
    the balance now; the unused part is returned at the end. Follow progress with get_batch, or name webhook endpoints in deliver to be
    notified of the end; read results with list_batch_results or by GET as CSV or JSONL. A batch ends after 24 hours; results are kept for
    30 days, 7 for tools about people. Over REST also with Content-Type text/csv: POST /api/v0/create_batch?tool=get_company. At most 2
    batches of an organisation run at once, further ones wait; ${MAX_UNFINISHED_BATCHES} may be unfinished.`,
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
      estimate: storedEstimate(estimate),
    };
    const { status, batch } = await createOnce(context.env, await specOf(tool, given, context), read.lines);
    if (!batch) throw refusal(status, tool, cap, context);
    if (status === "created") context.noteBalance?.(context.caller.balance - cap);
    return batch;
  },
});

/** Throws `tool_not_found` or `invalid_request` for what cannot be run in a batch. */
function batchable(name: string, { findTool }: ToolContext): Tool {
  const tool = findTool(name);
  if (!tool) throw new AppError("tool_not_found", `tool: there is no tool ${name}. GET /api/v0 lists them.`);
  if (!isBatchable(tool)) {
    throw invalidRequest(`tool: ${tool.name} is not a data tool. A batch runs tools that look something up.`);
  }
  return tool;
}

/** Data tools look something up; the others administer the caller's account. */
export function isBatchable({ category, annotations }: Tool): boolean {
  return category !== "admin" && annotations.openWorldHint;
}

type List = Pick<z.output<typeof input>, "inputs" | "csv" | "columns">;

function readList(tool: Tool, { inputs, csv, columns }: List, reader: LineReader): ReadLines {
  if (inputs !== undefined && csv !== undefined) throw invalidRequest("Send the list once: as inputs, or as csv.");
  if (inputs === undefined && csv === undefined) {
    const example = JSON.stringify([tool.example]);
    throw invalidRequest(`inputs: is required, e.g. ${example}; or send the list as csv.`);
  }
  if (columns && csv === undefined) throw invalidRequest("columns is only for csv.");
  return csv === undefined ? readInputs(reader, inputs ?? []) : readCsv(reader, csv, columns);
}

function readerOf(tool: Tool, { parseInput }: ToolContext): LineReader {
  const fields = columnFields(tool).map(({ name, type, anyOf }): [string, string] => [
    name,
    [type ?? anyOf?.[0]?.type].flat()[0] ?? "string",
  ]);
  return {
    fields: new Map(fields),
    example: tool.example,
    check(raw) {
      try {
        return { status: "valid", parsed: parseInput(tool, raw) };
      } catch (error) {
        if (error instanceof AppError) return { status: "invalid", problem: error.detail };
        throw error;
      }
    },
  };
}

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
  const inWindows = Math.ceil(distinct / BATCH_WINDOW[caller.plan]) * SECONDS_PER_ITEM;
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

/** The estimate with as many invalid lines as a batch keeps; the results have all of them. */
function storedEstimate(estimate: Estimate): Estimate {
  let bytes = 0;
  const fits = (line: Estimate["invalid"][number]) => {
    bytes += utf8(JSON.stringify(line)).length + 1;
    return bytes <= MAX_INVALID_BYTES;
  };
  return { ...estimate, invalid: estimate.invalid.filter(fits) };
}

async function specOf(
  tool: Tool,
  given: Pick<BatchSpec, "name" | "cap" | "columns" | "deliver" | "estimate" | "match">,
  context: ToolContext,
): Promise<BatchSpec> {
  const { caller, idempotent = null, requestId, baseUrl, ownHosts, requestHost } = context;
  const now = Date.now();
  const key = await callerKey(context);
  const capSubjects: string[] = [];
  if (key?.isCapped && caller.connectionId) capSubjects.push(`connection:${caller.connectionId}`);
  if (key && key.capPerDay !== null) capSubjects.push(`day:${isoDay(now)}:${caller.keyId}`);
  return {
    ...given,
    // The console sends the form's id, so that a form sent twice makes one batch.
    id: `batch_${requestId}`,
    tool: tool.name,
    cost: tool.cost,
    window: BATCH_WINDOW[caller.plan],
    createdAt: now,
    resultsDays: tool.aboutPeople ? BATCH_RESULTS_DAYS_OF_PEOPLE : BATCH_RESULTS_DAYS,
    organisationId: caller.organisationId,
    requestHash: idempotent ? await sha256Hex(JSON.stringify([caller.organisationId, idempotent])) : null,
    keyId: caller.keyId || "console",
    keyHash: key?.hash ?? null,
    sessionHash: caller.sessionHash ?? null,
    connectionId: caller.connectionId ?? null,
    capSubjects,
    plan: caller.plan,
    baseUrl,
    ownHosts,
    requestHost,
  };
}

function dryRun(tool: Tool, name: string | null, estimate: Estimate, cap: number) {
  const { inputs, duplicates, invalid_count: invalid, distinct: processing } = estimate;
  const none = { succeeded: 0, failed: 0, skipped: 0, cancelled: 0, expired: 0 };
  return {
    id: null,
    name,
    tool: tool.name,
    made_by: null,
    status: "estimated" as const,
    stopped_reason: null,
    counts: { inputs, duplicates, invalid, ...none, processing },
    tokens: { max: cap, reserved: 0, charged: 0, returned: 0 },
    estimate,
    poll_after_seconds: null,
    created_at: null,
    stopped_at: null,
    ended_at: null,
    expires_at: null,
    results: null,
  };
}
