import { ProtocolError, ProtocolErrorCode, type Tool as ToolOnTheWire } from "@modelcontextprotocol/server";
import type { Config } from "../../config.ts";
import { lazyPer } from "../../lib/lazy.ts";
import { nameNetworkIn } from "../../readers/words/network-name.ts";
import { toolsOf } from "../../tools/index.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../../tools/json-schema.ts";
import { findUnservedTools } from "../../tools/served.ts";
import { CATEGORIES, type Category, type DeploymentContext, type Tool } from "../../tools/tool.ts";

type ListedTool = { category: Category; listed: ToolOnTheWire };

/** All tools in MCP's form, converted at the first listing to keep the conversion out of start-up and of calls. */
const listEvery = lazyPer((config: Config): ListedTool[] =>
  toolsOf(config).map((tool) => ({ category: tool.category, listed: nameNetworkIn(onTheWire(tool), config) })),
);

/**
 * The tools that this deployment can serve of `categories` (comma-separated, as in `?categories=socials,email`), or all of
 * them. A listed tool takes up an agent's context, so a client may ask for fewer. Throws a JSON-RPC error that lists the
 * categories.
 */
export async function listTools(context: DeploymentContext, categories: string | undefined): Promise<ToolOnTheWire[]> {
  const wanted = (categories ?? "").split(",").map((name) => name.trim().toLowerCase());
  const asked = wanted.filter(Boolean);
  const unknown = asked.find((name) => !CATEGORIES.includes(name as Category));
  if (unknown !== undefined) {
    const known = CATEGORIES.join(", ");
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no category "${unknown.slice(0, 64)}" in ?categories=. There are: ${known}.`,
    );
  }
  const unserved = await findUnservedTools(context);
  return listEvery(context.config)
    .filter(({ category }) => asked.length === 0 || asked.includes(category))
    .filter(({ listed }) => !unserved.has(listed.name))
    .map(({ listed }) => listed);
}

function onTheWire(tool: Tool): ToolOnTheWire {
  return {
    name: tool.name,
    title: tool.title,
    description: `${firstSentences(tool.description, MAX_DESCRIPTION_LENGTH)} ${priceOf(tool.cost)}`,
    inputSchema: shortInput(inputSchema(tool)) as ToolOnTheWire["inputSchema"],
    outputSchema: shortOutput(outputSchema(tool)) as ToolOnTheWire["outputSchema"],
    annotations: tool.annotations,
    _meta: { "tallygate/cost": tool.cost },
  };
}

/** Clients read the whole list, so it holds only what is needed to choose and call a tool; the tool's page has the rest. */
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_FIELD_DESCRIPTION_LENGTH = 90;
const MAX_OUTPUT_SCHEMA_LENGTH = 250;

const BOUNDS = ["pattern", "minLength", "maxLength", "format", "minItems", "maxItems"];

/**
 * An input schema without bounds of texts and lists, long descriptions, text formats, and `null` for optional fields. A call
 * checks the bounds and names them in its error.
 */
function shortInput(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    if (name === "description" && typeof value === "string") return firstSentences(value, MAX_FIELD_DESCRIPTION_LENGTH);
    if (BOUNDS.includes(name) && typeof value !== "object") return undefined;
    return isSchema(value) ? withoutChoices(value) : value;
  }) as JsonSchema;
}

function isSchema(value: unknown): value is JsonSchema {
  if (typeof value !== "object" || value === null) return false;
  return ("anyOf" in value && Array.isArray(value.anyOf)) || ("type" in value && value.type === "array");
}

/** Equal alternatives, and one beside `null`, are reduced to one; the description of a list describes its items. */
function withoutChoices({ anyOf, items, ...schema }: JsonSchema): JsonSchema {
  const choices = new Map(
    (anyOf ?? []).filter(({ type }) => type !== "null").map((choice) => [JSON.stringify(choice), choice]),
  );
  const [only] = choices.values();
  const { description: _, ...plainItems } = items ?? {};
  return {
    ...(only && choices.size === 1 ? { ...only, ...schema } : { ...(anyOf && { anyOf }), ...schema }),
    ...(items && { items: schema.description ? plainItems : items }),
  };
}

/** A long output schema is replaced by that of any object. */
function shortOutput(schema: JsonSchema): JsonSchema {
  return JSON.stringify(schema).length <= MAX_OUTPUT_SCHEMA_LENGTH ? schema : { type: "object" };
}

/** Whole sentences from the beginning, at least one, together at most `max` characters. */
function firstSentences(text: string, max: number): string {
  const [first = "", ...more] = text.split(/(?<=[.?!]) (?=[A-Z])/);
  let kept = first;
  for (const sentence of more) {
    if (kept.length + 1 + sentence.length > max) break;
    kept = `${kept} ${sentence}`;
  }
  return kept;
}

function priceOf(tokens: number): string {
  if (tokens === 0) return "Free.";
  return tokens === 1 ? "Costs 1 token." : `Costs ${tokens} tokens.`;
}
