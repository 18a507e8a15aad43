import { sql } from "../platform/database.ts";

/** Paid calls of a tool; `fresh` ones asked their sources, `warm` ones were answered from what is stored. */
export type CallSums = Record<"delivered" | "failed" | "tokens" | "fresh" | "warm" | "freshMs" | "warmMs", number> & {
  tool: string;
};

const READ = `SELECT tool, sum(delivered) AS delivered, sum(failed) AS failed, sum(tokens) AS tokens, sum(fresh) AS fresh,
    sum(warm) AS warm, sum(fresh_ms) AS freshMs, sum(warm_ms) AS warmMs
  FROM call_hours WHERE hour > @after GROUP BY tool ORDER BY 3 DESC, 1`;

/** Paid calls of all organisations by tool, most failures first, that ended in hours (UTC) that began after `after` (milliseconds). */
export async function readCallSums(db: D1Database, after: number): Promise<CallSums[]> {
  return (await sql(db, READ, { after }).all<CallSums>()).results;
}

/** Calls of all tools, and how many of them failed. */
export function totalOf(sums: CallSums[]): { calls: number; failed: number } {
  const failed = sums.reduce((sum, row) => sum + row.failed, 0);
  return { calls: sums.reduce((sum, row) => sum + row.delivered, failed), failed };
}
