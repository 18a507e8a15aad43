import { ERRORS, type ErrorCode } from "../errors.ts";
import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { PATHS } from "../paths.ts";
import { schemaOfAnswer } from "../tools/json-schema.ts";
import { WALLET } from "./error-guide.ts";
import { sharedResponses } from "./openapi-errors.ts";
import { HEADERS, WALLET_HEADERS } from "./openapi-headers.ts";
import { object, shapeOf, text, uri, whole } from "./openapi-parts.ts";
import { FACTS, IDEMPOTENCY_KEY } from "./openapi-tools.ts";
import { registrationSteps } from "./recipe.ts";
import { walletTerms } from "./wallet-payments.ts";

/** The shared components that operations refer to. */
export function components(site: Site) {
  const codes = Object.keys(ERRORS).filter((code) => walletTerms(site) || !WALLET.includes(code as ErrorCode));
  const { anonymous, assertion } = registrationSteps(site);
  return {
    securitySchemes: {
      apiKey: { type: "http", scheme: "bearer", description: "An API key, e.g. from `get_api_key`" },
      signIn: {
        type: "oauth2",
        description: prose`An access token of an MCP host whose user has signed in. It cannot make or revoke keys, open the billing portal
          or set up automatic purchases.`,
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
      AccessToken: shapeOf(anonymous.answer, { access_token: text("The API key"), expires_in: whole("Seconds") }),
      Claim: shapeOf(assertion.answer, { interval: whole("Seconds between two polls") }),
      Facts: schemaOfAnswer(FACTS),
    },
  };
}

const ATTEMPTS = whole("With `invalid_grant`: codes that may still be tried");

function problemSchema(site: Site, codes: string[]) {
  const fieldError = object({
    path: text(),
    message: text(),
    "did_you_mean?": text("The declared field that an unknown one probably means"),
  });
  return object(
    {
      type: uri(`\`${site.baseUrl}${PATHS.docs}#error-{error}\``),
      title: text("What the code means"),
      status: whole("The HTTP status"),
      detail: text("What happened here and what to do next"),
      instance: uri("This occurrence"),
      error: { type: "string", enum: codes, description: "Stable code" },
      request_id: text(),
      "errors?": { type: "array", description: "With `invalid_request`: the fields at fault", items: fieldError },
      "required?": whole("With `insufficient_tokens`: what the call costs"),
      "balance?": whole("With `insufficient_tokens`: what there is"),
      "top_up?": { type: "object", description: "With `insufficient_tokens`: how to call `buy_tokens`" },
      "categories?": { type: "array", items: text(), description: "With `tool_not_allowed`: the tools of this key" },
      "nearest?": {
        type: "array",
        items: text(),
        description: "With `tool_not_found`: the tools with the nearest names",
      },
      "attempts_remaining?": ATTEMPTS,
      "code?": text("With `invalid_title_filter`: what is wrong"),
      "position?": whole("With `invalid_title_filter`: where, counted from 0"),
    },
    { description: "Problem details (RFC 9457). Some codes add fields of their own." },
  );
}

function oauthErrorSchema(codes: string[]) {
  return object({
    error: { type: "string", enum: codes },
    error_description: text("What happened and what to do next"),
    "attempts_remaining?": ATTEMPTS,
  });
}
