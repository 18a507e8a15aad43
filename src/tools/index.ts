import { type Config, ConfigError } from "../config.ts";
import { AppError } from "../errors.ts";
import { lazyPer } from "../lib/lazy.ts";
import { EVENT_TYPES, SEARCH_MATCHED } from "../watches/event-types.ts";
import { API_KEY_TOOLS } from "./admin/api-keys.ts";
import { BATCH_TOOLS } from "./admin/batches.ts";
import { BILLING_TOOLS } from "./admin/billing.ts";
import { buyTokens } from "./admin/buy-tokens.ts";
import { createBatch } from "./admin/create-batch.ts";
import { getApiKey } from "./admin/get-api-key.ts";
import { getTokenBalance } from "./admin/get-token-balance.ts";
import { listWatchEvents } from "./admin/list-watch-events.ts";
import { listWebhookEndpoints } from "./admin/list-webhook-endpoints.ts";
import { setAutoReload } from "./admin/set-auto-reload.ts";
import { submitPrivacyRequest } from "./admin/submit-privacy-request.ts";
import { topUp } from "./admin/top-up.ts";
import { USAGE_TOOLS } from "./admin/usage.ts";
import { WATCH_TOOLS } from "./admin/watches.ts";
import { EMAIL_TOOLS } from "./email/email-tools.ts";
import { nearestNames } from "./nearest-tools.ts";
import { REDDIT_TOOLS } from "./reddit/reddit-tools.ts";
import { detectSignal } from "./signals/detect-signal.ts";
import { DETECTORS, SIGNAL_ORDER_TOOLS } from "./signals/detectors.ts";
import { listTechnologies } from "./signals/list-technologies.ts";
import { signalTool } from "./signals/shared/detector.ts";
import { EMPLOYEE_TOOLS } from "./socials/employees.ts";
import { findSimilarCompanies } from "./socials/find-similar-companies.ts";
import { getCompany } from "./socials/get-company.ts";
import { getCompanyHiring } from "./socials/get-company-hiring.ts";
import { getNetworkCompany } from "./socials/get-network-company.ts";
import { getNetworkCompanyUrl } from "./socials/get-network-company-url.ts";
import { getNetworkProfileUrl } from "./socials/get-network-profile-url.ts";
import { HACKERNEWS_TOOLS } from "./socials/hackernews-tools.ts";
import { listCompanyJobs } from "./socials/list-company-jobs.ts";
import { RESEARCH_TOOLS } from "./socials/research-tools.ts";
import { resolveCompany } from "./socials/resolve-company.ts";
import { searchCompanies } from "./socials/search-companies.ts";
import { searchJobs } from "./socials/search-jobs.ts";
import type { Prices, Tool } from "./tool.ts";
import { withheldPeople } from "./withheld-people.ts";

/**
 * Every tool there is, with its default price; data tools come before those of the account. The index, REST, MCP and the
 * documents derive from this list.
 */
export const TOOLS: readonly Tool[] = [
  getNetworkCompanyUrl,
  getNetworkProfileUrl,
  ...EMPLOYEE_TOOLS,
  getNetworkCompany,
  resolveCompany,
  getCompany,
  listCompanyJobs,
  getCompanyHiring,
  searchJobs,
  searchCompanies,
  findSimilarCompanies,
  ...RESEARCH_TOOLS,
  ...HACKERNEWS_TOOLS,
  ...EMAIL_TOOLS,
  ...REDDIT_TOOLS,
  detectSignal,
  listTechnologies,
  ...DETECTORS.map(signalTool),
  ...SIGNAL_ORDER_TOOLS,
  getApiKey,
  getTokenBalance,
  buyTokens,
  topUp,
  ...USAGE_TOOLS,
  ...API_KEY_TOOLS,
  setAutoReload,
  ...BILLING_TOOLS,
  submitPrivacyRequest,
  createBatch,
  ...BATCH_TOOLS,
  ...WATCH_TOOLS,
  listWatchEvents,
  listWebhookEndpoints,
];

const ALIAS_WORD = "linkedin";

/** The tools of this deployment: with its prices, and those in `TOOLS_OFF` marked as not served. Throws {@link ConfigError}. */
export function toolsOf(config: Config): readonly Tool[] {
  return offerOf(config).tools;
}

/** A tool by its name or alias: with the deployment's price, and without people who objected in its answers. */
export function findTool(name: string, config: Config): Tool | undefined {
  const { byName } = offerOf(config);
  return byName.get(name) ?? byName.get(name.replace(ALIAS_WORD, "network"));
}

/** Names and costs by category. */
export function costsByCategory(config: Config): Prices {
  return offerOf(config).prices;
}

/** What a handler may know about the other tools. */
export function catalogueOf(config: Config) {
  return { prices: costsByCategory(config), findTool: (name: string) => findTool(name, config) };
}

const offerOf = lazyPer((config: Config) => {
  const tools = applyOffer(TOOLS, config);
  const costs = (some: Tool[]) => Object.fromEntries(some.map(({ name, cost }) => [name, { cost }]));
  return {
    tools,
    byName: new Map(tools.map((tool) => [tool.name, withheldPeople(tool)])),
    prices: Object.fromEntries(
      [...Map.groupBy(tools, ({ category }) => category)].map(([category, some]) => [category, costs(some)]),
    ) as Prices,
  };
});

/** The alias of a tool, for clients of services that spell the network out; null without one. */
export function aliasOf({ name }: Pick<Tool, "name">): string | null {
  return name.includes("network") ? name.replace("network", ALIAS_WORD) : null;
}

/** At most three tools that `name` may mean. */
export function nearestTools(name: string): string[] {
  return nearestNames(name.slice(0, 64).toLowerCase().replace(ALIAS_WORD, "network"), TOOLS);
}

/** `tools` with the operator's `PRICES`, those of `TOOLS_OFF` without a source. Throws {@link ConfigError}. */
function applyOffer(tools: readonly Tool[], { PRICES, TOOLS_OFF }: Config): readonly Tool[] {
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
  const detail = `The operator of this deployment has switched ${name} off. Nothing was charged.`;
  throw new AppError("not_configured", detail);
}
