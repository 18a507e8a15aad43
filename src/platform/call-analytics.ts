type CallRecord = {
  tool: string;
  /** `ok`, or the error's code. */
  outcome: string;
  status: number;
  tokens: number;
  milliseconds: number;
};

/** Writes a data point (Workers Analytics Engine): tool, outcome, status, tokens, milliseconds. Never fails a call. */
export function recordCall(env: Env, call: CallRecord): void {
  env.ANALYTICS?.writeDataPoint({
    indexes: [call.tool],
    blobs: [call.tool, call.outcome],
    doubles: [call.status, call.tokens, call.milliseconds],
  });
}
