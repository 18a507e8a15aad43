import { ProtocolError, ProtocolErrorCode, type Tool as ToolOnTheWire } from "@modelcontextprotocol/server";
import type { Config } from "../../config.ts";
import { nameNetwork } from "../../text/network-name.ts";
import { toolsOf } from "../../tools/index.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../../tools/json-schema.ts";
import { findUnservedTools } from "../../tools/served.ts";
import { CATEGORIES, type Category, type DeploymentContext, type Tool } from "../../tools/tool.ts";

type ListedTool = { category: Category; listed: ToolOnTheWire };

const everyTool = new WeakMap<Config, ListedTool[]>();

/** Every tool as MCP lists it, converted at the first listing: conversion costs more than a call, and start-up pays none of it. */
function listEvery(config: Config): ListedTool[] {
  const listed =
    everyTool.get(config) ?? toolsOf(config).map((tool) => ({ category: tool.category, listed: named(tool, config) }));
  everyTool.set(config, listed);
  return listed;
}

function named(tool: Tool, config: Config): ToolOnTheWire {
  return JSON.parse(nameNetwork(JSON.stringify(onTheWire(tool)), config)) as ToolOnTheWire;
}

/**
 * The tools that this deployment can serve of `categories` (comma-separated, as in `?categories=socials,email`), or all of them. Listed tools cost an
 * agent context, so a client may ask for fewer. Throws a JSON-RPC error that names the categories there are.
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
    annotations: hintsOf(tool.annotations),
    _meta: { "tallygate/cost": tool.cost, "tallygate/category": tool.category },
  };
}

/** Every client reads the list whole, so it has what is needed to choose and call a tool; a tool's page has the rest. */
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_FIELD_DESCRIPTION_LENGTH = 120;
const MAX_OUTPUT_SCHEMA_LENGTH = 250;

/**
 * An input schema without bounds of texts, long descriptions, forms of a text, and `null` for what may be left out. The call
 * itself checks the bounds and names them.
 */
function shortInput(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => {
    if (name === "description" && typeof value === "string") return firstSentences(value, MAX_FIELD_DESCRIPTION_LENGTH);
    const isTextBound = ["pattern", "minLength", "maxLength", "format"].includes(name) && typeof value !== "object";
    if (isTextBound) return undefined;
    return isSchema(value) ? withoutChoices(value) : value;
  }) as JsonSchema;
}

function isSchema(value: unknown): value is JsonSchema {
  if (typeof value !== "object" || value === null) return false;
  return ("anyOf" in value && Array.isArray(value.anyOf)) || ("type" in value && value.type === "array");
}

/** Of equal choices, and of one beside `null`, only the one; the description of a list says what its items are. */
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

/** A long output schema only says that the answer is an object. */
function shortOutput(schema: JsonSchema): JsonSchema {
  return JSON.stringify(schema).length <= MAX_OUTPUT_SCHEMA_LENGTH ? schema : { type: "object" };
}

/** Whether it destroys, and may be repeated, means nothing of a tool that only reads (MCP, ToolAnnotations). */
function hintsOf({ readOnlyHint, openWorldHint, ...others }: Tool["annotations"]) {
  return readOnlyHint ? { readOnlyHint, openWorldHint } : { readOnlyHint, openWorldHint, ...others };
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
