/** Every error code that leaves the service, with its HTTP status and title. docs/contract.md, sections 2, 4 and 5. */
export const ERRORS = {
  invalid_request: [400, "The request is malformed"],
  invalid_title_filter: [400, "The title filter is invalid"],
  unsupported_grant_type: [400, "This grant type is not accepted"],
  invalid_claim_token: [400, "The claim token is unknown"],
  claim_expired: [400, "The claim has expired"],
  invalid_grant: [400, "The claim cannot be exchanged"],
  invalid_target: [400, "The resource is unknown"],
  invalid_redirect_uri: [400, "This redirect URI is not accepted"],
  invalid_client_metadata: [400, "The client metadata is invalid"],
  slow_down: [400, "The claim was polled too often"],
  authorization_pending: [401, "The user has not entered the code yet"],
  invalid_token: [401, "The API key is not valid"],
  missing_token: [401, "An API key is needed"],
  insufficient_tokens: [402, "The token balance is too low"],
  spending_cap_reached: [402, "The spending cap is reached"],
  payment_required: [402, "A payment is needed"],
  sandbox_only: [403, "The sandbox does not do this"],
  tool_not_allowed: [403, "This key may not call the tool"],
  forbidden_role: [403, "Your role does not allow this"],
  forbidden_origin: [403, "This origin is not allowed"],
  not_found: [404, "The resource does not exist"],
  tool_not_found: [404, "The tool does not exist"],
  method_not_allowed: [405, "This method is not allowed here"],
  idempotency_in_progress: [409, "The first call with this idempotency key is still running"],
  idempotency_result_unavailable: [409, "The first answer to this idempotency key was not kept"],
  payload_too_large: [413, "The request body is too large"],
  unsupported_media_type: [415, "The content type is not supported"],
  idempotency_mismatch: [422, "The idempotency key belongs to another request"],
  rate_limited: [429, "Too many requests"],
  internal_error: [500, "Internal error"],
  not_configured: [501, "This deployment has no source for this data"],
  upstream_error: [502, "A source answered with an error"],
  upstream_unavailable: [503, "A source is unavailable"],
  temporarily_unavailable: [503, "The service is temporarily unavailable"],
  payment_pending: [503, "The payment is not settled yet"],
  upstream_timeout: [504, "A source took too long"],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

type ErrorOptions = {
  /** Fields that go into the body beside the standard ones, e.g. `required`, `attempts_remaining`. */
  fields?: Record<string, unknown>;
  /** Whole seconds after which a retry succeeds; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** The underlying error. Logged with the request id, never sent to the caller. */
  cause?: unknown;
};

/** An error whose `code` and `detail` (own text that says what to do next) go to the caller, and whose `cause` goes to the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly status: number;
  readonly title: string;
  readonly fields: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    // The stack of a 4xx is never read, and capturing one costs more than the rest of the error.
    const depth = Error.stackTraceLimit;
    if (ERRORS[code][0] < 500) Error.stackTraceLimit = 0;
    super(`${code}: ${detail}`, { cause: options.cause });
    Error.stackTraceLimit = depth;
    this.code = code;
    this.detail = detail;
    [this.status, this.title] = ERRORS[code];
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }

  /** `Retry-After` and the headers given by the thrower. */
  allHeaders(): Record<string, string> {
    const retry = this.retryAfterSeconds;
    return retry === undefined
      ? this.headers
      : { ...this.headers, "Retry-After": String(Math.max(1, Math.ceil(retry))) };
  }
}

export function invalidRequest(detail: string, options?: ErrorOptions): AppError {
  return new AppError("invalid_request", detail, options);
}

/** An invalid request whose fault is one field, by its path. */
export function invalidField(path: string, message: string, detail = message): AppError {
  return invalidRequest(detail, { fields: { errors: [{ path, message }] } });
}

/** Turns anything thrown into an {@link AppError}; unknown errors become `internal_error`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseError(thrown)) return databaseDown(thrown);
  return new AppError("internal_error", "An internal error occurred. Nothing was charged. Try again.", {
    cause: thrown,
  });
}

/** For work that can be repeated: an error that no code of ours threw becomes `temporarily_unavailable`, with `detail`. */
export function asUnavailable(thrown: unknown, detail: string): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError("temporarily_unavailable", detail, { retryAfterSeconds: 5, cause: thrown });
}

const DATABASE_DOWN = "The database cannot be reached. Try again in a few seconds.";

/** Also of an error that a Durable Object passed on, of which only the message is left. */
export function isDatabaseError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.endsWith(DATABASE_DOWN);
}

export function databaseDown(cause: unknown): AppError {
  return new AppError("temporarily_unavailable", DATABASE_DOWN, { retryAfterSeconds: 2, cause });
}
