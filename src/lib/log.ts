/** `alert`: the operator must act. `error`: a request failed for its caller. */
type LogLevel = "info" | "warn" | "error" | "alert";

/** Writes a line of JSON: `level`, `event`, its fields, and `cause` with its stack and its own cause. No secret, no person's data. */
export function log(level: LogLevel, event: string, fields: Record<string, unknown> & { cause?: unknown } = {}): void {
  const { cause, ...rest } = fields;
  const line = JSON.stringify({ level, event, ...rest, cause: describe(cause) });
  if (level === "info") console.log(line);
  else if (level === "warn") console.warn(line);
  else console.error(line);
}

function describe(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const own = cause.stack ?? cause.message;
  return cause.cause === undefined ? own : `${own}\nCaused by: ${describe(cause.cause)}`;
}
