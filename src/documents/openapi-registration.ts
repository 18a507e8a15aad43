import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS } from "../paths.ts";
import { OAUTH_REFUSALS } from "./openapi-errors.ts";
import { body, shared, text } from "./openapi-parts.ts";
import { registrationSteps } from "./recipe.ts";

const FORM = "application/x-www-form-urlencoded";

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  security?: object[];
  request: object;
  answer: object;
};

/**
 * The endpoints of registration, with the requests and answers of the recipe as examples. How MCP hosts sign a person in is the
 * security scheme `signIn` and the metadata of the authorization server.
 */
export function registrationPaths(site: Site): Record<string, unknown> {
  const { anonymous, assertion, claim, exchange, revoke } = registrationSteps(site);
  const post = ({ request, answer, ...operation }: Operation) => ({
    post: {
      tags: ["registration"],
      security: [],
      ...operation,
      requestBody: { required: true, ...request },
      responses: { 200: answer, ...OAUTH_REFUSALS },
    },
  });
  return {
    [anonymous.path]: post({
      operationId: "register",
      summary: "Register, anonymously or with a verified email",
      description: prose`Anonymous: returns a key. Verified email: mails a code to the address and returns a claim. An anonymous key sent
        as bearer is claimed for the person.`,
      security: [{}, { apiKey: [] }],
      request: body({ anonymous: { example: anonymous.json }, verified_email: { example: assertion.json } }),
      answer: {
        description: "A key, or a claim",
        ...body({
          anonymous: { example: anonymous.answer, schema: shared("AccessToken") },
          verified_email: { example: assertion.answer, schema: shared("Claim") },
        }),
      },
    }),
    [claim.path]: post({
      operationId: "submit_user_code",
      summary: "Submit the code that the user received",
      description: "Binds the claim. Repeating it with the right code has the same result.",
      request: body({ claim: { example: claim.json } }),
      answer: { description: "The claim can be exchanged", ...body({ claimed: { example: claim.answer } }) },
    }),
    [exchange.path]: post({
      operationId: "exchange_claim",
      summary: "Exchange a claim for a key",
      description: "Answers `authorization_pending` until the code is accepted, then a key, once.",
      request: body(
        { claim: { example: exchange.form, fields: { grant_type: { enum: [CLAIM_GRANT, CLAIM_GRANT_ALIAS] } } } },
        FORM,
      ),
      answer: {
        description: "A key",
        ...body({ claim: { example: exchange.answer, schema: shared("AccessToken") } }),
      },
    }),
    [revoke.path]: post({
      operationId: "revoke",
      summary: "Revoke a key (RFC 7009)",
      description: "Answers 200 whether or not the key existed. The very next request with it is refused.",
      request: body({ revoke: { example: revoke.form, fields: { "token_type_hint?": text() } } }, FORM),
      answer: { description: "The key no longer works" },
    }),
  };
}
