import { AppError } from "../../errors.ts";
import type { AppContext } from "../../http/app-env.ts";
import { PATHS } from "../../paths.ts";
import type { Audience } from "../keys/key-format.ts";

/** The audience that the `resource` parameters ask for (RFC 8707, section 2); all without one; null for an unknown. */
export function readAudience(c: AppContext, given: URLSearchParams): Audience | null {
  const { baseUrl } = c.var;
  const resources = new Map<string, Audience>([
    [baseUrl, "all"],
    // Most clients' URL parsers write an origin with its slash.
    [`${baseUrl}/`, "all"],
    [`${baseUrl}${PATHS.mcp}`, "mcp"],
    [`${baseUrl}${PATHS.tools}`, "api"],
  ]);
  const asked = new Set(given.getAll("resource").map((resource) => resources.get(resource)));
  if (asked.has(undefined)) return null;
  const [only = "all"] = asked;
  return asked.size > 1 ? "all" : only;
}

export function invalidTarget(c: AppContext): AppError {
  const { baseUrl } = c.var;
  const detail = `\`resource\` must be ${baseUrl}, ${baseUrl}${PATHS.mcp} or ${baseUrl}${PATHS.tools}, as it was allowed.`;
  return new AppError("invalid_target", detail);
}
