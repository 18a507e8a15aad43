import * as z from "zod";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { SHARED_FIELDS } from "../tools/fields/answers.ts";
import { toolsOf } from "../tools/index.ts";
import { firstSentences, inputSchema, type JsonSchema, mapInner, outputSchema } from "../tools/json-schema.ts";
import type { Tool } from "../tools/tool.ts";
import { object, whole } from "./openapi-parts.ts";
import { headers, refusals } from "./openapi-responses.ts";
import { paymentInfo, walletTerms } from "./wallet-payments.ts";

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "Repeats of the same call within 24 hours get the first answer, uncharged",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
};

/** Importers cut longer ones; the tool's page has the rest. */
const MAX_DESCRIPTION_LENGTH = 120;
const MAX_FIELD_DESCRIPTION_LENGTH = 65;
const MAX_LISTED_VALUES = 4;

const IDEMPOTENCY = { parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }] };

/** The index and every tool, or `only` some with their recorded answers. */
export function toolPaths(site: Site, only: readonly Tool[] | null): Record<string, unknown> {
  const { answers: _, ...plain } = site;
  const shown = only ? site : plain;
  return {
    [PATHS.tools]: { get: indexOperation(site) },
    ...Object.fromEntries(
      (only ?? toolsOf(site.config)).map((tool) => [
        `${PATHS.tools}/${tool.name}`,
        {
          post: postOperation(tool, shown),
          ...(tool.name === "get_token_balance" && { get: getOperation(tool, plain) }),
        },
      ]),
    ),
  };
}

function postOperation(tool: Tool, site: Site) {
  const isWhole = site.answers !== undefined;
  return {
    operationId: tool.name,
    ...describe(tool, site),
    ...(tool.cost > 0 || !tool.annotations.readOnlyHint ? IDEMPOTENCY : {}),
    requestBody: {
      required: (inputSchema(tool).required ?? []).length > 0,
      content: {
        "application/json": {
          schema: isWhole ? inputSchema(tool) : withShortDescriptions(inputSchema(tool)),
          example: tool.example,
        },
        ...(tool.job === "starts" && { "text/csv": { schema: { type: "string" } } }),
      },
    },
    responses: responses(tool, site),
  };
}

/** As the source document has it: the only tool that is documented with GET, and it takes nothing. */
function getOperation(tool: Tool, site: Site) {
  return { operationId: `${tool.name}_with_get`, ...describe(tool, site), responses: responses(tool, site) };
}

/** What every data tool's answer has: the component `Facts`. */
export const FACTS = z.looseObject(SHARED_FIELDS);

/** An answer's schema with the fields of {@link FACTS} by reference. */
function withFacts({ properties = {}, required = [], ...schema }: JsonSchema): Record<string, unknown> {
  const isOwn = (name: string) => !Object.hasOwn(SHARED_FIELDS, name);
  const hasFacts = properties.observed_at !== undefined;
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name) || !hasFacts));
  const needed = required.filter((name) => Object.hasOwn(own, name));
  return {
    ...schema,
    ...(hasFacts && { allOf: [{ $ref: "#/components/schemas/Facts" }] }),
    properties: own,
    ...(needed.length > 0 && { required: needed }),
  };
}

function describe(tool: Tool, site: Site) {
  const isServed = !site.unserved?.has(tool.name);
  const terms = walletTerms(site);
  return {
    tags: [tool.category],
    summary: tool.title,
    description: `${isServed ? "" : "Not served by this deployment (501). "}${firstSentences(tool.description, MAX_DESCRIPTION_LENGTH)}`,
    "x-cost": tool.cost,
    "x-served": isServed,
    ...(tool.auth === "none" ? { security: [] } : {}),
    ...(terms && isServed && tool.cost > 0
      ? { security: [{ apiKey: [] }, { signIn: ["api"] }, {}], "x-payment-info": paymentInfo(tool, terms) }
      : {}),
  };
}

function responses(tool: Tool, site: Site): Record<string, unknown> {
  // In the document of all tools one that is not served takes no more room than it needs to be found.
  if (!site.answers && site.unserved?.has(tool.name)) return { 200: { description: "The answer" }, ...refusals(false) };
  const recorded = site.answers?.[tool.name];
  const content = {
    "application/json": {
      schema: site.answers ? outputSchema(tool) : withFacts(outline(outputSchema(tool))),
      ...(recorded && { example: recorded.answer }),
    },
  };
  return {
    200: { description: "The answer", content },
    ...(tool.job === "starts" && { 202: { description: "It has started", headers: headers("Location"), content } }),
    ...refusals(tool.cost > 0),
  };
}

function withShortDescriptions(schema: JsonSchema): JsonSchema {
  const { description } = schema;
  const short = description && { description: firstSentences(description, MAX_FIELD_DESCRIPTION_LENGTH) };
  return { ...mapInner(schema, withShortDescriptions), ...short };
}

/** Fields of the items of a list are named; what is inside those is only typed. */
const MAX_DEPTH = 2;

/** Names and types; the tool's own document has descriptions, long lists and what is deeper inside. */
function outline(schema: JsonSchema, depth = 0): JsonSchema {
  const { description: _, required: __, enum: values, properties, items, ...plain } = schema;
  const inner = depth < MAX_DEPTH && { ...(properties && { properties }), ...(items && { items }) };
  const { anyOf = [], ...short } = mapInner({ ...plain, ...inner }, (one) => outline(one, depth + 1));
  // Some alternatives differ only in what is left out.
  const distinct = [...new Map(anyOf.map((one) => [JSON.stringify(one), one])).values()];
  return {
    ...short,
    ...(distinct.length > 1 ? { anyOf: distinct } : distinct[0]),
    ...(values && values.length <= MAX_LISTED_VALUES && { enum: values }),
  };
}

function indexOperation({ config }: Site) {
  const costs = { type: "object", additionalProperties: object({ cost: whole() }) };
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
        content: {
          "application/json": {
            schema: object({ tools: costs }),
            example: { tools: first ? { [first.name]: { cost: first.cost } } : {} },
          },
        },
      },
      ...refusals(false),
    },
  };
}
