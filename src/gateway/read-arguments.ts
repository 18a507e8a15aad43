import type * as z from "zod";
import { AppError, invalidRequest } from "../errors.ts";
import { canonicalJson } from "../lib/json.ts";
import { sha256Hex } from "../platform/secrets.ts";
import type { Tool } from "../tools/tool.ts";
import { meantValue, type UnknownField, unknownFields, withDeclaredNames } from "./field-names.ts";

type FieldError = { path: string; message: string; did_you_mean?: string };

/** {@link checkInput} without the warnings. */
export function parseInput(tool: Tool, raw: Record<string, unknown>): unknown {
  return checkInput(tool, raw).input;
}

/**
 * Checks arguments against the schema. `warnings` has a sentence for each unknown field, which is ignored. Throws
 * `invalid_request`, also for a misspelt name of a field.
 */
export function checkInput(tool: Tool, raw: Record<string, unknown>): { input: unknown; warnings: string[] } {
  const named = withDeclaredNames(tool, raw);
  const unknown = unknownFields(tool, raw);
  const misspelt = unknown.flatMap(misspeltError);
  const result = tool.input.safeParse(named, { error: fieldMessage });
  if (result.success && misspelt.length === 0) {
    return { input: result.data, warnings: unknown.map((field) => `${sentenceOf(notRead(field))}.`) };
  }
  const issues = result.error?.issues ?? [];
  for (const issue of misspelt.length > 0 ? [] : issues) {
    // A field may say more than "wrong": a title filter has its own code and position.
    if (issue.code === "custom" && issue.params?.error instanceof AppError) throw issue.params.error;
  }
  const errors: FieldError[] = [...misspelt, ...issues.slice(0, 20).map((issue) => issueError(issue, named))];
  if (misspelt.length === 0) errors.push(...unknown.slice(0, 3).map(notRead));
  throw invalidRequest(errors.map(sentenceOf).join("; ").slice(0, 1000), { fields: { errors } });
}

function sentenceOf({ path, message }: FieldError): string {
  return path ? `${path}: ${message}` : message;
}

/** For a value outside an enum, also the allowed value that was probably meant. */
function issueError(issue: z.core.$ZodIssue, sent: unknown): FieldError {
  const error = { path: issue.path.join("."), message: issue.message };
  if (issue.code !== "invalid_value") return error;
  const value = issue.path.reduce<unknown>((within, key) => (within as Record<PropertyKey, unknown>)?.[key], sent);
  const meant = meantValue(value, issue.values);
  return meant === null
    ? error
    : { ...error, message: `${issue.message}; did you mean ${meant}?`, did_you_mean: meant };
}

/** An answer with further `warnings`; unchanged if there are none. */
export function withWarnings<Answer extends Record<string, unknown>>(answer: Answer, warnings: string[]): Answer {
  if (warnings.length === 0) return answer;
  const own = Array.isArray(answer.warnings) ? answer.warnings : [];
  return { ...answer, warnings: [...own, ...warnings] };
}

function misspeltError({ path, parent, didYouMean }: UnknownField): FieldError[] {
  if (didYouMean === null) return [];
  return [{ path, message: `is not a field of ${parent}; did you mean ${didYouMean}?`, did_you_mean: didYouMean }];
}

function notRead({ path, parent, fields }: UnknownField): FieldError {
  const message =
    fields.length === 0 ? `${parent} takes no fields` : `the fields of ${parent} are ${fields.join(", ")}`;
  return { path, message: `is ignored: ${message}` };
}

export type Arguments = Awaited<ReturnType<typeof readArguments>>;

/** The validated arguments of a call. The fingerprint covers the raw input, so that it is equal over both transports. */
export async function readArguments(tool: Tool, raw: Record<string, unknown>, key: string | null) {
  const checked = checkInput(tool, raw);
  if (key !== null && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidRequest("Idempotency-Key must be 1 to 255 visible ASCII characters.");
  }
  // Answers of free read-only tools are not stored: a repeat runs again.
  const isStored = tool.cost > 0 || !tool.annotations.readOnlyHint;
  const idempotent = key === null || !isStored ? null : { key, fingerprint: await fingerprintOf(tool, raw) };
  return { ...checked, idempotent, label: tool.label?.(raw) ?? null };
}

/** Identifies a tool and a body, whichever transport brought them. */
export function fingerprintOf(tool: Tool, raw: Record<string, unknown>): Promise<string> {
  return sha256Hex(`${tool.name}\n${canonicalJson(raw)}`);
}

/** The problem with a field, as the end of a sentence that begins with its name. Undefined keeps the schema's own message. */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_union":
      return issue.input === undefined ? "is required" : undefined;
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", Number(issue.minimum));
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", Number(issue.maximum));
    case "invalid_value":
      return `${issue.input === undefined ? "is required:" : "must be"} one of ${issue.values.join(", ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMATS[issue.format];
  }
};

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const FORMATS: Record<string, string> = {
  email: "must be an email address, e.g. ada@acme.com",
  url: "must be a URL, e.g. https://acme.com",
};

/** The unit of a bound; a number has none. */
const UNITS: Record<string, string> = { string: "character", array: "item" };

function bound(origin: string, comparison: string, limit: number): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${comparison} ${limit}`;
  return `must have ${comparison} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}
