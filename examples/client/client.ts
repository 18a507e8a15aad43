import type { Tools } from "./tools.ts";

export type ToolName = keyof Tools;

/** What a call cost, as its headers tell. */
export type Usage = { charged: number; balance: number | null; requestId: string };

/** A refusal or failure: `code` is stable, the message says what to do next. */
export class TallygateError extends Error {
  readonly code: string;
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly problem: Record<string, unknown>;

  constructor(response: Response, problem: Record<string, unknown>) {
    super(String(problem.detail ?? `HTTP ${response.status}`));
    this.code = String(problem.error ?? "unknown");
    this.status = response.status;
    this.retryAfterSeconds = Number(response.headers.get("retry-after")) || null;
    this.problem = problem;
  }
}

/** A typed client of a deployment: `await tallygate(url, key).call("get_email", { name: "Ada Brandt", domain: "acme.com" })`. */
export function tallygate(baseUrl: string, apiKey: string) {
  /** Calls a tool. A second call with the same `idempotencyKey` is answered again and not charged. Throws {@link TallygateError}. */
  async function call<Name extends ToolName>(
    tool: Name,
    input: Tools[Name]["input"],
    { idempotencyKey }: { idempotencyKey?: string } = {},
  ): Promise<Tools[Name]["output"] & { usage: Usage }> {
    const headers: Record<string, string> = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
    if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
    const response = await fetch(`${baseUrl}/api/v0/${tool}`, { method: "POST", headers, body: JSON.stringify(input) });
    const answer = await response.json();
    if (!response.ok) throw new TallygateError(response, answer as Record<string, unknown>);
    const balance = response.headers.get("x-tokens-balance");
    const usage = {
      charged: Number(response.headers.get("x-tokens-charged")),
      balance: balance === null ? null : Number(balance),
      requestId: response.headers.get("x-request-id") ?? "",
    };
    return { ...(answer as Tools[Name]["output"]), usage };
  }
  return { call };
}

/** Registers anonymously at a deployment and returns its client and key. */
export async function register(baseUrl: string) {
  const response = await fetch(`${baseUrl}/api/v0/get_api_key`, { method: "POST", body: "{}" });
  const { api_key: apiKey } = (await response.json()) as { api_key: string };
  return { apiKey, ...tallygate(baseUrl, apiKey) };
}
