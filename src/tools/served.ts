import { AppError } from "../errors.ts";
import { lazyPer } from "../lib/lazy.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { toolsOf } from "./index.ts";
import type { DeploymentContext, Tool } from "./tool.ts";

type Requirement = NonNullable<Tool["requireConfigured"]>;

/** Names of the tools that this deployment cannot serve. A requirement that could not be checked counts as met. */
export async function findUnservedTools(context: DeploymentContext): Promise<ReadonlySet<string>> {
  // Tools of one source share one requirement, which may ask the database.
  const tools = toolsOf(context.config);
  const requirements = [...new Set(tools.flatMap((tool) => tool.requireConfigured ?? []))];
  const met = await Promise.all(requirements.map(async (requirement) => isMet(requirement, context)));
  const unmet = new Set(requirements.filter((_, index) => !met[index]));
  return new Set(tools.filter(({ requireConfigured: needs }) => needs && unmet.has(needs)).map(({ name }) => name));
}

async function isMet(requirement: Requirement, context: DeploymentContext): Promise<boolean> {
  try {
    await requirement(context);
    return true;
  } catch (thrown) {
    return !(thrown instanceof AppError && thrown.code === "not_configured");
  }
}

type Remembered = { until: number; names: Promise<ReadonlySet<string>> };
const rememberedOf = lazyPer((_config: DeploymentContext["config"]) => new Map<string, Remembered>());
const MAX_HOSTS = 100;

/** The same for public documents, which must not query the database at each request: looked up once a minute per host. */
export function rememberUnservedTools(context: DeploymentContext): Promise<ReadonlySet<string>> {
  const hosts = rememberedOf(context.config);
  const last = hosts.get(context.requestHost);
  if (last && Date.now() < last.until) return last.names;
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  const names = findUnservedTools(context);
  hosts.set(context.requestHost, { until: Date.now() + MINUTE_MS, names });
  return names;
}
