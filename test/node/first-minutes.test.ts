import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";

const README = readFileSync("README.md", "utf8");
const SHELL_LINES = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
const blockWith = (text: string) => SHELL_LINES.find((block) => block.includes(text)) ?? "";

let server: ChildProcess;
let output = "";
let port = 0;
const home = mkdtempSync(join(tmpdir(), "tallygate-home-"));

type Run = { code: number; out: string; err: string };

/** Runs lines of a shell as a newcomer pastes them, but for the port. */
function shell(lines: string): Promise<Run> {
  const env = { ...process.env, TALLYGATE_URL: `http://localhost:${port}`, XDG_CONFIG_HOME: home };
  return new Promise((resolve) => {
    execFile("bash", ["-ec", lines.replaceAll("localhost:8787", `localhost:${port}`)], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

beforeAll(async () => {
  // The line of README, on a port of its own.
  expect(blockWith("npm start")).toContain("npm install && npm start");
  // Another program may take the port before the server does.
  do await start(await freePort());
  while (/Port \d+ is taken|EADDRINUSE/.test(output));
  if (server.exitCode !== null) throw new Error(output);
});

/** Starts the server and waits until it is ready or has ended. */
async function start(on: number): Promise<void> {
  [port, output] = [on, ""];
  const storage = mkdtempSync(join(tmpdir(), "tallygate-start-"));
  server = spawn("npm", ["start", "--", "--port", String(port), "--storage", storage], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (output += chunk));
  while (server.exitCode === null && !output.includes("is ready on")) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

afterAll(async () => {
  const ended = server.exitCode !== null || new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
});

it("npm start says where people, agents, owner and operator go, and where mail is", () => {
  for (const path of ["/docs", "/llms.txt", "/auth.md", "/console", "/admin", "/mcp", "/dev/mail"]) {
    expect(output).toContain(`http://localhost:${port}${path}`);
  }
  expect(output).toContain("local-admin-token-for-this-machine-only");
});

it("a port that is taken or invalid gives an error of one line", async () => {
  const taken = await shell(`node scripts/start.ts --port ${port}`);
  expect(taken).toEqual({
    code: 1,
    out: "",
    err: `Port ${port} is taken. Choose another: npm start -- --port ${port + 1}\n`,
  });
  expect((await shell("PORT=none node scripts/start.ts")).err).toMatch(/^"none" is not a port\. Usage: .*\n$/);
});

it("README's lines work as they stand, one after the other", async () => {
  const first = await shell(blockWith("API_KEY=$("));
  expect([first.err, first.code]).toEqual(["", 0]);
  const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(README)?.[1] ?? "") as Record<string, unknown>;
  const { observed_at: _, ...stable } = JSON.parse(first.out) as Record<string, unknown>;
  expect({ ...stable, observed_at: shown.observed_at }).toEqual(shown);

  // The MCP line names an address and a header that work; the client itself is not at hand.
  const [, url, header] = /(http\S+\/mcp) --header "([^"]+)"/.exec(blockWith("claude mcp add")) ?? [];
  const call = `${blockWith("API_KEY=$(").split("\n")[0]}
curl -s ${url} -H "${header}" -H "Accept: application/json, text/event-stream" -H "Content-Type: application/json" -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;
  expect(JSON.parse((await shell(call)).out).result.tools).toHaveLength(20);

  const line = await shell(blockWith("tallygate-cli"));
  expect(line.code, line.err).toBe(0);
  expect(line.out).toContain('"signal_name"');
});

it("mail is at /dev/mail, as a page and as JSON", async () => {
  await shell(
    `curl -s localhost:8787/agent/identity -H 'content-type: application/json' -d '{"type":"identity_assertion","assertion_type":"verified_email","assertion":"ada@people.example"}'`,
  );
  const { out } = await shell("curl -s localhost:8787/dev/mail -H 'accept: application/json'");
  expect(JSON.parse(out)).toMatchObject([{ to: ["ada@people.example"], text: expect.stringMatching(/^ +\d{6}$/m) }]);
  expect((await shell("curl -s localhost:8787/dev/mail")).out).toContain("<h1>Local mail</h1>");
  expect((await shell("curl -s localhost:8787/agent/identity/claim")).out).toContain('href="/dev/mail"');
});

it("npm run demo plays the whole story to its end", async () => {
  const { code, out, err } = await shell("node examples/agent.ts http://localhost:8787");
  expect(code, err).toBe(0);
  for (const part of [
    "insufficient_tokens",
    "paid by itself",
    "50 tokens",
    "POST /mcp tools/call",
    "401 invalid_token",
  ]) {
    expect(out).toContain(part);
  }
});

it("a list runs as a batch from the command line", async () => {
  const { code, out, err } = await shell(
    `printf 'domain\\nacme-robotics.example\\nfernhill.example\\n' > ${home}/list.csv
node bin/tallygate-cli.js batch ${home}/list.csv --tool get_network_company_url --max-tokens 4`,
  );
  expect(code, err).toBe(0);
  expect(out.match(/,succeeded,/g)).toHaveLength(2);
});

it("the command line has help, watch and completion, and reports errors in one line", async () => {
  const cli = (line: string) => shell(`node bin/tallygate-cli.js ${line}`);
  for (const line of ["", "--help"]) {
    expect(await cli(line)).toMatchObject({ code: 0, err: "", out: expect.stringContaining("tallygate-cli watch") });
  }
  const watched = await cli("watch acme-robotics.example --max-tokens 10 --once");
  expect([watched.code, JSON.parse(watched.out).max_tokens_month]).toEqual([0, 10]);
  const completed = await shell('eval "$(node bin/tallygate-cli.js completion bash)"; complete -p tallygate-cli');
  expect(completed).toMatchObject({ code: 0, err: "" });
  const sandbox = await cli("--sandbox call get_network_company domain=brightwater.example");
  expect(JSON.parse(sandbox.out)).toMatchObject({ name: "Brightwater Analytics", sandbox: true });

  const wrong: [line: string, said: string][] = [
    ["nonsense", '"nonsense" is not a command. See tallygate-cli --help.'],
    ["--nonsense", "Unknown option '--nonsense'. See tallygate-cli --help."],
    ["batch /nowhere.csv --tool get_company", "/nowhere.csv cannot be read."],
    ["call get_company '{bad'", "Not JSON: {bad"],
    ["call get_company domain", '"domain" is not field=value.'],
    ["watch acme-robotics.example --max-tokens many", "--max-tokens many: send a whole number of tokens."],
    ["completion", "Name the shell: bash, zsh or fish"],
    ["--url http://localhost:1 tools", "http://localhost:1 does not answer. Name your deployment with --url."],
  ];
  for (const [line, said] of wrong)
    expect([line, await cli(line)]).toEqual([line, { code: 1, out: "", err: `${said}\n` }]);
});

it("a demo company that a watch looks at opens a position, and a real event arrives", async () => {
  const cli = (line: string) => shell(`node bin/tallygate-cli.js ${line}`);
  const early = await shell('curl -s localhost:8787/dev/change -d \'{"domain":"thames-tea.example"}\'');
  expect(early.out).toContain("No active watch");
  expect((await cli("watch brightwater.example --events jobs.opened --once")).code).toBe(0);
  const opened = JSON.parse((await cli("demo-change brightwater.example")).out) as { title: string };
  const events = async () => (await cli("watch --once")).out;
  await expect.poll(events, { timeout: 60_000, interval: 1_000 }).toContain(opened.title);
  const foreign =
    "curl -s -o /dev/null -w '%{http_code}' -X POST localhost:8787/dev/change -H 'Origin: https://a.example'";
  expect((await shell(foreign)).out).toBe("403");
});

it("a demo company that only a search can find opens a position, and a real match arrives", async () => {
  const key = JSON.parse((await shell("curl -s -X POST localhost:8787/api/v0/get_api_key -d '{}'")).out).api_key;
  const call = async (tool: string, input: object) => {
    const post = `curl -s -X POST localhost:8787/api/v0/${tool} -H 'Authorization: Bearer ${key}' -d '${JSON.stringify(input)}'`;
    return JSON.parse((await shell(post)).out);
  };
  // Its list of positions is remembered for six hours.
  expect((await call("list_company_jobs", { domain: "hazel-and-oak.example" })).board).toBe("own_site");
  const search = { tool: "search_jobs", input: { title_filters: "service engineer", text: "area" } };
  expect((await call("create_watch", { search, max_tokens_month: 20 })).status).toBe("active");
  const change = `curl -s localhost:8787/dev/change -d '{"domain":"hazel-and-oak.example"}'`;
  let title = "";
  await expect
    .poll(async () => (title = JSON.parse((await shell(change)).out).title), { timeout: 60_000, interval: 5_000 })
    .toContain("Service Engineer");
  const found = async () => {
    const { events } = await call("list_watch_events", {});
    return events.map((event: { type: string; domain: string; after: { title: string } }) => [
      event.type,
      event.domain,
      event.after.title,
    ]);
  };
  await expect
    .poll(found, { timeout: 150_000, interval: 2_000 })
    .toEqual([["search.matched", "hazel-and-oak.example", title]]);
});

it("four first tasks take the requests and tokens of docs/first-tasks.md", async () => {
  const documented = readFileSync("docs/first-tasks.md", "utf8").match(/^\| Task \|(?:.*\n\|)+.*$/m)?.[0];
  const { code, out, err } = await shell("node examples/four-tasks.ts http://localhost:8787");
  expect([code, err]).toEqual([0, ""]);
  expect(out.trim()).toBe(documented);
});
