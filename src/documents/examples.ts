import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import type { Tool } from "../tools/tool.ts";

/** The domain for calls that a visitor tries. The demo companies exist only where the service runs on one's own machine. */
export function demoDomain({ config }: Site): string | undefined {
  return config.PAYMENTS === "test" ? undefined : "cloudflare.com";
}

/** Path of a tool's own page as Markdown. */
export function toolPage({ name }: Tool): string {
  return `${PATHS.docs}/${name}.md`;
}

/** A call of `tool` for a shell. */
export function curlOf(tool: Tool, { baseUrl }: Site): string {
  const url = `curl ${baseUrl}${PATHS.tools}/${tool.name}`;
  const body = `-d '${JSON.stringify(tool.example).replaceAll("'", "'\\''")}'`;
  return tool.auth === "none" ? `${url} ${body}` : `${url} \\\n  -H "Authorization: Bearer $API_KEY" \\\n  ${body}`;
}

export function priceOf({ cost }: Tool): string {
  if (cost === 0) return "free";
  return cost === 1 ? "1 token" : `${cost} tokens`;
}

export function titleCase(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
