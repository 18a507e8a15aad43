import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { toolsOf } from "../tools/index.ts";
import { inputSchema, outputSchema } from "../tools/json-schema.ts";
import type { Tool } from "../tools/tool.ts";
import { errorsOf } from "./error-guide.ts";
import { answerOf } from "./examples.ts";
import { INDEX_ERRORS, problemResponses } from "./openapi-errors.ts";
import { LOCATION_HEADER, PUBLIC_HEADERS, REPLAY_HEADER, RETRY_HEADER, TOOL_HEADERS } from "./openapi-headers.ts";
import { paymentInfo, walletTerms } from "./wallet-payments.ts";

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "Repeats of the same call within 24 hours get the first answer, uncharged",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
};

/** The index and every tool. */
export function toolPaths(site: Site): Record<string, unknown> {
  return {
    [PATHS.tools]: { get: indexOperation(site) },
    ...Object.fromEntries(
      toolsOf(site.config).map((tool) => [
        `${PATHS.tools}/${tool.name}`,
        { post: postOperation(tool, site), ...(tool.get ? { get: getOperation(tool, site) } : {}) },
      ]),
    ),
  };
}

function postOperation(tool: Tool, site: Site) {
  return {
    operationId: tool.name,
    ...describe(tool, site),
    ...(tool.auth === "none" ? {} : { parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }] }),
    requestBody: {
      required: (inputSchema(tool).required ?? []).length > 0,
      content: {
        "application/json": { schema: inputSchema(tool), example: tool.example },
        ...(tool.job === "starts" && { "text/csv": { schema: { type: "string" } } }),
      },
    },
    responses: responses(tool, site),
  };
}

function getOperation(tool: Tool, site: Site) {
  const { properties = {}, required = [] } = inputSchema(tool);
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  return {
    operationId: `${tool.name}_with_get`,
    ...describe(tool, site),
    parameters,
    responses: responses(tool, site),
  };
}

function describe(tool: Tool, site: Site) {
  const isServed = !site.unserved?.has(tool.name);
  const terms = walletTerms(site);
  return {
    tags: [tool.category],
    summary: tool.title,
    description: isServed ? tool.description : `Not served by this deployment (501). ${tool.description}`,
    "x-cost": tool.cost,
    "x-served": isServed,
    ...(tool.auth === "none" ? { security: [] } : {}),
    ...(terms && isServed && tool.cost > 0
      ? { security: [{ apiKey: [] }, { signIn: ["api"] }, {}], "x-payment-info": paymentInfo(tool, terms) }
      : {}),
  };
}

function responses(tool: Tool, site: Site): Record<string, unknown> {
  const headers = {
    ...(tool.auth === "none" ? PUBLIC_HEADERS : { ...TOOL_HEADERS, ...REPLAY_HEADER }),
    ...(tool.job ? RETRY_HEADER : {}),
  };
  const content = { "application/json": { schema: outputSchema(tool), ...answerExample(tool, site) } };
  return {
    200: { description: tool.title, headers, content },
    ...(tool.job === "starts" && {
      202: { description: "It has started", headers: { ...headers, ...LOCATION_HEADER }, content },
    }),
    ...problemResponses(errorsOf(tool, walletTerms(site) !== null)),
  };
}

function answerExample(tool: Tool, site: Site) {
  const recorded = answerOf(tool, site);
  return recorded ? { example: recorded.answer } : {};
}

function indexOperation({ config }: Site) {
  const cost = { type: "object", required: ["cost"], properties: { cost: { type: "integer" } } };
  const [first] = toolsOf(config);
  return {
    operationId: "list_tools",
    tags: ["admin"],
    summary: "All tools and their costs",
    description:
      "Needs no key. With a key it takes one request of the organisation's rate limit; a key that is not valid is 401.",
    "x-cost": 0,
    security: [{}, { apiKey: [] }, { signIn: ["api"] }],
    responses: {
      200: {
        description: "Costs in tokens by tool name",
        headers: TOOL_HEADERS,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["tools"],
              properties: { tools: { type: "object", additionalProperties: cost } },
            },
            example: { tools: first ? { [first.name]: { cost: first.cost } } : {} },
          },
        },
      },
      ...problemResponses(INDEX_ERRORS),
    },
  };
}
