import { type CheckedLine, type LineReader, type ReadLines, readCsv, readInputs } from "../../batches/read-lines.ts";
import { MATCH_TOOL } from "../../batches/run-item.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { inputSchema, type JsonSchema } from "../json-schema.ts";
import type { Tool, ToolContext } from "../tool.ts";

/** Throws `tool_not_found` or `invalid_request` for what cannot be run in a batch. */
export function batchable(name: string, { findTool }: ToolContext): Tool {
  const tool = findTool(name);
  if (!tool) throw new AppError("tool_not_found", `tool: there is no tool ${name}. GET /api/v0 lists them.`);
  if (!isBatchable(tool)) {
    throw invalidRequest(`tool: ${tool.name} is not a data tool. A batch runs tools that look something up.`);
  }
  return tool;
}

/** Data tools look something up; the others administer the caller's account. */
export function isBatchable({ category, annotations }: Tool): boolean {
  return category !== "admin" && annotations.openWorldHint;
}

type List = { inputs?: unknown[] | undefined; csv?: string | undefined; columns?: Record<string, string> | undefined };

export function readList(tool: Tool, { inputs, csv, columns }: List, reader: LineReader): ReadLines {
  if (inputs !== undefined && csv !== undefined) throw invalidRequest("Send the list once: as inputs, or as csv.");
  if (inputs === undefined && csv === undefined) {
    const example = JSON.stringify([tool.example]);
    throw invalidRequest(`inputs: is required, e.g. ${example}; or send the list as csv.`);
  }
  if (columns && csv === undefined) throw invalidRequest("columns is only for csv.");
  return csv === undefined ? readInputs(reader, inputs ?? []) : readCsv(reader, csv, columns);
}

const HALF: JsonSchema = { type: "string", description: "Half of the name, where the list has it in two columns" };

/** What a column of a list may hold: the tool's arguments, and the halves of a person's name. */
export function columnFields(tool: Tool): (JsonSchema & { name: string; isRequired: boolean })[] {
  const { properties = {}, required = [] } = inputSchema(tool);
  const halves = tool.aboutPeople && properties.name ? { first_name: HALF, last_name: HALF } : {};
  return Object.entries({ ...properties, ...halves }).map(([name, schema]) => ({
    ...schema,
    name,
    isRequired: required.includes(name) && !(name === "name" && tool.aboutPeople),
  }));
}

/** How lines are read as arguments of `tool`. */
export function readerOf(tool: Tool, { parseInput }: ToolContext): LineReader {
  const fields = columnFields(tool).map(({ name, type, anyOf }) => {
    const [first = "string"] = [type ?? anyOf?.[0]?.type ?? []].flat();
    return [name, first] as const;
  });
  return { fields: new Map(fields), example: tool.example, check: (raw) => checked(() => parseInput(tool, raw)) };
}

function checked(parse: () => unknown): CheckedLine {
  try {
    return { status: "valid", parsed: parse() };
  } catch (error) {
    if (error instanceof AppError) return { status: "invalid", problem: error.detail };
    throw error;
  }
}

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
    const taken = Object.entries(sent).filter(([field]) => reader.fields.has(field) && (hasName || field !== "name"));
    const given = Object.fromEntries(taken);
    if (sent.domain !== undefined) return reader.check(given);
    const name = company ?? other ?? (hasName ? undefined : sent.name);
    if (name === undefined) return { status: "invalid", problem: "company: is required, or domain" };
    const question = { name, country: sent.country, about: sent.about };
    const asked = checked(() => parseInput(matching, question));
    if (asked.status === "invalid") return { ...asked, problem: `company: ${asked.problem}` };
    const rest = reader.check({ ...given, domain: ANY_DOMAIN });
    if (rest.status === "invalid") return rest;
    const key = String(name).trim().toLowerCase();
    const own = { ...(rest.parsed as object), name: given.name, domain: undefined };
    const parsed = { ...own, country: sent.country, about: sent.about, company: key };
    return { status: "valid", parsed, input: { ...given, match: question } };
  };
  return { ...reader, fields, check };
}

function refused(detail: string): AppError {
  return invalidRequest(`match: ${detail}`);
}
