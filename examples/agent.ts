/**
 * An agent with nothing but HTTP plays the whole story: it finds the service, registers, calls a tool of each category, runs
 * dry, pays as the 402 says, goes on over MCP and gives its key up. `npm run demo [base_url] [domain …]`
 */
const [base = "http://localhost:8787", ...given] = process.argv.slice(2);
const domains =
  given.length > 0
    ? given
    : ["acme-robotics.example", "brightwater.example", "hazel-and-oak.example", "lumenta.example"];

// Before the first request: a connection that idles while modules load may be closed by the server.
const payment = /\/\/(localhost|127\.0\.0\.1)(:|$)/.test(base)
  ? await Promise.all([import("@x402/fetch"), import("@x402/evm"), import("viem/accounts")])
  : null;

type Answer = { status: number; headers: Headers; body: Record<string, any> };

async function http(method: string, url: string, body?: unknown, key?: string): Promise<Answer> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (key) headers.Authorization = `Bearer ${key}`;
  const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function report(what: string, { status, headers, body }: Answer, found: unknown = body.error ?? "ok"): void {
  const cost = headers.get("x-tokens-charged") ?? "-";
  const balance = headers.get("x-tokens-balance") ?? "-";
  console.log(`${what.padEnd(58)} ${status}  cost ${cost.padStart(2)}  balance ${balance.padStart(3)}  ${found}`);
}

// 1. Discovery: where to register.
const discovery = await http("GET", `${base}/.well-known/oauth-authorization-server`);
const register = discovery.body.agent_auth.identity_endpoint;
report("GET  /.well-known/oauth-authorization-server", discovery, register);

// 2. Registration: no form, no browser.
const registered = await http("POST", register, { type: "anonymous" });
const key = registered.body.access_token;
report("POST /agent/identity", registered, `${String(key).slice(0, 12)}…`);

// 3. What there is and what it costs.
const index = await http("GET", `${base}/api/v0`, undefined, key);
report("GET  /api/v0", index, `${Object.keys(index.body.tools).length} tools`);

// 4. One tool of each category.
const [first = "acme-robotics.example"] = domains;
const tour: [tool: string, body: unknown, found: (body: Answer["body"]) => unknown][] = [
  ["get_token_balance", {}, ({ balance, plan }) => `${balance} tokens, plan ${plan}`],
  ["get_network_company", { domain: first }, ({ name, industry, city }) => [name, industry, city].join(", ")],
  ["get_email", { name: "Ada Brandt", domain: first }, ({ email, status }) => `${email}, ${status}`],
  ["signal_hiring_sales_rep", { domain: first }, ({ summary }) => summary],
  ["search_reddit_posts", { query: "robot arm", subreddit: "robotics", sort: "new" }, ({ posts }) => posts?.[0]?.title],
];
for (const [tool, body, found] of tour) {
  const answer = await http("POST", `${base}/api/v0/${tool}`, body, key);
  report(`POST /api/v0/${tool}`, answer, answer.status === 200 ? found(answer.body) : answer.body.error);
  if (answer.status !== 501) continue;
  // This deployment has no source for it. The sandbox key shows what it answers.
  const recorded = await http("POST", `${base}/api/v0/${tool}`, body, "tg_sandbox");
  report(`POST /api/v0/${tool}, sandbox`, recorded, found(recorded.body));
}

// 5. Paid calls, until the trial is used up.
let answer: Answer;
let call = 0;
do {
  const domain = domains[call++ % domains.length];
  answer = await http("POST", `${base}/api/v0/get_network_company_url`, { domain }, key);
  report(
    `POST /api/v0/get_network_company_url ${domain}`,
    answer,
    answer.body.error ?? answer.body.url ?? answer.body.status,
  );
  if (answer.status === 429)
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("retry-after"))));
} while (answer.status !== 402 && call < 100);

// 6. The 402 says how to go on.
console.log("\nThe 402 says how to go on:", JSON.stringify(answer.body.top_up));
const topUp = answer.body.top_up;
const bought = await http(topUp.method, `${base}${topUp.path}`, topUp.body, key);
report(`${topUp.method} ${topUp.path}`, bought, bought.body.checkout_url ?? bought.body.error);

// 7. An agent with a wallet pays by itself, where the service takes that: the 402 carries the price of the call. On this
// machine the wallet is a throw-away key (or WALLET_KEY), and the money is a test.
const url = `${base}/api/v0/get_network_company_url`;
if (answer.headers.has("payment-required") && payment) {
  const [{ wrapFetchWithPaymentFromConfig }, { ExactEvmScheme }, { generatePrivateKey, privateKeyToAccount }] = payment;
  const wallet = privateKeyToAccount((process.env.WALLET_KEY as `0x${string}` | undefined) ?? generatePrivateKey());
  const schemes = [{ network: "eip155:*" as const, client: new ExactEvmScheme(wallet) }];
  const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes });
  const send = async (path: string, body: unknown): Promise<Answer> => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
    const response = await pay(path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
  };
  console.log(`\nThe wallet ${wallet.address} pays, with test money:`);
  const paid = await send(url, { domain: domains[0] });
  report(
    "POST /api/v0/get_network_company_url, paid by itself",
    paid,
    paid.body.error ?? paid.body.url ?? paid.body.status,
  );
  const filled = await send(`${base}/api/v0/top_up`, { amount_usd: 0.5 });
  report(
    "POST /api/v0/top_up 0.50 USD",
    filled,
    filled.body.error ?? `${filled.body.tokens} tokens, ${filled.body.transaction}`,
  );
  const next = await http("POST", url, { domain: domains[1] ?? domains[0] }, key);
  report(
    "POST /api/v0/get_network_company_url, from the balance",
    next,
    next.body.error ?? next.body.url ?? next.body.status,
  );
}

// 8. The same key over MCP: the same tools, prices and balance.
const mcp = await fetch(`${base}/mcp`, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    Authorization: `Bearer ${key}`,
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_network_company_url", arguments: { domain: first } },
  }),
});
const { result } = (await mcp.json()) as {
  result: { structuredContent?: Answer["body"]; content: { text: string }[] };
};
const overMcp = { status: mcp.status, headers: mcp.headers, body: result.structuredContent ?? {} };
report("POST /mcp tools/call get_network_company_url", overMcp, overMcp.body.url ?? result.content[0]?.text);

// 9. Cleaning up: the very next request with the key is refused.
const revoked = await fetch(`${base}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token: key }) });
const refused = await http("GET", `${base}/api/v0`, undefined, key);
console.log(
  `\nPOST /oauth/revoke ${revoked.status}; the key is dead: GET /api/v0 ${refused.status} ${refused.body.error}`,
);
