import { version } from "../../package.json";
import type { Category } from "../constants.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, PATHS, twinOf } from "../paths.ts";
import { schemaOfAnswer } from "../tools/json-schema.ts";
import type { Tool } from "../tools/tool.ts";
import { WALLET } from "./error-guide.ts";
import { body, object, shapeOf, shared, text, uri, whole } from "./openapi-parts.ts";
import { OAUTH_REFUSALS, sharedHeaders, sharedResponses } from "./openapi-responses.ts";
import { FACTS, IDEMPOTENCY_KEY, toolPaths } from "./openapi-tools.ts";
import { registrationSteps } from "./recipe.ts";
import { shareSchemas } from "./shared-schemas.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

const TAGS = {
  registration: "Getting and revoking a key",
  socials: "Companies and people on {network}, and what is said elsewhere",
  reddit: "Posts, communities and accounts on Reddit",
  email: "Email addresses of people at companies",
  signals: "Reasons to talk to a company now",
  admin: "Keys, tokens, purchases and usage",
} satisfies Record<"registration" | Category, string>;

/** The REST interface as OpenAPI 3.1: of all tools, or of `tools` with their recorded answers. */
export function openapi(site: Site, tools: readonly Tool[] | null = null) {
  return shareSchemas(unsharedOpenapi(site, tools));
}

/** The same with each schema in its place, for scripts/client.ts. */
export function unsharedOpenapi(site: Site, tools: readonly Tool[] | null = null) {
  const { baseUrl, config } = site;
  return {
    openapi: "3.1.1",
    info: {
      title: config.SERVICE_NAME,
      version,
      summary: "Go-to-market data tools for autonomous agents",
      description: prose`Every tool is \`POST ${PATHS.tools}/{tool_name}\` with a JSON body. Get a key with \`get_api_key\` or as
        [auth.md](${baseUrl}${twinOf(PATHS.auth)}) says. The same tools are served to MCP clients at \`${baseUrl}${PATHS.mcp}\`. An
        operation's price in tokens is \`x-cost\`. \`${PATHS.openapi}?tools=get_email,get_company\` has some tools only, with recorded
        answers; \`${PATHS.docs}/{tool_name}.md\` has all of one. Each answer of a tool has the headers of \`components.headers\` that
        apply to it.`,
      ...(walletTerms(site) && { "x-guidance": walletLines(site).pay.join(" ") }),
      license: { name: "MIT", identifier: "MIT" },
    },
    ...(walletTerms(site) && { "x-service-info": { categories: ["data"], docs: { llms: `${baseUrl}${PATHS.llms}` } } }),
    externalDocs: { url: `${baseUrl}${PATHS.docs}`, description: "Reference for people" },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }, { signIn: ["api"] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...registrationPaths(site), ...toolPaths(site, tools) },
    components: components(site),
  };
}

function components(site: Site) {
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
    headers: sharedHeaders(site),
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
    responses: sharedResponses(site),
    schemas: {
      Problem: problemSchema(site, codes),
      OAuthError: object({
        error: { type: "string", enum: codes },
        error_description: text("What happened and what to do next"),
        "attempts_remaining?": ATTEMPTS,
      }),
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
      "nearest?": { type: "array", items: text(), description: "With `tool_not_found`: the nearest names" },
      "attempts_remaining?": ATTEMPTS,
      "code?": text("With `invalid_title_filter`: what is wrong"),
      "position?": whole("With `invalid_title_filter`: where, counted from 0"),
    },
    { description: "Problem details (RFC 9457). Some codes add fields of their own." },
  );
}

const FORM = "application/x-www-form-urlencoded";
const GRANTS = [CLAIM_GRANT, CLAIM_GRANT_ALIAS];

type Operation = { operationId: string; security?: object[]; request: object; answer: object } & Record<
  string,
  unknown
>;

/** The endpoints of registration, with examples from the recipe. How MCP hosts sign a person in is the security scheme `signIn`. */
function registrationPaths(site: Site): Record<string, unknown> {
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
      request: body({ claim: { example: exchange.form, fields: { grant_type: { enum: GRANTS } } } }, FORM),
      answer: { description: "A key", ...body({ claim: { example: exchange.answer, schema: shared("AccessToken") } }) },
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
