import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeStorage, type Server, startServer } from "../node/server.ts";
import { launchBrowser } from "./chromium.ts";
import { inspect, openPage, press, WIDTHS } from "./page.ts";

const PAGES = ["/", "/docs", "/auth", "/bot", "/agent/identity/claim", "/agent/identity/cancel?t=x"];

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await startServer(makeStorage());
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.kill("SIGTERM");
});

/** Opens a page and collects what the browser complains about: refused by policy, not found, thrown. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
  return { page, complaints };
}

describe.each(PAGES)("%s", (path) => {
  it.each([
    ["a phone", 390],
    ["a desktop", 1280],
  ])("fits %s, and the browser has nothing to complain about", async (_, width) => {
    const { page, complaints } = await open(path, { viewport: { width, height: 844 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
  });

  it("is dark where the reader wants it dark", async () => {
    const { page } = await open(path, { colorScheme: "dark" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(17, 22, 27)");
  });
});

describe("the landing page", () => {
  it("copies an example by keyboard", async () => {
    const { page } = await open("/", { permissions: ["clipboard-read", "clipboard-write"] });
    const button = page.locator("pre > button").first();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`curl ${server.url}/api/v0/get_api_key`);
  });

  it("lets a keyboard skip to the text", async () => {
    const { page } = await open("/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(`${server.url}/#content`);
  });
});

describe("the reference", () => {
  it("works without script: answers unfold, no button pretends to copy", async () => {
    const { page } = await open("/docs", { javaScriptEnabled: false });
    await page.locator("summary").first().click();
    expect(await page.locator("details[open] table").first().isVisible()).toBe(true);
    expect(await page.locator("pre > button").count()).toBe(0);
  });

  it("leads from an error's type to its row", async () => {
    const { page } = await open("/docs#error-rate_limited");
    expect(await page.locator("tr:target").textContent()).toContain("Retry-After");
  });
});

describe.each(WIDTHS)("the privacy pages on %s", (_, width) => {
  it("take a request, and have nothing for axe to find", async () => {
    const { page } = await openPage(browser, width);
    await page.goto(`${server.url}/privacy`);
    await inspect(page, "Your data");
    await page.getByLabel("Your email address").fill(`ada-${width}@people.example`);
    await press(page, "Send me the link");
    await inspect(page, "Look into your mailbox");
    await page.goto(`${server.url}/privacy/confirm?t=x`);
    await inspect(page, "This link does not work");
  });
});
