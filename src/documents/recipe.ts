import {
  CLAIM_LIFETIME_SECONDS,
  CLAIM_POLL_INTERVAL_SECONDS,
  KEY_LIFETIME_SECONDS,
  USER_CODE_DIGITS,
} from "../constants.ts";
import type { Site } from "../http/site.ts";
import { CLAIM_GRANT, PATHS } from "../paths.ts";
import { authorizationServer, protectedResource } from "./discovery-documents.ts";

/**
 * One request of the registration recipe and its answer. `<NAME>` stands for a value: in an answer it is learned, in a
 * request it is filled in; `<…>` in lower case is any text. A field called `…` says that there are more.
 */
export type Step = {
  method: "GET" | "POST";
  path: string;
  bearer?: string;
  json?: Record<string, unknown>;
  form?: Record<string, string>;
  status: number;
  headers?: Record<string, string>;
  answer: Record<string, unknown> | null;
};

const KEY = { access_token: "<API_KEY>", token_type: "bearer", expires_in: KEY_LIFETIME_SECONDS, scope: "api" };
const ASSERTION = { type: "identity_assertion", assertion_type: "verified_email", assertion: "<EMAIL>" };
const EXCHANGE = { grant_type: CLAIM_GRANT, claim_token: "<CLAIM_TOKEN>" };
const AND_MORE = { "…": "…" };

/** Every request that an agent makes to obtain, use and revoke a key. The tests perform them as `/auth.md` shows them. */
export function registrationSteps(site: Site) {
  const { baseUrl } = site;
  const challenge = `Bearer resource_metadata="${baseUrl}${PATHS.protectedResource}${PATHS.tools}"`;
  return {
    challenge: {
      method: "GET",
      path: `${PATHS.tools}/get_token_balance`,
      status: 401,
      headers: { "WWW-Authenticate": challenge },
      answer: { error: "missing_token", ...AND_MORE },
    },
    resource: {
      method: "GET",
      path: `${PATHS.protectedResource}${PATHS.tools}`,
      status: 200,
      answer: protectedResource(site, PATHS.tools),
    },
    server: { method: "GET", path: PATHS.authorizationServer, status: 200, answer: authorizationServer(site) },
    anonymous: { method: "POST", path: PATHS.identity, json: { type: "anonymous" }, status: 200, answer: KEY },
    assertion: {
      method: "POST",
      path: PATHS.identity,
      json: ASSERTION,
      status: 200,
      answer: {
        claim_token: "<CLAIM_TOKEN>",
        expires_in: CLAIM_LIFETIME_SECONDS,
        interval: CLAIM_POLL_INTERVAL_SECONDS,
        verification_uri: `${baseUrl}${PATHS.claim}`,
        user_code_length: USER_CODE_DIGITS,
      },
    },
    poll: {
      method: "POST",
      path: PATHS.token,
      form: EXCHANGE,
      status: 401,
      headers: {
        "WWW-Authenticate": 'AgentAuth error="authorization_pending"',
        "Retry-After": String(CLAIM_POLL_INTERVAL_SECONDS),
      },
      answer: { error: "authorization_pending", error_description: "<explanation>" },
    },
    claim: {
      method: "POST",
      path: PATHS.claim,
      json: { claim_token: "<CLAIM_TOKEN>", user_code: "<USER_CODE>" },
      status: 200,
      answer: { status: "claimed", token_endpoint: `${baseUrl}${PATHS.token}`, grant_type: CLAIM_GRANT },
    },
    exchange: { method: "POST", path: PATHS.token, form: EXCHANGE, status: 200, answer: KEY },
    bringAlong: {
      method: "POST",
      path: PATHS.identity,
      bearer: "<API_KEY>",
      json: ASSERTION,
      status: 200,
      answer: { claim_token: "<CLAIM_TOKEN>", ...AND_MORE },
    },
    index: {
      method: "GET",
      path: PATHS.tools,
      bearer: "<API_KEY>",
      status: 200,
      answer: { tools: { get_token_balance: { cost: 0 }, ...AND_MORE } },
    },
    revoke: {
      method: "POST",
      path: PATHS.revoke,
      form: { token: "<API_KEY>", token_type_hint: "access_token" },
      status: 200,
      answer: null,
    },
    revoked: {
      method: "GET",
      path: PATHS.tools,
      bearer: "<API_KEY>",
      status: 401,
      headers: { "WWW-Authenticate": `${challenge}, error="invalid_token"` },
      answer: { error: "invalid_token", ...AND_MORE },
    },
  } satisfies Record<string, Step>;
}

/** The request of a step as it goes over the wire. */
export function requestText(step: Step, { baseUrl }: Site): string {
  const lines = [`${step.method} ${step.path} HTTP/1.1`, `Host: ${new URL(baseUrl).host}`];
  if (step.bearer) lines.push(`Authorization: Bearer ${step.bearer}`);
  if (step.json) return [...lines, "Content-Type: application/json", "", jsonText(step.json)].join("\n");
  if (!step.form) return lines.join("\n");
  // Not URLSearchParams: placeholders stay readable, and nothing else in these forms needs escaping.
  const form = Object.entries(step.form).map(([name, value]) => `${name}=${value}`);
  return [...lines, "Content-Type: application/x-www-form-urlencoded", "", form.join("&")].join("\n");
}

/** The answer of a step as it comes back. */
export function answerText(step: Step): string {
  const headers = Object.entries(step.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const body = step.answer ? ["", jsonText(step.answer)] : [];
  return [`HTTP/1.1 ${step.status}`, ...headers, ...body].join("\n");
}

/** Indented JSON with lists of plain values on one line. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[[^[\]{}]+\]/g, (list) =>
    list.replace(/\s+/g, " ").replace(/^\[ | \]$/g, (edge) => edge.trim()),
  );
}
