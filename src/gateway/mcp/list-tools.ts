import { ProtocolError, ProtocolErrorCode, type Tool as ToolOnTheWire } from "@modelcontextprotocol/server";
import { TOOLS } from "../../tools/index.ts";
import { inputSchema, outputSchema } from "../../tools/json-schema.ts";
import { findUnservedTools } from "../../tools/served.ts";
import { CATEGORIES, type Category, type DeploymentContext, type Tool } from "../../tools/tool.ts";

type ListedTool = { category: Category; listed: ToolOnTheWire };

let everyTool: ListedTool[] | undefined;

/** Every tool as MCP lists it, converted at the first listing: conversion costs more than a call, and start-up pays none of it. */
function listEvery(): ListedTool[] {
  everyTool ??= TOOLS.map((tool) => ({ category: tool.category, listed: onTheWire(tool) }));
  return everyTool;
}

/**
 * The tools that this deployment can serve of `categories` (comma-separated, as in `?categories=socials,email`), or all of them. Listed tools cost an
 * agent context, so a client may ask for fewer. Throws a JSON-RPC error that names the categories there are.
 */
export async function listTools(context: DeploymentContext, categories: string | undefined): Promise<ToolOnTheWire[]> {
  const wanted = (categories ?? "").split(",").map((name) => name.trim().toLowerCase());
  const named = wanted.filter(Boolean);
  const unknown = named.find((name) => !CATEGORIES.includes(name as Category));
  if (unknown !== undefined) {
    const known = CATEGORIES.join(", ");
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no category "${unknown.slice(0, 64)}" in ?categories=. There are: ${known}.`,
    );
  }
  const unserved = await findUnservedTools(context);
  return listEvery()
    .filter(({ category }) => named.length === 0 || named.includes(category))
    .filter(({ listed }) => !unserved.has(listed.name))
    .map(({ listed }) => listed);
}

function onTheWire(tool: Tool): ToolOnTheWire {
  return {
    name: tool.name,
    title: tool.title,
    description: `${tool.description} ${priceOf(tool.cost)}`,
    inputSchema: inputSchema(tool) as ToolOnTheWire["inputSchema"],
    outputSchema: outputSchema(tool) as ToolOnTheWire["outputSchema"],
    annotations: tool.annotations,
    _meta: { "tallygate/cost": tool.cost, "tallygate/category": tool.category },
  };
}

function priceOf(tokens: number): string {
  if (tokens === 0) return "Free.";
  return tokens === 1 ? "Costs 1 token." : `Costs ${tokens} tokens.`;
}
