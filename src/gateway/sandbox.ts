import { AppError, invalidRequest } from "../errors.ts";
import { shieldNetwork } from "../platform/limits/limits.ts";
import { DEMO_COMPANIES } from "../tools/demo-companies.ts";
import { loadAnswers, loadDemoCalls, type RecordedCall } from "../tools/recorded-answers.ts";
import type { Tool } from "../tools/tool.ts";
import type { CallContext, ToolCall } from "./call.ts";
import { checkInput, parseInput, withWarnings } from "./read-arguments.ts";

/** The key of every deployment's sandbox. It is public: it reads recorded answers about fictional companies, and nothing else. */
export const SANDBOX_KEY = "tg_sandbox";

export function isSandbox(bearer: string | null): boolean {
  return bearer === SANDBOX_KEY;
}

/** Admits a request with the sandbox key. Its callers have no account, so the limit is per network. */
export function admitSandbox(env: Pick<Env, "FLOOD_SHIELD">, ip: string | null): Promise<void> {
  return shieldNetwork(env, ip, "sandbox ", "Too many sandbox calls from this network. Wait a minute, then try again.");
}

/**
 * Answers a call with the sandbox key, checked like any other, with a recorded answer about a demo company, marked `sandbox: true`;
 * `warnings` names arguments that differ from the recorded ones. It costs, looks up and stores nothing. Throws `sandbox_only`
 * for tools of administration, and `invalid_request` for arguments that are wrong or have no recorded answer.
 */
export async function callSandbox({ env, client }: Pick<CallContext, "env" | "client">, call: ToolCall, tool: Tool) {
  await admitSandbox(env, client.ip);
  const raw = await call.readInput();
  if (tool.category === "admin") {
    const detail = `The sandbox has no account, so ${tool.name} is not in it. Get a key with POST /api/v0/get_api_key {}.`;
    throw new AppError("sandbox_only", detail);
  }
  const { input, warnings } = checkInput(tool, raw);
  const asked = input as Fields;
  const recorded = await recordedCalls(env, tool, asked);
  const [closest] = recorded
    .filter(({ parsed }) => SUBJECTS.every((path) => isEqual(asked[path], parsed[path])))
    .map((one) => ({ answer: one.answer, differences: differences(asked, one) }))
    .sort((one, other) => one.differences.length - other.differences.length);
  if (!closest) throw unknownSubject(asked, recorded);
  return withWarnings({ ...closest.answer, sandbox: true }, [...closest.differences, ...warnings]);
}

type Fields = Record<string, unknown>;
type KnownCall = RecordedCall & { parsed: Fields };

/** The subject of a question. */
const SUBJECTS = ["domain", "name", "email", "id", "username", "subreddit", "post_id"];

/** The calls of `tool` that have a recorded answer: its example, and those about the company asked for. */
async function recordedCalls(env: Pick<Env, "ASSETS">, tool: Tool, asked: Fields): Promise<KnownCall[]> {
  const domain = String(asked.domain ?? String(asked.email ?? "").split("@")[1]);
  const unavailable = { retryAfterSeconds: 5 };
  const [examples, demo] = await Promise.all([loadAnswers(env), loadDemoCalls(env, domain)]).catch((cause) => {
    throw new AppError("temporarily_unavailable", "The sandbox has no answer now.", { ...unavailable, cause });
  });
  const example = examples[tool.name];
  if (!example) throw new AppError("temporarily_unavailable", "The sandbox has no answer now.", unavailable);
  const calls = [{ input: tool.example as Fields, answer: example.answer as Fields }, ...(demo[tool.name] ?? [])];
  return calls.map((one) => ({ ...one, parsed: parseInput(tool, one.input) as Fields }));
}

/** One sentence for each argument that differs from the recorded call. */
function differences(asked: Fields, { input, parsed }: KnownCall): string[] {
  return Object.keys({ ...asked, ...parsed })
    .filter((path) => !SUBJECTS.includes(path) && !isEqual(asked[path], parsed[path]))
    .map((path) => `${path}: the sandbox answers as recorded, with ${textOf(input[path] ?? parsed[path])}.`);
}

function unknownSubject(asked: Fields, recorded: KnownCall[]): AppError {
  // Of a company that it knows, the sandbox lists the people.
  const ofCompany = recorded.filter(({ parsed }) => isEqual(parsed.domain, asked.domain));
  const candidates = ofCompany.length > 0 ? ofCompany : recorded;
  const errors = SUBJECTS.flatMap((path) => {
    if (candidates.some(({ parsed }) => isEqual(parsed[path], asked[path]))) return [];
    const values = candidates.map(({ input }) => input[path]);
    const known = new Set(path === "domain" ? [...Object.keys(DEMO_COMPANIES), ...values] : values);
    return [{ path, message: `the sandbox knows ${[...known].map(textOf).join(", ")}` }];
  });
  const detail = `${errors.map(({ path, message }) => `${path}: ${message}`).join("; ")}. A key of your own asks about the world: POST /api/v0/get_api_key {}.`;
  return invalidRequest(detail, { fields: { errors } });
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? "none";
}

function isEqual(one: unknown, other: unknown): boolean {
  return textOf(one).toLowerCase() === textOf(other).toLowerCase();
}
