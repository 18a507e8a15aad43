import { distance } from "fastest-levenshtein";
import { type Config, ConfigError } from "../config.ts";
import { AppError } from "../errors.ts";
import { lazyPer } from "../lib/lazy.ts";
import { EVENT_TYPES, SEARCH_MATCHED } from "../watches/event-types.ts";
import { API_KEY_TOOLS } from "./admin/api-keys.ts";
import { BATCH_TOOLS } from "./admin/batches.ts";
import { BILLING_TOOLS } from "./admin/billing.ts";
import { BUYING_TOOLS } from "./admin/buy-tokens.ts";
import { createBatch } from "./admin/create-batch.ts";
import { getApiKey } from "./admin/get-api-key.ts";
import { getTokenBalance } from "./admin/get-token-balance.ts";
import { listWatchEvents } from "./admin/list-watch-events.ts";
import { listWebhookEndpoints } from "./admin/list-webhook-endpoints.ts";
import { submitPrivacyRequest } from "./admin/submit-privacy-request.ts";
import { USAGE_TOOLS } from "./admin/usage.ts";
import { WATCH_TOOLS } from "./admin/watches.ts";
import { EMAIL_TOOLS } from "./email/email-tools.ts";
import { REDDIT_TOOLS } from "./reddit/reddit-tools.ts";
import { detectSignal } from "./signals/detect-signal.ts";
import { DETECTORS, SIGNAL_ORDER_TOOLS } from "./signals/detectors.ts";
import { listTechnologies } from "./signals/list-technologies.ts";
import { signalTool } from "./signals/shared/detector.ts";
import { EMPLOYEE_TOOLS } from "./socials/employees.ts";
import { getCompany } from "./socials/get-company.ts";
import { getCompanyHiring } from "./socials/get-company-hiring.ts";
import { getNetworkCompany } from "./socials/get-network-company.ts";
import { HACKERNEWS_TOOLS } from "./socials/hackernews-tools.ts";
import { listCompanyJobs } from "./socials/list-company-jobs.ts";
import { NETWORK_URL_TOOLS } from "./socials/network-urls.ts";
import { RESEARCH_TOOLS } from "./socials/research-tools.ts";
import { resolveCompany } from "./socials/resolve-company.ts";
import { COMPANY_SEARCH_TOOLS } from "./socials/search-companies.ts";
import { searchJobs } from "./socials/search-jobs.ts";
import type { Prices, Tool } from "./tool.ts";
import { withheldPeople } from "./withheld-people.ts";

/** Every tool, at its default price, those of the account last. The index, REST, MCP and the documents derive from this list. */
export const TOOLS: readonly Tool[] = [
  ...NETWORK_URL_TOOLS,
  ...EMPLOYEE_TOOLS,
  getNetworkCompany,
  resolveCompany,
  getCompany,
  listCompanyJobs,
  getCompanyHiring,
  searchJobs,
  ...COMPANY_SEARCH_TOOLS,
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
  ...BUYING_TOOLS,
  ...USAGE_TOOLS,
  ...API_KEY_TOOLS,
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

/** What a handler may know about the other tools: names and costs by category, and each by its name. */
export function catalogueOf(config: Config) {
  return { prices: offerOf(config).prices, findTool: (name: string) => findTool(name, config) };
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

/** The highest edit distance of similar names, as a share of the longer one. */
const MAX_UNLIKENESS = 0.45;
const MAX_NEAREST = 3;
/** Words that say little about what a tool is for. */
const VERBS = new Set("get list search find fetch look up lookup create make set api tool".split(" "));
/** Words of agents for words in names of tools. */
const SYNONYMS: Record<string, string> = {
  ...{ people: "employee", person: "employee", contact: "employee", staff: "employee" },
  ...{ position: "job", vacancy: "job", tech: "technology", credit: "token" },
  ...{ alert: "watch", monitor: "watch" },
};

/** At most three tools that have a word of `asked` in their name, or else a similar name; the most similar first. */
export function nearestTools(asked: string): string[] {
  const meant = asked.slice(0, 64).toLowerCase().replace(ALIAS_WORD, "network");
  const words = wordsOf(meant);
  const ranked = TOOLS.map(({ name }) => {
    const own = wordsOf(name);
    const unlikeness = distance(meant, name) / Math.max(meant.length, name.length);
    const shared = words.filter((word) => own.includes(word));
    return { name, words: shared.length, subjects: shared.filter((word) => !VERBS.has(word)).length, unlikeness };
  });
  const most = Math.max(...ranked.map(({ subjects }) => subjects));
  return ranked
    .filter(({ subjects, unlikeness }) => (most > 0 ? subjects === most : unlikeness <= MAX_UNLIKENESS))
    .sort((a, b) => b.words - a.words || a.unlikeness - b.unlikeness)
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
}

function wordsOf(name: string): string[] {
  const words = name.split(/[^a-z]+/).map((word) => word.replace(/ies$/, "y").replace(/s$/, ""));
  return words.map((word) => SYNONYMS[word] ?? word).filter(Boolean);
}
