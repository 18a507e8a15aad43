/**
 * `npm run conformance`: the official MCP conformance suites and the Inspector against a Worker of this tree.
 *
 * The suites know no keys, so a loopback proxy in front of the Worker adds one. They also drive fixture tools, prompts
 * and resources of a reference server, which a product must not have: what needs those is listed below with the reason.
 * Anything else that fails, fails this command; so does an exception that is no longer needed.
 */
import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { startServer } from "../test/support/server.ts";

const FIXTURE_TOOL = "calls a tool of the suite's reference server";
const NO_PROMPTS = "this server has tools, no prompts";
const NO_RESOURCES = "this server has tools, no resources";

/** Scenarios and, behind a colon, single checks that do not apply. */
const NOT_APPLICABLE: [what: RegExp, reason: string][] = [
  [/^tools-call-(?!with-logging)/, FIXTURE_TOOL],
  [/^input-required-result-non-tool-request/, NO_PROMPTS],
  [/^input-required-result-/, FIXTURE_TOOL],
  [/^elicitation-/, FIXTURE_TOOL],
  [/^json-schema-2020-12/, FIXTURE_TOOL],
  [/^http-custom-header-server-validation/, "needs a tool that asks for Mcp-Param-* headers; none here does"],
  [/^server-stateless: sep-2575-(server-rejects-undeclared-capability|missing-capability-http-400)$/, FIXTURE_TOOL],
  [/^server-stateless: sep-2575-http-server-no-independent-requests-on-stream$/, FIXTURE_TOOL],
  [/^server-stateless: sep-2575-server-no-log-without-loglevel$/, FIXTURE_TOOL],
  [/^tasks-/, "an extension that this server does not advertise"],
  [/^(prompts-|caching: sep-2549-prompts)/, NO_PROMPTS],
  [/^(resources-|caching: sep-2549-resources)/, NO_RESOURCES],
  [/^completion-complete/, "this server completes nothing: it has neither prompts nor resource templates"],
  [/^(logging-set-level|tools-call-with-logging)/, "this server sends no log messages"],
];

const SUITES: [name: string, module: string, ...args: string[]][] = [
  ["conformance 0.1, all", "conformance-0.1", "--suite", "all"],
  ["conformance 0.2, requirements of 2026-07-28", "conformance-0.2", "--requirements", "2026-07-28"],
  ["conformance 0.2, requirements of 2025-11-25", "conformance-0.2", "--requirements", "2025-11-25"],
];

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO"; errorMessage?: string };

let upstream = "";
let key = "";
const proxy = createServer((incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const forwarded = { ...headers, authorization: headers.authorization ?? `Bearer ${key}` };
  const onward = request(new URL(url ?? "/", upstream).href, { method, headers: forwarded }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
});
await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

const server = await startServer({ variables: { RATE_LIMIT_ANONYMOUS: "1000000" } });
upstream = server.url;
const registered = await fetch(`${upstream}/api/v0/get_api_key`, { method: "POST", body: "{}" });
key = ((await registered.json()) as { api_key: string }).api_key;

const problems: string[] = [];
const used = new Set<RegExp>();
try {
  for (const suite of SUITES) await runSuite(...suite);
  for (const era of ["modern", "legacy"]) await runInspector(era);
} finally {
  proxy.close();
  proxy.closeAllConnections();
  await server.stop();
}
for (const [what] of NOT_APPLICABLE) if (!used.has(what)) problems.push(`exception without use: ${what}`);
if (problems.length > 0) console.error(`\nFAILED\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
else console.log("\nEverything that applies to a server with tools passes.");
process.exit(problems.length > 0 ? 1 : 0);

async function runSuite(name: string, module: string, ...args: string[]): Promise<void> {
  console.log(`\n${name}`);
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const script = join("node_modules", module, "dist", "index.js");
  const result = await run(
    process.execPath,
    script,
    "server",
    "--url",
    `${baseUrl}/mcp`,
    "--output-dir",
    folder,
    ...args,
  );
  const files = globSync(join(folder, "*", "checks.json")).sort();
  if (files.length === 0) problems.push(`${name}: no scenario ran: ${result.stderr.slice(0, 500)}`);
  for (const file of files) {
    const scenario = basename(dirname(file))
      .replace(/^server-/, "")
      .replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    report(scenario, JSON.parse(readFileSync(file, "utf8")) as Check[], name);
  }
}

function report(scenario: string, checks: Check[], suite: string): void {
  const passed = checks.filter(({ status }) => status === "SUCCESS").length;
  const warnings = checks.filter(({ status }) => status === "WARNING").length;
  const reasons = new Set<string>();
  const failed: string[] = [];
  for (const { id, errorMessage } of checks.filter(({ status }) => status === "FAILURE")) {
    const exception = NOT_APPLICABLE.find(([what]) => what.test(`${scenario}: ${id}`));
    if (exception) {
      used.add(exception[0]);
      reasons.add(exception[1]);
    } else failed.push(`${suite}: ${scenario}: ${id}: ${errorMessage}`);
  }
  problems.push(...failed);
  // A scenario skipped by the suite does not count as passed.
  const clean = passed > 0 ? "pass" : "skip";
  const mark = failed.length > 0 ? "FAIL" : reasons.size === 0 ? clean : passed > 1 ? "part" : "n/a ";
  const notes = [warnings && `${warnings} warnings`, ...reasons].filter(Boolean).join("; ");
  console.log(`  ${mark} ${scenario} (${passed} passed${notes ? `; ${notes}` : ""})`);
}

/** The Inspector's command line lists and calls; `--strict` also lints the schemas for other clients' sake. */
async function runInspector(era: string): Promise<void> {
  console.log(`\ninspector, ${era} era`);
  const common = ["--cli", `${baseUrl}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
  const calls = [
    ["--method", "tools/list", "--strict"],
    ["--method", "tools/call", "--tool-name", "get_token_balance"],
    ["--method", "tools/call", "--tool-name", "get_network_company_url", "--tool-arg", "domain=acme-robotics.example"],
  ];
  for (const call of calls) {
    const result = await run("npx", "--yes", INSPECTOR, ...common, ...call, "--protocol-era", era);
    const passed = result.status === 0 && !result.stdout.includes('"isError": true');
    console.log(`  ${passed ? "pass" : "FAIL"} ${call.join(" ")}`);
    if (!passed)
      problems.push(`inspector ${era} ${call.join(" ")}: ${(result.stderr || result.stdout).slice(0, 2000)}`);
  }
}

/** Asynchronous, because the proxy runs in this process. */
function run(command: string, ...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += chunk));
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, ...output })));
}
