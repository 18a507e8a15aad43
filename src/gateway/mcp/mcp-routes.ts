import { ProtocolError } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { AppError, asAppError } from "../../errors.ts";
import { type AppContext, type AppEnv, bearerOf, clientOf } from "../../http/app-env.ts";
import { isAllowedOrigin } from "../../http/cors.ts";
import { bearerChallenge, explainMissingKey, problemBody, problemResponse } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import { PATHS } from "../../paths.ts";
import { termsOf } from "../../payments/x402/payment-terms.ts";
import { shieldFromFlood, shieldNetwork } from "../../platform/limits/limits.ts";
import { findTool } from "../../tools/index.ts";
import { admit } from "../admit.ts";
import { noUsage, usageHeaders } from "../call.ts";
import { isKeyless } from "../pay-for-call.ts";
import { admitSandbox, isSandbox } from "../sandbox.ts";
import { calledTool, explainBadParameters, readMessages, requestIdOf } from "./messages.ts";
import { protocolError } from "./result.ts";
import { answer, type McpRequest } from "./server.ts";

/**
 * MCP over Streamable HTTP, stateless: any request can land on any isolate. Refusals come in the order of docs/contract.md,
 * section 5: Origin (403), bearer (401), method (405), body (413), media type (415), then JSON-RPC.
 */
export const mcp = new Hono<AppEnv>().all(PATHS.mcp, answerMcp).all(PATHS.mcpPay, (c) => {
  return termsOf(c.var.config, c.var.requestHost) ? answerMcp(c) : c.notFound();
});

async function answerMcp(c: AppContext): Promise<Response> {
  const usage = noUsage(newId(Date.now()));
  const mcpRequest: McpRequest = { c, id: null, outcomes: [], usage, isBatch: false, categories: null };
  const response = await serve(mcpRequest).catch((thrown: unknown) => refusal(mcpRequest, thrown));
  for (const [name, value] of Object.entries(usageHeaders(mcpRequest.usage))) response.headers.set(name, value);
  response.headers.set("Cache-Control", "no-store");
  return response;
}

/** Every message counts once against the organisation's limit: tool calls in `callTool`, all others in `admitOne`. */
async function serve(mcpRequest: McpRequest): Promise<Response> {
  const { c, outcomes } = mcpRequest;
  const origin = c.req.header("origin");
  if (origin !== undefined && !isAllowedOrigin(c, origin)) {
    throw new AppError("forbidden_origin", "Browser pages of this origin may not use this service.");
  }
  const body = await readMessages(c).catch(async (unreadable: unknown) => {
    await admitOne(mcpRequest);
    throw unreadable;
  });
  mcpRequest.id = requestIdOf(body);

  // Without a bearer only a single call of a tool that needs none is served.
  const needsBearer = (tool: string) => findTool(tool, c.var.config)?.auth !== "none";
  const single = calledTool(body);
  if (single !== null && !needsBearer(single)) return answer(mcpRequest, body);

  const messages = Array.isArray(body) ? body : [body];
  mcpRequest.isBatch = messages.length > 1;
  const calls = messages.map(calledTool).filter((tool) => tool !== null && needsBearer(tool));
  await Promise.all(Array.from({ length: messages.length - calls.length }, () => admitOne(mcpRequest)));
  const response = await explainBadParameters(messages, await answer(mcpRequest, body));

  const failures = outcomes.filter((outcome) => outcome.status === "failed");
  const refused = failures.find(({ error }) => error.status === 401);
  if (!isKeyless(c) && refused && failures.length === outcomes.length) throw refused.error;
  // The protocol layer refused the call, so `callTool` has not checked the bearer.
  if (outcomes.length === 0 && messages.length === calls.length) await admitOne(mcpRequest);
  return response;
}

async function admitOne(mcpRequest: McpRequest): Promise<void> {
  const { c, usage } = mcpRequest;
  // Without a key anyone may list the tools, and a wallet pays each call.
  if (isKeyless(c))
    return shieldNetwork(c.env, clientOf(c).ip, "", "Too many requests from this address. Get a key first.");
  if (isSandbox(bearerOf(c))) return admitSandbox(c.env, clientOf(c).ip);
  try {
    const { account, rate } = await admit(c, "mcp");
    mcpRequest.usage = { ...usage, balance: account.balance, rate };
    mcpRequest.categories = account.categories ?? null;
  } catch (thrown) {
    throw await shieldFromFlood(c.env, clientOf(c), asAppError(thrown));
  }
}

/** 401 is an HTTP response, so that clients start to authorise; other refusals are JSON-RPC errors, as both eras expect. */
function refusal({ c, id, usage }: McpRequest, thrown: unknown): Response {
  if (thrown instanceof ProtocolError) return protocolError(thrown, id);
  const error = explainMissingKey(c, asAppError(thrown));
  if (error.status >= 500) throw error;
  if (error.status === 401) {
    const challenge = bearerChallenge(error, c.var.baseUrl, PATHS.mcp);
    return problemResponse(error, c.var.baseUrl, usage.requestId, { "WWW-Authenticate": challenge });
  }
  // The status serves as the code, because it is outside the range reserved by JSON-RPC and MCP.
  const data = problemBody(error, c.var.baseUrl, usage.requestId);
  return Response.json(
    { jsonrpc: "2.0", id, error: { code: error.status, message: error.detail, data } },
    { status: error.status, headers: error.allHeaders() },
  );
}
