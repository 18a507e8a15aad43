import * as z from "zod";
import { records } from "../../lib/loose-json.ts";
import { codeField, ENTITY_REASONS, REGISTER_NAMES } from "../fields/answer-codes.ts";
import { LOOKS_UP, standardFields } from "../fields/standard-fields.ts";
import { defineTool, type Tool, type ToolContext } from "../tool.ts";

/** The shape that ChatGPT's research asks for: https://developers.openai.com/apps-sdk/build/mcp-server */
export const search = defineTool({
  name: "search",
  category: "socials",
  cost: 2,
  title: "Search companies by name",
  description: `Returns companies for a name, domain or register number, each with the id that \`fetch\` takes. For research clients
    that know only \`search\` and \`fetch\`; resolve_company says more about each candidate. Up to 25 seconds.`,
  input: z.object({
    query: z.string().trim().min(2).max(200).describe("Name of a company, its domain, or a register number"),
  }),
  output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string().describe("Id for fetch"), title: z.string(), url: z.string() })),
    reason: codeField(ENTITY_REASONS, "Why there is no result"),
    status: z.enum(["ok", "partial", "not_found"]),
    ...standardFields([...REGISTER_NAMES, "own_site"]),
  }),
  annotations: LOOKS_UP,
  example: { query: "nordlys.example" },
  async run({ query }, context) {
    const { candidates, reason, status, source, confidence, evidence, observed_at, cached } = await runTool(
      "resolve_company",
      { name: query },
      context,
    );
    const results = records(candidates).flatMap(({ id, name, domain, country, url }) => {
      const address = domain ? `https://${domain}/` : url;
      if (!id || !address) return [];
      return [{ id: `${id}`, title: [name, domain, country].filter(Boolean).join(", "), url: `${address}` }];
    });
    return { results, reason, status, source, confidence, evidence, observed_at, cached };
  },
});

/** The answer of another tool, without people who objected. Throws what the tool throws. */
export async function runTool(name: string, input: Record<string, unknown>, context: ToolContext) {
  const tool = context.findTool(name) as Extract<Tool, { auth?: "bearer" }>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer that its own schema describes.
  return (await tool.run(context.parseInput(tool, input), context)) as Record<string, any>;
}
