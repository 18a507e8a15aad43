/**
 * Four tasks that an agent gets, done with nothing but the base URL and what the service says, and what each takes in requests and
 * tokens: `npm run example:four-tasks [base_url]`. The third waits up to two minutes for its event, which `npm start` makes.
 * A wait counts as one request, however often it asks. The list is `companies.csv` in the folder of temporary files.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [base = "http://localhost:8787"] = process.argv.slice(2);
const [{ wrapFetchWithPaymentFromConfig }, { ExactEvmScheme }, { generatePrivateKey, privateKeyToAccount }] =
  await Promise.all([import("@x402/fetch"), import("@x402/evm"), import("viem/accounts")]);

type Body = Record<string, any>;
const SECOND_MS = 1_000;
let requests = 0;
let tokens = 0;
let key = "";
let pay: typeof fetch = fetch;

/** One request of an agent. Throws what the service answers to a refusal. */
async function send(url: string, body?: object, count = 1): Promise<Response> {
  requests += count;
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await pay(new URL(url, base), init);
  tokens += Number(answer.headers.get("x-tokens-charged") ?? 0);
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return answer;
}

const call = async (tool: string, body: object, count = 1): Promise<Body> =>
  (await send(`/api/v0/${tool}`, body, count)).json() as Promise<Body>;

/** Asks again until there is something. */
async function wait<T>(everySeconds: number, ask: (count: number) => Promise<T | undefined>): Promise<T> {
  for (let count = 1; ; count = 0) {
    const found = await ask(count);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, everySeconds * SECOND_MS));
  }
}

async function task(title: string, run: () => Promise<string>): Promise<void> {
  [requests, tokens] = [0, 0];
  const outcome = await run();
  console.log(`| ${title} | ${requests} | ${tokens} | ${outcome} |`);
}

/** A key of a new organisation, with the tokens of its trial. */
async function register(): Promise<void> {
  key = "";
  key = (await call("get_api_key", {})).api_key;
}

const guide = await (await send("/llms.txt")).text();
const demo = /^Demo companies, each at `\.example`: (.+)\.$/m.exec(guide)?.[1]?.split(", ") ?? [];
console.log("| Task | Requests | Tokens | Outcome |\n| --- | --- | --- | --- |");

await task("Three companies by name: hiring, leader, email", async () => {
  await register();
  const lines = [];
  for (const name of ["Acme Robotics", "Fernhill", "Brightwater"]) {
    const { company, candidates } = await call("resolve_company", { name });
    const { domain } = company ?? candidates[0];
    const { total_jobs: jobs } = await call("get_company_hiring", { domain });
    const filter = { title_filters: "CEO OR founder", limit: 1 };
    const [leader] = (await call("search_network_company_employees", { domain, ...filter })).employees;
    const { email } = await call("get_email", { name: leader.name, domain });
    if (email && Number.isInteger(jobs)) lines.push(domain);
  }
  return `${lines.length} companies`;
});

await task("20 domains under a cap to a CSV", async () => {
  await register();
  const inputs = demo.map((name) => ({ domain: `${name}.example` }));
  const { id } = await call("create_batch", { tool: "get_network_company", inputs, max_tokens: 40 });
  const ended = await wait(5, async (count) => {
    const batch = await call("get_batch", { id }, count);
    return batch.status === "ended" ? batch : undefined;
  });
  // The batch was charged as it ran.
  tokens += ended.tokens.charged;
  const csv = await (await send(ended.results.csv)).text();
  writeFileSync(join(tmpdir(), "companies.csv"), csv);
  return `${csv.trim().split("\n").length - 1} lines`;
});

await task("A search turned into a watch", async () => {
  await register();
  const search = { title_filters: "service engineer OR controls engineer", company: { industry: "machinery" } };
  const [{ company }] = (await call("search_jobs", search)).jobs;
  const limits = { max_tokens_month: 20 };
  await call("create_watch", { search: { tool: "search_jobs", input: search }, ...limits });
  await call("create_watch", { domains: [company.domain], events: ["jobs.opened"], ...limits });
  const body = JSON.stringify({ domain: company.domain });
  await wait(5, async () => (await fetch(new URL("/dev/change", base), { method: "POST", body })).ok || undefined);
  const events = await wait(5, async (count) => {
    const found = (await call("list_watch_events", {}, count)).events as Body[];
    return found.some(({ type }) => type === "search.matched") ? found : undefined;
  });
  tokens += events.reduce((sum, event) => sum + event.tokens_charged, 0);
  return events.map(({ type }) => type).join(", ");
});

await task("Paying by itself", async () => {
  await register();
  const account = privateKeyToAccount(generatePrivateKey());
  // The client sends the call twice: the first answer is the 402 with the terms.
  const counted: typeof fetch = (...given) => {
    requests++;
    return fetch(...given);
  };
  pay = wrapFetchWithPaymentFromConfig(counted, {
    schemes: [{ network: "eip155:*", client: new ExactEvmScheme(account) }],
  });
  const { tokens: bought, balance } = await call("top_up", { amount_usd: 1 }, 0);
  return `${bought} tokens, balance ${balance}`;
});
