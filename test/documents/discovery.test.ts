import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { anonymousKey, BASE, callTool, mailedCode, postJson, request, requestWith } from "../support/harness.ts";

const TYPES: Record<string, string> = {
  "/.well-known/oauth-authorization-server": "application/json",
  "/.well-known/oauth-protected-resource": "application/json",
  "/.well-known/oauth-protected-resource/mcp": "application/json",
  "/.well-known/oauth-protected-resource/api/v0": "application/json",
  "/openapi.json": "application/json",
  "/llms.txt": "text/plain; charset=utf-8",
  "/robots.txt": "text/plain; charset=utf-8",
  "/sitemap.xml": "application/xml; charset=utf-8",
  "/.well-known/mcp/server-card.json": "application/json",
  "/auth.md": "text/markdown; charset=utf-8",
  "/docs": "text/html; charset=utf-8",
  "/docs.md": "text/markdown; charset=utf-8",
  "/bot": "text/html; charset=utf-8",
  "/docs/batches": "text/html; charset=utf-8",
  "/docs/batches.md": "text/markdown; charset=utf-8",
  "/docs/webhooks": "text/html; charset=utf-8",
  "/docs/webhooks.md": "text/markdown; charset=utf-8",
  "/bot.md": "text/markdown; charset=utf-8",
  "/auth": "text/html; charset=utf-8",
  "/": "text/html; charset=utf-8",
  "/index.md": "text/markdown; charset=utf-8",
};

describe.each(Object.entries(TYPES))("%s", (path, type) => {
  it("answers everybody, from any origin, and may be kept for five minutes", async () => {
    const answer = await request(path, { headers: { Origin: "https://elsewhere.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.has("set-cookie")).toBe(false);
    expect(answer.text.length).toBeGreaterThan(50);
  });

  it("answers HEAD with the same headers and no body", async () => {
    const [get, head] = [await request(path), await request(path, { method: "HEAD" })];
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect([...head.headers]).toEqual([...get.headers]);
  });

  it("answers a preflight that asks for MCP's headers", async () => {
    const preflight = await request(path, {
      method: "OPTIONS",
      headers: {
        Origin: "https://elsewhere.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "mcp-protocol-version",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET,HEAD");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("mcp-protocol-version");
  });

  it("refuses other methods with 405 and names those it has", async () => {
    const answer = await request(path, { method: "POST", body: "{}" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
    expect(answer.body.error).toBe("method_not_allowed");
  });
});

describe("metadata", () => {
  it("of the authorization server has both generations of names and nothing that is not there", async () => {
    const { body } = await request("/.well-known/oauth-authorization-server");
    const grants = ["urn:vendor:agent-auth:grant-type:claim", "urn:workos:agent-auth:grant-type:claim"];
    expect(body).toEqual({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      authorization_response_iss_parameter_supported: true,
      registration_endpoint: `${BASE}/oauth/register`,
      client_id_metadata_document_supported: true,
      token_endpoint: `${BASE}/oauth/token`,
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint: `${BASE}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: ["none"],
      grant_types_supported: [...grants, "authorization_code", "refresh_token"],
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      scopes_supported: ["api"],
      service_documentation: `${BASE}/docs`,
      agent_auth: {
        skill: `${BASE}/auth.md`,
        identity_endpoint: `${BASE}/agent/identity`,
        claim_endpoint: `${BASE}/agent/identity/claim`,
        register_uri: `${BASE}/agent/identity`,
        claim_uri: `${BASE}/agent/identity/claim`,
        identity_types_supported: ["anonymous", "identity_assertion"],
        anonymous: { credential_types_supported: ["api_key"] },
        identity_assertion: { assertion_types_supported: ["verified_email"], credential_types_supported: ["api_key"] },
      },
    });
  });

  it.each([
    ["", BASE],
    ["/mcp", `${BASE}/mcp`],
    ["/api/v0", `${BASE}/api/v0`],
  ])("of the protected resource%s names itself and exactly the issuer", async (path, resource) => {
    const { body } = await request(`/.well-known/oauth-protected-resource${path}`);
    expect(body).toMatchObject({ resource, authorization_servers: [BASE], bearer_methods_supported: ["header"] });
  });

  it.each(["/.well-known/oauth-protected-resource/else", "/.well-known/openid-configuration"])(
    "%s is 404: there is no such thing",
    async (path) => {
      expect((await request(path)).status).toBe(404);
    },
  );

  it("is about BASE_URL, whatever host and forwarding headers a request comes with", async () => {
    const forwarded = { headers: { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" } };
    const { text } = await request("/.well-known/oauth-authorization-server", forwarded);
    expect(text).not.toContain("evil.example");
    const configured = await requestWith(
      { BASE_URL: "https://tools.example/" },
      "/.well-known/oauth-authorization-server",
    );
    expect(configured.body.issuer).toBe("https://tools.example");
    expect(configured.text).not.toContain(BASE);
  });

  it("serves two hosts their own texts", async () => {
    for (const host of ["https://one.example", "https://two.example", "https://one.example"]) {
      const { body } = await request(`${host}/.well-known/oauth-authorization-server`);
      expect(body.issuer).toBe(host);
    }
  });
});

describe("a plain OAuth client (oauth4webapi)", () => {
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url: string, init: RequestInit) => {
      const { status, headers, text } = await request(url, init);
      return new Response(text || null, { status, headers });
    },
  };
  const client = { client_id: "any" };

  async function discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(BASE);
    const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...options });
    return oauth.processDiscoveryResponse(issuer, response);
  }

  function exchange(server: oauth.AuthorizationServer, claimToken: string, grant = server.grant_types_supported?.[0]) {
    const form = { claim_token: claimToken };
    const sent = oauth.genericTokenEndpointRequest(server, client, oauth.None(), grant ?? "", form, options);
    return sent.then((response) => oauth.processGenericTokenEndpointResponse(server, client, response));
  }

  it("finds the authorization server from each resource", async () => {
    for (const path of ["", "/mcp", "/api/v0"]) {
      const resource = new URL(`${BASE}${path}`);
      const response = await oauth.resourceDiscoveryRequest(resource, options);
      const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
      expect(metadata.authorization_servers).toEqual([(await discover()).issuer]);
    }
  });

  it("waits for the user, then gets a key, which it revokes", async () => {
    const server = await discover();
    const assertion = {
      type: "identity_assertion",
      assertion_type: "verified_email",
      assertion: "oauth@people.example",
    };
    const { claim_token } = (await postJson("/agent/identity", assertion)).body;

    const pending = await exchange(server, claim_token).catch((error: unknown) => error);
    expect(pending).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    const [challenge] = (pending as oauth.WWWAuthenticateChallengeError).cause;
    expect(challenge).toMatchObject({ scheme: "agentauth", parameters: { error: "authorization_pending" } });

    await postJson("/agent/identity/claim", { claim_token, user_code: mailedCode("oauth@people.example") });
    const token = await exchange(server, claim_token);
    expect(token).toMatchObject({ token_type: "bearer", expires_in: 31_536_000, scope: "api" });
    expect((await callTool(token.access_token, "get_token_balance")).status).toBe(200);

    const revoked = await oauth.revocationRequest(server, client, oauth.None(), token.access_token, options);
    await oauth.processRevocationResponse(revoked);
    expect((await callTool(token.access_token, "get_token_balance")).status).toBe(401);
  });

  it("reads our errors", async () => {
    const server = await discover();
    await expect(exchange(server, "nonsense")).rejects.toMatchObject({ error: "invalid_claim_token", status: 400 });
    await expect(exchange(server, "nonsense", "password")).rejects.toMatchObject({ error: "unsupported_grant_type" });
  });

  it("reads the challenge of a tool that wants a key", async () => {
    const url = new URL(`${BASE}/api/v0`);
    const call = oauth.protectedResourceRequest("forged", "GET", url, undefined, undefined, options);
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    const [challenge] = (error as oauth.WWWAuthenticateChallengeError).cause;
    expect(challenge).toMatchObject({ scheme: "bearer", parameters: { error: "invalid_token" } });
    const parameters: Record<string, string | undefined> = { ...challenge?.parameters };
    expect((await request(parameters.resource_metadata ?? "")).body.resource).toBe(`${BASE}/api/v0`);
  });
});

describe("pages of other origins and the tools", () => {
  const FOREIGN = "https://foreign.example";
  const ALLOWED = "https://app.example";
  const allowing = { ALLOWED_ORIGINS: `${ALLOWED}, https://second.example` };
  const preflight = (origin: string) => ({
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
    },
  });

  it.each(["/api/v0", "/api/v0/get_token_balance", "/mcp"])("%s: an allowed origin may ask and read", async (path) => {
    const asked = await requestWith(allowing, path, preflight(ALLOWED));
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(asked.headers.get("access-control-allow-methods")).toContain("POST");
    expect(asked.headers.get("access-control-allow-headers")).toBe("authorization,content-type,idempotency-key");
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    expect(asked.headers.get("vary")).toContain("Origin");

    const answer = await requestWith(allowing, path, { method: "POST", body: "{}", headers: { Origin: ALLOWED } });
    expect(answer.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    const exposed = answer.headers.get("access-control-expose-headers")?.split(",");
    expect(exposed).toEqual([
      "X-Request-Id",
      "X-Tokens-Charged",
      "X-Tokens-Balance",
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "Idempotent-Replayed",
      "WWW-Authenticate",
    ]);
  });

  it("our own origin may, without being listed", async () => {
    const key = await anonymousKey();
    const answer = await callTool(key, "get_token_balance", {}, { Origin: BASE });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe(BASE);
    expect(answer.headers.get("x-tokens-charged")).toBe("0");
  });

  it.each(["/api/v0", "/api/v0/get_token_balance", "/mcp"])("%s: no other origin may", async (path) => {
    for (const origin of [FOREIGN, "null", `${ALLOWED}.evil.example`, "http://app.example", `${ALLOWED}:8443`]) {
      const asked = await requestWith(allowing, path, preflight(origin));
      expect(asked.headers.get("access-control-allow-origin")).toBeNull();
      expect(asked.headers.get("access-control-allow-methods")).toBeNull();
    }
    expect((await request(path, preflight(FOREIGN))).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("any may where the operator says so", async () => {
    const asked = await requestWith({ ALLOWED_ORIGINS: "*" }, "/mcp", preflight(FOREIGN));
    expect(asked.headers.get("access-control-allow-origin")).toBe(FOREIGN);
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("nothing changes for callers without an origin", async () => {
    const { headers } = await callTool(await anonymousKey(), "get_token_balance");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("pages of other origins and the sign-in of MCP hosts", () => {
  const headers = { Origin: "https://host-in-a-page.example" };
  const ask = (path: string, method: string) =>
    request(path, {
      method: "OPTIONS",
      headers: {
        ...headers,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type,mcp-protocol-version",
      },
    });

  it.each([
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
  ])("%s is read by any", async (path) => {
    const asked = await ask(path, "GET");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
    expect((await request(path, { headers })).headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each(["/oauth/token", "/oauth/register", "/oauth/revoke"])(
    "%s: any may post and read, errors too",
    async (path) => {
      const asked = await ask(path, "POST");
      expect(asked.status).toBe(204);
      expect(asked.headers.get("access-control-allow-methods")).toBe("POST");
      for (const answer of [asked, await request(path, { method: "POST", headers, body: "{" })]) {
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      }
    },
  );

  it("a page registers and reads why its code was refused", async () => {
    const client = { redirect_uris: ["https://host-in-a-page.example/back"], client_name: "A host in a page" };
    const { body, status } = await postJson("/oauth/register", client, headers);
    expect(status).toBe(201);
    const form = { grant_type: "authorization_code", client_id: body.client_id, code: "no", code_verifier: "no" };
    const refused = await request("/oauth/token", { method: "POST", headers, body: new URLSearchParams(form) });
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each([
    "/console",
    "/console/sign-in",
    "/console/keys",
    "/admin",
    "/admin/directory/imports",
    "/oauth/authorize",
    "/privacy",
    "/privacy/confirm",
    "/checkout/none",
    "/agent/identity/claim",
    "/agent/identity/cancel",
    "/webhooks/stripe",
    "/nowhere",
  ])("%s: none, whatever is allowed elsewhere", async (path) => {
    for (const ALLOWED_ORIGINS of ["", headers.Origin, "*"]) {
      for (const method of ["OPTIONS", "GET", "POST"]) {
        const { headers: sent } = await requestWith({ ALLOWED_ORIGINS }, path, { method, headers });
        const open = [...sent.keys()].filter((name) => name.startsWith("access-control"));
        expect(open, `${method} ${path} with ${ALLOWED_ORIGINS}`).toEqual([]);
      }
    }
  });
});
