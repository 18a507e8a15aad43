import { FALLBACK_RETRY_AFTER_SECONDS } from "../config.ts";
import { AppError } from "../errors.ts";
import { networkOf } from "../platform/limits/limits.ts";
import { loadAnswers } from "../tools/recorded-answers.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallContext, ToolCall } from "./call.ts";
import { parseInput, warningsOf, withWarnings } from "./read-arguments.ts";

/** The key of every deployment's sandbox. It is public: it reads recorded answers about fictional companies, and nothing else. */
export const SANDBOX_KEY = "tg_sandbox";

export function isSandbox(bearer: string | null): boolean {
  return bearer === SANDBOX_KEY;
}

/** Lets a request with the sandbox key pass. Its callers have no account, so they are limited by their network. */
export async function admitSandbox(env: Pick<Env, "FLOOD_SHIELD">, ip: string | null): Promise<void> {
  const { success } = await env.FLOOD_SHIELD.limit({ key: `sandbox ${networkOf(ip ?? "")}` });
  if (success) return;
  throw new AppError("rate_limited", "Too many sandbox calls from this network. Wait a minute, then try again.", {
    retryAfterSeconds: FALLBACK_RETRY_AFTER_SECONDS,
  });
}

/**
 * Answers a call with the sandbox key: checked like any other, answered with the recorded answer to the tool's example and
 * marked `sandbox: true`. It costs nothing, looks nothing up and stores nothing. Throws `sandbox_only` for tools of
 * administration, and `invalid_request` for arguments that are wrong or about a company or person without a recorded answer.
 */
export async function callSandbox(
  { env, client }: Pick<CallContext, "env" | "client">,
  call: ToolCall,
  tool: Tool,
): Promise<Record<string, unknown>> {
  await admitSandbox(env, client.ip);
  const raw = await call.readInput();
  if (tool.category === "admin") {
    const detail = `The sandbox has no account, so ${tool.name} is not in it. Get a key with POST /api/v0/get_api_key {}.`;
    throw new AppError("sandbox_only", detail);
  }
  const input = parseInput(tool, raw);
  refuseOthers(input, tool);
  const recorded = (await loadAnswers(env))[tool.name];
  if (!recorded)
    throw new AppError("temporarily_unavailable", "The sandbox has no answer now.", { retryAfterSeconds: 5 });
  const marked = { ...(recorded.answer as Record<string, unknown>), sandbox: true };
  return withWarnings(marked, warningsOf(tool, raw));
}

/** What a question is about: the sandbox knows only what the tool's example asks for. */
const SUBJECTS = ["domain", "name", "email", "id", "username", "subreddit", "post_id"];

function refuseOthers(input: unknown, tool: Tool): void {
  const asked = input as Record<string, unknown>;
  const known = parseInput(tool, tool.example as Record<string, unknown>) as Record<string, unknown>;
  const errors = SUBJECTS.filter((path) => canonical(asked[path]) !== canonical(known[path])).map((path) => {
    const example = (tool.example as Record<string, unknown>)[path];
    const message =
      example === undefined ? "leave it out in the sandbox" : `the sandbox knows only ${JSON.stringify(example)}`;
    return { path, message };
  });
  if (errors.length === 0) return;
  const detail = `${errors.map(({ path, message }) => `${path}: ${message}`).join("; ")}. A key of your own asks about the world: POST /api/v0/get_api_key {}.`;
  throw new AppError("invalid_request", detail, { fields: { errors } });
}

function canonical(value: unknown): string {
  return (JSON.stringify(value) ?? "").toLowerCase();
}
