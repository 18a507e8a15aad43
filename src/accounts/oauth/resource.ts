import type { AppContext } from "../../http/app-env.ts";
import { PATHS } from "../../paths.ts";

/** Whether a request is for this service, exactly as its metadata names it, or says nothing (RFC 8707, section 2). */
export function isOurResource(c: AppContext, given: URLSearchParams): boolean {
  const resource = given.get("resource");
  return resource === null || resource === `${c.var.baseUrl}${PATHS.mcp}`;
}
