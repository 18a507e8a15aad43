import { Hono } from "hono";
import type { Config } from "../config.ts";
import { AppError, invalidRequest } from "../errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { NO_STORE, readSmallBody } from "../http/body.ts";
import { openToAll } from "../http/cors.ts";
import { ICON } from "../http/pages/mark.tsx";
import { PAGE_HEADERS } from "../http/pages/page.tsx";
import type { Site } from "../http/site.ts";
import { PATHS, twinOf } from "../paths.ts";
import { loadAsset } from "../platform/asset.ts";
import { SIGNATURE_DIRECTORY_TYPE, signatureDirectory } from "../platform/outbound/bot-signature.ts";
import { nameNetwork } from "../readers/words/network-links.ts";
import { findTool, nearestTools, TOOLS } from "../tools/index.ts";
import { loadAnswers } from "../tools/recorded-answers.ts";
import { rememberUnservedTools } from "../tools/served.ts";
import { toMarkdown } from "./blocks.tsx";
import * as metadata from "./discovery-documents.ts";
import { toolPageBlocks } from "./docs.ts";
import { toolPage } from "./examples.ts";
import { openapi } from "./openapi.ts";
import { llmsValues } from "./page-values.ts";
import { PAGES, PRIVACY, pageHtml, pageMarkdown, toolHtml } from "./pages.tsx";
import { resultsHtml } from "./playground.tsx";
import { SKILL_NAMES, skillIndex, skillPath, skillText } from "./tasks.ts";

const HTML = "text/html; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";
/** A page of a search has at most 25 results. */
const SHOWN_ANSWER_BYTES = 250_000;

type Document = { type: string; text(site: Site, env: Env): string | Promise<string> };

const as = (type: string, text: Document["text"]): Document => ({ type, text });
const json = (value: (site: Site) => unknown, type = "application/json") =>
  as(type, async (site) => JSON.stringify(await value(site)));
/** A file of `assets/`, which has the name of its path. */
const asset = (path: string, type: string) => as(type, (_, env) => loadAsset(env, path.slice(1), (text) => text));
const LLMS = { file: "llms.md", values: llmsValues };

/** Routes of all documents. docs/contract.md, section 2, "Discovery". */
const DOCUMENTS: Record<string, Document> = {
  [PATHS.authorizationServer]: json(metadata.authorizationServer),
  [PATHS.protectedResource]: json((site) => metadata.protectedResource(site, "")),
  [`${PATHS.protectedResource}${PATHS.mcp}`]: json((site) => metadata.protectedResource(site, PATHS.mcp)),
  [`${PATHS.protectedResource}${PATHS.tools}`]: json((site) => metadata.protectedResource(site, PATHS.tools)),
  [PATHS.openapi]: json((site) => openapi(site)),
  [PATHS.llms]: as(PLAIN, (site, env) => pageMarkdown(LLMS, site, env)),
  [PATHS.apiCatalog]: json(
    metadata.apiCatalog,
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ),
  [PATHS.serverCard]: json(metadata.serverCard),
  // The draft places the card below the URL of the server.
  [`${PATHS.mcp}/server-card`]: json(metadata.serverCard),
  [`${PATHS.agentSkills}/index.json`]: json((site) => skillIndex(site, (text) => nameNetwork(text, site.config))),
  [PATHS.sitemap]: as("application/xml; charset=utf-8", (site) =>
    metadata.sitemap(site, [...PAGES.map(({ path }) => path), PATHS.privacy]),
  ),
  [PATHS.securityText]: as(PLAIN, metadata.securityText),
  [PATHS.robots]: as(PLAIN, metadata.robotsText),
  [PATHS.style]: asset(PATHS.style, "text/css; charset=utf-8"),
  [PATHS.script]: asset(PATHS.script, "text/javascript; charset=utf-8"),
  [PATHS.playground]: asset(PATHS.playground, "text/javascript; charset=utf-8"),
  [PATHS.icon]: as("image/svg+xml", () => ICON),
  [twinOf(PATHS.privacy)]: as(MARKDOWN, (site, env) => pageMarkdown(PRIVACY, site, env)),
};
for (const name of SKILL_NAMES) DOCUMENTS[skillPath(name)] = as(MARKDOWN, (site) => skillText(name, site));
for (const tool of TOOLS) {
  // With the prices and names of the deployment.
  const own = ({ config }: Site) => findTool(tool.name, config) ?? tool;
  DOCUMENTS[`${PATHS.docs}/${tool.name}`] = as(HTML, (site) => toolHtml(own(site), site));
  DOCUMENTS[toolPage(tool)] = as(MARKDOWN, (site) => toMarkdown(tool.name, toolPageBlocks(own(site), site)));
}
for (const page of PAGES) {
  DOCUMENTS[page.path] = as(HTML, (site, env) => pageHtml(page, site, env));
  DOCUMENTS[twinOf(page.path)] = as(MARKDOWN, (site, env) => pageMarkdown(page, site, env));
}

export const discovery = new Hono<AppEnv>();

// A page of another site cannot send JSON here, so it cannot make a visitor's browser show a table.
discovery.post(PATHS.searchResults, async (c) => {
  const sent = await readSmallBody(c.req.raw, "application/json", SHOWN_ANSWER_BYTES);
  return c.body(resultsHtml(sent), 200, { ...PAGE_HEADERS, ...NO_STORE, "Content-Type": HTML });
});

// One lookup for all documents: a route for each took a tenth of the Worker's start-up.
discovery.use((c, next) => (DOCUMENTS[c.req.path] ? openToAll(c, next) : next()));
discovery.all("*", async (c, next) => {
  const { path, method } = c.req;
  const document = DOCUMENTS[path];
  if (!document) return next();
  if (method !== "GET" && method !== "HEAD") {
    throw new AppError("method_not_allowed", "Use GET, HEAD here.", { headers: { Allow: "GET, HEAD" } });
  }
  const twin = document.type === HTML && wantsMarkdown(c.req.header("accept")) ? twinOf(path) : path;
  const { config, baseUrl, requestHost } = c.var;
  const unserved = await rememberUnservedTools({ env: c.env, config, baseUrl, requestHost });
  const shown = DOCUMENTS[twin] ?? document;
  const answers = showsAnswers(twin) ? await loadAnswers(c.env) : {};
  const site = { config, baseUrl, unserved, answers };
  const some = path === PATHS.openapi ? c.req.query("tools") : undefined;
  const text = some === undefined ? await textOf(c.env, twin, shown, site) : openapiOf(some, site);
  return c.body(text, 200, {
    ...PAGE_HEADERS,
    "Cache-Control": "public, max-age=300",
    "Content-Type": shown.type,
    Vary: "Accept",
    ...(hasLinks(path) && { Link: metadata.linkHeader() }),
  });
});

/** OpenAPI of the tools in `names`, separated by commas. Throws `invalid_request` for an unknown name. */
function openapiOf(names: string, site: Site): string {
  const tools = [...new Set(names.split(",").map((name) => name.trim()))].filter(Boolean).map((name) => {
    const tool = findTool(name, site.config);
    if (tool) return tool;
    const [nearest] = nearestTools(name);
    const message = `There is no tool "${name.slice(0, 64)}".${nearest ? ` Did you mean ${nearest}?` : ""}`;
    const error = { path: "tools", message, ...(nearest && { did_you_mean: nearest }) };
    throw invalidRequest(message, { fields: { errors: [error] } });
  });
  return nameNetwork(JSON.stringify(openapi(site, tools)), site.config);
}

/** Pages, and the catalogue itself (RFC 9727, section 2), send the `Link` header. */
function hasLinks(path: string): boolean {
  return path === PATHS.apiCatalog || PAGES.some((page) => page.path === path);
}

/** The reference, its pages, OpenAPI and the playground show what tools answer. */
function showsAnswers(path: string): boolean {
  return path === PATHS.openapi || path === PATHS.landing || path.startsWith(PATHS.docs);
}

// Not cached like the documents above: the signature covers the requested host and expires within minutes.
discovery.use(PATHS.signatureDirectory, openToAll);
discovery.get(PATHS.signatureDirectory, async (c) => {
  const directory = await signatureDirectory(c.var.config, new URL(c.req.url).host, Date.now());
  if (!directory) throw new AppError("not_found", "This deployment does not sign its requests.");
  const headers = {
    ...directory.headers,
    "Content-Type": SIGNATURE_DIRECTORY_TYPE,
    "Cache-Control": "public, max-age=300",
  };
  return c.body(directory.body, 200, headers);
});

/** True when `Accept` names Markdown. A client that accepts anything gets HTML. */
function wantsMarkdown(accept: string | undefined): boolean {
  const types = (accept ?? "").split(",").map((part) => part.trim().toLowerCase());
  const markdown = types.findIndex((type) => /^text\/markdown\b/.test(type) && !/;\s*q=0(\.0*)?$/.test(type));
  const html = types.findIndex((type) => /^(text\/html|application\/xhtml\+xml)\b/.test(type));
  return markdown >= 0 && (html < 0 || markdown < html);
}

const MAX_TEXTS = 400;
const texts = new WeakMap<Config, Map<string, string>>();

/** Documents change only with a deployment, so each is rendered once per isolate and base URL. */
async function textOf(env: Env, path: string, document: Document, site: Site): Promise<string> {
  const made = texts.get(site.config) ?? new Map<string, string>();
  texts.set(site.config, made);
  const answers = Object.keys(site.answers ?? {}).length;
  const name = `${site.baseUrl} ${path} ${answers} ${[...(site.unserved ?? [])].join()}`;
  const text = made.get(name) ?? nameNetwork(await document.text(site, env), site.config);
  // Without BASE_URL the caller chooses the host, so the cache is bounded.
  if (made.size >= MAX_TEXTS) made.clear();
  made.set(name, text);
  return text;
}
