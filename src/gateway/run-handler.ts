import { TOOL_TIME_LIMIT_MS } from "../constants.ts";
import { AppError } from "../errors.ts";
import { record } from "../lib/loose-json.ts";
import { words } from "../lib/words.ts";
import { isFreeMail } from "../readers/words/company-domain.ts";
import { DEMO_COMPANIES } from "../tools/demo-companies.ts";
import { catalogueOf } from "../tools/index.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { parseInput } from "./read-arguments.ts";

/** Throws `not_configured` for a question about a real company, which would wait for the Internet in vain. */
function refuseReal(input: unknown): void {
  const { domain, email } = record(input);
  const host = typeof domain === "string" ? domain : typeof email === "string" ? email.split("@").at(-1) : "";
  // `get_email` refuses a free-mail domain by its name alone.
  if (!host || host.endsWith(".example") || (host === domain && isFreeMail(host))) return;
  const some = Object.keys(DEMO_COMPANIES).slice(0, 5).join(", ");
  throw new AppError("not_configured", `This local run has no Internet: try one of the demo companies, e.g. ${some}.`);
}

type OfEveryCall = "prices" | "findTool" | "parseInput" | "signal" | "noteVendor";
/** `isMiss`: nothing was found, and no vendor was paid for looking. */
type Handled = { answer: Record<string, unknown>; isMiss: boolean };

/** Runs a handler for at most `TOOL_TIME_LIMIT_MS`. Throws what it throws, and `upstream_timeout`. */
export async function runHandler(tool: Tool, input: unknown, given: Omit<ToolContext, OfEveryCall>): Promise<Handled> {
  if (given.config.LOCAL_OFFLINE) refuseReal(input);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
    const detail = `${tool.name} took longer than ${TOOL_TIME_LIMIT_MS / 1000} s. Nothing was charged; try again later.`;
    reject(new AppError("upstream_timeout", detail));
  }, TOOL_TIME_LIMIT_MS);
  let vendorWasAsked = false;
  const noteVendor = () => {
    vendorWasAsked = true;
  };
  const { signal } = controller;
  const context = { ...given, ...catalogueOf(given.config), parseInput, signal, noteVendor };
  try {
    const answer = await Promise.race([tool.run(input, context), late]);
    return { answer, isMiss: !vendorWasAsked && foundNothing(answer) };
  } finally {
    clearTimeout(timer);
  }
}

/** Fields of an answer that say how it came about rather than what was found. */
const REPORTS = new Set(
  words("evidence checked skipped errors warnings alternatives sources reasons incomplete attribution"),
);

/** Whether an answer is a miss: `not_found`, or `partial` without findings. An empty list with `ok` is an answer. */
function foundNothing(answer: Record<string, unknown>): boolean {
  if (answer.status === "not_found") return true;
  if (answer.status !== "partial") return false;
  if (typeof answer.confidence === "number" && answer.confidence > 0) return false;
  return Object.entries(answer).every(
    ([name, value]) => !Array.isArray(value) || value.length === 0 || REPORTS.has(name),
  );
}
