import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { ExactEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { server } from "../support/browser.ts";
import { DESKTOP, go, inspect, openPage, press } from "../support/browser-page.ts";

/** As long as a name may be, without a place to break it. */
const KEY_NAME = `research-${"agent".repeat(18)}`;

const ADMIN_TOKEN = "local-admin-token-for-this-machine-only";
let receiver: HttpServer;
let receiverUrl = "";

beforeAll(() => {
  // A receiver of webhooks: it returns the value of the challenge.
  receiver = createServer(async (request, response) => {
    const { data } = (await json(request)) as { data: { challenge?: string } };
    response.end(data.challenge);
  }).listen(0);
  receiverUrl = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
});

afterAll(() => void receiver.close());

function callTool(key: string, tool: string, body: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` };
  return fetch(`${server.url}/api/v0/${tool}`, { method: "POST", headers, body: JSON.stringify(body) });
}

function askAbout(email: string): Promise<Response> {
  return fetch(`${server.url}/privacy`, { method: "POST", body: new URLSearchParams({ email, type: "access" }) });
}

it("a person signs in, buys, watches an agent spend, and stops it", async () => {
  const { page } = await openPage();
  const email = "human@corp.example";
  await page.goto(`${server.url}/console`);
  await inspect(page, "Sign in");
  await page.getByLabel("Email address").fill(email);
  await press(page, "Mail me a code");

  await inspect(page, "Enter the code");
  expect(await page.locator("#code:focus").count()).toBe(1);
  const code = await server.mailedCode(email);
  await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await press(page, "Sign in");
  expect(await page.getByRole("alert").textContent()).toContain("4 tries are left");
  await inspect(page, "Enter the code");
  await page.getByLabel("Code").fill(code);
  await page.getByLabel("Code").press("Enter");
  await page.getByText(`Signed in as ${email}`).waitFor();
  expect(await page.getByRole("definition").first().textContent()).toBe("100 $1.00");
  await inspect(page, "Overview");

  await go(page, "Purchases");
  await inspect(page, "Purchases");
  await page.getByLabel("Amount in US dollars").fill("10");
  await press(page, "Go to checkout");
  await inspect(page, "Test checkout");
  await press(page, "Pay $10.00 (test)");
  await go(page, "Console");
  await page.getByRole("definition").first().getByText("1,100").waitFor();

  await go(page, "Agents and keys");
  await inspect(page, "Agents and keys");
  await page.getByLabel("What it is for").fill(KEY_NAME);
  await press(page, "Create a key");
  await page.getByRole("status").getByText(`The key “${KEY_NAME}” is created.`).waitFor();
  await inspect(page, "Agents and keys");
  const key = (await page.locator("pre code").textContent()) ?? "";
  await page.getByRole("button", { name: "Copy", exact: true }).waitFor();
  await page.reload();
  expect([await page.locator("pre code").count(), await page.locator("tbody tr").count()]).toEqual([0, 1]);
  const call = await callTool(key, "get_network_company_url", { domain: "acme-robotics.example" });
  expect(call.status).toBe(200);

  await go(page, "Members");
  await page.getByLabel("Email address").fill("guest@corp.example");
  await press(page, "Mail the invitation");
  await page.getByRole("status").getByText("The invitation is mailed to guest@corp.example.").waitFor();
  await inspect(page, "Members");

  const wallet = privateKeyToAccount(generatePrivateKey());
  const schemes = [{ network: "eip155:*" as const, client: new ExactEvmScheme(wallet) }];
  const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  await pay(`${server.url}/api/v0/top_up`, { method: "POST", headers, body: '{"amount_usd":0.5}' });
  await go(page, "Purchases");
  await page.getByText(`by wallet ${wallet.address.slice(0, 6).toLowerCase()}`).waitFor();
  await inspect(page, "Purchases");

  await go(page, "Overview");
  await expect
    .poll(async () => page.reload().then(() => page.getByRole("img").last().getAttribute("aria-label")))
    .toBe("2 tokens in 30 days, at most 2 on one day");
  await page.getByText("These days as a table").click();
  await inspect(page, "Overview");
  await go(page, "Transactions");
  await inspect(page, "Transactions");
  expect(await page.getByRole("table").textContent()).toContain("get_network_company_url");

  await go(page, "Calls");
  await press(page, "Keep what is asked about");
  await page.getByRole("status").getByText("What calls ask about is kept from now on.").waitFor();
  const refused = await callTool(key, "get_company", { domain: 5 });
  const asked = await callTool(key, "get_company", { domain: "thames-tea.example" });
  expect([refused.status, asked.status]).toEqual([400, 200]);
  const calls = () => page.reload().then(() => page.getByRole("table").textContent());
  await expect.poll(calls, { timeout: 20_000 }).toContain("domain: thames-tea.example");
  await inspect(page, "Calls");
  await page.getByRole("link", { name: refused.headers.get("x-request-id") ?? "" }).click();
  await page.getByText("invalid_request").waitFor();
  await inspect(page, "Call");
  await page.goto(`${server.url}/console/calls/${asked.headers.get("x-request-id")}`);
  await page.getByText("site thames-tea.example").first().waitFor();
  await inspect(page, "Call");

  await go(page, "Agents and keys");
  await page.locator("summary", { hasText: "Replace" }).first().click();
  expect(await page.getByRole("button", { name: "Create its successor" }).isVisible()).toBe(true);
  await inspect(page, "Agents and keys");
  await page.locator("summary", { hasText: "Revoke" }).first().click();
  expect(await page.getByRole("button", { name: "Revoke the key" }).isVisible()).toBe(true);
  await inspect(page, "Agents and keys");
  await press(page, "Revoke the key");
  await page.getByText("No key is active.").waitFor();
  expect((await callTool(key, "get_token_balance", {})).status).toBe(401);
  await page.getByText("1 revoked or expired").click();
  await inspect(page, "Agents and keys");

  await go(page, "Webhooks");
  await inspect(page, "Webhooks");
  await page.getByLabel("URL of a new endpoint").fill(receiverUrl);
  await press(page, "Add endpoint");
  await inspect(page, "Your new webhook endpoint");
  await press(page, "Verify the endpoint");
  await page.getByRole("status").getByText("The endpoint is verified and active.").waitFor();
  await press(page, "Send a test event");
  await page.getByRole("status").getByText("The event was delivered.").waitFor();
  expect(await page.getByRole("table").textContent()).toContain("status 200");
  await page.locator("summary", { hasText: "Rotate the secret" }).click();
  await inspect(page, "Webhook endpoint");

  await go(page, "Watches");
  await page.getByLabel("Company domains, one per line").fill("acme-robotics.example");
  await press(page, "Create the watch");
  await inspect(page, "Watch");
  await go(page, "Watches");
  await inspect(page, "Watches");

  await go(page, "Connections");
  await inspect(page, "Connections");
  await go(page, "Privacy");
  await page.getByLabel("What you want").selectOption("Object: do not use data about me");
  await press(page, "Mail me the link");
  await page.getByText("follow the link in the mail we sent you").waitFor();
  await inspect(page, "Privacy");
  await press(page, "Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goBack();
  await page.reload();
  expect(await page.getByLabel("Email address").isVisible()).toBe(true);
});

it("a person downloads the workspace, deletes it and reads its last statement", async () => {
  const { page } = await openPage();
  const email = "leaver@corp.example";
  await page.goto(`${server.url}/console/workspace`);
  await page.getByLabel("Email address").fill(email);
  await press(page, "Mail me a code");
  await page.getByLabel("Code").fill(await server.mailedCode(email));
  await page.getByLabel("Code").press("Enter");
  await inspect(page, "Workspace");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download workspace.jsonl" }).click();
  expect((await download).suggestedFilename()).toBe("workspace.jsonl");
  await page.getByLabel("Type “delete this workspace”").fill("delete this workspace");
  await press(page, "Delete the workspace");
  await inspect(page, "Deleted");
  expect(await page.getByRole("table").textContent()).toContain("Expired with the workspace");
  await page.goto(`${server.url}/console`);
  expect(await page.getByLabel("Email address").isVisible()).toBe(true);
});

it("an operator finds an organisation and grants it tokens", async () => {
  const { page } = await openPage();
  const made = await fetch(`${server.url}/api/v0/get_api_key`, { method: "POST", body: "{}" });
  const { api_key } = (await made.json()) as { api_key: string };
  const balanceOf = async () =>
    ((await (await callTool(api_key, "get_token_balance", {})).json()) as { balance: number }).balance;
  const asked = await callTool(api_key, "get_company", { domain: "nordlys.example" });
  const requestId = asked.headers.get("x-request-id") ?? "";
  const trial = await balanceOf();
  await page.goto(`${server.url}/admin`);
  await inspect(page, "Operator");
  await page.getByLabel("ADMIN_TOKEN").fill("a guess");
  await press(page, "Sign in");
  expect(await page.getByRole("alert").textContent()).toContain("This is not the token.");
  await page.getByLabel("ADMIN_TOKEN").fill(ADMIN_TOKEN);
  await press(page, "Sign in");
  await inspect(page, "Today");
  await go(page, "Calls");
  await page.getByLabel("Request id").fill(requestId);
  await expect
    .poll(() => press(page, "Show").then(() => page.locator("main").textContent()), { timeout: 20_000 })
    .toContain("site nordlys.example");
  await inspect(page, "Calls");
  await go(page, "Today");
  await page.getByText("company sites").waitFor();
  await inspect(page, "Today");
  await go(page, "Imports");
  await inspect(page, "Imports");
  await askAbout("asked@corp.example");
  await go(page, "Privacy requests");
  await page.getByLabel("Find the requests of this address").fill("asked@corp.example");
  await press(page, "Find");
  await page.getByText("waiting for the person").waitFor();
  await inspect(page, "Privacy requests");
  await server.sql(`INSERT INTO machine_payments (reference, organisation_id, payer, purchase_id, tokens, valid_before, state,
      lease_until, next_check_at, created_at)
    SELECT 'x402:eip155:84532:0xusdc:0xpayer:1', id, '0x${"ab".repeat(20)}', '1', 50, 1760000000, 'settling', 4e12, 4e12, 1
    FROM organisations LIMIT 1`);
  await go(page, "Payments by wallets");
  await page.getByText("0xabab…abab").first().waitFor();
  await inspect(page, "Payments by wallets");
  for (const name of ["Tools and prices", "Ledger", "Sources", "Organisations"]) {
    await go(page, name);
    await inspect(page, name);
  }
  const newest = "SELECT id FROM organisations ORDER BY created_at DESC LIMIT 1";
  const id = String((await server.sql(newest))[0]?.id);
  await page.getByLabel("Organisation id").fill(id);
  await press(page, "Search");
  await page.getByRole("link", { name: id }).click();
  await inspect(page, "Organisation");
  await page.getByLabel("Tokens").fill("40");
  await page.getByLabel("Reason, kept in the record").first().fill("a test in a browser");
  await press(page, "Grant");
  await page.getByText("granted 40 tokens. a test in a browser").waitFor();
  await inspect(page, "Organisation");
  expect(await balanceOf()).toBe(trial + 40);
});

describe("by keyboard alone", () => {
  it("a person signs in and reaches everything", async () => {
    const { page, complaints } = await openPage({}, DESKTOP);
    const email = "keyboard@corp.example";
    await page.goto(`${server.url}/console`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#content$/);
    await page.keyboard.press("Tab");
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code").focus();
    await page.keyboard.type(await server.mailedCode(email));
    await page.keyboard.press("Enter");
    await page.getByText(`Signed in as ${email}`).waitFor();
    await page.goto(`${server.url}/console/keys`);
    const reached: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      reached.push(
        String(
          await page
            .evaluate("document.activeElement.textContent || document.activeElement.name")
            .then((text) => String(text).trim()),
        ),
      );
    }
    for (const label of ["Agents and keys", "name", "Create a key", "Revoke all keys", "This wasn't me", "Sign out"]) {
      expect(reached).toContain(label);
    }
    expect(complaints).toEqual([]);
  });
});
