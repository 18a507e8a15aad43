import { record, records, string } from "../lib/loose-json.ts";
import type { BatchSpec, Match, MatchQuestion, ResultLine } from "./batch-types.ts";

/** Finds the domains of companies that a list gives by name (`match: "name"`), as a first step of each line, charged by itself. */
export const MATCH_TOOL = "resolve_company";

/** A domain of less confidence is not used. */
const MIN_CONFIDENCE = 0.8;
const MAX_CANDIDATES = 3;

/** A call of a line: the arguments that are stored for it, and after the first step, what that found. */
type Input = Record<string, unknown>;

/** The next call of a line. `question` is set when it is the first step of two. */
export function nextCall({ tool, cost, match }: BatchSpec, stored: Input) {
  if (!match || !stored.match) return { tool, cost, input: stored, question: null };
  const { match: step, ...input } = stored;
  const found = step as MatchQuestion | Match;
  if ("domain" in found) return { tool, cost, input: { ...input, domain: found.domain }, question: null };
  return { tool: MATCH_TOOL, cost: match.cost, input: { ...found }, question: found };
}

/** A line of a batch with names as its results show it: the arguments of its tool, and what was found for the name. */
export function matchedLine(line: ResultLine): ResultLine {
  const { match, ...input } = line.input ?? {};
  const found = match as Match | undefined;
  if (!found || !("domain" in found)) return line;
  return { ...line, input: { ...input, domain: found.domain }, match: found };
}

/** Reads an answer of {@link MATCH_TOOL}. */
export function readMatch(
  question: MatchQuestion,
  answerJson: string,
  call: Pick<Match, "tokens_charged" | "request_id">,
): Match {
  const answer = record(JSON.parse(answerJson));
  const { domain, confidence } = record(answer.company);
  const isSure = string(domain) !== null && Number(confidence) >= MIN_CONFIDENCE;
  return {
    ...question,
    domain: isSure ? string(domain) : null,
    confidence: Number(answer.confidence) || 0,
    reason: isSure ? null : (string(answer.reason) ?? "no_certain_domain"),
    candidates: records(answer.candidates)
      .slice(0, MAX_CANDIDATES)
      .map((one) => ({ domain: one.domain, name: one.name, country: one.country, confidence: one.confidence })),
    ...call,
  };
}

/** The result of a line whose name was not resolved: its tool is not called. */
export const NOT_RESOLVED = JSON.stringify({ status: "not_found", reason: "name_not_resolved" });
