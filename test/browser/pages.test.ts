import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { server } from "../support/browser.ts";
import { DESKTOP, expectReadable, inspect, openPage, press, WIDTHS } from "../support/browser-page.ts";

async function open(path: string, options: BrowserContextOptions = {}, width = DESKTOP) {
  const opened = await openPage(options, width);
  await opened.page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
  return opened;
}

describe("the landing page", () => {
  beforeAll(() => server.fillIndex());

  it("copies an example by keyboard", async () => {
    const { page } = await open("/", { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.locator("main pre", { hasText: "get_api_key -d" }).locator("button").first();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`curl ${server.url}/api/v0/get_api_key`);
  });

  it.each(WIDTHS)(
    "answers a visitor's question on %s with a key of this tab: table, evidence and call",
    async (_, width) => {
      const { page, complaints } = await open("/", {}, width);
      const panel = page.getByRole("region", { name: "Try it" });
      const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
      await press("Ask");
      await panel.getByText(/^200 · \d+ ms · \d tokens charged/).waitFor();
      await panel.getByRole("table").waitFor();
      await expectReadable(page, "the table");
      const withTable = await panel.boundingBox();
      await press("Answer");
      expect((await panel.boundingBox())?.height).toBeCloseTo(withTable?.height ?? 0, 0);
      await panel.getByLabel("Tool").selectOption("get_network_company_url");
      const before = await panel.boundingBox();
      await press("Ask");
      await panel.getByText(/200 · \d+ ms · 2 tokens charged · \d+ left/).waitFor();
      expect(await page.locator("#shown").textContent()).toContain("network.example/company/acme-robotics");
      await press("Evidence");
      expect(await page.locator("#shown li").count()).toBeGreaterThan(0);
      for (const [view, text] of [
        ["curl", `curl ${server.url}/api/v0/get_network_company_url`],
        ["MCP", '"method": "tools/call"'],
        ["TypeScript", "await fetch("],
      ] as const) {
        await press(view);
        expect(await page.locator("#shown").textContent()).toContain(text);
      }
      await panel.getByRole("textbox", { name: "domain" }).fill("not a domain");
      await press("Ask");
      await panel.getByText(/^400 · /).waitFor();
      // Nothing below it has moved.
      expect((await panel.boundingBox())?.height).toBeCloseTo(before?.height ?? 0, 0);
      await expectReadable(page, "the playground");
      expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
    },
  );

  it("asks live what a story tells, and shows the answer and its evidence", async () => {
    const { page } = await open("/");
    await page.getByRole("link", { name: "Ask it live" }).first().click();
    const panel = page.getByRole("region", { name: "Try it" });
    await panel.getByText(/^200 · \d+ ms · \d tokens? charged/).waitFor();
    expect(await page.locator("#shown").textContent()).toContain('"number": "999100104"');
    await panel.getByRole("button", { name: "Evidence", exact: true }).click();
    expect(await page.locator("#shown a[href*='brreg.no']").count()).toBeGreaterThan(0);
  });

  it("says how the service is, and without script where that is said", async () => {
    const { page } = await open("/");
    await page.getByRole("status").getByText("All of them respond right now.").waitFor();
    const { page: plain } = await open("/", { javaScriptEnabled: false });
    const link = plain.getByRole("main").getByRole("link", { name: "/readyz" });
    expect(await link.getAttribute("href")).toBe(`${server.url}/readyz`);
  });

  it("lets a keyboard skip to the text", async () => {
    const { page } = await open("/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(`${server.url}/#content`);
  });
});

describe("the reference", () => {
  it("finds a tool by what it answers about, and marks where the reader is", async () => {
    const { page } = await open("/docs");
    await page.getByRole("searchbox", { name: "Search the reference" }).fill("webhook endpoints");
    await page.locator(".contents li:visible", { hasText: "list_webhook_endpoints" }).first().waitFor();
    expect(await page.locator(".contents li:visible", { hasText: "get_email" }).count()).toBe(0);
    await page.getByRole("link", { name: "list_webhook_endpoints" }).first().click();
    await page.locator(".contents a[aria-current]", { hasText: "list_webhook_endpoints" }).waitFor();
    const tool = page.locator("#list_webhook_endpoints[open]");
    await tool.getByRole("link", { name: "Fields, call, answer and errors" }).click();
    await page.getByRole("heading", { level: 1, name: "list_webhook_endpoints" }).waitFor();
  });

  it("works without script: answers unfold, no button pretends to copy", async () => {
    const { page } = await open("/docs/get_email", { javaScriptEnabled: false });
    await page.locator("summary").first().click();
    expect(await page.locator("details[open] table").first().isVisible()).toBe(true);
    expect(await page.locator("pre > button").count()).toBe(0);
  });

  it("asks the sandbox on a tool's page, about the example and other demo companies", async () => {
    const { page, complaints } = await open("/docs/get_email");
    const panel = page.getByRole("region", { name: "Try it" });
    await panel.getByRole("button", { name: "Ask" }).click();
    await panel.getByText(/^200 · \d+ ms · 0 tokens charged/).waitFor();
    expect(await page.locator("#shown").textContent()).toContain('"sandbox": true');
    await panel.getByRole("textbox", { name: "domain" }).fill("elsewhere.example");
    await panel.getByRole("button", { name: "Ask" }).click();
    await panel.getByText(/^400 · /).waitFor();
    await expectReadable(page, "the form on a tool's page");
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
    await page.goto(`${server.url}/docs/list_api_keys`);
    expect(await panel.count()).toBe(0);
  });

  it("leads from an error's type to its row", async () => {
    const { page } = await open("/docs#error-rate_limited");
    const row = page.locator("tr:target");
    expect(await row.textContent()).toContain("Retry-After");
    expect(await row.isVisible()).toBe(true);
  });
});

describe("pages that a mail or an agent leads to", () => {
  const mailed = async (email: string, path: string) =>
    `${server.url}${path}?t=${(await server.mailTo(email)).split(`${path}?t=`)[1]?.match(/^[\w.-]+/)?.[0]}`;
  const post = async (path: string, body: unknown, headers = {}) => {
    const init = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...headers },
    };
    return (await (await fetch(`${server.url}${path}`, init)).json()) as Record<string, string>;
  };

  it("a person sees the data stored about them and has it deleted", async () => {
    const { page } = await openPage();
    const email = "ada@people.example";
    for (const [want, confirm, end] of [
      ["access", "Show me my data", "Your data"],
      ["erasure", "Delete my data", "Done"],
    ] as const) {
      await page.goto(`${server.url}/privacy`);
      await inspect(page, "Your data");
      await page.getByLabel("What you want").selectOption(want);
      await page.getByLabel("Your email address").fill(email);
      await press(page, "Send me the link");
      await inspect(page, "Look into your mailbox");
      await page.goto(await mailed(email, "/privacy/confirm"));
      await inspect(page, "Please confirm");
      await press(page, confirm);
      await inspect(page, end);
    }
    await page.goto(`${server.url}/privacy/confirm?t=x`);
    await inspect(page, "This link does not work");
  });

  it("a person stops what they did not ask for", async () => {
    const { page } = await openPage();
    const assertion = "victim@people.example";
    await post("/agent/identity", { type: "identity_assertion", assertion_type: "verified_email", assertion });
    await page.goto(await mailed(assertion, "/agent/identity/cancel"));
    await inspect(page, "This wasn't me");
    await press(page, "Cancel the request and everything it led to");
    await inspect(page, "Cancelled");
  });

  it("a person pays for what an agent has ordered", async () => {
    const { page } = await openPage();
    const { api_key } = await post("/api/v0/get_api_key", {});
    const bearer = { Authorization: `Bearer ${api_key}` };
    const { checkout_url = "" } = await post("/api/v0/buy_tokens", { amount_usd: 5 }, bearer);
    await page.goto(checkout_url);
    await inspect(page, "Test checkout");
    await press(page, "Pay $5.00 (test)");
    await inspect(page, "Paid");
  });
});
