import { HOLD_LIFETIME_MS, IDEMPOTENCY_LIFETIME_MS } from "../constants.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { aliasOf, toolsOf } from "../tools/index.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../tools/json-schema.ts";
import { DATA_CATEGORIES, FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { type Block, heading } from "./blocks.ts";
import { ERROR_GUIDE, errorRow, errorsOf, WALLET } from "./error-guide.ts";
import { answerOf, curlOf, priceOf, titleCase } from "./examples.ts";
import type { PageValues } from "./read-page.ts";
import { schemaFields } from "./schema-fields.ts";
import { demoCompanies, localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** What `assets/pages/docs.md` names: the API reference. */
export function docsValues(site: Site): PageValues {
  const { config } = site;
  const notes = localNotes(site);
  const codes = codesOf(site);
  return {
    sandboxKey: SANDBOX_KEY,
    returnMinutes: HOLD_LIFETIME_MS / MINUTE_MS + 1,
    repeatHours: IDEMPOTENCY_LIFETIME_MS / HOUR_MS,
    foreignTextNotice: FOREIGN_TEXT_NOTICE,
    anonymousRate: config.RATE_LIMIT_ANONYMOUS,
    freeRate: config.RATE_LIMIT_FREE,
    paidRate: config.RATE_LIMIT_PAID,
    demoCompanies: [{ kind: "list", items: demoCompanies() }],
    tasks: [
      ...TASKS.flatMap((task): Block[] => [
        heading(task.title, `task-${task.name}`, 3),
        `**${task.summary.charAt(0).toUpperCase()}${task.summary.slice(1)}** · ${taskPrice(task, site)}`,
        { kind: "list", items: taskSteps(task, site), ordered: true },
      ]),
      ...(notes.length > 0 ? [{ kind: "list" as const, items: notes }] : []),
    ],
    wallet: walletTerms(site)
      ? [heading("Paying with a wallet", "wallet", 2, ""), { kind: "list", items: walletLines(site).pay }]
      : [],
    toolsByCategory: [...DATA_CATEGORIES, "admin"].flatMap((category) => {
      const tools = toolsOf(config).filter((tool) => tool.category === category);
      if (tools.length === 0) return [];
      return [
        heading(`${titleCase(category)} tools`, category, 2, `${tools.length}`),
        ...tools.flatMap((tool) => toolSummary(tool, site)),
      ];
    }),
    errors: [
      {
        kind: "table",
        head: ["error", "Status", "Meaning", "What to do"],
        rows: codes.map((code) => [`\`${code}\``, String(ERRORS[code][0]), ERRORS[code][1], ERROR_GUIDE[code]]),
        ids: codes.map((code) => `error-${code}`),
      },
    ],
  };
}

const NOT_SERVED =
  "**Not served by this deployment**: its operator has not configured a source for it. A call is 501 `not_configured` and costs nothing.";

function codesOf(site: Site): ErrorCode[] {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return walletTerms(site) ? codes : codes.filter((code) => !WALLET.includes(code));
}

/** One tool with all that a caller needs. */
export function toolPageBlocks(tool: Tool, site: Site): Block[] {
  const { baseUrl } = site;
  const input = inputSchema(tool);
  const codes = errorsOf(tool, walletTerms(site) !== null);
  return [
    ...introduction(tool, site),
    Object.keys(input.properties ?? {}).length > 0 ? fieldTable(input, true) : "Takes an empty object.",
    { kind: "code", code: curlOf(tool, site), language: "sh" },
    heading("Answer", "answer"),
    ...answerExample(tool, site),
    heading("Fields of the answer", "fields", 3, ""),
    fieldTable(outputSchema(tool), false),
    heading("Errors", "errors"),
    {
      kind: "table",
      head: ["error", "Status", "What to do"],
      rows: codes.map(errorRow),
    },
    `All tools and their prices: [llms.txt](${baseUrl}${PATHS.llms}). Keys, limits, repeats: [the reference](${baseUrl}${PATHS.docs}.md).`,
  ];
}

/** A tool of the reference, folded so that a phone can scroll through all of them: its own page has the rest. */
function toolSummary(tool: Tool, site: Site): Block[] {
  const link = `[Fields, call, answer and errors](${site.baseUrl}${PATHS.docs}/${tool.name})`;
  const note = `${tool.title} · ${priceOf(tool)}`;
  return [heading(tool.name, tool.name, 3, note), ...introduction(tool, site), link];
}

function introduction(tool: Tool, site: Site): Block[] {
  const alias = aliasOf(tool);
  return [
    ...(site.unserved?.has(tool.name) ? [NOT_SERVED] : []),
    `**${tool.title}** · ${priceOf(tool)}${tool.auth === "none" ? " · no key needed" : ""}${tool.get ? " · also answers GET" : ""}`,
    tool.description,
    ...(alias ? [`It also answers as \`${alias}\`, which lists do not show.`] : []),
  ];
}

function answerExample(tool: Tool, site: Site): Block[] {
  const recorded = answerOf(tool, site);
  if (!recorded) return [];
  const caption = recorded.shortened ? "For the call above, with long lists and texts cut:" : "For the call above:";
  return [caption, { kind: "code", code: JSON.stringify(recorded.answer, null, 2), language: "json" }];
}

/** Fields as a table; those of a request say whether they are needed. */
function fieldTable(schema: JsonSchema, isRequest: boolean): Block {
  return {
    kind: "table",
    head: ["Field", "Type", ...(isRequest ? ["Needed"] : []), "Description"],
    rows: schemaFields(schema).map(({ path, type, isRequired, description }) => [
      `\`${path}\``,
      type,
      ...(isRequest ? [isRequired ? "required" : "optional"] : []),
      description,
    ]),
  };
}
