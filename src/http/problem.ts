import { AppError } from "../errors.ts";
import { type AppContext, misplacedKeyOf } from "./app-env.ts";

/** RFC 9457 problem details: the one error body of the tool endpoints. */
export function problemBody(error: AppError, baseUrl: string, requestId: string): Record<string, unknown> {
  return {
    type: `${baseUrl}/docs#error-${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    instance: `urn:tallygate:request:${requestId}`,
    error: error.code,
    request_id: requestId,
    ...error.fields,
  };
}

export function problemResponse(error: AppError, baseUrl: string, requestId: string, more: Record<string, string>) {
  // A plain object: `new Response` copies a `Headers`, which would be the slowest step here.
  const headers = {
    ...more,
    ...error.allHeaders(),
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
  };
  return new Response(JSON.stringify(problemBody(error, baseUrl, requestId)), { status: error.status, headers });
}

/** `error`, or for a key in the wrong place one that says where keys belong. */
export function explainMissingKey(c: AppContext, error: AppError): AppError {
  const place = error.code === "missing_token" ? misplacedKeyOf(c) : null;
  if (place === null) return error;
  const advice = "Send it as `Authorization: Bearer <API_KEY>`.";
  return new AppError("missing_token", `A key in ${place} is not read. ${advice}`);
}

/** The challenge of a 401 (RFC 9728, section 5.1), with `error` only when a token was sent (RFC 6750, section 3.1). */
export function bearerChallenge({ code }: Pick<AppError, "code">, baseUrl: string, resource: string): string {
  const metadata = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${resource}"`;
  return code === "invalid_token" ? `${metadata}, error="invalid_token"` : metadata;
}

/** The error body of `/agent/*` and `/oauth/*` (RFC 6749, section 5.2). */
export function oauthErrorResponse(error: AppError): Response {
  const { status, code, detail } = error;
  // Not `Bearer`: HTTP clients would start an OAuth loop.
  const challenge = status === 401 && { "WWW-Authenticate": `AgentAuth error="${code}"` };
  const headers = { ...error.allHeaders(), "Cache-Control": "no-store", ...challenge };
  return Response.json({ error: code, error_description: detail, ...error.fields }, { status, headers });
}
