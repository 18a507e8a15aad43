import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { DEMO_COMPANIES } from "../tools/demo-companies.ts";
import { toolsOf } from "../tools/index.ts";
import { DATA_CATEGORIES, FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { type Block, heading } from "./blocks.ts";
import { priceOf, toolPage } from "./examples.ts";
import type { PageValues } from "./read-page.ts";
import { localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletTerms } from "./wallet-payments.ts";

const SELF_EXPLAINING = /reddit|hackernews|jobs|hiring|signal|technologies|verify|^search_|^find_/;

const IN_TASKS = new Set(["get_api_key", ...TASKS.flatMap(({ steps }) => steps.map(({ tool }) => tool))]);

/** What `assets/pages/llms.md` names: `/llms.txt` (llmstxt.org), whose sections hold links only. */
export function llmsValues(site: Site): PageValues {
  const { config } = site;
  const [localNote = "", localPayments = ""] = localNotes(site);
  const list = (items: string[]): Block => ({ kind: "list", items });
  // Agents read the whole page, so it has no title that says no more than the name does.
  const line = (tool: Tool) =>
    `[${tool.name}](${toolPage(tool)}): ${SELF_EXPLAINING.test(tool.name) ? "" : `${tool.title}, `}${priceOf(tool)}`;
  const served = toolsOf(config).filter(({ name }) => !site.unserved?.has(name));
  const unserved = toolsOf(config).filter(({ name }) => site.unserved?.has(name));
  return {
    trialTokens: config.ANONYMOUS_TOKENS,
    welcomeTokens: config.WELCOME_TOKENS,
    sandboxKey: SANDBOX_KEY,
    localNote,
    localPayments,
    foreignTextNotice: FOREIGN_TEXT_NOTICE,
    tasks: TASKS.flatMap((task): Block[] => [
      `**${task.title}**, ${task.summary} (${taskPrice(task, site)}):`,
      { kind: "list", items: taskSteps(task, site, true), ordered: true },
    ]),
    demoCompanies: Object.keys(DEMO_COMPANIES)
      .map((domain) => domain.replace(".example", ""))
      .join(", "),
    wallet: walletTerms(site)
      ? [
          `**By wallet**: x402 version 2, scheme \`exact\`, USDC on \`${walletTerms(site)?.id}\`. [How](${PATHS.docs}.md#wallet).`,
        ]
      : [],
    unserved:
      unserved.length > 0 ? [`Not served by this deployment: ${unserved.map(({ name }) => name).join(", ")}.`] : [],
    accountTools: served
      .filter(({ category, name }) => category === "admin" && !IN_TASKS.has(name))
      .map(({ name }) => name)
      .join(", "),
    toolLists: DATA_CATEGORIES.flatMap((category) => {
      const listed = served.filter((tool) => tool.category === category);
      return listed.length > 0 ? [heading(category, category), list(listed.map(line))] : [];
    }),
  };
}
