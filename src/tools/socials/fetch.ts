import * as z from "zod";
import { record } from "../../lib/loose-json.ts";
import { defineTool } from "../tool.ts";
import { RECORD_OUTCOME } from "./get-company.ts";
import { runTool } from "./search.ts";

/** The shape that ChatGPT's research asks for: https://developers.openai.com/apps-sdk/build/mcp-server */
export const fetchRecord = defineTool({
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
    const { reason, status, source, confidence, evidence, observed_at, cached, demo } = answer;
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
      url: domain ? `https://${domain}/` : (evidence[0]?.url ?? ""),
      metadata: { domain, entity },
      ...{ reason, status, source, confidence, evidence, observed_at, cached, ...(demo && { demo }) },
    };
  },
});
