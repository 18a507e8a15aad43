import robotsParser from "robots-parser";
import type { SourceContext } from "../tools/tool.ts";
import { recall, remember } from "./source-cache.ts";

/** What a fetch of robots.txt came to: `absent` for 4xx and endless or refused redirects, `unreachable` for 5xx and silence. */
export type RobotsFetch = { state: "read"; text: string } | { state: "absent" } | { state: "unreachable" | "timeout" };

export type RobotsRules = { allows(url: URL): boolean; delayMs: number };

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 30 * DAY_MS;
const LONGEST_DELAY_SECONDS = 10;

/** The product token that robots.txt groups are matched by, e.g. `TallygateBot` (RFC 9309, section 2.2.1). */
export function productToken(serviceName: string): string {
  return `${serviceName.replace(/[^A-Za-z_-]/g, "")}Bot`;
}

/**
 * The rules of one origin (RFC 9309): fetched at most once in 24 hours; 4xx allows everything; while a site cannot say,
 * its last rules hold for up to 30 days and without any the answer is what went wrong: nothing may be fetched.
 */
export async function robotsRules(
  context: SourceContext,
  origin: string,
  load: () => Promise<RobotsFetch>,
): Promise<RobotsRules | "unreachable" | "timeout"> {
  const known = await recall<string>(context, "robots", origin);
  if (known && known.observedAt > Date.now() - DAY_MS) return rules(context, origin, known.data);
  const fetched = await load();
  if (fetched.state === "unreachable" || fetched.state === "timeout") {
    return known ? rules(context, origin, known.data) : fetched.state;
  }
  const text = fetched.state === "read" ? fetched.text : "";
  await remember(context, "robots", origin, text, KEPT_MS);
  return rules(context, origin, text);
}

function rules(context: SourceContext, origin: string, text: string): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, text);
  const token = productToken(context.config.SERVICE_NAME);
  const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, robots.getCrawlDelay(token) ?? 0);
  return { allows: (url) => robots.isAllowed(url.href, token) !== false, delayMs: delaySeconds * 1000 };
}
