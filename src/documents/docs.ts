import {
  FREE_MISSES_PER_DAY,
  FREE_MISSES_PER_DAY_ANONYMOUS,
  HOLD_LIFETIME_MS,
  IDEMPOTENCY_LIFETIME_MS,
  TOKENS_PER_USD,
  TOOL_BODY_BYTES,
} from "../config.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { SANDBOX_KEY } from "../gateway/sandbox.ts";
import type { Site } from "../http/site.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { aliasOf, toolsOf } from "../tools/index.ts";
import { inputSchema, outputSchema } from "../tools/json-schema.ts";
import { CATEGORIES, FOREIGN_TEXT_NOTICE, type Tool } from "../tools/tool.ts";
import { type Block, heading } from "./blocks.ts";
import { ERROR_GUIDE, errorsOf, WALLET } from "./error-guide.ts";
import { answerOf, curlOf, priceOf, titleCase } from "./examples.ts";
import { type SchemaField, schemaFields } from "./schema-fields.ts";
import { demoCompanies, localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** The API reference. */
export function docsBlocks(site: Site): Block[] {
  const { baseUrl, config } = site;
  return [
    `Every tool is \`POST ${baseUrl}${PATHS.tools}/{tool_name}\` with a JSON body and answers a JSON object. The same tools are at \`${baseUrl}${PATHS.mcp}\` for MCP clients. This page lists all tools; each has a page with its fields, an example call, the answer and errors, also as Markdown (add \`.md\`, or send \`Accept: text/markdown\`). For machines: [openapi.json](${baseUrl}${PATHS.openapi}), [llms.txt](${baseUrl}${PATHS.llms}).`,

    heading("Authentication", "authentication"),
    `Send \`Authorization: Bearer <API_KEY>\` with every request. Agents register themselves: [how to register](${baseUrl}${PATHS.auth}). Revoke a key with \`POST ${PATHS.revoke}\`.`,

    heading("Sandbox", "sandbox"),
    `The key \`${SANDBOX_KEY}\` works on every deployment. Each data tool answers its example, and calls about the [demo companies](${baseUrl}${PATHS.docs}#demo-companies), with a recorded answer, marked \`sandbox: true\`; long lists in it are cut. Arguments that differ from the recorded ones are named in \`warnings\`. It costs nothing, stores nothing, and is limited per network. Other companies and people answer 400; admin tools answer 403 \`sandbox_only\`.`,

    heading("Demo companies", "demo-companies"),
    { kind: "list", items: demoCompanies() },

    heading("Tasks", "tasks"),
    ...TASKS.flatMap((task): Block[] => [
      heading(task.title, `task-${task.name}`, 3),
      `**${task.summary.charAt(0).toUpperCase()}${task.summary.slice(1)}** · ${taskPrice(task, site)}`,
      { kind: "list", items: taskSteps(task, site), ordered: true },
    ]),
    ...(localNotes(site).length > 0 ? [{ kind: "list" as const, items: localNotes(site) }] : []),

    heading("Tokens", "tokens"),
    {
      kind: "list",
      items: [
        `Each tool has a cost in whole tokens; ${TOKENS_PER_USD} tokens are 1 USD. Tools that cost 0 work with no balance.`,
        `The cost is reserved when a call is received. A call that fails (any status except 200) releases it before the answer is sent.`,
        `A miss, that is 200 with \`status: "not_found"\` or \`partial\` with nothing found, is free as well, up to ${FREE_MISSES_PER_DAY} tokens a day (${FREE_MISSES_PER_DAY_ANONYMOUS} for an anonymous key) and as many again as were charged that day. Beyond that, and when a paid vendor was asked, it costs what the tool costs.`,
        `If a call is interrupted on our side, its tokens are returned within ${HOLD_LIFETIME_MS / MINUTE_MS + 1} minutes.`,
        "`X-Tokens-Charged` and `X-Tokens-Balance` give the cost of the call and the remaining balance.",
      ],
    },

    ...(walletTerms(site)
      ? [heading("Paying with a wallet", "wallet"), { kind: "list" as const, items: walletLines(site) }]
      : []),

    heading("Unknown fields", "unknown-fields"),
    "A field that a tool does not declare is 400 `invalid_request` when it is probably a misspelling, or another tool's name for a declared field: `errors` names the right one in `did_you_mean`, and nothing is charged. Any other unknown field is ignored, and the answer says so in `warnings`, a list of sentences. `techs` and `technologies`, and `title_filters` and `job_title_filters`, are interchangeable.",

    heading("Repeating a call safely", "idempotency"),
    `Send \`Idempotency-Key\` with 1 to 255 visible ASCII characters. The same key with the same tool and body within ${IDEMPOTENCY_LIFETIME_MS / HOUR_MS} hours replays the first success with \`Idempotent-Replayed: true\`, without a second charge. A failure frees the key. In MCP the key goes into \`_meta["tallygate/idempotency-key"]\`.`,

    heading("Foreign text", "foreign-text"),
    `${FOREIGN_TEXT_NOTICE} Control characters, invisible characters and markup that imitates another speaker are removed, and no text is longer than 40,000 characters.`,

    heading("Limits", "limits"),
    {
      kind: "list",
      items: [
        `Requests per minute for each organisation: ${config.RATE_LIMIT_ANONYMOUS} anonymous, ${config.RATE_LIMIT_FREE} with a verified email, ${config.RATE_LIMIT_PAID} after a purchase. At most half of a minute's requests may come at once; the allowance refills evenly, so one more is possible every 60 s divided by the limit. \`RateLimit\` and \`RateLimit-Policy\` say where you stand; a 429 has \`Retry-After\`, and a retry after it succeeds.`,
        `A request body has at most ${TOOL_BODY_BYTES} bytes.`,
      ],
    },

    ...CATEGORIES.flatMap((category) => {
      const tools = toolsOf(config).filter((tool) => tool.category === category);
      if (tools.length === 0) return [];
      return [heading(`${titleCase(category)} tools`, category), ...tools.flatMap((tool) => toolSummary(tool, site))];
    }),

    heading("Errors", "errors"),
    "Errors of tools are problem details (RFC 9457, `application/problem+json`): `type`, `title`, `status`, `detail`, `instance`, and `error` with one of the codes below. `request_id` is also in `X-Request-Id`; name it when you ask for help.",
    {
      kind: "table",
      head: ["error", "Status", "Meaning", "What to do"],
      rows: codesOf(site).map((code) => [`\`${code}\``, String(ERRORS[code][0]), ERRORS[code][1], ERROR_GUIDE[code]]),
      ids: codesOf(site).map((code) => `error-${code}`),
    },
    `\`${PATHS.identity}\` and \`/oauth/*\` answer errors as \`{"error", "error_description"}\`.`,

    heading("Versions", "versions"),
    `The version is the path prefix \`${PATHS.tools}\`. Within a version, answers may gain fields and tools may be added; ignore unknown fields.`,
  ];
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
  const input = schemaFields(inputSchema(tool));
  const codes = errorsOf(tool, walletTerms(site) !== null);
  return [
    ...introduction(tool, site),
    input.length > 0 ? inputTable(input) : "Takes an empty object.",
    { kind: "code", code: curlOf(tool, site), language: "sh" },
    {
      kind: "details",
      summary: "Answer",
      blocks: [outputTable(schemaFields(outputSchema(tool))), ...answerExample(tool, site)],
    },
    heading("Errors", "errors"),
    {
      kind: "table",
      head: ["error", "Status", "What to do"],
      rows: codes.map((code) => [`\`${code}\``, String(ERRORS[code][0]), ERROR_GUIDE[code]]),
    },
    `All tools and their prices: [llms.txt](${baseUrl}${PATHS.llms}). Keys, limits, repeats: [the reference](${baseUrl}${PATHS.docs}.md).`,
  ];
}

/** A tool of the reference: its own page has the rest, which is far longer. */
function toolSummary(tool: Tool, site: Site): Block[] {
  const input = schemaFields(inputSchema(tool));
  const link = `[Fields, call, answer and errors](${site.baseUrl}${PATHS.docs}/${tool.name})`;
  return [
    heading(tool.name, tool.name, 3),
    ...introduction(tool, site),
    input.length > 0 ? `Takes ${listFields(input)}. ${link}` : `Takes an empty object. ${link}`,
  ];
}

/** `a`, `b` and optionally `c`, `d`. */
function listFields(fields: SchemaField[]): string {
  const names = (isRequired: boolean) =>
    fields.flatMap((field) => (field.isRequired === isRequired ? [`\`${field.path}\``] : [])).join(", ");
  return [names(true), names(false) && `optionally ${names(false)}`].filter(Boolean).join(", ");
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

function inputTable(fields: SchemaField[]): Block {
  return {
    kind: "table",
    head: ["Field", "Type", "Needed", "Description"],
    rows: fields.map((field) => [
      `\`${field.path}\``,
      field.type,
      field.isRequired ? "required" : "optional",
      field.description,
    ]),
  };
}

function outputTable(fields: SchemaField[]): Block {
  return {
    kind: "table",
    head: ["Field", "Type", "Description"],
    rows: fields.map((field) => [`\`${field.path}\``, field.type, field.description]),
  };
}
