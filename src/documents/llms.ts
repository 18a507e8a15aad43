import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { findTool, TOOLS } from "../tools/index.ts";
import { CATEGORIES, FOREIGN_TEXT_NOTICE } from "../tools/tool.ts";
import { curlOf, priceOf } from "./examples.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** `/llms.txt` (llmstxt.org): what an agent reads first. */
export function llmsText(site: Site): string {
  const { baseUrl, config } = site;
  const getKey = findTool("get_api_key");
  const tools = CATEGORIES.flatMap((category) => {
    const listed = TOOLS.filter((tool) => tool.category === category);
    const line = (tool: (typeof TOOLS)[number]) =>
      `- [${tool.name}](${baseUrl}${twinOf(PATHS.docs)}#${tool.name}): ${tool.title}, ${priceOf(tool)}${site.unserved?.has(tool.name) ? ", not served by this deployment" : ""}`;
    return listed.length > 0 ? [`## ${category}`, listed.map(line).join("\n")] : [];
  });
  return `${[
    `# ${config.SERVICE_NAME}`,
    "> Go-to-market data tools for autonomous agents: company and people look-ups, email addresses, social posts, buying signals. One key for REST and MCP; you register yourself and pay per answer in tokens.",
    [
      `- Get a key: \`POST ${baseUrl}${PATHS.tools}/get_api_key\` with the body \`{}\`. No form, no browser.`,
      `- Call a tool: \`POST ${baseUrl}${PATHS.tools}/{tool_name}\` with a JSON body and \`Authorization: Bearer <API_KEY>\`.`,
      `- Or connect an MCP client to \`${baseUrl}${PATHS.mcp}\` with the same header.`,
      "- A call that fails costs nothing. On 429 wait for `Retry-After`; on 402 call `buy_tokens`.",
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
      `- [OpenAPI 3.1](${baseUrl}${PATHS.openapi})`,
      `- [Our fetcher](${baseUrl}${twinOf(PATHS.bot)})`,
      `- [Privacy requests](${baseUrl}${twinOf(PATHS.privacy)}): how a person sees what is stored about them, or has it deleted`,
    ].join("\n"),
    ...tools,
  ].join("\n\n")}\n`;
}
