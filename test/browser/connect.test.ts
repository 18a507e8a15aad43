import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { server } from "../support/browser.ts";
import { go, inspect, openPage, press } from "../support/browser-page.ts";

let listener: HttpServer;
/** Where the browser was sent back to, the latest last. */
const answers: URL[] = [];

beforeAll(async () => {
  listener = createServer((request, response) => {
    const url = new URL(request.url ?? "", callback());
    if (url.pathname === "/callback") answers.push(url);
    response.setHeader("Content-Type", "text/html");
    response.end("<title>Back</title><h1>You can close this window</h1>");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
});

afterAll(() => void listener.close());

function callback(): string {
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
}

type Json = Record<string, string>;
const jsonOf = async (response: Response | Promise<Response>) => (await (await response).json()) as Json;

/** An MCP host on this computer that has been given the address of `/mcp` and nothing else. */
class Host {
  readonly verifier = randomBytes(32).toString("base64url");
  readonly state = randomBytes(8).toString("hex");
  readonly name: string;
  issuer: Json = {};
  clientId = "";

  constructor(name: string) {
    this.name = name;
  }

  /** Follows the challenge to the authorization server, registers, and returns where to send the person. */
  async begin(changes: Json = {}): Promise<string> {
    const challenge = (await this.call("", {})).headers.get("www-authenticate") ?? "";
    const resource = await jsonOf(fetch(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ""));
    const [issuer = ""] = resource.authorization_servers ?? [];
    this.issuer = await jsonOf(fetch(`${issuer}/.well-known/oauth-authorization-server`));
    const client = { client_name: this.name, redirect_uris: [callback()] };
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(client) };
    this.clientId = (await jsonOf(fetch(this.issuer.registration_endpoint ?? "", init))).client_id ?? "";
    const parameters = {
      client_id: this.clientId,
      redirect_uri: callback(),
      response_type: "code",
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: `${server.url}/mcp`,
      state: this.state,
      ...changes,
    };
    return `${this.issuer.authorization_endpoint}?${new URLSearchParams(parameters)}`;
  }

  token(code: string): Promise<Json> {
    const form = { grant_type: "authorization_code", code, client_id: this.clientId, code_verifier: this.verifier };
    const body = new URLSearchParams({ ...form, redirect_uri: callback(), resource: `${server.url}/mcp` });
    return jsonOf(fetch(this.issuer.token_endpoint ?? "", { method: "POST", body }));
  }

  call(token: string, input: Json): Promise<Response> {
    const params = { name: "get_network_company_url", arguments: input };
    return fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
  }
}

const COMPANY = { domain: "acme-robotics.example" };
const NAME = "A desktop host whose name is eighty characters long, which is the longest ok";

it("a person connects an MCP host with a cap, and disconnects it in the console", async () => {
  const { page, complaints } = await openPage();
  const host = new Host(NAME);
  const email = "marguerite.de-la-tour-d-auvergne@very-long-company-name.example";
  await page.goto(await host.begin());
  await inspect(page, "Sign in");
  await page.getByText("An application wants to connect").waitFor();
  await page.getByLabel("Email address").fill(email);
  await press(page, "Mail me a code");
  await inspect(page, "Enter the code");
  await page.getByText(`6 digits to ${email}`).waitFor();
  await page.getByLabel("Code").fill(await server.mailedCode(email));
  await press(page, "Sign in");

  await inspect(page, `Connect ${NAME}`);
  const facts = await page.getByRole("definition").allTextContents();
  expect(facts).toEqual(["a program on this computer (127.0.0.1)", email, "100 tokens", "MCP"]);
  await page.getByLabel("Spending cap").fill("3");
  await press(page, "Allow");
  await page.getByText("You can close this window").waitFor();
  const back = answers.at(-1)?.searchParams;
  expect([back?.get("state"), back?.get("iss")]).toEqual([host.state, host.issuer.issuer]);

  const { access_token: token = "", expires_in } = await host.token(back?.get("code") ?? "");
  expect(expires_in).toBe(3600);
  expect(JSON.stringify(await jsonOf(host.call(token, COMPANY)))).toContain('"tokens_charged":2');
  expect(JSON.stringify(await jsonOf(host.call(token, COMPANY)))).toContain('"cap_remaining":1');

  await page.goto(`${server.url}/console/connections`);
  await inspect(page, "Connections");
  const row = page.getByRole("row").nth(1);
  for (const shown of [NAME, "a program on this computer", "2 of 3"]) expect(await row.textContent()).toContain(shown);
  await row.getByText(`Disconnect ${NAME}`).click();
  await inspect(page, "Connections");
  await press(page, "Disconnect it");
  await page.getByText("Nothing is connected.").waitFor();
  expect((await host.call(token, COMPANY)).status).toBe(401);
  await go(page, "Transactions");
  await page.locator("td").filter({ hasText: NAME }).first().waitFor();
  await inspect(page, "Transactions");
  expect(complaints).toEqual([]);
});

it("a person refuses a host, and sees an error for a request that is not supported", async () => {
  const { page, complaints } = await openPage();
  const host = new Host("Pushy Host");
  const email = "refuser@corp.example";
  await page.goto(await host.begin());
  await page.getByLabel("Email address").fill(email);
  await press(page, "Mail me a code");
  await page.getByLabel("Code").fill(await server.mailedCode(email));
  await press(page, "Sign in");
  await press(page, "Refuse");
  await page.getByText("You can close this window").waitFor();
  expect(answers.at(-1)?.searchParams.get("error")).toBe("access_denied");
  expect(answers.at(-1)?.searchParams.has("code")).toBe(false);
  expect(complaints).toEqual([]);

  await page.goto(await host.begin({ code_challenge_method: "plain" }));
  await inspect(page, "Cannot connect");
  await page.getByRole("link", { name: "Back to a program on this computer" }).click();
  await page.getByText("You can close this window").waitFor();
  expect(answers.at(-1)?.searchParams.get("error")).toBe("invalid_request");
  await page.goto(await host.begin({ redirect_uri: "https://evil.example/" }));
  await inspect(page, "The request is malformed");
  await page.goto(`${server.url}/console/connections`);
  await page.getByText("Nothing is connected.").waitFor();
});
