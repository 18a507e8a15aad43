import { Hono } from "hono";
import { TOOL_BODY_BYTES } from "../config.ts";
import { admit } from "../domain/admit.ts";
import { type CallOutcome, callTool } from "../domain/call-tool.ts";
import { newId } from "../domain/ids.ts";
import { parseJsonObject } from "../domain/json.ts";
import { AppError, asAppError } from "../errors.ts";
import { shieldFromFlood } from "../platform/limits.ts";
import { TOOLS } from "../tools/index.ts";
import { type AppContext, type AppEnv, bearerOf, clientOf, corridorOf } from "./app-env.ts";
import { readText } from "./body.ts";
import { bearerChallenge, problemResponse } from "./problem.ts";
import { usageHeaders } from "./usage.ts";

const INDEX = JSON.stringify({ tools: Object.fromEntries(TOOLS.map(({ name, cost }) => [name, { cost }])) });

/** REST: `GET /api/v0` and `POST /api/v0/{tool}`. Source document, "Endpoints"; wire contract, section 4. */
export const tools = new Hono<AppEnv>().all("/api/v0", serveIndex).all("/api/v0/:tool", async (c) => {
  const requestId = newId(Date.now());
  const call = {
    requestId,
    tool: c.req.param("tool"),
    method: c.req.method,
    bearer: bearerOf(c),
    readInput: async () => (c.req.method === "GET" ? {} : parseJsonObject(await readText(c.req.raw, TOOL_BODY_BYTES))),
    idempotencyKey: c.req.header("idempotency-key") ?? null,
  };
  const work = callTool(corridorOf(c), call);
  // A caller who hangs up cancels the request, not the work: a finished call is settled even if nobody listens.
  c.executionCtx.waitUntil(work);
  return respond(c, await work);
});

function respond(c: AppContext, outcome: CallOutcome): Response {
  const { usage } = outcome;
  const headers = usageHeaders(usage);
  if (!outcome.ok) {
    if (outcome.error.status === 401)
      headers.set("WWW-Authenticate", bearerChallenge(outcome.error, c.var.baseUrl, "/api/v0"));
    return problemResponse(outcome.error, c.var.baseUrl, usage.requestId, headers);
  }
  headers.set("Cache-Control", outcome.secret ? "no-store" : "private, no-cache");
  return Response.json(outcome.answer, { headers });
}

async function serveIndex(c: AppContext): Promise<Response> {
  const requestId = newId(Date.now());
  const headers = new Headers({ "X-Request-Id": requestId, "X-Tokens-Charged": "0" });
  try {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") {
      await admit(c.env, c.var.config, bearerOf(c));
      throw new AppError("method_not_allowed", "GET /api/v0 lists the tools.", { headers: { Allow: "GET, HEAD" } });
    }
    const { account, rate } = await admit(c.env, c.var.config, bearerOf(c));
    headers.set("X-Tokens-Balance", String(account.balance));
    for (const [name, value] of Object.entries(rate ?? {})) headers.set(name, value);
    headers.set("Content-Type", "application/json");
    headers.set("Cache-Control", "private, no-cache");
    return new Response(INDEX, { headers });
  } catch (thrown) {
    const error = await shieldFromFlood(c.env, clientOf(c).ip, asAppError(thrown));
    if (error.status === 401) headers.set("WWW-Authenticate", bearerChallenge(error, c.var.baseUrl, "/api/v0"));
    return problemResponse(error, c.var.baseUrl, requestId, headers);
  }
}
