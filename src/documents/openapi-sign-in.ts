import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  CODE_LIFETIME_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
  REGISTRATION_BODY_BYTES,
} from "../constants.ts";
import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { PATHS } from "../paths.ts";
import { oauthRefusals } from "./openapi-errors.ts";
import { content, just, object, open, text, uri, whole } from "./openapi-parts.ts";

const CODE_CHALLENGE = { type: "string", pattern: "^[A-Za-z0-9_-]{43}$", description: "SHA-256 of the verifier" };
const METADATA = {
  "client_name?": text("Shown to the person; not verified"),
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

const RESOURCE = uri("The address of `/mcp` here (RFC 8707); may be left out");

/** Forms of `/oauth/token` for MCP hosts whose user has signed in (OAuth 2.1, sections 4.1.3 and 4.3). */
export const SIGN_IN_GRANTS = [
  object(
    {
      grant_type: { const: "authorization_code" },
      client_id: text("As it was sent to the authorization endpoint"),
      code: text(`From the redirect, within ${CODE_LIFETIME_SECONDS} s, once; a second use ends the connection`),
      code_verifier: text("The code verifier (RFC 7636)"),
      "redirect_uri?": uri("As it was sent to the authorization endpoint, if at all"),
      "resource?": RESOURCE,
    },
    { title: "Authorization code" },
  ),
  object(
    {
      grant_type: { const: "refresh_token" },
      client_id: text("As before"),
      refresh_token: text(
        "The newest one. Its predecessor is answered with the same tokens for 30 seconds; any older one ends the connection",
      ),
      "resource?": RESOURCE,
    },
    { title: "Refresh token" },
  ),
];

export const CONNECTION_TOKENS = object({
  access_token: text("Used like an API key"),
  token_type: just("bearer"),
  expires_in: whole("Seconds"),
  refresh_token: text(`Good for one use and ${REFRESH_TOKEN_LIFETIME_SECONDS / 86_400} days`),
  scope: just("api"),
});

/** How an MCP host is registered, and where it sends its user. */
export function signInPaths(site: Site): Record<string, unknown> {
  return {
    [PATHS.registerClient]: { post: registerOperation() },
    [PATHS.authorize]: { get: authorizeOperation(site) },
  };
}

function registerOperation() {
  const { metadata, registered } = SIGN_IN_EXAMPLES;
  const list = { type: "array", items: text() };
  const answer = object({
    client_id: text("Names the host from now on"),
    client_id_issued_at: whole("Seconds since 1970"),
    client_name: METADATA["client_name?"],
    redirect_uris: METADATA.redirect_uris,
    token_endpoint_auth_method: just("none"),
    grant_types: list,
    response_types: list,
    scope: just("api"),
  });
  return open(["sign-in"], {
    operationId: "register_client",
    summary: "Register an MCP host (RFC 7591)",
    description: prose`Public clients only. A host that publishes a client ID metadata document needs no registration. At most
      ${REGISTRATION_BODY_BYTES} bytes.`,
    requestBody: { required: true, ...content(object(METADATA), { host: metadata }) },
    responses: {
      201: {
        description: "The registered metadata, which may differ from the request",
        ...content(answer, { host: registered }),
      },
    },
  });
}

function authorizeOperation({ baseUrl }: Site) {
  const parameter = (name: string, schema: object, required = true) => ({ name, in: "query", required, schema });
  const page = { "text/html": { schema: text() } };
  return {
    operationId: "authorize_client",
    tags: ["sign-in"],
    summary: "Ask a person to authorise an MCP host (OAuth 2.1, section 4.1)",
    description: prose`For a person's browser. It shows a sign-in page, then a page that names the host and its redirect URI. Allowing it
      leads to \`redirect_uri\` with \`code\`, \`state\` and \`iss\` (RFC 9207), or with \`error=access_denied\`. A faulty request is
      shown to the person; nobody is redirected without a click.`,
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
