import { HOLD_LIFETIME_MS, IDEMPOTENCY_LIFETIME_MS } from "../constants.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import type { Site } from "../http/site.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { aliasOf, toolsOf } from "../tools/index.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../tools/json-schema.ts";
import { DATA_CATEGORIES, type Tool } from "../tools/tool.ts";
import { type Block, code, heading, list, table } from "./blocks.tsx";
import { ERROR_GUIDE, errorsOf, errorTable, WALLET } from "./error-guide.ts";
import { curlOf, priceOf, titleCase } from "./examples.ts";
import type { PageValues } from "./read-page.ts";
import { demoCompanies, localNotes, TASKS, taskPrice, taskSteps } from "./tasks.ts";
import { walletLines, walletTerms } from "./wallet-payments.ts";

/** What `assets/pages/docs.md` names: the API reference. */
export function docsValues(site: Site): PageValues {
  const { config } = site;
  const notes = localNotes(site);
  const hasWallets = walletTerms(site) !== null;
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => hasWallets || !WALLET.includes(code));
  return {
    returnMinutes: HOLD_LIFETIME_MS / MINUTE_MS + 1,
    repeatHours: IDEMPOTENCY_LIFETIME_MS / HOUR_MS,
    anonymousRate: config.RATE_LIMIT_ANONYMOUS,
    freeRate: config.RATE_LIMIT_FREE,
    paidRate: config.RATE_LIMIT_PAID,
    demoCompanies: [list(demoCompanies())],
    tasks: [
      ...TASKS.flatMap((task) => [
        heading(task.title, `task-${task.name}`, 3),
        `**${titleCase(task.summary)}** · ${taskPrice(task, site)}`,
        list(taskSteps(task, site), true),
      ]),
      ...(notes.length > 0 ? [list(notes)] : []),
    ],
    wallet: hasWallets ? [heading("Paying with a wallet", "wallet", 2, ""), list(walletLines(site).pay)] : [],
    toolsByCategory: [...DATA_CATEGORIES, "admin"].flatMap((category) => {
      const tools = toolsOf(config).filter((tool) => tool.category === category);
      if (tools.length === 0) return [];
      return [
        heading(`${titleCase(category)} tools`, category, 2, `${tools.length}`),
        ...tools.flatMap((tool) => toolSummary(tool, site)),
      ];
    }),
    errors: [
      table(
        ["error", "Status", "Meaning", "What to do"],
        codes.map((code) => [`\`${code}\``, String(ERRORS[code][0]), ERRORS[code][1], ERROR_GUIDE[code]]),
        codes.map((code) => `error-${code}`),
      ),
    ],
  };
}

const NOT_SERVED =
  "**Not served by this deployment**: its operator has not configured a source for it. A call is 501 `not_configured` and costs nothing.";

/** One tool with all that a caller needs. */
export function toolPageBlocks(tool: Tool, site: Site): Block[] {
  const { baseUrl } = site;
  const input = inputSchema(tool);
  return [
    ...introduction(tool, site),
    Object.keys(input.properties ?? {}).length > 0 ? fieldTable(input, true) : "Takes an empty object.",
    code(curlOf(tool, site), "sh"),
    heading("Answer", "answer"),
    ...answerExample(tool, site),
    heading("Fields of the answer", "fields", 3, ""),
    fieldTable(outputSchema(tool), false),
    heading("Errors", "errors"),
    errorTable(errorsOf(tool, walletTerms(site) !== null)),
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
  const recorded = site.answers?.[tool.name];
  if (!recorded) return [];
  const caption = recorded.shortened ? "For the call above, with long lists and texts cut:" : "For the call above:";
  return [caption, code(JSON.stringify(recorded.answer, null, 2), "json")];
}

/** Fields as a table; those of a request say whether they are needed. */
function fieldTable(schema: JsonSchema, isRequest: boolean): Block {
  const rows = schemaFields(schema).map(({ path, type, isRequired, description }) => [
    `\`${path}\``,
    type,
    ...(isRequest ? [isRequired ? "required" : "optional"] : []),
    description,
  ]);
  return table(["Field", "Type", ...(isRequest ? ["Needed"] : []), "Description"], rows);
}

type SchemaField = { path: string; type: string; isRequired: boolean; description: string };

/** The fields of an object schema as a flat list: `employees[].name`. Deeper than three levels is left to openapi.json. */
function schemaFields(schema: JsonSchema, prefix = "", depth = 0): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) === true;
    const row = { path, type: typeOf(field), isRequired, description: describe(field) };
    const inner = withoutNull(field);
    const element = inner.items && withoutNull(inner.items);
    if (depth >= 2) return [row];
    if (element?.properties) return [row, ...schemaFields(element, `${path}[].`, depth + 1)];
    return [row, ...schemaFields(inner, `${path}.`, depth + 1)];
  });
}

function withoutNull(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find((option) => option.type !== "null") ?? schema;
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `array of ${schema.items ? typeOf(schema.items) : "anything"}`;
  const types = [schema.type ?? "anything"].flat();
  return types.map((type) => (type === "string" && schema.format ? schema.format : type)).join(" or ");
}

function describe(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const limits = [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
  const text = schema.description ?? "";
  if (limits.length === 0) return text;
  return text ? `${text} (${limits.join("; ")})` : limits.join("; ");
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`;
  if (high !== undefined) return `at most ${high}${unit}`;
  return low ? `at least ${low}${unit}` : "";
}
