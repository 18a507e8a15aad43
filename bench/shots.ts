import { createHash } from "node:crypto";
import type { Shot } from "./load.ts";
import type { BenchServer } from "./server.ts";

const RICH = 1_000_000_000;

/** Registers an organisation with the Worker, sets its plan and balance, and returns its key. */
export async function addKey(
  { url, db }: BenchServer,
  plan: "anonymous" | "free" | "paid",
  balance: number,
): Promise<string> {
  const answer = await fetch(new URL("/api/v0/get_api_key", url), { method: "POST" });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  const organisation = "(SELECT organisation_id FROM api_keys WHERE hash = ?)";
  const day = new Date().toISOString().slice(0, 10);
  await db.batch([
    db
      .prepare(`UPDATE organisations SET plan = ?, balance = ? WHERE id = ${organisation}`)
      .bind(plan, balance, createHash("sha256").update(key).digest("hex")),
    db.prepare("UPDATE api_keys SET last_used_on = ?").bind(day),
  ]);
  return key;
}

/** Gives `to` the organisations and keys of `from`; both sign with the same secret, so the keys work there too. */
export async function copyAccounts(from: BenchServer, to: BenchServer): Promise<void> {
  const tables = { organisations: "db", api_keys: "db", companies: "data" } as const;
  for (const [table, database] of Object.entries(tables)) {
    const { results } = await from[database].prepare(`SELECT * FROM ${table}`).all<Record<string, unknown>>();
    for (const row of results) {
      const columns = Object.keys(row);
      const insert = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`;
      await to[database]
        .prepare(insert)
        .bind(...Object.values(row))
        .run();
    }
  }
}

/** The requests that are benchmarked, by name. The Worker and the floor answer each with the same status. */
export async function makeShots(server: BenchServer): Promise<Record<string, Shot & { status: number }>> {
  await server.data
    .prepare(
      `INSERT INTO companies (domain, name, network_url, source, observed_at)
       VALUES ('directory-row.example', 'Directory Row', 'https://www.network.example/company/directory-row', 'bench', 0)`,
    )
    .run();
  const rich = await addKey(server, "anonymous", RICH);
  const poor = await addKey(server, "anonymous", 1);
  const limited = await addKey(server, "free", RICH);
  const forged = `${rich.slice(0, -1)}${rich.endsWith("0") ? "1" : "0"}`;
  const paid = (key: string, status: number) => ({
    method: "POST",
    path: "/api/v0/get_network_company_url",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"domain":"directory-row.example"}',
    status,
  });
  return {
    "GET /healthz": { method: "GET", path: "/healthz", status: 200 },
    get_token_balance: {
      method: "GET",
      path: "/api/v0/get_token_balance",
      headers: { authorization: `Bearer ${rich}` },
      status: 200,
    },
    "paid call": paid(rich, 200),
    "refused: forged key": paid(forged, 401),
    "refused: 402": paid(poor, 402),
    "refused: 429": paid(limited, 429),
  };
}

/** The paid call of `shots`, as an MCP client of 2025-06-18 sends it. */
export function overMcp(paid: Shot): Shot {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_network_company_url", arguments: JSON.parse(paid.body ?? "{}") },
  };
  const headers = {
    ...paid.headers,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  };
  return { ...paid, path: "/mcp", headers, body: JSON.stringify(call) };
}
