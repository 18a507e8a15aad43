import { version } from "../../package.json";
import { TOKENS_PER_USD } from "../config.ts";
import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { findTool, TOOLS, toolsOf } from "../tools/index.ts";
import { CATEGORIES } from "../tools/tool.ts";
import { type Block, type Card, heading } from "./blocks.ts";
import { curlOf, priceOf, titleCase } from "./examples.ts";

/** The landing page: what the service is, four ways to connect, prices, status. */
export function landingBlocks(site: Site): Block[] {
  const { baseUrl, config } = site;
  return [
    `${config.SERVICE_NAME} sells company and people look-ups, email addresses, social posts and buying signals to software agents: ${TOOLS.length} tools behind one key, over REST and MCP. An agent registers itself, sees every price before it calls, and pays only for answers.`,
    {
      kind: "list",
      items: [
        `**A key in one request.** No form, no browser, no card: ${config.ANONYMOUS_TOKENS} trial tokens come with it, ${config.WELCOME_TOKENS} more with a verified email.`,
        `**Prices in whole tokens.** ${TOKENS_PER_USD} tokens are 1 USD. A call that fails gives its tokens back before you see the error; one that finds nothing is free within a daily allowance.`,
        "**Evidence with every answer.** Where it was seen, when, and how sure we are. Nothing is guessed without saying so.",
      ],
    },

    heading("Connect", "connect"),
    { kind: "cards", cards: connectCards(site) },

    heading("Tools", "tools"),
    ...toolTables(site),

    heading("Proof", "proof"),
    {
      kind: "list",
      items: [
        "**Exact money.** Balances move in the database's triggers with the row that is their reason. Tests send calls in parallel and count every token; one kills the process under load and finds each call charged once or not at all.",
        "**Measured answers.** Titles, emails, technologies, job boards and people pages each have a benchmark in the repository, with the command that runs it.",
        `**Named sources.** Company sites, public registers and job boards first, vendors only where the operator has a key. Each answer says which. [How our fetcher behaves](${baseUrl}${PATHS.bot}).`,
      ],
    },

    heading("Status", "status"),
    `Version ${version}. [${PATHS.ready}](${baseUrl}${PATHS.ready}) says whether the services it depends on respond.`,

    heading("For machines", "machines"),
    {
      kind: "list",
      items: [
        `[auth.md](${baseUrl}${twinOf(PATHS.auth)}): how an agent registers, request by request`,
        `[llms.txt](${baseUrl}${PATHS.llms}): what is here, in one page`,
        `[openapi.json](${baseUrl}${PATHS.openapi}): the REST interface, OpenAPI 3.1`,
        `[authorization-server metadata](${baseUrl}${PATHS.authorizationServer}): RFC 8414, with \`agent_auth\``,
      ],
    },
  ];
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
          code: JSON.stringify(
            {
              mcpServers: {
                [name]: {
                  type: "http",
                  url: `${baseUrl}${PATHS.mcp}`,
                  headers: { Authorization: "Bearer <API_KEY>" },
                },
              },
            },
            null,
            2,
          ),
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
