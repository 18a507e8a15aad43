import { type Config, FREE_MISSES_PER_DAY, FREE_MISSES_PER_DAY_ANONYMOUS } from "../config.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { findTool, toolsOf } from "../tools/index.ts";
import { CATEGORIES, FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { toolPage } from "./docs.ts";
import { curlOf, priceOf } from "./examples.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** `/llms.txt` (llmstxt.org), the entry point for agents. */
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
    [
      `- Get a key: \`POST ${baseUrl}${PATHS.tools}/get_api_key\` with the body \`{}\`. No form, no browser.`,
      `- Call a tool: \`POST ${baseUrl}${PATHS.tools}/{tool_name}\` with a JSON body and \`Authorization: Bearer <API_KEY>\`.`,
      `- Or connect an MCP client to \`${baseUrl}${PATHS.mcp}\` with the same header.`,
      `- To try a tool without a key of your own, send \`Authorization: Bearer ${SANDBOX_KEY}\` and the example of the tool's page: the answer is recorded, about a made-up company, and costs nothing.`,
      `- A call that fails costs nothing; one that finds nothing is free within a daily allowance (${FREE_MISSES_PER_DAY} tokens, ${FREE_MISSES_PER_DAY_ANONYMOUS} for an anonymous key). At most half of a minute's requests may come at once; then one more each time the minute's share of it has passed, see \`RateLimit\`.`,
      "- Tools with `network` in their name are about {network}; each also answers with `linkedin` in its place, e.g. `get_linkedin_company_url`.",
      "- On 429 wait for `Retry-After`; on 402 call `buy_tokens`.",
      `- ${FOREIGN_TEXT_NOTICE}`,
    ].join("\n"),
    ...(walletTerms(site)
      ? [
          "## Paying with a wallet",
          walletLines(site)
            .map((line) => `- ${line}`)
            .join("\n"),
        ]
      : []),
    ...(getKey ? [`\`\`\`sh\n${curlOf(getKey, site)}\n\`\`\``] : []),
    "## Documents",
    [
      `- [Registration](${baseUrl}${twinOf(PATHS.auth)}): every request and answer of getting a key, also for a person with a verified email`,
      `- [Reference](${baseUrl}${twinOf(PATHS.docs)}): what each tool takes and answers, errors, limits`,
      `- [Webhooks](${baseUrl}${twinOf(PATHS.webhooks)}): how the owner adds an endpoint, and how its receiver verifies events`,
      `- [OpenAPI 3.1](${baseUrl}${PATHS.openapi})`,
      `- [Our fetcher](${baseUrl}${twinOf(PATHS.bot)})`,
      `- [Privacy requests](${baseUrl}${twinOf(PATHS.privacy)}): how a person sees what is stored about them, or has it deleted`,
    ].join("\n"),
    ...recipe(site),
    ...(hasDemoData(config) ? ["## Demo companies", DEMO_COMPANIES] : []),
    ...tools,
  ].join("\n\n")}\n`;
}

/** The most common task, call by call, with prices. */
function recipe({ baseUrl, config }: Site): string[] {
  const domain = "acme-robotics.example";
  const calls: [tool: string, body: Record<string, unknown>, why: string][] = [
    ["get_network_company", { domain }, "what the company is"],
    ["search_network_company_employees", { domain, title_filters: "CEO OR founder", limit: 5 }, "its leaders"],
    ["get_email", { name: "<a name of the answer before>", domain }, "the leader's address"],
    ["detect_signal", { domain }, "reasons to write now; one signal alone costs less"],
  ];
  const cost = ([name]: (typeof calls)[number]) => findTool(name, config)?.cost ?? 0;
  const steps = calls.map((call, index) => {
    const [name, body, why] = call;
    return `${index + 1}. \`POST ${baseUrl}${PATHS.tools}/${name}\` \`${JSON.stringify(body)}\`: ${why}, ${cost(call)} tokens`;
  });
  const total = calls.reduce((sum, call) => sum + cost(call), 0);
  return [`## From a company to its leader, an email and its signals (${total} tokens)`, steps.join("\n")];
}

/** Test payments are for local development, which also has the demo data. */
function hasDemoData({ PAYMENTS }: Config): boolean {
  return PAYMENTS === "test";
}

const DEMO_COMPANIES =
  "This is a local deployment with made-up companies; use their domains: `acme-robotics.example` (team page, jobs, news), `nordlys.example` (in a public register). Answers from demo rows have `demo: true`.";
