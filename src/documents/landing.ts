import { version } from "../../package.json";
import { MAX_BATCH_INPUTS } from "../constants.ts";
import { flatText } from "../gateway/flat-answer.ts";
import type { Site } from "../http/site.ts";
import { record, records } from "../lib/loose-json.ts";
import { PATHS } from "../paths.ts";
import { findTool, toolsOf } from "../tools/index.ts";
import type { Tool } from "../tools/tool.ts";
import { type Block, type Card, code, heading, table } from "./blocks.tsx";
import { demoDomain, priceOf } from "./examples.ts";
import type { PageValues } from "./read-page.ts";

/** What `assets/pages/landing.md` names: what the service tells, with answers, and what it costs. */
export function landingValues(site: Site): PageValues {
  const { config } = site;
  return {
    toolCount: toolsOf(config).filter(({ name }) => !site.unserved?.has(name)).length,
    stories: [{ kind: "cards", cards: stories(site) }],
    evidence: evidenceTable(site),
    version,
    name: config.SERVICE_NAME.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    domain: demoDomain(site) ?? "acme-robotics.example",
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
  return table(["What it tells", "Price", "Tool"], rows);
}

/** Tasks as short stories: a question, the call, its recorded answer with the evidence, and a link that asks again, live. */
function stories(site: Site): Card[] {
  return STORIES.flatMap(({ title, tool: name, text, shown }) => {
    const tool = findTool(name, site.config);
    const answer = tool && record(site.answers?.[name]?.answer);
    if (!tool || !answer || site.unserved?.has(name)) return [];
    const facts = Object.entries({ ...record(answer.company), ...answer });
    const picked = Object.fromEntries(facts.filter(([field]) => shown.includes(field)));
    const shownAnswer = JSON.stringify({ ...picked, evidence: records(answer.evidence).slice(0, 1) }, null, 2);
    const page = `[\`${name}\`](${site.baseUrl}${PATHS.docs}/${name})`;
    const again = `${page}, ${priceOf(tool)}. [Ask it live](${site.baseUrl}${PATHS.landing}?try=${name}#try)`;
    return [{ title, blocks: [text, code(shownAnswer, "json"), again] }];
  });
}

const STORIES: { title: string; tool: string; text: string; shown: string[] }[] = [
  {
    title: "Find",
    tool: "resolve_company",
    text: "**Which company is this?** A CRM row has a domain and nothing else. One call returns the legal entity, its number in the public register, and the page that proves it.",
    shown: ["name", "number", "country", "legal_status", "confidence"],
  },
  {
    title: "Enrich",
    tool: "get_email",
    text: `**How do I reach her?** A name and a domain become an address, with the page that shows it. A list of up to ${MAX_BATCH_INPUTS.toLocaleString("en")} rows runs as a batch under a cap in tokens and comes back as CSV.`,
    shown: ["email", "status", "confidence"],
  },
  {
    title: "Watch",
    tool: "get_company_hiring",
    text: "**What has changed?** Three positions are open today. A watch compares every day for free and charges only for events: a new position, funding, a new leader.",
    shown: ["total_jobs", "board", "compared_since"],
  },
];

function evidenceTable(site: Site): Block[] {
  const tool = findTool("get_company", site.config);
  const fields = Object.entries(record(record(tool && site.answers?.[tool.name]?.answer).fields));
  const rows = fields.map(([name, field]) => {
    const { value, source, confidence, evidence } = record(field);
    const [seen] = records(evidence);
    return [`\`${name}\``, `${flatText(value)}`, `${source}`, `${seen?.url ?? ""}`, `${confidence}`];
  });
  return rows.length > 0 ? [table(["Field", "Value", "Source", "Seen at", "Confidence"], rows)] : [];
}
