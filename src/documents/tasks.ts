import type { Config } from "../config.ts";
import { MAX_BATCH_INPUTS, TOKENS_PER_USD } from "../constants.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { DEMO_COMPANIES } from "../tools/demo-companies.ts";
import { findTool } from "../tools/index.ts";
import { tokensOf } from "../watches/event-types.ts";
import { priceOf, toolPage } from "./examples.ts";

/** One request of a task: a tool, an example body and what it is for. */
type TaskStep = { tool: string; body: Record<string, unknown>; why: string };

/** `price` says what the whole task costs; without it the price is the sum of its calls. */
type Task = {
  name: string;
  title: string;
  summary: string;
  description: string;
  price?(config: Config): string;
  steps: TaskStep[];
  advice: string[];
};

const domain = "acme-robotics.example";
const other = "fernhill.example";
const TRUST_NOTICE = "`guess` is not a known address, and `not_found` does not mean that there is none.";

/** Tasks that people give to agents, in the calls that do them. Each is also an Agent Skill. */
export const TASKS: Task[] = [
  {
    name: "research-account",
    title: "Research an account",
    summary: "from a company to its leader, an email and its signals",
    description:
      "Research one company from its web domain: facts, leaders, a business email address and reasons to talk to it now. Use it when someone asks who a company is, who leads it, how to reach a person there, or why to contact it.",
    steps: [
      { tool: "get_network_company", body: { domain }, why: "name, industry, size, place and page on {network}" },
      {
        tool: "search_network_company_employees",
        body: { domain, title_filters: "CEO OR founder OR (head AND sales)", limit: 5 },
        why: "people whose titles match the filter",
      },
      {
        tool: "get_email",
        body: { name: "Ada Brandt", domain },
        why: "the email address of a person in the previous answer",
      },
      { tool: "detect_signal", body: { domain }, why: "hiring, funding, news, technologies and changes at once" },
    ],
    advice: [
      `Take \`confidence\`, \`evidence\` and \`reason\` into your report: ${TRUST_NOTICE}`,
      "One signal alone is a tool of its own and costs less than `detect_signal`.",
    ],
  },
  {
    name: "build-list",
    title: "Build a list",
    summary: "enrich many companies or people under a cap",
    description:
      "Enrich a list of companies or people under a fixed budget: run one tool for many inputs as a batch, with a cap in tokens, and read the results as CSV. Use it when someone brings a CSV or a list of domains, names or addresses.",
    price: () => "the tool's price for each input, never more than `max_tokens`",
    steps: [
      {
        tool: "create_batch",
        body: { tool: "get_network_company", inputs: [{ domain }, { domain: other }], dry_run: true },
        why: "estimates the cost of the list without running it",
      },
      {
        tool: "create_batch",
        body: { tool: "get_network_company", inputs: [{ domain }, { domain: other }], max_tokens: 4 },
        why: `runs it, for up to ${MAX_BATCH_INPUTS} inputs; it never costs more than \`max_tokens\`, which the balance must cover`,
      },
      {
        tool: "get_batch",
        body: { id: "<id of the batch>" },
        why: "progress; wait `poll_after_seconds` until `status` is `ended`",
      },
      {
        tool: "list_batch_results",
        body: { id: "<id of the batch>", limit: 50 },
        why: "one result for each input; `results.csv` of the batch has them as a file",
      },
    ],
    advice: [
      "Tell the price and ask before you spend more than a person has allowed.",
      "Who on a list is hiring for a role: the tool `signal_hiring_role`, with `job_title_filters` in each input.",
      "Instead of polling, name a webhook endpoint in `deliver`; `list_webhook_endpoints` has the ids, and the page where the owner adds one.",
      TRUST_NOTICE,
    ],
  },
  {
    name: "watch-accounts",
    title: "Watch accounts",
    summary: "learn when something changes",
    description:
      "Keep an eye on companies and learn when something changes: new positions, reposted roles, funding, a new leader, news, a changed website. Use it when someone wants to be told about accounts instead of asking again and again.",
    price: (config) =>
      `${tokensOf("jobs.opened", config)} tokens for a new position, ${tokensOf("funding.raised", config)} for funding, never more than \`max_tokens_month\`; looks are free`,
    steps: [
      {
        tool: "create_watch",
        body: { domains: [domain], events: ["jobs.opened", "funding.raised"], every: "day", max_tokens_month: 100 },
        why: "watches the companies; `tokens_per_event` of the answer has the prices",
      },
      {
        tool: "list_watches",
        body: {},
        why: "whether the first look has finished: `looked_at_count`, `unreachable`, `silent`",
      },
      {
        tool: "list_watch_events",
        body: {},
        why: "what has happened; next time, send this answer's `next_cursor` as `cursor`",
      },
    ],
    advice: [
      "The first look at a company is a baseline without events: no event yet does not mean that the watch does not work.",
      "For a single comparison without a watch there are `signal_website_change` and `signal_hiring_sales_rep_repost`.",
    ],
  },
  {
    name: "buy-tokens",
    title: "Buy tokens",
    summary: "by a person's card or with a wallet of your own",
    description:
      "Pay for calls: open a checkout for a person, or pay with an agent's own wallet. Use it when a call answers 402 or the balance does not cover a task.",
    price: () => `${TOKENS_PER_USD} tokens for 1 USD`,
    steps: [
      { tool: "get_token_balance", body: {}, why: "what is left, and the price of every tool" },
      {
        tool: "buy_tokens",
        body: { amount_usd: 5 },
        why: "give its `checkout_url` to the person who pays, then poll the balance",
      },
      {
        tool: "top_up",
        body: { amount_usd: 1 },
        why: "no person needed: sign the payment that the 402 offers in `PAYMENT-REQUIRED`, and repeat the call with `PAYMENT-SIGNATURE`",
      },
    ],
    advice: ["402 `spending_cap_reached` is a limit that the owner has set: buying tokens does not raise it."],
  },
];

/** The calls of a task, without those of tools that the deployment does not serve. Brief: by name, without links. */
export function taskSteps({ steps }: Task, { baseUrl, config, unserved }: Site, isBrief = false): string[] {
  return steps.flatMap(({ tool, body, why }) => {
    const found = findTool(tool, config);
    if (!found || unserved?.has(found.name)) return [];
    const [json, price] = [JSON.stringify(body), priceOf(found)];
    if (isBrief) return `\`${tool}\` \`${json}\`: ${why}${found.cost > 0 ? ` (${price})` : ""}`;
    const call = `\`POST ${baseUrl}${PATHS.tools}/${tool}\` \`${json}\``;
    return `${call}: ${why} (${price}). [Its page](${baseUrl}${toolPage(found)})`;
  });
}

export function taskPrice({ price, steps }: Task, { config }: Site): string {
  if (price) return price(config);
  const cost = steps.reduce((sum, { tool }) => sum + (findTool(tool, config)?.cost ?? 0), 0);
  const trial = config.ANONYMOUS_TOKENS;
  return `${cost} tokens, ${cost > trial ? "more than" : "of"} the ${trial} of an anonymous key`;
}

/** Test payments are for local development, where the demo companies are the only ones that can be reached. */
function isLocal({ config }: Site): boolean {
  return config.PAYMENTS === "test";
}

/** Notes on payments and real companies for a local server. */
export function localNotes(site: Site): string[] {
  const { config } = site;
  if (!isLocal(site)) return [];
  const reach = config.LOCAL_OFFLINE
    ? "and has no Internet: only the demo companies can be looked up"
    : "and the demo companies are on a demo internet, all others on the real one";
  return [
    `This deployment is local ${reach}. Answers from demo rows have \`demo: true\`.`,
    "Payments are simulated: `POST` to the `checkout_url` of `buy_tokens`, without a body, completes the payment.",
  ];
}

/** The demo companies, those with the same sources on one line. */
export function demoCompanies(): string[] {
  const companies = Object.entries(DEMO_COMPANIES);
  const sources = [...new Set(companies.map(([, shown]) => shown))];
  return sources.map((shown) => {
    const domains = companies.flatMap(([name, one]) => (one === shown ? [`\`${name}\``] : []));
    return `${domains.join(", ")}: ${shown}`;
  });
}
