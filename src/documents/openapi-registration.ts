import type { Site } from "../http/site.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS } from "../paths.ts";
import { oauthRefusals } from "./openapi-errors.ts";
import { CONNECTION_TOKENS, SIGN_IN_EXAMPLES, SIGN_IN_GRANTS } from "./openapi-sign-in.ts";
import { registrationSteps, type Step } from "./recipe.ts";

const text = { type: "string" };
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The registration endpoints, with the requests and answers of the recipe as examples. */
export function registrationPaths(site: Site): Record<string, unknown> {
  const step = registrationSteps(site);
  return {
    [step.anonymous.path]: {
      post: {
        operationId: "register",
        summary: "Register, anonymously or with a verified email",
        description:
          "Anonymous: returns a key. Verified email: mails a code to the address and returns a claim. An anonymous key sent as bearer is claimed for the person.",
        security: [{}, { apiKey: [] }],
        requestBody: body("application/json", REGISTRATION, {
          anonymous: step.anonymous,
          verified_email: step.assertion,
        }),
        responses: {
          200: answer(
            "A key, or a claim",
            { anyOf: [schema("AccessToken"), schema("Claim")] },
            {
              anonymous: step.anonymous,
              verified_email: step.assertion,
            },
          ),
          ...oauthRefusals(),
        },
        tags: ["registration"],
      },
    },
    [step.claim.path]: {
      post: {
        operationId: "submit_user_code",
        summary: "Submit the code that the user received",
        description: "Binds the claim. Repeating it with the right code has the same result.",
        security: [],
        requestBody: body("application/json", USER_CODE, { claim: step.claim }),
        responses: {
          200: answer("The claim can be exchanged", CLAIMED, { claimed: step.claim }),
          ...oauthRefusals(),
        },
        tags: ["registration"],
      },
    },
    [step.exchange.path]: { post: exchangeOperation(step) },
    [step.revoke.path]: {
      post: {
        operationId: "revoke",
        summary: "Revoke a key or a refresh token (RFC 7009)",
        description:
          "Answers 200 whether or not the token existed. The very next request with it is refused; a refresh token ends its connection.",
        security: [],
        requestBody: body("application/x-www-form-urlencoded", REVOCATION, { revoke: step.revoke }),
        responses: { 200: { description: "The key does not work any more" }, ...oauthRefusals() },
        tags: ["registration", "sign-in"],
      },
    },
  };
}

function exchangeOperation(step: ReturnType<typeof registrationSteps>) {
  const { code, refresh, tokens } = SIGN_IN_EXAMPLES;
  return {
    operationId: "exchange_grant",
    summary: "Exchange a claim for a key, or the grant of an MCP host for tokens",
    description:
      "A claim returns `authorization_pending` until the code is accepted, then a key, once. An authorization code or a refresh token returns an access token and the next refresh token.",
    security: [],
    requestBody: body(
      "application/x-www-form-urlencoded",
      { oneOf: [EXCHANGE, ...SIGN_IN_GRANTS] },
      { claim: step.exchange, code: { form: code }, refresh: { form: refresh } },
    ),
    responses: {
      200: answer(
        "A key, or the tokens of a connection",
        { anyOf: [CONNECTION_TOKENS, schema("AccessToken")] },
        { claim: step.exchange, connection: { answer: tokens } },
      ),
      ...oauthRefusals(),
    },
    tags: ["registration", "sign-in"],
  };
}

function body(type: string, bodySchema: unknown, steps: Record<string, Pick<Step, "json" | "form">>) {
  const examples = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { value: step.json ?? step.form }]),
  );
  return { required: true, content: { [type]: { schema: bodySchema, examples } } };
}

function answer(description: string, answerSchema: unknown, steps: Record<string, Pick<Step, "answer">>) {
  const examples = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, { value: step.answer }]));
  return { description, content: { "application/json": { schema: answerSchema, examples } } };
}

const REGISTRATION = {
  oneOf: [
    { type: "object", required: ["type"], properties: { type: { const: "anonymous" } } },
    {
      type: "object",
      required: ["type", "assertion_type", "assertion"],
      properties: {
        type: { const: "identity_assertion" },
        assertion_type: { const: "verified_email" },
        assertion: { type: "string", description: "Email address of the user" },
      },
    },
  ],
};

const USER_CODE = {
  type: "object",
  required: ["claim_token", "user_code"],
  properties: { claim_token: text, user_code: { type: "string", description: "The digits as a string" } },
};

const CLAIMED = {
  type: "object",
  required: ["status", "token_endpoint", "grant_type"],
  properties: { status: { const: "claimed" }, token_endpoint: text, grant_type: text },
};

const EXCHANGE = {
  type: "object",
  title: "Claim",
  required: ["grant_type", "claim_token"],
  properties: { grant_type: { type: "string", enum: [CLAIM_GRANT, CLAIM_GRANT_ALIAS] }, claim_token: text },
};

const REVOCATION = {
  type: "object",
  required: ["token"],
  properties: {
    token: { type: "string", description: "The API key, access token or refresh token" },
    token_type_hint: text,
  },
};
