import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Server, startServer } from "../support/server.ts";

const CALLBACK = "http://127.0.0.1:49152/callback";
let server: Server;

beforeAll(async () => {
  server = await startServer({ showMail: true });
});
afterAll(() => server?.stop());

/** What an MCP host keeps: no key, nothing configured but the server's address. */
class Host implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata: OAuthClientMetadata = { client_name: "Official Client", redirect_uris: [CALLBACK] };
  client: StoredOAuthClientInformation | undefined;
  saved: StoredOAuthTokens | undefined;
  verifier = "";
  sentTo: URL | undefined;

  state = () => "state of the host";
  clientInformation = () => this.client;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
  }
  tokens = () => this.saved;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

/** A browser: keeps cookies, and sends the form of the page it is on. */
class Browser {
  readonly cookies = new Map<string, string>();

  async open(url: URL, init: RequestInit = {}): Promise<{ location: URL | null; html: string }> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", ...init, headers: { Cookie: cookie, ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const location = response.headers.get("location");
    return { location: location === null ? null : new URL(location, url), html: await response.text() };
  }

  async submit(page: URL, fields: Record<string, string>): Promise<URL> {
    const { html } = await this.open(page);
    const form = /<form method="post" action="([^"]+)".*?<\/form>/s.exec(html);
    const hidden = (form?.[0] ?? "").matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const given = [...hidden].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]);
    const body = new URLSearchParams({ ...Object.fromEntries(given), ...fields });
    const headers = { Origin: page.origin, "Sec-Fetch-Site": "same-origin" };
    const { location } = await this.open(new URL(form?.[1] ?? "", page), { method: "POST", body, headers });
    if (!location) throw new Error(`the form of ${page} led nowhere`);
    return location;
  }
}

it("connects the official client from discovery to a tool call, with no key pasted, and again by refresh", async () => {
  const mcp = new URL("/mcp", server.url);
  const host = new Host();
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(mcp, { authProvider: host });
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    return { transport, client, connected: client.connect(transport) };
  };
  const balance = async (client: Client) => (await client.callTool({ name: "get_token_balance" })).structuredContent;

  const first = await connect();
  await expect(first.connected).rejects.toThrow();
  expect(host.sentTo?.searchParams.get("resource")).toBe(mcp.href);

  const email = "host@people.example";
  const browser = new Browser();
  const codePage = await browser.submit(host.sentTo as URL, { email });
  const consent = await browser.submit(codePage, { code: await server.mailedCode(email) });
  expect(consent.pathname).toBe("/oauth/authorize");
  const back = await browser.submit(consent, { decision: "allow", cap: "10" });
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
  await first.transport.finishAuth(back.searchParams);

  const second = await connect();
  await second.connected;
  expect(await balance(second.client)).toMatchObject({ balance: 100, plan: "free" });
  const paid = { name: "get_network_company_url", arguments: { domain: "acme-robotics.example" } };
  expect((await second.client.callTool(paid)).isError).not.toBe(true);
  await second.client.close();

  // The client finds its access token refused, and gets the next by itself.
  const before = host.saved as StoredOAuthTokens;
  host.saved = { ...before, access_token: "tg_expired" };
  const third = await connect();
  await third.connected;
  expect(await balance(third.client)).toMatchObject({ balance: 98 });
  expect(host.saved?.refresh_token).not.toBe(before.refresh_token);
  await third.client.close();
});
