import { AppError, ERRORS, type ErrorCode } from "../errors.ts";
import { problemBody } from "../http/problem.ts";
import type { Site } from "../http/site.ts";
import { TOOLS } from "../tools/index.ts";
import { topUpOf } from "../tools/insufficient.ts";
import { ERROR_GUIDE, errorsOf } from "./error-guide.ts";
import { errorHeaders, REPLAY_HEADER, TOOL_HEADERS } from "./openapi-headers.ts";
import { walletTerms } from "./wallet-payments.ts";

const EXAMPLE_REQUEST = "019a9f3c2b7d5e1f0a4c8b6d2e9f7a31";

/** References to the error responses of a tool. The tool's page lists its own codes. */
export function refusals(isPaid: boolean): Record<string, unknown> {
  const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return { ...(isPaid && { 402: shared("Unpaid") }), "4XX": shared("Refused"), "5XX": shared("Failed") };
}

/** The responses that {@link refusals} refers to, which explain each code that a tool can answer. */
export function sharedResponses(site: Site): Record<string, unknown> {
  const isPaidByWallet = walletTerms(site) !== null;
  const codes = [...new Set(TOOLS.flatMap((tool) => errorsOf(tool, isPaidByWallet)))];
  const respond = (isMeant: (status: number) => boolean) => {
    const group = groupsOf(codes).flatMap(([status, all]) => (isMeant(status) ? all : []));
    const example = (code: ErrorCode) => problemBody(exampleError(code), site.baseUrl, EXAMPLE_REQUEST);
    return response(group, "application/problem+json", "Problem", example, { ...TOOL_HEADERS, ...REPLAY_HEADER });
  };
  return {
    Unpaid: respond((status) => status === 402),
    Refused: respond((status) => status < 500 && status !== 402),
    Failed: respond((status) => status >= 500),
    ...OAUTH_RESPONSES,
  };
}

/** References to what registration answers instead of a key. */
export const OAUTH_REFUSALS = {
  "4XX": { $ref: "#/components/responses/OAuthRefused" },
  "5XX": { $ref: "#/components/responses/OAuthFailed" },
};

function response(
  group: ErrorCode[],
  type: string,
  schema: string,
  exampleOf: (code: ErrorCode) => object,
  headers: object = {},
) {
  const [first] = group;
  const content = { schema: { $ref: `#/components/schemas/${schema}` }, ...(first && { example: exampleOf(first) }) };
  return {
    description: describe(group),
    headers: { ...headers, ...errorHeaders(group) },
    content: { [type]: content },
  };
}

function oauthResponse(group: ErrorCode[]) {
  const example = (code: ErrorCode) => ({ error: code, error_description: ERROR_GUIDE[code] });
  return response(group, "application/json", "OAuthError", example);
}

/** Codes by their HTTP status, in its order. */
function groupsOf(codes: ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const [status] = ERRORS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

function describe(group: ErrorCode[]): string {
  return group.map((code) => `- \`${code}\` (${ERRORS[code][0]}): ${ERROR_GUIDE[code]}`).join("\n");
}

function exampleError(code: ErrorCode): AppError {
  return new AppError(code, ERROR_GUIDE[code], { fields: EXAMPLE_FIELDS[code] ?? {} });
}

const EXAMPLE_FIELDS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  invalid_request: { errors: [{ path: "domain", message: "Invalid input: expected string, received undefined" }] },
  insufficient_tokens: {
    required: 30,
    balance: 12,
    top_up: topUpOf(30, 12),
  },
};

/** The responses that {@link OAUTH_REFUSALS} refers to. */
const OAUTH_RESPONSES = {
  OAuthRefused: oauthResponse([
    "invalid_request",
    "unsupported_grant_type",
    "invalid_claim_token",
    "claim_expired",
    "invalid_grant",
    "slow_down",
    "authorization_pending",
    "invalid_token",
    "rate_limited",
  ]),
  OAuthFailed: oauthResponse(["internal_error", "temporarily_unavailable"]),
};
