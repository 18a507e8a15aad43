/** Paths that documents advertise and routes serve. */
export const PATHS = {
  identity: "/agent/identity",
  claim: "/agent/identity/claim",
  cancel: "/agent/identity/cancel",
  wallet: "/agent/wallet",
  authorize: "/oauth/authorize",
  registerClient: "/oauth/register",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  tools: "/api/v0",
  mcp: "/mcp",
  /** MCP without a key: a wallet pays each call. */
  mcpPay: "/mcp/pay",
  checkout: "/checkout/:id",
  stripeWebhook: "/webhooks/stripe",
  console: "/console",
  consoleBatches: "/console/batches",
  consoleMembers: "/console/members",
  consolePurchases: "/console/purchases",
  consoleSearch: "/console/search",
  consoleWatches: "/console/watches",
  consoleWebhooks: "/console/webhooks",
  admin: "/admin",
  directoryImports: "/admin/directory/imports",
  redditImports: "/admin/reddit/imports",
  searchIndex: "/admin/index",
  boardLists: "/admin/index/boards",
  indexRows: "/admin/index/rows",
  doctor: "/admin/doctor",
  authorizationServer: "/.well-known/oauth-authorization-server",
  protectedResource: "/.well-known/oauth-protected-resource",
  landing: "/",
  docs: "/docs",
  auth: "/auth",
  bot: "/bot",
  webhooks: "/docs/webhooks",
  batches: "/docs/batches",
  privacy: "/privacy",
  terms: "/terms",
  changelog: "/changelog",
  status: "/status",
  securityText: "/.well-known/security.txt",
  privacyConfirmation: "/privacy/confirm",
  openapi: "/openapi.json",
  llms: "/llms.txt",
  /** Served by `npm start` beside the Worker; no deployment has them. */
  localMail: "/dev/mail",
  localChange: "/dev/change",
  ready: "/readyz",
  robots: "/robots.txt",
  sitemap: "/sitemap.xml",
  apiCatalog: "/.well-known/api-catalog",
  serverCard: "/.well-known/mcp/server-card.json",
  signatureDirectory: "/.well-known/http-message-signatures-directory",
  agentSkills: "/.well-known/agent-skills",
  style: "/style.css",
  script: "/script.js",
  playground: "/playground.js",
  searchResults: "/search-results",
  icon: "/icon.svg",
} as const;

/** The claim grant, and its name in public auth.md clients. */
export const CLAIM_GRANT = "urn:vendor:agent-auth:grant-type:claim";
export const CLAIM_GRANT_ALIAS = "urn:workos:agent-auth:grant-type:claim";

/** Where the Markdown twin of a page is. */
export function twinOf(page: string): string {
  return page === PATHS.landing ? "/index.md" : `${page}.md`;
}
