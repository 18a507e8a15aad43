import { version } from "../../package.json";
import { TOKENS_PER_USD } from "../constants.ts";
import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { findTool, TOOLS, toolsOf } from "../tools/index.ts";
import { CATEGORIES } from "../tools/tool.ts";
import { type Block, type Card, heading } from "./blocks.ts";
import { curlOf, priceOf, titleCase } from "./examples.ts";
import type { PageValues } from "./read-page.ts";

/** What `assets/pages/landing.md` names: what the service is, four ways to connect, prices, status. */
export function landingValues(site: Site): PageValues {
  const { config } = site;
  return {
    TOKENS_PER_USD,
    toolCount: TOOLS.length,
    trialTokens: config.ANONYMOUS_TOKENS,
    welcomeTokens: config.WELCOME_TOKENS,
    version,
    connect: [{ kind: "cards", cards: connectCards(site) }],
    toolTables: toolTables(site),
  };
}

/** All tools with their prices by category, each linked to its section of the reference. */
function toolTables({ baseUrl, config, unserved }: Site): Block[] {
  const [admin, ...data] = CATEGORIES;
  return [...data, admin].flatMap((category): Block[] => {
    const tools = toolsOf(config).filter((tool) => tool.category === category);
    if (tools.length === 0) return [];
    const rows = tools.map((tool) => [
      `[\`${tool.name}\`](${baseUrl}${PATHS.docs}#${tool.name})`,
      priceOf(tool),
      `${tool.title}${unserved?.has(tool.name) ? " (not served by this deployment)" : ""}`,
    ]);
    return [
      heading(titleCase(category), `tools-${category}`, 3),
      { kind: "table", head: ["Tool", "Price", "What for"], rows },
    ];
  });
}

function connectCards(site: Site): Card[] {
  const { baseUrl, config } = site;
  const name = config.SERVICE_NAME.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const paid = TOOLS.find((tool) => tool.cost > 0);
  const getKey = findTool("get_api_key", config);
  return [
    {
      title: "curl",
      blocks: [
        "Get a key, then call a tool.",
        {
          kind: "code",
          code: [getKey && curlOf(getKey, site), "# API_KEY is api_key of that answer", paid && curlOf(paid, site)]
            .filter(Boolean)
            .join("\n\n"),
          language: "sh",
        },
      ],
    },
    {
      title: "Agent prompt",
      blocks: [
        "Give this to an agent that can make HTTP requests.",
        {
          kind: "code",
          code: `Read ${baseUrl}${twinOf(PATHS.auth)} and get yourself an API key as it says.\nThen read ${baseUrl}${PATHS.llms} and use the tools there.\nCheck the price of a tool before you call it.`,
          language: "text",
        },
      ],
    },
    {
      title: "MCP",
      blocks: [
        `Give a host that lets you sign in, such as Claude or VS Code, nothing but \`${baseUrl}${PATHS.mcp}\`. Any other client sends the key as a header.`,
        {
          kind: "code",
          code: mcpConfiguration(site, name),
          language: "json",
        },
      ],
    },
    {
      title: "SDK",
      blocks: [
        "A typed client for your language, generated from the OpenAPI description. In TypeScript:",
        {
          kind: "code",
          code: `npx openapi-typescript ${baseUrl}${PATHS.openapi} -o ${name}.d.ts\nnpm install openapi-fetch`,
          language: "sh",
        },
        { kind: "code", code: sdkExample(site, name), language: "ts" },
      ],
    },
  ];
}

function mcpConfiguration({ baseUrl }: Site, name: string): string {
  const headers = { Authorization: "Bearer <API_KEY>" };
  const mcpServers = { [name]: { type: "http", url: `${baseUrl}${PATHS.mcp}`, headers } };
  return JSON.stringify({ mcpServers }, null, 2);
}

function sdkExample({ baseUrl }: Site, name: string): string {
  const tool = TOOLS.find((candidate) => candidate.cost > 0);
  return `import createClient from "openapi-fetch";
import type { paths } from "./${name}.d.ts";

const client = createClient<paths>({
  baseUrl: "${baseUrl}",
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});
const { data, error } = await client.POST("${PATHS.tools}/${tool?.name}", {
  body: ${JSON.stringify(tool?.example)},
});`;
}
