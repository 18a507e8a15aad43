import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { readConfig } from "../../src/config.ts";
import type { SourceContext } from "../../src/platform/outbound/context.ts";

/** A context as `callTool` makes it, for tests of sources; time is up after `ms`, by default later than a test may take. */
export function sourceContext({
  ms = 300_000,
  ...overrides
}: Partial<SourceContext> & { ms?: number } = {}): SourceContext {
  const execution = createExecutionContext();
  return {
    env,
    config: readConfig(env),
    baseUrl: "https://tallygate.example",
    ownHosts: ["tallygate.example", "tallygate.workers.dev"],
    signal: AbortSignal.timeout(ms),
    waitUntil: (work) => execution.waitUntil(work),
    ...overrides,
  };
}

/** Every URL that the demo internet was asked for on `host` and its sub-domains, as `METHOD url`. */
export async function fetchedFrom(host: string): Promise<string[]> {
  const log = await env.OUTBOUND?.fetch("http://log.internet.example/");
  const urls = (await log?.json<string[]>()) ?? [];
  return urls.filter((line) => `.${new URL(line.split(" ")[1] ?? "").hostname}`.endsWith(`.${host}`));
}
