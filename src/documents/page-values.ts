import CHANGELOG from "../../CHANGELOG.md";
import { CANCEL_LINK_LIFETIME_SECONDS, KEY_LIFETIME_SECONDS } from "../constants.ts";
import type { Site } from "../http/site.ts";
import { CLAIM_GRANT_ALIAS, PATHS } from "../paths.ts";
import { productToken, userAgent } from "../platform/outbound/robots.ts";
import { DEMO_COMPANIES } from "../tools/demo-companies.ts";
import { toolsOf } from "../tools/index.ts";
import { DATA_CATEGORIES, type Tool } from "../tools/tool.ts";
import { type Block, code, heading, isHeading, list } from "./blocks.tsx";
import { errorTable, REGISTRATION_ERRORS } from "./error-guide.ts";
import { priceOf, toolPage } from "./examples.ts";
import { type PageValues, readPage } from "./read-page.ts";
import { answerText, registrationSteps, requestText, type Step } from "./recipe.ts";
import { localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** What `assets/pages/auth.md` names: the registration recipe, in the order in which an agent follows it. */
export function authValues(site: Site): PageValues {
  const show = (step: Step) => [code(requestText(step, site), "http"), code(answerText(step), "http")];
  const neverReturned = "Defined, and never returned: anonymous registration is enabled.";
  const wallet = Object.values(walletLines(site)).flat();
  return {
    codeFailures: site.config.CODE_FAILURES_PER_CLAIM,
    keyDays: KEY_LIFETIME_SECONDS / 86_400,
    cancelHours: CANCEL_LINK_LIFETIME_SECONDS / 3600,
    grantAlias: CLAIM_GRANT_ALIAS,
    ...Object.fromEntries(Object.entries(registrationSteps(site)).map(([name, step]) => [name, show(step)])),
    wallet: wallet.length > 0 ? [heading("Pay with a wallet", "wallet", 2, ""), list(wallet)] : [],
    errors: [errorTable(REGISTRATION_ERRORS, [["`anonymous_not_enabled`", "401", neverReturned]])],
  };
}

const SELF_EXPLAINING = /reddit|hackernews|jobs|hiring|signal|technologies|verify|^search_|^find_/;

const IN_TASKS = new Set(["get_api_key", ...TASKS.flatMap(({ steps }) => steps.map(({ tool }) => tool))]);

/** What `assets/pages/llms.md` names: `/llms.txt` (llmstxt.org), whose sections hold links only. */
export function llmsValues(site: Site): PageValues {
  const { config } = site;
  const [localNote = "", localPayments = ""] = localNotes(site);
  // Agents read the whole page, so it has no title that says no more than the name does.
  const line = (tool: Tool) =>
    `[${tool.name}](${toolPage(tool)}): ${SELF_EXPLAINING.test(tool.name) ? "" : `${tool.title}, `}${priceOf(tool)}`;
  const served = toolsOf(config).filter(({ name }) => !site.unserved?.has(name));
  const unserved = toolsOf(config).filter(({ name }) => site.unserved?.has(name));
  const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).join(", ");
  const terms = walletTerms(site);
  return {
    localNote,
    localPayments,
    tasks: TASKS.flatMap((task) => [
      `**${task.title}**, ${task.summary} (${taskPrice(task, site)}):`,
      list(taskSteps(task, site, true), true),
    ]),
    demoCompanies: Object.keys(DEMO_COMPANIES)
      .map((domain) => domain.replace(".example", ""))
      .join(", "),
    wallet: terms
      ? [`**By wallet**: x402 version 2, scheme \`exact\`, USDC on \`${terms.id}\`. [How](${PATHS.docs}.md#wallet).`]
      : [],
    unserved: unserved.length > 0 ? [`Not served by this deployment: ${namesOf(unserved)}.`] : [],
    accountTools: namesOf(served.filter(({ category, name }) => category === "admin" && !IN_TASKS.has(name))),
    toolLists: DATA_CATEGORIES.flatMap((category) => {
      const listed = served.filter((tool) => tool.category === category);
      return listed.length > 0 ? [heading(category, category), list(listed.map(line))] : [];
    }),
  };
}

/** What `assets/pages/bot.md` names: the fetcher, for owners of the sites that it visits. */
export function botValues({ baseUrl, config }: Site): PageValues {
  const keys = `[its keys](${baseUrl}${PATHS.signatureDirectory})`;
  return {
    token: productToken(config.SERVICE_NAME),
    userAgent: userAgent(config.SERVICE_NAME, baseUrl),
    lookToken: productToken(config.SERVICE_NAME, "look"),
    lookAgent: userAgent(config.SERVICE_NAME, baseUrl, "look"),
    signs:
      config.WEB_BOT_AUTH_KEY === undefined
        ? ""
        : `It signs its requests (Web Bot Auth, RFC 9421): \`Signature-Agent\` names this service, and ${keys} verify that a request is genuine.`,
    neverFetched: config.NETWORK_HOSTS.join(" or "),
  };
}

/** What `assets/pages/terms.md` names. Operators edit that file. */
export function termsValues({ config }: Site): PageValues {
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL } = config;
  const operator = [OPERATOR_NAME ?? "the operator of this deployment", OPERATOR_ADDRESS, OPERATOR_EMAIL];
  return {
    operator: operator.filter(Boolean).join(", "),
    template: OPERATOR_NAME
      ? []
      : [
          "They are a template: the operator edits `assets/pages/terms.md` and sets `OPERATOR_NAME`, then this line goes.",
        ],
  };
}

/** The release notes, whose headings have no ids and whose links are paths of the repository. HTML folds each group of notes. */
export function changelogValues(): PageValues {
  const text = CHANGELOG.replace(/^# .*\n/, "")
    .replace(/\[([^[\]]{1,200})\]\([^()]{1,200}\)/g, "$1")
    .replace(/^(#{2,4}) (.+)$/gm, (_, marks: string, title: string) => {
      return `${marks} ${title} {#${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}}`;
    });
  let release = "";
  const notes = readPage(text, {}).map((block): Block => {
    if (!isHeading(block)) return block;
    if (block.level > 2) return { ...block, id: `${release}-${block.id}`, fold: "" };
    release = block.id;
    return block;
  });
  return { notes };
}
