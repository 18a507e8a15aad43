import { AppError, ERRORS, type ErrorCode } from "../errors.ts";
import { problemBody } from "../http/problem.ts";
import type { Site } from "../http/site.ts";
import { TOOLS } from "../tools/index.ts";
import { ERROR_GUIDE, errorsOf } from "./error-guide.ts";
import { errorHeaders, TOOL_HEADERS } from "./openapi-headers.ts";
import { walletTerms } from "./wallet-payments.ts";

const EXAMPLE_REQUEST = "019a9f3c2b7d5e1f0a4c8b6d2e9f7a31";

/** Error codes of the tool index. */
export const INDEX_ERRORS: ErrorCode[] = [
  "missing_token",
  "invalid_token",
  "rate_limited",
  "internal_error",
  "temporarily_unavailable",
];

/** References to the problem responses of `codes`, by status. */
export function problemResponses(codes: ErrorCode[]): Record<string, unknown> {
  return Object.fromEntries(
    groupsOf(codes).map(([status, group]) => [status, { $ref: `#/components/responses/${group.join(".")}` }]),
  );
}

/** The responses that {@link problemResponses} refers to. Operations share them, or the document would be huge. */
export function sharedResponses(site: Site): Record<string, unknown> {
  const { baseUrl } = site;
  const isPaidByWallet = walletTerms(site) !== null;
  const groups = [INDEX_ERRORS, ...TOOLS.map((tool) => errorsOf(tool, isPaidByWallet))].flatMap(groupsOf);
  const respond = (group: ErrorCode[]) => ({
    description: describe(group),
    headers: { ...TOOL_HEADERS, ...errorHeaders(group) },
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: examplesOf(group, (code) => problemBody(exampleError(code), baseUrl, EXAMPLE_REQUEST)),
      },
    },
  });
  return Object.fromEntries(groups.map(([, group]) => [group.join("."), respond(group)]));
}

/** The OAuth error responses of `codes`, by status. */
export function oauthResponses(codes: ErrorCode[]): Record<string, { content: Record<string, unknown> }> {
  const respond = (group: ErrorCode[]) => ({
    description: describe(group),
    headers: errorHeaders(group),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/OAuthError" },
        examples: examplesOf(group, (code) => ({
          error: code,
          error_description: ERROR_GUIDE[code],
          ...(code === "invalid_grant" ? EXAMPLE_FIELDS.invalid_grant : {}),
        })),
      },
    },
  });
  return Object.fromEntries(groupsOf(codes).map(([status, group]) => [status, respond(group)]));
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
  return group.map((code) => `\`${code}\`: ${ERRORS[code][1]}. ${ERROR_GUIDE[code]}`).join("\n\n");
}

function examplesOf(group: ErrorCode[], example: (code: ErrorCode) => unknown): Record<string, unknown> {
  return Object.fromEntries(group.map((code) => [code, { value: example(code) }]));
}

function exampleError(code: ErrorCode): AppError {
  return new AppError(code, ERROR_GUIDE[code], { fields: EXAMPLE_FIELDS[code] ?? {} });
}

const EXAMPLE_FIELDS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  invalid_request: { errors: [{ path: "domain", message: "Invalid input: expected string, received undefined" }] },
  invalid_title_filter: { code: "unbalanced_paren", position: 4 },
  invalid_grant: { attempts_remaining: 4 },
  insufficient_tokens: {
    required: 30,
    balance: 12,
    top_up: { tool: "buy_tokens", method: "POST", path: "/api/v0/buy_tokens", body: { amount_usd: 5 } },
  },
};
