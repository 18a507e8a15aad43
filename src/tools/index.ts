import type { Config } from "../config.ts";
import { lazyPer } from "../lib/lazy.ts";
import { buyTokens } from "./admin/buy-tokens.ts";
import { cancelBatch } from "./admin/cancel-batch.ts";
import { createApiKey } from "./admin/create-api-key.ts";
import { createBatch } from "./admin/create-batch.ts";
import { createWatch } from "./admin/create-watch.ts";
import { deleteBatch } from "./admin/delete-batch.ts";
import { deleteWatch } from "./admin/delete-watch.ts";
import { getApiKey } from "./admin/get-api-key.ts";
import { getBatch } from "./admin/get-batch.ts";
import { getBillingPortal } from "./admin/get-billing-portal.ts";
import { getTokenBalance } from "./admin/get-token-balance.ts";
import { getUsage } from "./admin/get-usage.ts";
import { listApiKeys } from "./admin/list-api-keys.ts";
import { listBatchResults } from "./admin/list-batch-results.ts";
import { listBatches } from "./admin/list-batches.ts";
import { listInvoices } from "./admin/list-invoices.ts";
import { listTransactions } from "./admin/list-transactions.ts";
import { listWatchEvents } from "./admin/list-watch-events.ts";
import { listWatches } from "./admin/list-watches.ts";
import { listWebhookEndpoints } from "./admin/list-webhook-endpoints.ts";
import { revokeApiKey } from "./admin/revoke-api-key.ts";
import { setAutoReload } from "./admin/set-auto-reload.ts";
import { submitPrivacyRequest } from "./admin/submit-privacy-request.ts";
import { topUp } from "./admin/top-up.ts";
import { updateWatch } from "./admin/update-watch.ts";
import { getEmail } from "./email/get-email.ts";
import { verifyEmail } from "./email/verify-email.ts";
import { nearestNames } from "./nearest-tools.ts";
import { getRedditPost } from "./reddit/get-reddit-post.ts";
import { getRedditUser } from "./reddit/get-reddit-user.ts";
import { getSubredditAbout } from "./reddit/get-subreddit-about.ts";
import { listRedditUserPosts } from "./reddit/list-reddit-user-posts.ts";
import { listSubredditPosts } from "./reddit/list-subreddit-posts.ts";
import { searchRedditPosts } from "./reddit/search-reddit-posts.ts";
import { searchRedditSubreddits } from "./reddit/search-reddit-subreddits.ts";
import { applyOffer } from "./served-tools.ts";
import { detectSignal } from "./signals/detect-signal.ts";
import { DETECTORS } from "./signals/detectors.ts";
import { getSignalsOrder } from "./signals/get-signals-order.ts";
import { listTechnologies } from "./signals/list-technologies.ts";
import { setSignalsOrder } from "./signals/set-signals-order.ts";
import { signalTool } from "./signals/shared/detector.ts";
import { fetchRecord } from "./socials/fetch.ts";
import { findSimilarCompanies } from "./socials/find-similar-companies.ts";
import { getCompany } from "./socials/get-company.ts";
import { getCompanyHiring } from "./socials/get-company-hiring.ts";
import { getHackernewsItem } from "./socials/get-hackernews-item.ts";
import { getNetworkCompany } from "./socials/get-network-company.ts";
import { getNetworkCompanyUrl } from "./socials/get-network-company-url.ts";
import { getNetworkProfileUrl } from "./socials/get-network-profile-url.ts";
import { listCompanyJobs } from "./socials/list-company-jobs.ts";
import { listNetworkCompanyEmployees } from "./socials/list-network-company-employees.ts";
import { resolveCompany } from "./socials/resolve-company.ts";
import { search } from "./socials/search.ts";
import { searchCompanies } from "./socials/search-companies.ts";
import { searchHackernews } from "./socials/search-hackernews.ts";
import { searchJobs } from "./socials/search-jobs.ts";
import { searchNetworkCompanyEmployees } from "./socials/search-network-company-employees.ts";
import type { Prices, Tool } from "./tool.ts";
import { withheldPeople } from "./withheld-people.ts";

/**
 * Every tool there is, with its default price; data tools come before those of the account. The index, REST, MCP and the
 * documents derive from this list.
 */
export const TOOLS: readonly Tool[] = [
  getNetworkCompanyUrl,
  getNetworkProfileUrl,
  listNetworkCompanyEmployees,
  searchNetworkCompanyEmployees,
  getNetworkCompany,
  resolveCompany,
  getCompany,
  listCompanyJobs,
  getCompanyHiring,
  searchJobs,
  searchCompanies,
  findSimilarCompanies,
  search,
  fetchRecord,
  searchHackernews,
  getHackernewsItem,
  getEmail,
  verifyEmail,
  searchRedditPosts,
  listSubredditPosts,
  searchRedditSubreddits,
  getSubredditAbout,
  getRedditPost,
  getRedditUser,
  listRedditUserPosts,
  detectSignal,
  listTechnologies,
  ...DETECTORS.map(signalTool),
  getSignalsOrder,
  setSignalsOrder,
  getApiKey,
  getTokenBalance,
  buyTokens,
  topUp,
  listTransactions,
  getUsage,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  setAutoReload,
  getBillingPortal,
  listInvoices,
  submitPrivacyRequest,
  createBatch,
  getBatch,
  listBatches,
  listBatchResults,
  cancelBatch,
  deleteBatch,
  createWatch,
  updateWatch,
  listWatches,
  deleteWatch,
  listWatchEvents,
  listWebhookEndpoints,
];

const ALIAS_WORD = "linkedin";

type Offer = { tools: readonly Tool[]; byName: ReadonlyMap<string, Tool>; prices: Prices };

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

const offerOf = lazyPer((config: Config): Offer => {
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
