import { type Config, ConfigError } from "../config.ts";
import { AppError } from "../errors.ts";
import { EVENT_TYPES, SEARCH_MATCHED } from "../watches/event-types.ts";
import type { Tool } from "./tool.ts";

/** `tools` with the operator's `PRICES`, those of `TOOLS_OFF` without a source. Throws {@link ConfigError}. */
export function applyOffer(tools: readonly Tool[], { PRICES, TOOLS_OFF }: Config): readonly Tool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  for (const [name, cost] of Object.entries(PRICES)) {
    if ([...EVENT_TYPES, SEARCH_MATCHED].some((type) => type === name)) {
      if (cost < 1) throw new ConfigError(`bad variables: PRICES: an event of ${name} costs at least 1 token`);
      continue;
    }
    refuseUnknown("PRICES", name, byName);
    // Admin tools manage the caller's own account, also without a balance.
    if (byName.get(name)?.category === "admin" && cost > 0) {
      throw new ConfigError(`bad variables: PRICES: ${name} is an admin tool, which is free`);
    }
  }
  for (const name of TOOLS_OFF) refuseUnknown("TOOLS_OFF", name, byName);
  const off = new Set(TOOLS_OFF);
  return tools.map((tool) => {
    const cost = PRICES[tool.name] ?? tool.cost;
    if (cost === tool.cost && !off.has(tool.name)) return tool;
    return { ...tool, cost, ...(off.has(tool.name) && { requireConfigured: () => switchedOff(tool.name) }) };
  });
}

function refuseUnknown(variable: string, name: string, byName: ReadonlyMap<string, Tool>): void {
  if (!byName.has(name)) throw new ConfigError(`bad variables: ${variable}: there is no tool ${name.slice(0, 64)}`);
}

function switchedOff(name: string): never {
  throw new AppError(
    "not_configured",
    `The operator of this deployment has switched ${name} off. Nothing was charged.`,
  );
}
