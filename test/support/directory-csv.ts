import { env } from "cloudflare:workers";
import { type Answer, callTool, request } from "./harness.ts";

export const ADMIN = { Authorization: `Bearer ${env.ADMIN_TOKEN}` };
export const IMPORTS = "/admin/directory/imports";

/** Sends CSV as the operator does; `query` adds to or replaces what every import needs. */
export function importCsv(
  kind: "people" | "companies" | "entities",
  csv: BodyInit,
  query: Record<string, string> = {},
): Promise<Answer> {
  const parameters = new URLSearchParams({ kind, licence_note: "made up for this test", ...query });
  const init = { method: "POST", headers: ADMIN, body: csv, ...(csv instanceof ReadableStream && { duplex: "half" }) };
  return request(`${IMPORTS}?${parameters}`, init as RequestInit);
}

/** One line of CSV a row, every field quoted. */
export function csvOf(rows: string[][]): string {
  return rows.map((row) => `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")}\n`).join("");
}

/** All people of a domain as the tool lists them, over all pages. */
export async function employeesOf(key: string, domain: string, more: Record<string, unknown> = {}) {
  const employees: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const { body } = await callTool(key, "list_network_company_employees", { domain, limit: 50, page, ...more });
    employees.push(...body.employees);
    if (!body.has_more) return employees;
  }
}
