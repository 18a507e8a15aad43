import { env } from "cloudflare:workers";
import { type Answer, request } from "./harness.ts";

/** What an MCP client sends: a key or none, one message or a batch, and headers of its own. */
export type Message = Record<string, unknown>;
export type Era = "legacy" | "modern";

export const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
export const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Posts a body to `/mcp` as it is. */
export function postMcp(
  key: string | null,
  body: BodyInit | null,
  headers: Record<string, string> = {},
  path = "/mcp",
) {
  const bearer: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  return request(path, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...bearer,
      ...headers,
    },
  });
}

export function sendMessages(key: string | null, body: Message | Message[], headers: Record<string, string> = {}) {
  return postMcp(key, JSON.stringify(body), headers);
}

/** A request of the time of `initialize`. */
export function legacy(key: string | null, method: string, params: Message = {}, id: unknown = 1): Promise<Answer> {
  return sendMessages(key, { jsonrpc: "2.0", id, method, params });
}

/** A request of 2026-07-28, with the `_meta` and the headers that it needs; `headers` override or drop (`""`) them. */
export function modern(key: string | null, method: string, params: Message = {}, headers: Record<string, string> = {}) {
  const named: Record<string, string> = typeof params.name === "string" ? { "Mcp-Name": params.name } : {};
  const all = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, ...named, ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  const meta = { ...MODERN_META, ...(params._meta as Message) };
  return sendMessages(key, { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }, sent);
}

export function callMcp(key: string | null, name: string, args: unknown = {}, meta?: Message, era: Era = "legacy") {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) };
  return era === "legacy" ? legacy(key, "tools/call", params) : modern(key, "tools/call", params);
}

export function toolCall(id: unknown, name: string, args: unknown = {}): Message {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

/** Requests that the organisation may still make, as the answer says. */
export function remaining(answer: Answer): number {
  return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
}

/** A call of 2 tokens that is answered from D1 alone, once `seedCompany` has run. */
export const TOOL = "get_network_company_url";
export const KNOWN = { domain: "directory-row.example" };

export async function seedCompany(): Promise<void> {
  const insert = `INSERT INTO companies (domain, name, network_url, confidence, source, observed_at)
    VALUES (?, 'Directory Row', 'https://www.network.example/company/directory-row', 0.99, 'test', ?)`;
  await env.DATA.prepare(insert).bind(KNOWN.domain, Date.now()).run();
}

/** A request to `/mcp` with another method than POST. */
export const withMethod = (method: string) => (key: string | null) =>
  request("/mcp", { method, headers: key === null ? {} : { Authorization: `Bearer ${key}` } });

/** A call with a larger body than the service reads. */
export const OVERSIZED = JSON.stringify(toolCall(1, TOOL, { domain: "a".repeat(65_536) }));
