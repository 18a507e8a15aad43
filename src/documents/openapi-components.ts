import { ERRORS, type ErrorCode } from "../errors.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { schemaOfAnswer } from "../tools/json-schema.ts";
import { WALLET } from "./error-guide.ts";
import { sharedResponses } from "./openapi-errors.ts";
import { HEADERS, WALLET_HEADERS } from "./openapi-headers.ts";
import { FACTS, IDEMPOTENCY_KEY } from "./openapi-tools.ts";
import { walletTerms } from "./wallet-payments.ts";

/** The shared components that operations refer to. */
export function components(site: Site) {
  const codes = Object.keys(ERRORS).filter((code) => walletTerms(site) || !WALLET.includes(code as ErrorCode));
  return {
    securitySchemes: {
      apiKey: { type: "http", scheme: "bearer", description: "An API key, e.g. from `get_api_key`" },
      signIn: {
        type: "oauth2",
        description:
          "An access token of an MCP host whose user has signed in. It cannot make or revoke keys, open the billing portal or set up automatic purchases.",
        flows: {
          authorizationCode: {
            authorizationUrl: `${site.baseUrl}${PATHS.authorize}`,
            tokenUrl: `${site.baseUrl}${PATHS.token}`,
            refreshUrl: `${site.baseUrl}${PATHS.token}`,
            scopes: { api: "Every tool" },
          },
        },
      },
    },
    headers: walletTerms(site) ? { ...HEADERS, ...WALLET_HEADERS } : HEADERS,
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    responses: sharedResponses(site),
    schemas: {
      Problem: problemSchema(site, codes),
      OAuthError: oauthErrorSchema(codes),
      AccessToken: ACCESS_TOKEN,
      Claim: CLAIM,
      Facts: schemaOfAnswer(FACTS),
    },
  };
}

function problemSchema(site: Site, codes: string[]) {
  return {
    type: "object",
    description: "Problem details (RFC 9457). Some codes add fields of their own.",
    required: ["type", "title", "status", "detail", "instance", "error", "request_id"],
    properties: {
      type: { type: "string", format: "uri", description: `\`${site.baseUrl}${PATHS.docs}#error-{error}\`` },
      title: { type: "string", description: "What the code means" },
      status: { type: "integer", description: "The HTTP status" },
      detail: { type: "string", description: "What happened here and what to do next" },
      instance: { type: "string", format: "uri", description: "This occurrence" },
      error: { type: "string", enum: codes, description: "Stable code" },
      request_id: { type: "string" },
      errors: {
        type: "array",
        description: "With `invalid_request`: the fields at fault",
        items: {
          type: "object",
          required: ["path", "message"],
          properties: {
            path: { type: "string" },
            message: { type: "string" },
            did_you_mean: { type: "string", description: "The declared field that an unknown one probably means" },
          },
        },
      },
      required: { type: "integer", description: "With `insufficient_tokens`: what the call costs" },
      balance: { type: "integer", description: "With `insufficient_tokens`: what there is" },
      top_up: { type: "object", description: "With `insufficient_tokens`: how to call `buy_tokens`" },
      nearest: {
        type: "array",
        items: { type: "string" },
        description: "With `tool_not_found`: the tools with the nearest names",
      },
      attempts_remaining: { type: "integer", description: "With `invalid_grant`: codes that may still be tried" },
      code: { type: "string", description: "With `invalid_title_filter`: what is wrong" },
      position: { type: "integer", description: "With `invalid_title_filter`: where, counted from 0" },
    },
  };
}

function oauthErrorSchema(codes: string[]) {
  return {
    type: "object",
    required: ["error", "error_description"],
    properties: {
      error: { type: "string", enum: codes },
      error_description: { type: "string", description: "What happened and what to do next" },
      attempts_remaining: { type: "integer", description: "With `invalid_grant`: codes that may still be tried" },
    },
  };
}

const ACCESS_TOKEN = {
  type: "object",
  required: ["access_token", "token_type", "expires_in", "scope"],
  properties: {
    access_token: { type: "string", description: "The API key" },
    token_type: { type: "string", const: "bearer" },
    expires_in: { type: "integer", description: "Seconds" },
    scope: { type: "string", const: "api" },
  },
};

const CLAIM = {
  type: "object",
  required: ["claim_token", "expires_in", "interval", "verification_uri", "user_code_length"],
  properties: {
    claim_token: { type: "string", description: "Opaque; name the claim with it" },
    expires_in: { type: "integer", description: "Seconds" },
    interval: { type: "integer", description: "Seconds between two polls" },
    verification_uri: { type: "string", format: "uri", description: "Where to submit the code" },
    user_code_length: { type: "integer", description: "Digits of the code that was mailed" },
  },
};
