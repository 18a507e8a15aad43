import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  CODE_LIFETIME_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
  REGISTRATION_BODY_BYTES,
} from "../constants.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { oauthRefusals } from "./openapi-errors.ts";

const text = (description: string) => ({ type: "string", description });
const uri = (description: string) => ({ type: "string", format: "uri", description });
const CODE_CHALLENGE = { type: "string", pattern: "^[A-Za-z0-9_-]{43}$", description: "SHA-256 of the verifier" };
const METADATA = {
  client_name: text("Shown to the person; not verified"),
  redirect_uris: { type: "array", items: uri("Compared as a string"), minItems: 1, maxItems: 20 },
};

/** Requests and answers of an MCP host whose user signs in. `<…>` stands for a value; a test performs them. */
export const SIGN_IN_EXAMPLES = {
  metadata: { client_name: "My MCP host", redirect_uris: ["https://host.example/callback"] },
  registered: {
    client_id: "<CLIENT_ID>",
    client_id_issued_at: 1_795_262_400,
    client_name: "My MCP host",
    redirect_uris: ["https://host.example/callback"],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "api",
  },
  code: {
    grant_type: "authorization_code",
    client_id: "<CLIENT_ID>",
    code: "<CODE>",
    code_verifier: "<CODE_VERIFIER>",
    redirect_uri: "https://host.example/callback",
  },
  refresh: { grant_type: "refresh_token", client_id: "<CLIENT_ID>", refresh_token: "<REFRESH_TOKEN>" },
  tokens: {
    access_token: "<ACCESS_TOKEN>",
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_token: "<REFRESH_TOKEN>",
    scope: "api",
  },
};

/** Forms of `/oauth/token` for MCP hosts whose user has signed in (OAuth 2.1, sections 4.1.3 and 4.3). */
export const SIGN_IN_GRANTS = [
  {
    type: "object",
    title: "Authorization code",
    required: ["grant_type", "client_id", "code", "code_verifier"],
    properties: {
      grant_type: { const: "authorization_code" },
      client_id: text("As it was sent to the authorization endpoint"),
      code: text(`From the redirect, within ${CODE_LIFETIME_SECONDS} s, once; a second use ends the connection`),
      code_verifier: text("The code verifier (RFC 7636)"),
      redirect_uri: uri("As it was sent to the authorization endpoint, if at all"),
      resource: uri("The address of `/mcp` here (RFC 8707); may be left out"),
    },
  },
  {
    type: "object",
    title: "Refresh token",
    required: ["grant_type", "client_id", "refresh_token"],
    properties: {
      grant_type: { const: "refresh_token" },
      client_id: text("As before"),
      refresh_token: text(
        "The newest one. Its predecessor is answered with the same tokens for 30 seconds; any older one ends the connection",
      ),
      resource: uri("The address of `/mcp` here (RFC 8707); may be left out"),
    },
  },
];

export const CONNECTION_TOKENS = {
  type: "object",
  required: ["access_token", "token_type", "expires_in", "refresh_token", "scope"],
  properties: {
    access_token: text("Used like an API key"),
    token_type: { type: "string", const: "bearer" },
    expires_in: { type: "integer", description: "Seconds" },
    refresh_token: text(`Good for one use and ${REFRESH_TOKEN_LIFETIME_SECONDS / 86_400} days`),
    scope: { type: "string", const: "api" },
  },
};

/** How an MCP host is registered, and where it sends its user. */
export function signInPaths(site: Site): Record<string, unknown> {
  return {
    [PATHS.registerClient]: { post: registerOperation() },
    [PATHS.authorize]: { get: authorizeOperation(site) },
  };
}

function registerOperation() {
  const { metadata, registered } = SIGN_IN_EXAMPLES;
  return {
    operationId: "register_client",
    tags: ["sign-in"],
    summary: "Register an MCP host (RFC 7591)",
    description: `Public clients only. A host that publishes a client ID metadata document needs no registration. At most ${REGISTRATION_BODY_BYTES} bytes.`,
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { type: "object", required: ["redirect_uris"], properties: METADATA },
          examples: { host: { value: metadata } },
        },
      },
    },
    responses: {
      201: {
        description: "The registered metadata, which may differ from the request",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: Object.keys(registered),
              properties: {
                ...METADATA,
                client_id: text("Names the host from now on"),
                client_id_issued_at: { type: "integer", description: "Seconds since 1970" },
                token_endpoint_auth_method: { type: "string", const: "none" },
                grant_types: { type: "array", items: { type: "string" } },
                response_types: { type: "array", items: { type: "string" } },
                scope: { type: "string", const: "api" },
              },
            },
            examples: { host: { value: registered } },
          },
        },
      },
      ...oauthRefusals(),
    },
  };
}

function authorizeOperation({ baseUrl }: Site) {
  const parameter = (name: string, schema: object, required = true) => ({ name, in: "query", required, schema });
  const page = { "text/html": { schema: { type: "string" } } };
  return {
    operationId: "authorize_client",
    tags: ["sign-in"],
    summary: "Ask a person to authorise an MCP host (OAuth 2.1, section 4.1)",
    description: `For a person's browser. It shows a sign-in page, then a page that names the host and its redirect URI. Allowing it leads to \`redirect_uri\` with \`code\`, \`state\` and \`iss\` (RFC 9207), or with \`error=access_denied\`. A faulty request is shown to the person; nobody is redirected without a click.`,
    security: [],
    parameters: [
      parameter("client_id", text("From the registration, or the address of a client ID metadata document")),
      parameter("redirect_uri", uri("One of the client's, as a string; only the port of a loopback address is free")),
      parameter("response_type", { const: "code" }),
      parameter("code_challenge", CODE_CHALLENGE),
      parameter("code_challenge_method", { const: "S256" }),
      parameter("resource", { const: `${baseUrl}${PATHS.mcp}` }, false),
      parameter("scope", { const: "api" }, false),
      parameter("state", text("Comes back with the answer"), false),
    ],
    responses: {
      200: { description: "A page to sign in, or to allow the host", content: page },
      // A client that accepts HTML gets errors as a page.
      ...oauthRefusals(page),
    },
  };
}
