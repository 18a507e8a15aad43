import { FREE_MISSES_PER_DAY, FREE_MISSES_PER_DAY_ANONYMOUS } from "../config.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { findTool, toolsOf } from "../tools/index.ts";
import { CATEGORIES, FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { skillPath } from "./agent-skills.ts";
import { listText } from "./blocks.ts";
import { curlOf, priceOf, toolPage } from "./examples.ts";
import { demoCompanies, localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** `/llms.txt` (llmstxt.org), the entry point for agents. Its sections hold links only; the rest precedes them. */
export function llmsText(site: Site): string {
  const { baseUrl, config } = site;
  const getKey = findTool("get_api_key", config);
  const tools = CATEGORIES.flatMap((category) => {
    const listed = toolsOf(config).filter((tool) => tool.category === category);
    const line = (tool: Tool) =>
      `- [${tool.name}](${baseUrl}${toolPage(tool)}): ${tool.title}, ${priceOf(tool)}${site.unserved?.has(tool.name) ? ", not served by this deployment" : ""}`;
    return listed.length > 0 ? [`## ${category}`, listed.map(line).join("\n")] : [];
  });
  return `${[
    `# ${config.SERVICE_NAME}`,
    "> Go-to-market data tools for autonomous agents: company and people look-ups, email addresses, social posts, buying signals. One key for REST and MCP; you register yourself and pay per answer in tokens.",
    listText([
      `Get a key: \`POST ${baseUrl}${PATHS.tools}/get_api_key\` with the body \`{}\`. No form, no browser. It comes with ${config.ANONYMOUS_TOKENS} tokens; a key of a verified email address, \`{"email": "…"}\`, with ${config.WELCOME_TOKENS}.`,
      `Call a tool: \`POST ${baseUrl}${PATHS.tools}/{tool_name}\` with a JSON body and \`Authorization: Bearer <API_KEY>\`. Its price and fields are on its page, linked below.`,
      `Or connect an MCP client to \`${baseUrl}${PATHS.mcp}\` with the same header.`,
      `To try a tool without a key of your own, send \`Authorization: Bearer ${SANDBOX_KEY}\`: it answers questions about the demo companies with recorded answers, free of charge.`,
      `A call that fails costs nothing; one that finds nothing is free within a daily allowance (${FREE_MISSES_PER_DAY} tokens, ${FREE_MISSES_PER_DAY_ANONYMOUS} for an anonymous key). At most half of the requests per minute may come in one burst, and the allowance refills evenly; see \`RateLimit\`.`,
      "Tools with `network` in their name are about {network}; each also answers with `linkedin` in its place, e.g. `get_linkedin_company_url`.",
      "On 429 wait for `Retry-After`; on 402 call `buy_tokens`, or pay with a wallet where that is offered.",
      ...localNotes(site),
      FOREIGN_TEXT_NOTICE,
    ]),
    ...(getKey ? [`\`\`\`sh\n${curlOf(getKey, site)}\n\`\`\``] : []),
    ...TASKS.flatMap((task) => [
      `**${task.title}**, ${task.summary} (${taskPrice(task, site)}):`,
      listText(taskSteps(task, site), true),
    ]),
    "**Demo companies**",
    listText(demoCompanies()),
    ...(walletTerms(site) ? ["**Paying with a wallet**", listText(walletLines(site))] : []),
    "## Documents",
    listText([
      `[Registration](${baseUrl}${twinOf(PATHS.auth)}): how to get a key, request by request, also for a person with a verified email`,
      `[Reference](${baseUrl}${twinOf(PATHS.docs)}): all tools, errors, limits, idempotency`,
      `[Batches](${baseUrl}${twinOf(PATHS.batches)}): how to run a tool for a list under a cap`,
      `[Webhooks](${baseUrl}${twinOf(PATHS.webhooks)}): how the owner adds an endpoint and how a receiver verifies events`,
      `[OpenAPI 3.1](${baseUrl}${PATHS.openapi}): all tools with their schemas, for generators`,
      `[Our fetcher](${baseUrl}${twinOf(PATHS.bot)}): who visits websites, and how a site opts out`,
      `[Privacy requests](${baseUrl}${twinOf(PATHS.privacy)}): how a person sees what is stored about them, or has it deleted`,
    ]),
    "## Agent Skills",
    listText(TASKS.map(({ name, summary }) => `[${name}](${baseUrl}${skillPath(name)}): ${summary}`)),
    ...tools,
  ].join("\n\n")}\n`;
}
