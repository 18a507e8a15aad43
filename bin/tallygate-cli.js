#!/usr/bin/env node
/** A command line for a Tallygate deployment: plain JavaScript without dependencies, for Node 20 and newer. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";

const HELP = `tallygate-cli register [--email you@company.com]   gets a key and keeps it; with an address it asks for the mailed code; --replace forgets the kept key
tallygate-cli tools                                all tools with their prices
tallygate-cli call TOOL [field=value …|JSON]       calls a tool and prints its answer
tallygate-cli batch FILE.csv --tool TOOL [--max-tokens N] [--out results.csv]   runs a tool for each line of a list
tallygate-cli watch DOMAIN … [--events jobs.opened,funding.raised] [--max-tokens N]   watches companies and prints what happens
tallygate-cli demo-change [DOMAIN]                 a demo company opens a position; only of npm start, for a watch of it
tallygate-cli completion bash|zsh|fish             prints a completion script

  --url   the deployment, else TALLYGATE_URL, else the one that registered, else http://localhost:8787
  --key   the key, else TALLYGATE_KEY, else the one that was kept; --sandbox uses the sandbox key
  --once  with watch: prints the events so far and ends`;
const COMMANDS = ["register", "tools", "call", "batch", "watch", "demo-change", "completion"];
const SETTINGS = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), ".config"), "tallygate", "settings.json");
const POLL_MS = 60_000;

const { values, positionals } = readArguments();
const [command = "help", ...rest] = positionals;
const kept = readSettings();
const url = (values.url ?? process.env.TALLYGATE_URL ?? kept.url ?? "http://localhost:8787").replace(/\/+$/, "");
const key = values.sandbox ? "tg_sandbox" : (values.key ?? process.env.TALLYGATE_KEY ?? kept.key);

const run = { register, tools, call, batch, watch, "demo-change": demoChange, completion }[command];
if (values.help || command === "help") {
  console.log(HELP);
  process.exit(0);
}
if (!run) fail(`"${command}" is not a command. See tallygate-cli --help.`);
await run().catch((error) => fail(error.message));

async function register() {
  // A key may have tokens that nobody else can reach.
  if (kept.key && !values.replace) fail(`${SETTINGS} has a key of ${kept.url}. Use it, or replace it with --replace.`);
  let answer = await request("get_api_key", values.email ? { email: values.email } : {});
  if (values.email) {
    const prompt = createInterface({ input: process.stdin, output: process.stderr });
    const code = await prompt.question(`Code mailed to ${values.email}: `);
    prompt.close();
    answer = await request("get_api_key", { email: values.email, code: code.trim() });
  }
  mkdirSync(dirname(SETTINGS), { recursive: true });
  // The key is a secret: for its owner's eyes only.
  writeFileSync(SETTINGS, JSON.stringify({ url, key: answer.api_key }), { mode: 0o600 });
  console.log(`Registered at ${url}. The key is kept in ${SETTINGS}.`);
}

async function tools() {
  const { tools: prices } = await (await reach("/api/v0", {})).json();
  for (const [name, { cost }] of Object.entries(prices)) console.log(`${String(cost).padStart(4)}  ${name}`);
}

async function call() {
  const [tool = fail("Name the tool: tallygate-cli call get_company domain=acme.com"), ...fields] = rest;
  print(await request(tool, readFields(fields)));
}

async function batch() {
  const [file = fail("Name the file: tallygate-cli batch accounts.csv --tool get_company")] = rest;
  const query = new URLSearchParams({ tool: values.tool ?? fail("Name the tool: --tool get_company") });
  if (values["max-tokens"]) query.set("max_tokens", maxTokens());
  const headers = { ...authorization(), "Content-Type": "text/csv" };
  const csv = readText(file);
  let state = await answerOf(await reach(`/api/v0/create_batch?${query}`, { method: "POST", body: csv, headers }));
  while (state.status !== "ended") {
    await pause(1000 * (state.poll_after_seconds ?? 2));
    state = await request("get_batch", { id: state.id });
    console.error(`${state.status}: ${JSON.stringify(state.counts)}`);
  }
  const results = await reach(`/api/v0/batches/${state.id}/results.csv`, { headers: authorization() });
  if (!results.ok) await answerOf(results);
  if (values.out) writeFileSync(values.out, await results.text());
  else process.stdout.write(await results.text());
}

async function watch() {
  if (rest.length > 0) {
    const events = (values.events ?? "jobs.opened,funding.raised").split(",");
    const limits = { every: "day", max_tokens_month: maxTokens() ?? 100 };
    print(await request("create_watch", { domains: rest, events, ...limits }));
  }
  for (let cursor; ; ) {
    const page = await request("list_watch_events", cursor ? { cursor } : {});
    for (const event of page.events) console.log(JSON.stringify(event));
    cursor = page.next_cursor;
    if (page.has_more) continue;
    if (values.once) return;
    await pause(POLL_MS);
  }
}

async function demoChange() {
  const body = JSON.stringify({ domain: rest[0] });
  const deadline = Date.now() + 3 * POLL_MS;
  for (;;) {
    const response = await reach("/dev/change", { method: "POST", body });
    if (response.status !== 503 || Date.now() > deadline) return print(await answerOf(response));
    console.error((await response.json()).detail);
    await pause(1000 * Number(response.headers.get("retry-after")));
  }
}

async function completion() {
  const words = COMMANDS.join(" ");
  const names = 'tallygate-cli tools 2>/dev/null | tr -s " " | cut -d" " -f3';
  const scripts = {
    bash: `_tallygate() { local w="\${COMP_WORDS[COMP_CWORD]}"; if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "${words}" -- "$w")); elif [ "\${COMP_WORDS[1]}" = call ] && [ "$COMP_CWORD" = 2 ]; then COMPREPLY=($(compgen -W "$(${names})" -- "$w")); else COMPREPLY=($(compgen -f -- "$w")); fi; }
complete -F _tallygate tallygate-cli`,
    zsh: `#compdef tallygate-cli
_tallygate() { if (( CURRENT == 2 )); then compadd ${words}; elif [[ $words[2] == call ]] && (( CURRENT == 3 )); then compadd $(${names}); else _files; fi }
compdef _tallygate tallygate-cli`,
    fish: `complete -c tallygate-cli -n __fish_use_subcommand -f -a "${words}"
complete -c tallygate-cli -n "__fish_seen_subcommand_from call" -f -a "(${names})"`,
  };
  console.log(scripts[rest[0]] ?? fail("Name the shell: bash, zsh or fish"));
}

/** Calls a tool; its answer, or one line that says what went wrong. */
async function request(tool, body) {
  const headers = { "Content-Type": "application/json", ...(tool === "get_api_key" ? {} : authorization()) };
  return answerOf(await reach(`/api/v0/${tool}`, { method: "POST", body: JSON.stringify(body), headers }));
}

async function reach(path, init) {
  try {
    return await fetch(url + path, init);
  } catch {
    return fail(`${url} does not answer. Name your deployment with --url.`);
  }
}

async function answerOf(response) {
  const charged = response.headers.get("x-tokens-charged");
  const balance = response.headers.get("x-tokens-balance");
  if (charged !== null && balance !== null) console.error(`${charged} tokens charged, ${balance} left`);
  const answer = await response.json().catch(() => ({}));
  return response.ok ? answer : fail(`${response.status} ${answer.error ?? ""}: ${answer.detail ?? "no details"}`);
}

/** `field=value` pairs, or one JSON object. Numbers, lists and truth values are read as JSON. */
function readFields(fields) {
  if (fields.length === 1 && fields[0].startsWith("{")) return readJson(fields[0]);
  const pairs = fields.map((field) => {
    const [name, ...value] = field.split("=");
    if (value.length === 0) fail(`"${field}" is not field=value.`);
    return [
      name,
      /^(-?\d+(\.\d+)?|true|false|\[.*\]|\{.*\})$/s.test(value.join("=")) ? readJson(value.join("=")) : value.join("="),
    ];
  });
  return Object.fromEntries(pairs);
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return fail(`Not JSON: ${text}`);
  }
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return fail(`${file} cannot be read.`);
  }
}

function maxTokens() {
  const given = values["max-tokens"];
  if (given === undefined) return undefined;
  return /^[1-9]\d*$/.test(given) ? Number(given) : fail(`--max-tokens ${given}: send a whole number of tokens.`);
}

function readArguments() {
  const text = { type: "string" };
  const flag = { type: "boolean" };
  const options = { url: text, key: text, email: text, tool: text, out: text, events: text, "max-tokens": text };
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...options, sandbox: flag, once: flag, replace: flag, help: flag },
    });
  } catch (error) {
    return fail(`${error.message.split(". ")[0]}. See tallygate-cli --help.`);
  }
}

function readSettings() {
  try {
    return JSON.parse(readFileSync(SETTINGS, "utf8"));
  } catch {
    return {};
  }
}

function authorization() {
  return { Authorization: `Bearer ${key ?? fail("There is no key. Get one: tallygate-cli register")}` };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function print(value) {
  console.log(JSON.stringify(value, null, 2));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
