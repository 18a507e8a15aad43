import { and, eq, gt } from "drizzle-orm";
import * as z from "zod";
import type { Config } from "../../config.ts";
import { UNUSED_CLIENT_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { AppContext } from "../../http/app-env.ts";
import { isLoopback } from "../../lib/hosts.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { PATHS } from "../../paths.ts";
import { drizzle } from "../../platform/database.ts";
import { clientBudgets } from "../../platform/limits/budgets.ts";
import { spendBudgets } from "../../platform/limits/limits.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { oauthClients } from "../../platform/schema.ts";
import type { Audience } from "../keys/key-format.ts";

/** An OAuth client, always a public one. `name` is its own unverified claim. */
export type OAuthClient = { id: string; name: string; redirectUris: string[] };

const NAME_LENGTH = 80;
const METADATA = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
});
/** https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/, section 4. */
const DOCUMENT = METADATA.extend({ client_id: z.string(), token_endpoint_auth_method: z.literal("none").optional() });

/**
 * Registers a client (RFC 7591). Metadata beyond a public client with code and refresh token is ignored; the response states
 * what was granted. Throws `invalid_redirect_uri`, `invalid_client_metadata`, `rate_limited`.
 */
export async function registerClient(env: Env, config: Config, ip: string | null, metadata: Record<string, unknown>) {
  const { data } = METADATA.safeParse(metadata);
  if (!data) throw new AppError("invalid_client_metadata", "Send `redirect_uris`, 1 to 20 URIs, and a `client_name`.");
  if (!data.redirect_uris.every(isRedirectUri)) {
    const detail = "Redirect URIs must use https, http on loopback, or the app's own scheme.";
    throw new AppError("invalid_redirect_uri", detail);
  }
  await spendBudgets(env, clientBudgets(config, ip ?? ""));
  const now = Date.now();
  const id = `client_${crypto.getRandomValues(new Uint8Array(16)).toHex()}`;
  const name = plainName(data.client_name) || "An application without a name";
  const redirectUrisJson = JSON.stringify(data.redirect_uris);
  const expiresAt = now + UNUSED_CLIENT_LIFETIME_SECONDS * 1000;
  await drizzle(env.DB).insert(oauthClients).values({ id, name, redirectUrisJson, createdAt: now, expiresAt });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: name,
    redirect_uris: data.redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "api",
  };
}

/** The client with this id: a registered one, or the metadata document at this URL. Throws `invalid_request`. */
export async function findClient(context: SourceContext & { config: Config }, id: string): Promise<OAuthClient> {
  const client = id.startsWith("https:") ? await readDocument(context, id) : await readRegistered(context.env.DB, id);
  if (client) return client;
  throw invalidRequest("This application is not registered. Register it again.");
}

async function readRegistered(db: D1Database, id: string): Promise<OAuthClient | null> {
  const isKnown = and(eq(oauthClients.id, id), gt(oauthClients.expiresAt, Date.now()));
  const row = await drizzle(db).select().from(oauthClients).where(isKnown).get();
  return row ? { id, name: row.name, redirectUris: JSON.parse(row.redirectUrisJson) as string[] } : null;
}

/** The document must be served at its own URL: behind a redirect it could speak for another host. */
async function readDocument(context: SourceContext, id: string): Promise<OAuthClient | null> {
  const url = URL.parse(id);
  const isPlain = url?.href === id && url.pathname !== "/" && !url.username && !url.password && !id.includes("#");
  if (!url || !isPlain) return null;
  const page = await outboundFor(context).document(id);
  if (page.status !== "ok" || page.url.href !== id || page.truncated) {
    throw invalidRequest(`The client metadata document at ${url.host} cannot be fetched.`);
  }
  const { data } = DOCUMENT.safeParse(parseJson(page.text));
  if (data?.client_id !== id || !data.redirect_uris.every(isRedirectUri)) {
    throw invalidRequest(`The client metadata document at ${url.host} is invalid.`);
  }
  return { id, name: plainName(data.client_name) || url.host, redirectUris: data.redirect_uris };
}

/** Without control and direction characters, which could make one name look like another. */
function plainName(name: string | undefined): string {
  return (name ?? "").replace(/\p{C}/gu, "").trim().slice(0, NAME_LENGTH);
}

/** Schemes that browsers execute or open themselves. */
const DANGEROUS = /^(javascript|data|vbscript|file|blob|filesystem|about|view-source|ftp|wss?):$/;

/** URLs may have `;`, `,` and `*` in a host, which would be syntax in the policy of the consent page. */
const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

function isRedirectUri(text: string): boolean {
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (!url || text.includes("#") || url.username || url.password) return false;
  if (url.protocol === "http:") return isLoopback(url.hostname);
  if (url.protocol === "https:") return PLAIN_HOST.test(url.hostname);
  if (DANGEROUS.test(url.protocol)) return false;
  // An app's address has a slash or a domain in its scheme (RFC 8252, section 7.1); `mailto:`, `tel:` and office commands do not.
  return url.protocol.includes(".") || text.slice(url.protocol.length).startsWith("/");
}

/** True for exactly a registered URI (OAuth 2.1, section 2.3.1); the port of a loopback address may differ (RFC 8252, section 7.3). */
export function mayRedirectTo({ redirectUris }: OAuthClient, asked: string): boolean {
  if (redirectUris.includes(asked)) return true;
  const portless = withoutLoopbackPort(asked);
  return portless !== null && redirectUris.some((registered) => withoutLoopbackPort(registered) === portless);
}

function withoutLoopbackPort(text: string): string | null {
  const match = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(?=[/?]|$)/.exec(text);
  return match && isRedirectUri(text) ? `${match[1]}${text.slice(match[0].length)}` : null;
}

/** A description of where a redirect URI leads. */
export function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === "http:" && isLoopback(hostname)) return `a program on this computer (${hostname})`;
  return protocol === "https:" ? host : `an app on this device (${protocol}//)`;
}

/** The audience that the `resource` parameters ask for (RFC 8707, section 2); all without one; null for an unknown. */
export function readAudience(c: AppContext, given: URLSearchParams): Audience | null {
  const { baseUrl } = c.var;
  const resources = new Map<string, Audience>([
    [baseUrl, "all"],
    // Most clients' URL parsers write an origin with its slash.
    [`${baseUrl}/`, "all"],
    [`${baseUrl}${PATHS.mcp}`, "mcp"],
    [`${baseUrl}${PATHS.tools}`, "api"],
  ]);
  const asked = new Set(given.getAll("resource").map((resource) => resources.get(resource)));
  if (asked.has(undefined)) return null;
  const [only = "all"] = asked;
  return asked.size > 1 ? "all" : only;
}

export function invalidTarget(c: AppContext): AppError {
  const { baseUrl } = c.var;
  const detail = `\`resource\` must be ${baseUrl}, ${baseUrl}${PATHS.mcp} or ${baseUrl}${PATHS.tools}, as it was allowed.`;
  return new AppError("invalid_target", detail);
}
