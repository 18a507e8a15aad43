import { version } from "../../package.json";
import { name as serverName } from "../../server.json";
import type { Site } from "../http/site.ts";
import { DAY_MS } from "../lib/time.ts";
import { CLAIM_GRANT, CLAIM_GRANT_ALIAS, PATHS, twinOf } from "../paths.ts";
import { TOOLS } from "../tools/index.ts";
import { toolPage } from "./examples.ts";

/** Authorization-server metadata (RFC 8414); the `agent_auth` block of auth.md has both generations of its names. */
export function authorizationServer({ baseUrl }: Site) {
  const identity = `${baseUrl}${PATHS.identity}`;
  const claim = `${baseUrl}${PATHS.claim}`;
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${PATHS.authorize}`,
    authorization_response_iss_parameter_supported: true,
    token_endpoint: `${baseUrl}${PATHS.token}`,
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint: `${baseUrl}${PATHS.revoke}`,
    revocation_endpoint_auth_methods_supported: ["none"],
    registration_endpoint: `${baseUrl}${PATHS.registerClient}`,
    client_id_metadata_document_supported: true,
    grant_types_supported: [CLAIM_GRANT, CLAIM_GRANT_ALIAS, "authorization_code", "refresh_token"],
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["api"],
    service_documentation: `${baseUrl}${PATHS.docs}`,
    agent_auth: {
      skill: `${baseUrl}${twinOf(PATHS.auth)}`,
      identity_endpoint: identity,
      claim_endpoint: claim,
      register_uri: identity,
      claim_uri: claim,
      identity_types_supported: ["anonymous", "identity_assertion"],
      anonymous: { credential_types_supported: ["api_key"] },
      identity_assertion: {
        assertion_types_supported: ["verified_email"],
        credential_types_supported: ["api_key"],
      },
    },
  };
}

/** Protected-resource metadata (RFC 9728). `path` is empty for the whole service. */
export function protectedResource({ baseUrl, config }: Site, path: "" | "/mcp" | "/api/v0") {
  return {
    resource: `${baseUrl}${path}`,
    resource_name: config.SERVICE_NAME,
    authorization_servers: [baseUrl],
    scopes_supported: ["api"],
    bearer_methods_supported: ["header"],
    resource_documentation: `${baseUrl}${PATHS.docs}`,
  };
}

/** The APIs of this host (RFC 9727), as a link set (RFC 9264). */
export function apiCatalog({ baseUrl }: Site) {
  const link = (path: string, type: string) => ({ href: `${baseUrl}${path}`, type });
  const documents = [link(PATHS.docs, "text/html"), link(twinOf(PATHS.docs), "text/markdown")];
  const describe = (path: string, description: ReturnType<typeof link>) => ({
    anchor: `${baseUrl}${path}`,
    "service-desc": [description],
    "service-doc": documents,
    "service-meta": [link(`${PATHS.protectedResource}${path}`, "application/json")],
    status: [link(PATHS.ready, "application/json")],
  });
  return {
    linkset: [
      {
        anchor: `${baseUrl}${PATHS.apiCatalog}`,
        item: [{ href: `${baseUrl}${PATHS.tools}` }, { href: `${baseUrl}${PATHS.mcp}` }],
      },
      describe(PATHS.tools, link(PATHS.openapi, "application/vnd.oai.openapi+json")),
      describe(PATHS.mcp, link(PATHS.serverCard, "application/json")),
    ],
  };
}

/** The MCP server card, a draft (SEP-2127): what the server is and where, before a connection. */
export function serverCard({ baseUrl, config }: Site) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: serverName,
    version,
    title: config.SERVICE_NAME,
    description: "Go-to-market data tools for agents: companies, people, email, signals. Paid in tokens.",
    websiteUrl: baseUrl,
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}${PATHS.mcp}`,
        supportedProtocolVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
        headers: [
          {
            name: "Authorization",
            description: `Bearer and an API key; POST ${baseUrl}${PATHS.tools}/get_api_key {} makes one. Or sign in with OAuth.`,
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
    serverInfo: { name: serverName, title: config.SERVICE_NAME, version },
    transport: { type: "streamable-http", endpoint: PATHS.mcp },
    capabilities: { tools: { listChanged: false } },
    authentication: { required: true, schemes: ["bearer", "oauth2"] },
  };
}

function textOf(...lines: string[]): string {
  return `${lines.join("\n")}\n`;
}

/** Addresses of all pages for people and agents (sitemaps.org). */
export function sitemap({ baseUrl }: Site, pages: string[]): string {
  const paths = [...pages, ...TOOLS.map(toolPage)];
  const urls = paths.map((path) => `  <url><loc>${baseUrl}${path}</loc></url>`);
  const head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return textOf('<?xml version="1.0" encoding="UTF-8"?>', head, ...urls, "</urlset>");
}

/** robots.txt with Content-Signal (contentsignals.org): the documents may be indexed and used. */
export function robotsText({ baseUrl }: Site): string {
  const closed = [PATHS.tools, PATHS.mcp, "/agent/", "/oauth/"].map((path) => `Disallow: ${path}`);
  const signal = "Content-Signal: search=yes, ai-input=yes, ai-train=yes";
  const also = [`Sitemap: ${baseUrl}${PATHS.sitemap}`, `# For agents: ${baseUrl}${PATHS.llms}`];
  return textOf("User-agent: *", signal, ...closed, "", ...also);
}

const SECURITY_TEXT_DAYS = 180;

/** Where to report a vulnerability (RFC 9116). It expires, so that an address that was given up is not used. */
export function securityText({ baseUrl, config }: Site): string {
  const contact = config.OPERATOR_EMAIL ? `mailto:${config.OPERATOR_EMAIL}` : `${baseUrl}${PATHS.terms}`;
  const expires = new Date(Date.now() + SECURITY_TEXT_DAYS * DAY_MS).toISOString();
  const canonical = `Canonical: ${baseUrl}${PATHS.securityText}`;
  return textOf(`Contact: ${contact}`, `Expires: ${expires}`, "Preferred-Languages: en", canonical);
}

/** The `Link` header of a page (RFC 8288). */
export function linkHeader(): string {
  return [
    `<${PATHS.apiCatalog}>; rel="api-catalog"`,
    `<${PATHS.openapi}>; rel="service-desc"; type="application/vnd.oai.openapi+json"`,
    `<${PATHS.docs}>; rel="service-doc"; type="text/html"`,
    `<${PATHS.llms}>; rel="describedby"; type="text/plain"`,
    `<${PATHS.serverCard}>; rel="describedby"; type="application/json"`,
  ].join(", ");
}
