import { MATCH_TOOL } from "../../batches/match-name.ts";
import type { CheckedLine, LineReader } from "../../batches/read-lines.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Tool, ToolContext } from "../tool.ts";

/** Stands for the domain that the first step finds, when the other arguments are checked. */
const ANY_DOMAIN = "company.example";
const QUESTION_FIELDS = ["company", "country", "about"] as const;

/** The tool that resolves names for a batch of `tool`. Throws `invalid_request` where that makes no sense. */
export function matchingTool(tool: Tool, reader: LineReader, { findTool }: ToolContext): Tool {
  const matching = findTool(MATCH_TOOL);
  if (tool.name === MATCH_TOOL) throw refused(`${MATCH_TOOL} takes names itself: send them as name, without match.`);
  if (!reader.fields.has("domain")) throw refused(`${tool.name} takes no domain, so there is no name to resolve.`);
  if (!matching) throw refused(`this deployment has no ${MATCH_TOOL}. Send domains.`);
  return matching;
}

/** Lists with companies by name: in `company`, `company_name`, or `name` where the tool has none. Domains win. */
export function nameReader(reader: LineReader, matching: Tool, { parseInput }: ToolContext): LineReader {
  const fields = new Map([...reader.fields, ...QUESTION_FIELDS.map((field) => [field, "string"] as const)]);
  const hasName = reader.fields.has("name");
  const check = ({ company, company_name: other, ...sent }: Record<string, unknown>): CheckedLine => {
    const own = Object.entries(sent).filter(([field]) => reader.fields.has(field) && (hasName || field !== "name"));
    const given = Object.fromEntries(own);
    if (sent.domain !== undefined) return reader.check(given);
    const name = company ?? other ?? (hasName ? undefined : sent.name);
    if (name === undefined) return { status: "invalid", problem: "company: is required, or domain" };
    const question = { name, country: sent.country, about: sent.about };
    try {
      parseInput(matching, question);
    } catch (error) {
      if (error instanceof AppError) return { status: "invalid", problem: `company: ${error.detail}` };
      throw error;
    }
    const checked = reader.check({ ...given, domain: ANY_DOMAIN });
    if (checked.status === "invalid") return checked;
    const key = String(name).trim().toLowerCase();
    const parsed = { ...(checked.parsed as object), ...question, company: key, domain: undefined };
    return {
      status: "valid",
      parsed: hasName ? { ...parsed, name: given.name } : parsed,
      input: { ...given, match: question },
    };
  };
  return { ...reader, fields, check };
}

function refused(detail: string): AppError {
  return invalidRequest(`match: ${detail}`);
}
