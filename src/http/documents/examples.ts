import type { Tool } from "../../tools/tool.ts";
import { PATHS } from "../paths.ts";
import type { Site } from "./site.ts";

/** A call of `tool` for a shell. */
export function curlOf(tool: Tool, { baseUrl }: Site): string {
  const lines = [`curl ${baseUrl}${PATHS.tools}/${tool.name}`];
  if (tool.auth !== "none") lines.push('-H "Authorization: Bearer $API_KEY"');
  lines.push(`-d '${JSON.stringify(tool.example).replaceAll("'", "'\\''")}'`);
  return lines.join(" \\\n  ");
}

export function priceOf({ cost }: Tool): string {
  if (cost === 0) return "free";
  return cost === 1 ? "1 token" : `${cost} tokens`;
}
