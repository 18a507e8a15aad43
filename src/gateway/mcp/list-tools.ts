import { ProtocolError, ProtocolErrorCode, type Tool as ToolOnTheWire } from "@modelcontextprotocol/server";
import type { Config } from "../../config.ts";
import { CATEGORIES, type Category } from "../../constants.ts";
import { lazyPer } from "../../lib/lazy.ts";
import { words } from "../../lib/words.ts";
import { nameNetworkIn } from "../../readers/words/network-links.ts";
import { toolsOf } from "../../tools/index.ts";
import { firstSentences, inputSchema, type JsonSchema } from "../../tools/json-schema.ts";
import { findUnservedTools } from "../../tools/served.ts";
import type { DeploymentContext, Tool } from "../../tools/tool.ts";

type ListedTool = { category: Category; listed: ToolOnTheWire };

/** All tools in MCP's form, converted at the first listing to keep the conversion out of start-up and of calls. */
const listEvery = lazyPer((config: Config): ListedTool[] =>
  toolsOf(config).map((tool) => ({ category: tool.category, listed: nameNetworkIn(onTheWire(tool), config) })),
);

/** The default list, most useful first: models choose worse among more. Unservable tools make room for the next. */
const DEFAULT_PROFILE = words(`get_api_key buy_tokens get_token_balance get_network_company_url get_network_profile_url
  list_network_company_employees search_network_company_employees get_email detect_signal resolve_company get_company
  list_company_jobs search_jobs search_companies find_similar_companies create_batch list_batch_results create_watch search fetch
  list_watch_events get_batch get_company_hiring`);
const MAX_DEFAULT_TOOLS = 20;

/** The part of the catalogue that a client asks for in the query of its MCP address. */
export type ListedPart = { profile: string | undefined; categories: string | undefined };

/** The default profile, all, or `?categories=`; of a key with categories (`allowed`) all of those. */
export async function listTools(context: DeploymentContext, part: ListedPart, allowed: readonly Category[] | null) {
  const wanted = (part.categories ?? "").split(",").map((name) => name.trim().toLowerCase());
  const asked = wanted.filter(Boolean);
  refuseUnknown("categories", asked, CATEGORIES);
  const profile = part.profile?.trim().toLowerCase() || (asked.length > 0 || allowed ? "all" : "default");
  refuseUnknown("profile", [profile], ["default", "all"]);
  const unserved = await findUnservedTools(context);
  const served = listEvery(context.config)
    .filter(({ category }) => asked.length === 0 || asked.includes(category))
    .filter(({ category }) => allowed === null || allowed.includes(category))
    .filter(({ listed }) => !unserved.has(listed.name))
    .map(({ listed }) => listed);
  if (profile === "all") return served;
  const chosen = DEFAULT_PROFILE.filter((name) => served.some((tool) => tool.name === name));
  return served.filter(({ name }) => chosen.slice(0, MAX_DEFAULT_TOOLS).includes(name));
}

function refuseUnknown(parameter: string, asked: string[], known: readonly string[]): void {
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const message = `?${parameter}= does not take "${unknown.slice(0, 64)}". It takes: ${known.join(", ")}.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function onTheWire(tool: Tool): ToolOnTheWire {
  return {
    name: tool.name,
    title: tool.title,
    description: `${firstSentences(tool.description, MAX_DESCRIPTION_LENGTH)} ${priceOf(tool.cost)}`,
    inputSchema: shortInput(inputSchema(tool)) as ToolOnTheWire["inputSchema"],
    // The tool's page has the schema: in full it would be most of the list.
    outputSchema: { type: "object" },
    annotations: tool.annotations,
    _meta: { "tallygate/cost": tool.cost },
  };
}

/** Clients read the whole list, so it holds only what is needed to choose and call a tool; the tool's page has the rest. */
const MAX_DESCRIPTION_LENGTH = 160;
const MAX_FIELD_DESCRIPTION_LENGTH = 80;

const BOUNDS = ["pattern", "minLength", "maxLength", "format", "minItems", "maxItems"];

/** An input schema without bounds, long descriptions and formats. A call checks them and names them in its error. */
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

function priceOf(tokens: number): string {
  if (tokens === 0) return "Free.";
  return tokens === 1 ? "Costs 1 token." : `Costs ${tokens} tokens.`;
}
