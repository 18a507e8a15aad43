import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS } from "../paths.ts";
import { content, object, open, shared, text } from "./openapi-parts.ts";
import { CONNECTION_TOKENS, SIGN_IN_EXAMPLES, SIGN_IN_GRANTS } from "./openapi-sign-in.ts";
import { registrationSteps } from "./recipe.ts";

const FORM = "application/x-www-form-urlencoded";

const REGISTRATION = {
  oneOf: [
    object({ type: { const: "anonymous" } }),
    object({
      type: { const: "identity_assertion" },
      assertion_type: { const: "verified_email" },
      assertion: text("Email address of the user"),
    }),
  ],
};
const USER_CODE = object({ claim_token: text(), user_code: text("The digits as a string") });
const CLAIMED = object({ status: { const: "claimed" }, token_endpoint: text(), grant_type: text() });
const EXCHANGE = object(
  { grant_type: { type: "string", enum: [CLAIM_GRANT, CLAIM_GRANT_ALIAS] }, claim_token: text() },
  { title: "Claim" },
);
const REVOCATION = object({
  token: text("The API key, access token or refresh token"),
  "token_type_hint?": text(),
});

/** The registration endpoints, with the requests and answers of the recipe as examples. */
export function registrationPaths(site: Site): Record<string, unknown> {
  const { anonymous, assertion, claim, exchange, revoke } = registrationSteps(site);
  const { code, refresh, tokens } = SIGN_IN_EXAMPLES;
  const register = open(["registration"], {
    operationId: "register",
    summary: "Register, anonymously or with a verified email",
    description: prose`Anonymous: returns a key. Verified email: mails a code to the address and returns a claim. An anonymous key sent as
      bearer is claimed for the person.`,
    security: [{}, { apiKey: [] }],
    requestBody: {
      required: true,
      ...content(REGISTRATION, { anonymous: anonymous.json, verified_email: assertion.json }),
    },
    responses: {
      200: {
        description: "A key, or a claim",
        ...content(
          { anyOf: [shared("AccessToken"), shared("Claim")] },
          { anonymous: anonymous.answer, verified_email: assertion.answer },
        ),
      },
    },
  });
  const submitCode = open(["registration"], {
    operationId: "submit_user_code",
    summary: "Submit the code that the user received",
    description: "Binds the claim. Repeating it with the right code has the same result.",
    requestBody: { required: true, ...content(USER_CODE, { claim: claim.json }) },
    responses: {
      200: { description: "The claim can be exchanged", ...content(CLAIMED, { claimed: claim.answer }) },
    },
  });
  const exchangeGrant = open(["registration", "sign-in"], {
    operationId: "exchange_grant",
    summary: "Exchange a claim for a key, or the grant of an MCP host for tokens",
    description: prose`A claim returns \`authorization_pending\` until the code is accepted, then a key, once. An authorization code or a
      refresh token returns an access token and the next refresh token.`,
    requestBody: {
      required: true,
      ...content({ oneOf: [EXCHANGE, ...SIGN_IN_GRANTS] }, { claim: exchange.form, code, refresh }, FORM),
    },
    responses: {
      200: {
        description: "A key, or the tokens of a connection",
        ...content(
          { anyOf: [CONNECTION_TOKENS, shared("AccessToken")] },
          { claim: exchange.answer, connection: tokens },
        ),
      },
    },
  });
  const revokeToken = open(["registration", "sign-in"], {
    operationId: "revoke",
    summary: "Revoke a key or a refresh token (RFC 7009)",
    description:
      "Answers 200 whether or not the token existed. The very next request with it is refused; a refresh token ends its connection.",
    requestBody: { required: true, ...content(REVOCATION, { revoke: revoke.form }, FORM) },
    responses: { 200: { description: "The key does not work any more" } },
  });
  return {
    [anonymous.path]: { post: register },
    [claim.path]: { post: submitCode },
    [exchange.path]: { post: exchangeGrant },
    [revoke.path]: { post: revokeToken },
  };
}
