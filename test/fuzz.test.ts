import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { ERRORS } from "../src/errors.ts";
import { PATHS } from "../src/paths.ts";
import { TOOLS } from "../src/tools/index.ts";
import { type Answer, anonymousKey, callTool, giveTokens, makePaid, request } from "./support/harness.ts";

/** Whatever is sent: no unexpected 5xx, no hang, no stack trace, every answer of the promised form. `npm run fuzz` sends more. */
const numRuns = inject("fuzzRuns");
const TIME_LIMIT_MS = 60_000 + numRuns * 4_000;
/** What a source that is missing or fails may answer; random domains are names that nobody has. */
const SOURCE_FAILURES = ["not_configured", "upstream_error", "upstream_unavailable", "upstream_timeout"];

/** An organisation's burst is 600 requests, so each takes its leave before that: a 429 would hide everything behind it. */
const CALLS_PER_KEY = 500;
let key = "";
let calls = 0;

async function call(tool: string, body: unknown): Promise<Answer> {
  if (calls++ % CALLS_PER_KEY === 0) {
    key = await anonymousKey();
    await giveTokens(key, 1_000_000);
    await makePaid(key);
  }
  return callTool(key, tool, body);
}

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202eevil",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "__proto__",
    "%00",
    "🦄".repeat(50),
    "x".repeat(5_000),
  ),
);
const json = fc.jsonValue({ maxDepth: 6, noUnicodeString: false } as fc.JsonSharedConstraints);
const value = fc.oneof(oddText, json, fc.constantFrom(null, true, -1, 0, 1e308, 1.5, [], {}, [[]], { a: { b: [] } }));

function isSound(answer: Answer): void {
  expect(answer.text).not.toMatch(/(?:\n|\\n)\s+at \S+ \(|\.ts:\d+|node_modules|SQLITE|D1_ERROR/);
  if (answer.status < 400) return;
  expect(answer.status).not.toBe(429);
  const known = ERRORS[answer.body.error as keyof typeof ERRORS];
  expect(known?.[0], `${answer.status} ${answer.text.slice(0, 300)}`).toBe(answer.status);
  if (answer.status >= 500) expect(SOURCE_FAILURES).toContain(answer.body.error);
}

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const example = tool.example as Record<string, unknown>;
  const fields = Object.keys((tool.input as { shape?: object }).shape ?? example);
  const mutated = fc
    .tuple(
      fc.subarray(fields, { minLength: Math.min(1, fields.length) }),
      fc.array(value, { minLength: 8, maxLength: 8 }),
    )
    .map(([chosen, values]) => ({
      ...example,
      ...Object.fromEntries(chosen.map((field, index) => [field, values[index % 8]])),
    }));

  it(
    "answers anything that is nearly right",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(mutated, fc.dictionary(fc.string(), json)), async (body) => {
          const answer = await call(name, body);
          isSound(answer);
          if (answer.status >= 400) expect(answer.headers.get("x-tokens-charged")).toBe("0");
          else expect(tool.output.safeParse(answer.body).error).toBeUndefined();
        }),
        { numRuns },
      );
    },
    TIME_LIMIT_MS,
  );
});

describe("every route", () => {
  const paths = fc.oneof(
    fc.constantFrom(...Object.values(PATHS), "/", "/docs", "/openapi.json", "/healthz", "/api/v0/"),
    fc.webPath().map((path) => `/${path.replace(/^\/+/, "")}`),
  );
  const methods = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  const headers = fc.record(
    {
      "Content-Type": fc.constantFrom(
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
        "x",
        "application/json; charset=x",
      ),
      Authorization: fc.constantFrom("Bearer", "Bearer ", "Basic eDp5", "bearer tg_x", "Bearer a b", "x".repeat(3_000)),
      Accept: fc.constantFrom("*/*", "text/event-stream", "x", ""),
      "Mcp-Method": fc.constantFrom("tools/call", "x"),
      "MCP-Protocol-Version": fc.constantFrom("2025-06-18", "2026-07-28", "x"),
      Origin: fc.constantFrom("null", "https://evil.example", "http://localhost:8787", "x"),
      "Idempotency-Key": fc.constantFrom("", "k", "x".repeat(300)),
      "Stripe-Signature": fc.constantFrom("", "t=1,v1=00", "x"),
      Cookie: fc.constantFrom("", "session=x", "a=b; session=%00"),
    },
    { requiredKeys: [] },
  );
  const bodies = fc.oneof(
    fc.constant(null),
    oddText,
    json.map((body) => JSON.stringify(body)),
    fc.constantFrom(
      '{"type":"anonymous"',
      '{"type":"identity_assertion"}',
      "grant_type=x&grant_type=y",
      "%%%=%",
      '{"jsonrpc":"2.0","id":{},"method":5}',
      "[[[[",
      "\u0000",
    ),
  );

  it(
    "answers anything at all",
    async () => {
      await fc.assert(
        fc.asyncProperty(methods, paths, headers, bodies, async (method, path, given, body) => {
          const hasBody = method !== "GET" && method !== "HEAD" && body !== null;
          let sent: Headers;
          try {
            sent = new Headers(given as Record<string, string>);
          } catch {
            // No HTTP client can send this.
            return;
          }
          const answer = await request(path, { method, headers: sent, ...(hasBody && { body }) });
          expect(answer.text).not.toMatch(/(?:\n|\\n)\s+at \S+ \(|\.ts:\d+|node_modules|SQLITE|D1_ERROR/);
          expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
        }),
        { numRuns: numRuns * 20 },
      );
    },
    TIME_LIMIT_MS,
  );
});
