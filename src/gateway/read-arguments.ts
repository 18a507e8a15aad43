import * as z from "zod";
import { AppError } from "../errors.ts";
import type { IdempotentCall } from "../ledger/stored-answers.ts";
import { canonicalJson } from "../lib/json.ts";
import { sha256Hex } from "../platform/secrets.ts";
import type { Tool } from "../tools/tool.ts";

/** Checks arguments against a tool's schema. Throws `invalid_request`, or the error that a field brings itself. */
export function parseInput(tool: Tool, raw: Record<string, unknown>): unknown {
  const result = tool.input.safeParse(raw, { error: sayMissing });
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    // A field may say more than "wrong": a title filter has its own code and position.
    if (issue.code === "custom" && issue.params?.error instanceof AppError) throw issue.params.error;
  }
  const errors = result.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join("."), message: issue.message }))
    .concat(unread(tool, raw));
  const summary = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
  throw new AppError("invalid_request", summary.slice(0, 1000), { fields: { errors } });
}

const sayMissing: z.core.$ZodErrorMap = ({ code, input }) =>
  code === "invalid_type" && input === undefined ? "is required" : undefined;

/** Unknown fields are ignored, but when something else is wrong one of them may be the misspelt field that is missing. */
function unread({ name, input }: Tool, raw: Record<string, unknown>): { path: string; message: string }[] {
  if (!(input instanceof z.ZodObject)) return [];
  const fields = Object.keys(input.shape);
  const unknown = Object.keys(raw).filter((field) => !fields.includes(field));
  const message = `is not read: the fields of ${name} are ${fields.join(", ")}`;
  return unknown.slice(0, 3).map((path) => ({ path: path.slice(0, 64), message }));
}

export type Arguments = { input: unknown; idempotent: IdempotentCall | null; label: string | null };

/** The arguments of a call, checked. The fingerprint is over what was sent, so that both transports give the same. */
export async function readArguments(tool: Tool, raw: Record<string, unknown>, key: string | null): Promise<Arguments> {
  const input = parseInput(tool, raw);
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("invalid_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  }
  const idempotent = key === null ? null : { key, fingerprint: await sha256Hex(`${tool.name}\n${canonicalJson(raw)}`) };
  return { input, idempotent, label: tool.label?.(raw) ?? null };
}
