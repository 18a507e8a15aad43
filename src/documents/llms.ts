import { FREE_MISSES_PER_DAY, FREE_MISSES_PER_DAY_ANONYMOUS } from "../constants.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { findTool, toolsOf } from "../tools/index.ts";
import { CATEGORIES, FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { skillPath } from "./agent-skills.ts";
import { type Block, heading } from "./blocks.ts";
import { curlOf, priceOf, toolPage } from "./examples.ts";
import type { PageValues } from "./read-page.ts";
import { demoCompanies, localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/**
 * What `assets/pages/llms.md` names: `/llms.txt` (llmstxt.org), the entry point for agents. Its sections hold links only; the rest
 * precedes them.
 */
export function llmsValues(site: Site): PageValues {
  const { baseUrl, config } = site;
  const getKey = findTool("get_api_key", config);
  const [localNote = "", localPayments = ""] = localNotes(site);
  const list = (items: string[]): Block => ({ kind: "list", items });
  const line = (tool: Tool) =>
    `[${tool.name}](${baseUrl}${toolPage(tool)}): ${tool.title}, ${priceOf(tool)}${site.unserved?.has(tool.name) ? ", not served by this deployment" : ""}`;
  return {
    FREE_MISSES_PER_DAY,
    FREE_MISSES_PER_DAY_ANONYMOUS,
    trialTokens: config.ANONYMOUS_TOKENS,
    welcomeTokens: config.WELCOME_TOKENS,
    sandboxKey: SANDBOX_KEY,
    localNote,
    localPayments,
    foreignTextNotice: FOREIGN_TEXT_NOTICE,
    getKey: getKey ? [{ kind: "code", code: curlOf(getKey, site), language: "sh" }] : [],
    tasks: TASKS.flatMap((task): Block[] => [
      `**${task.title}**, ${task.summary} (${taskPrice(task, site)}):`,
      { kind: "list", items: taskSteps(task, site), ordered: true },
    ]),
    demoCompanies: [list(demoCompanies())],
    wallet: walletTerms(site) ? ["**Paying with a wallet**", list(walletLines(site))] : [],
    skills: [list(TASKS.map(({ name, summary }) => `[${name}](${baseUrl}${skillPath(name)}): ${summary}`))],
    toolLists: CATEGORIES.flatMap((category) => {
      const listed = toolsOf(config).filter((tool) => tool.category === category);
      return listed.length > 0 ? [heading(category, category), list(listed.map(line))] : [];
    }),
  };
}
