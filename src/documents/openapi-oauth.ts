import { ACCESS_TOKEN_LIFETIME_SECONDS, CODE_LIFETIME_SECONDS, REFRESH_TOKEN_LIFETIME_SECONDS } from "../constants.ts";
import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, PATHS } from "../paths.ts";
import { oauthRefusals } from "./openapi-errors.ts";
import { body, just, type Sample, shared, text, uri } from "./openapi-parts.ts";
import { registrationSteps } from "./recipe.ts";

const FORM = "application/x-www-form-urlencoded";
const HOST = { client_name: "My MCP host", redirect_uris: ["https://host.example/callback"] };

/** Requests and answers of an MCP host whose user signs in. `<…>` stands for a value; a test performs them. */
export const SIGN_IN_EXAMPLES = {
  metadata: HOST,
  registered: {
    client_id: "<CLIENT_ID>",
    client_id_issued_at: 1_795_262_400,
    ...HOST,
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

const METADATA_NOTES = {
  client_name: text("Shown to the person; not verified"),
  redirect_uris: { type: "array", items: uri("Compared as a string"), minItems: 1, maxItems: 20 },
};
const RESOURCE = uri("The address of `/mcp` here (RFC 8707)");

/** Grants of `/oauth/token` for MCP hosts whose user has signed in (OAuth 2.1, sections 4.1.3 and 4.3). */
const SIGN_IN_GRANTS: Record<string, Sample> = {
  code: {
    example: SIGN_IN_EXAMPLES.code,
    fields: {
      client_id: text("As it was sent to the authorization endpoint"),
      code: text(`From the redirect, within ${CODE_LIFETIME_SECONDS} s, once; a second use ends the connection`),
      code_verifier: text("The code verifier (RFC 7636)"),
      "redirect_uri?": uri("As it was sent to the authorization endpoint, if at all"),
      "resource?": RESOURCE,
    },
  },
  refresh: {
    example: SIGN_IN_EXAMPLES.refresh,
    fields: {
      refresh_token: text(
        "The newest one. Its predecessor is answered with the same tokens for 30 seconds; any older one ends the connection",
      ),
      "resource?": RESOURCE,
    },
  },
};
const CONNECTION: Sample = {
  example: SIGN_IN_EXAMPLES.tokens,
  fields: {
    access_token: text("Used like an API key"),
    refresh_token: text(`Works once, for ${REFRESH_TOKEN_LIFETIME_SECONDS / 86_400} days`),
  },
};

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  request: object;
  answers: Record<number, object>;
};

/** The endpoints of registration and sign-in, with the requests and answers of the recipe as examples. */
export function oauthPaths(site: Site): Record<string, unknown> {
  const { anonymous, assertion, claim, exchange, revoke } = registrationSteps(site);
  const post = ({ request, answers, ...operation }: Operation) => ({
    post: {
      security: [],
      ...operation,
      requestBody: { required: true, ...request },
      responses: { ...answers, ...oauthRefusals() },
    },
  });
  return {
    [anonymous.path]: post({
      operationId: "register",
      tags: ["registration"],
      summary: "Register, anonymously or with a verified email",
      description: prose`Anonymous: returns a key. Verified email: mails a code to the address and returns a claim. An anonymous key sent
        as bearer is claimed for the person.`,
      security: [{}, { apiKey: [] }],
      request: body({ anonymous: { example: anonymous.json }, verified_email: { example: assertion.json } }),
      answers: {
        200: {
          description: "A key, or a claim",
          ...body({
            anonymous: { example: anonymous.answer, schema: shared("AccessToken") },
            verified_email: { example: assertion.answer, schema: shared("Claim") },
          }),
        },
      },
    }),
    [claim.path]: post({
      operationId: "submit_user_code",
      tags: ["registration"],
      summary: "Submit the code that the user received",
      description: "Binds the claim. Repeating it with the right code has the same result.",
      request: body({ claim: { example: claim.json } }),
      answers: { 200: { description: "The claim can be exchanged", ...body({ claimed: { example: claim.answer } }) } },
    }),
    [exchange.path]: post({
      operationId: "exchange_grant",
      tags: ["registration", "sign-in"],
      summary: "Exchange a claim for a key, or the grant of an MCP host for tokens",
      description: prose`A claim returns \`authorization_pending\` until the code is accepted, then a key, once. An authorization code or
        a refresh token returns an access token and the next refresh token.`,
      request: body(
        {
          claim: { example: exchange.form, fields: { grant_type: { enum: [CLAIM_GRANT, CLAIM_GRANT_ALIAS] } } },
          ...SIGN_IN_GRANTS,
        },
        FORM,
      ),
      answers: {
        200: {
          description: "A key, or the tokens of a connection",
          ...body({ connection: CONNECTION, claim: { example: exchange.answer, schema: shared("AccessToken") } }),
        },
      },
    }),
    [revoke.path]: post({
      operationId: "revoke",
      tags: ["registration", "sign-in"],
      summary: "Revoke a key or a refresh token (RFC 7009)",
      description: prose`Answers 200 whether or not the token existed. The very next request with it is refused; a refresh token ends its
        connection.`,
      request: body({ revoke: { example: revoke.form, fields: { "token_type_hint?": text() } } }, FORM),
      answers: { 200: { description: "The key no longer works" } },
    }),
    [PATHS.registerClient]: post({
      operationId: "register_client",
      tags: ["sign-in"],
      summary: "Register an MCP host (RFC 7591)",
      description: "Public clients only. A host that publishes a client ID metadata document needs no registration.",
      request: body({
        host: {
          example: HOST,
          fields: { "client_name?": METADATA_NOTES.client_name, redirect_uris: METADATA_NOTES.redirect_uris },
        },
      }),
      answers: {
        201: {
          description: "The registered metadata, which may differ from the request",
          ...body({ host: { example: SIGN_IN_EXAMPLES.registered, fields: METADATA_NOTES } }),
        },
      },
    }),
    [PATHS.authorize]: { get: authorizeOperation(site) },
  };
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
      shown to the person, who is never redirected without a click.`,
    security: [],
    parameters: [
      parameter("client_id", text("From the registration, or the address of a client ID metadata document")),
      parameter("redirect_uri", uri("One of the client's, as a string; only the port of a loopback address is free")),
      parameter("response_type", just("code")),
      parameter("code_challenge", { ...text("SHA-256 of the verifier"), pattern: "^[A-Za-z0-9_-]{43}$" }),
      parameter("code_challenge_method", just("S256")),
      parameter("resource", just(`${baseUrl}${PATHS.mcp}`), false),
      parameter("scope", just("api"), false),
      parameter("state", text("Comes back with the answer"), false),
    ],
    responses: {
      200: { description: "A page to sign in, or to allow the host", content: page },
      // A client that accepts HTML gets errors as a page.
      ...oauthRefusals(page),
    },
  };
}
