import type { AppError } from "../errors.ts";
import type { RateHeaders } from "../platform/limits/limits.ts";
import type { SourceContext } from "../platform/outbound/context.ts";
import type { ToolContext } from "../tools/tool.ts";

/** A call as either transport hands it over. */
export type ToolCall = {
  requestId: string;
  tool: string;
  method: string;
  /** The transport: an access token may be granted for one of them only. */
  door: "api" | "mcp";
  /** The bearer token as sent; null without an `Authorization` header. */
  bearer: string | null;
  /** Reads and parses the arguments; throws `payload_too_large` or `invalid_request`. */
  readInput(): Promise<Record<string, unknown>>;
  idempotencyKey: string | null;
};

/** What a call cost and what is known about its caller by the time it ends. */
export type Usage = {
  requestId: string;
  charged: number;
  /** Null until the ledger has answered. */
  balance: number | null;
  rate: RateHeaders | null;
  replayed: boolean;
  /** D1 rows of the hold. */
  rowsRead: number;
  rowsWritten: number;
};

export type CallOutcome =
  | { ok: true; answer: Record<string, unknown>; secret: boolean; usage: Usage }
  | { ok: false; error: AppError; usage: Usage };

export type CallContext = Omit<SourceContext, "signal"> & Pick<ToolContext, "requestHost" | "client">;
