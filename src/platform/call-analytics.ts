/** One finished tool call, as the operator sees it. */
type CallRecord = {
  tool: string;
  /** `ok`, or the error's code. */
  outcome: string;
  status: number;
  tokens: number;
  milliseconds: number;
};

/**
 * Writes a data point to Workers Analytics Engine, if the binding exists: index and blob1 the tool, blob2 the outcome,
 * double1 to double3 status, tokens, milliseconds. It is not awaited and cannot fail a call.
 * https://developers.cloudflare.com/analytics/analytics-engine/
 */
export function recordCall(env: Env, call: CallRecord): void {
  env.ANALYTICS?.writeDataPoint({
    indexes: [call.tool],
    blobs: [call.tool, call.outcome],
    doubles: [call.status, call.tokens, call.milliseconds],
  });
}
