import * as z from "zod";
import { record, records } from "../../lib/loose-json.ts";
import { queryTerms } from "../../lib/search-words.ts";
import { ENTITY_REASONS, REGISTER_NAMES } from "../fields/answer-codes.ts";
import { outcomeFields } from "../fields/answers.ts";
import { defineTool, type Tool, type ToolContext } from "../tool.ts";
import { RECORD_OUTCOME } from "./get-company.ts";

/** As many as `resolve_company` has candidates at most. */
const MAX_RESULTS = 10;

const search = defineTool({
  name: "search",
  category: "socials",
  cost: 2,
  title: "Search companies by name or words",
  description: `Returns companies for a name, domain, register number or words that the index knows of them, each with the id that \`fetch\`
    takes. For research clients that know only \`search\` and \`fetch\`; resolve_company and search_companies say more. Up to 25
    seconds.`,
  input: z.object({
    query: z.string().trim().min(2).max(200).describe("Name of a company, its domain, a register number, or words"),
  }),
  output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string().describe("Id for fetch"), title: z.string(), url: z.string() })),
    ...outcomeFields({
      sources: [...REGISTER_NAMES, "own_site", "index"],
      reasons: ENTITY_REASONS,
      partial: "a register could not be asked",
    }),
  }),
  example: { query: "nordlys.example" },
  async run({ query }, context) {
    const hasWords = queryTerms(query).length > 0;
    const words = { text: query, order: "best", limit: MAX_RESULTS };
    const [named, indexed] = await Promise.all([
      runTool("resolve_company", { name: query }, context),
      hasWords ? runTool("search_companies", words, context) : null,
    ]);
    const resolved = records(named.candidates).flatMap(({ id, name, domain, country, url }) => {
      const address = domain ? `https://${domain}/` : url;
      return id && address ? [{ id: `${id}`, title: titleOf(name, domain, country), url: `${address}` }] : [];
    });
    const known = new Set(records(named.candidates).map(({ domain }) => domain));
    const more = records(indexed?.companies)
      .filter(({ domain }) => domain && !known.has(domain))
      .slice(0, MAX_RESULTS - resolved.length);
    const results = [
      ...resolved,
      ...more.map(({ name, domain, country }) => {
        return { id: `domain:${domain}`, title: titleOf(name, domain, country), url: `https://${domain}/` };
      }),
    ];
    const seen = more.flatMap(({ why }) =>
      records(why)
        .flatMap((each) => records(each.evidence))
        .slice(0, 1),
    );
    const outcome = { ...outcomeOf(named), evidence: [...named.evidence, ...seen] };
    if (!indexed || more.length === 0 || resolved.length > 0) return { results, ...outcome };
    // Nothing is known by this name: the answer is the index's.
    const { status, evidence, cached } = outcome;
    const all = { results, ...outcomeOf(indexed), evidence, cached, reason: null };
    return { ...all, status: status === "partial" ? "partial" : "ok" };
  },
});

const fetchRecord = defineTool({
  name: "fetch",
  category: "socials",
  cost: 1,
  title: "Company record as text",
  description: `Returns the record of a company that \`search\` found as one text, each line a field with its value and the page that
    shows it. For research clients that know only \`search\` and \`fetch\`; get_company returns the same field by field. Up to 28 seconds.`,
  input: z.object({
    id: z.string().trim().min(1).max(253).describe("Id of a result of search, or the domain of a company"),
  }),
  output: z.looseObject({
    id: z.string(),
    title: z.string(),
    text: z.string().describe("A line for each field"),
    url: z.string().describe("The company's site, or the record of a register; empty when not found"),
    metadata: z.looseObject({}).describe("Domain, and id of the legal entity"),
    ...RECORD_OUTCOME,
  }),
  example: { id: "domain:nordlys.example" },
  async run({ id }, context) {
    const asked = id.includes(":") && !id.includes("/") ? id : `domain:${id}`;
    const { fields, domain, id: entity, ...answer } = await runTool("get_company", { id: asked }, context);
    const lines = Object.entries(record(fields)).map(([name, field]) => {
      const { value, evidence: seen } = record(field);
      const [first] = Array.isArray(seen) ? seen : [];
      return `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}${first ? ` (${first.url})` : ""}`;
    });
    const name = record(record(fields).legal_name).value ?? record(record(fields).name).value;
    return {
      id,
      title: `${name ?? domain ?? id}`,
      text: lines.join("\n"),
      url: domain ? `https://${domain}/` : (answer.evidence[0]?.url ?? ""),
      metadata: { domain, entity },
      ...outcomeOf(answer),
    };
  },
});

/** Search and fetch in the shape that ChatGPT's research asks for: https://developers.openai.com/apps-sdk/build/mcp-server */
export const RESEARCH_TOOLS = [search, fetchRecord];

const titleOf = (...parts: unknown[]) => parts.filter(Boolean).join(", ");

/** How the answer of another tool came out. */
function outcomeOf({ reason, status, source, confidence, evidence, observed_at, cached, demo }: Answer) {
  return { reason, status, source, confidence, evidence, observed_at, cached, ...(demo && { demo }) };
}

// biome-ignore lint/suspicious/noExplicitAny: an answer that its own schema describes.
type Answer = Record<string, any>;

/** The answer of another tool, without people who objected. Throws what the tool throws. */
async function runTool(name: string, input: Record<string, unknown>, context: ToolContext): Promise<Answer> {
  const tool = context.findTool(name) as Tool;
  return tool.run(context.parseInput(tool, input), context);
}
