import { version } from "../../package.json";
import { flatText } from "../gateway/flat-answer.ts";
import type { Site } from "../http/site.ts";
import { record, records } from "../lib/loose-json.ts";
import { PATHS, twinOf } from "../paths.ts";
import { findTool, TOOLS, toolsOf } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import { type Block, type Card, heading } from "./blocks.ts";
import { answerOf, curlOf, priceOf } from "./examples.ts";
import type { PageValues } from "./read-page.ts";

/** What `assets/pages/landing.md` names: what the service is, four ways to connect, prices, status. */
export function landingValues(site: Site): PageValues {
  const { config } = site;
  return {
    toolCount: toolsOf(config).filter(({ name }) => !site.unserved?.has(name)).length,
    stories: [{ kind: "cards", cards: stories(site) }],
    evidence: evidenceTable(site),
    trialTokens: config.ANONYMOUS_TOKENS,
    welcomeTokens: config.WELCOME_TOKENS,
    version,
    connect: connect(site),
    toolTables: toolTables(site),
  };
}

/** What people want to know, and the tools that tell it. A tool is in the first group that fits. */
const GROUPS: [id: string, title: string, tools: RegExp][] = [
  ["reach", "Who works there, and how do I reach them?", /employees|profile|email/],
  ["hiring", "Whom are they hiring?", /jobs|hiring/],
  ["change", "What has changed, and what do they use?", /signal|technologies/],
  ["talk", "What do people say?", /reddit|subreddit|hackernews/],
  [
    "account",
    "Lists, watches and your account",
    /batch|watch|key|token|top_up|usage|transaction|invoice|billing|reload|webhook|privacy/,
  ],
  ["company", "Which company is it?", /./],
];

/** The served tools with their prices by what one wants to know, companies first, and the others folded away. */
function toolTables(site: Site): Block[] {
  const groupOf = ({ name }: Tool) => GROUPS.find(([, , tools]) => tools.test(name))?.[0];
  const isServed = ({ name }: Tool) => !site.unserved?.has(name);
  const tools = toolsOf(site.config);
  const unserved = tools.filter((tool) => !isServed(tool));
  const tables = [...GROUPS.slice(-1), ...GROUPS.slice(0, -1)].flatMap(([id, title]): Block[] => {
    const shown = tools.filter((tool) => isServed(tool) && groupOf(tool) === id);
    const count = `${shown.length} ${shown.length === 1 ? "tool" : "tools"}`;
    return shown.length > 0 ? [heading(title, `tools-${id}`, 3, count), toolTable(shown, site, "")] : [];
  });
  if (unserved.length === 0) return tables;
  const title = `${unserved.length} more tools need a source that the operator has not set up`;
  return [
    ...tables,
    heading(title, "tools-unserved", 3, ""),
    toolTable(unserved, site, " (not served by this deployment)"),
  ];
}

function toolTable(tools: Tool[], { baseUrl }: Site, note: string): Block {
  const rows = tools.map((tool) => [
    `${tool.title}${note}`,
    priceOf(tool),
    `[\`${tool.name}\`](${baseUrl}${PATHS.docs}/${tool.name})`,
  ]);
  return { kind: "table", head: ["What it tells", "Price", "Tool"], rows };
}

/** Tasks as short stories, each with the recorded answer of its main call and where that was seen. */
function stories(site: Site): Card[] {
  const told: [title: string, tool: string, text: string, shown: string[]][] = [
    [
      "Find",
      "resolve_company",
      "A name or a domain becomes one proven company, with its number in a public register.",
      ["name", "number", "country", "legal_status", "confidence"],
    ],
    [
      "Enrich",
      "get_email",
      "A list under a cap in tokens becomes a table: industry, size, leaders and addresses.",
      ["email", "status", "confidence"],
    ],
    [
      "Watch",
      "get_company_hiring",
      "New positions, funding and new leaders arrive as events; looking is free.",
      ["total_jobs", "board", "compared_since"],
    ],
  ];
  return told.flatMap(([title, name, text, shown]) => {
    const tool = findTool(name, site.config);
    const answer = tool && record(answerOf(tool, site)?.answer);
    if (!tool || !answer || site.unserved?.has(name)) return [];
    const [first] = records(answer.evidence);
    const facts = Object.entries({ ...record(answer.company), ...answer });
    const picked = Object.fromEntries(facts.filter(([field]) => shown.includes(field)));
    const code = JSON.stringify({ ...picked, evidence: first ? [first] : [] }, null, 2);
    const call = `[\`${name}\`](${site.baseUrl}${PATHS.docs}/${name}), ${priceOf(tool)}:`;
    return [{ title, blocks: [text, call, { kind: "code", code, language: "json" }] }];
  });
}

/** Fields of a recorded company with the page beside each. */
function evidenceTable(site: Site): Block[] {
  const tool = findTool("get_company", site.config);
  const fields = Object.entries(record(record(tool && answerOf(tool, site)?.answer).fields));
  const rows = fields.map(([name, field]) => {
    const { value, source, confidence, evidence } = record(field);
    const [seen] = records(evidence);
    return [`\`${name}\``, `${flatText(value)}`, `${source}`, `${seen?.url ?? ""}`, `${confidence}`];
  });
  return rows.length > 0 ? [{ kind: "table", head: ["Field", "Value", "Source", "Seen at", "Confidence"], rows }] : [];
}

function connect(site: Site): Block[] {
  const { baseUrl, config } = site;
  const name = config.SERVICE_NAME.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const paid = TOOLS.find((tool) => tool.cost > 0);
  const getKey = findTool("get_api_key", config);
  const curl: Card = {
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
  };
  const prompt: Card = {
    title: "Agent prompt",
    blocks: [
      "Give this to an agent that can make HTTP requests.",
      {
        kind: "code",
        code: `Read ${baseUrl}${twinOf(PATHS.auth)} and get yourself an API key as it says.\nThen read ${baseUrl}${PATHS.llms} and use the tools there.\nCheck the price of a tool before you call it.`,
        language: "text",
      },
    ],
  };
  return [
    { kind: "cards", cards: [curl, prompt] },
    heading("MCP", "connect-mcp", 3, "for hosts such as Claude and VS Code"),
    `Give a host that lets you sign in, such as Claude or VS Code, nothing but \`${baseUrl}${PATHS.mcp}\`. Any other client sends the key as a header.`,
    { kind: "code", code: mcpConfiguration(site, name), language: "json" },
    heading("SDK", "connect-sdk", 3, "a typed client"),
    "A typed client for your language, generated from the OpenAPI description. In TypeScript:",
    {
      kind: "code",
      code: `npx openapi-typescript ${baseUrl}${PATHS.openapi} -o ${name}.d.ts\nnpm install openapi-fetch`,
      language: "sh",
    },
    { kind: "code", code: sdkExample(site, name), language: "ts" },
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
