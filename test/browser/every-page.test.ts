import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browser, server } from "../support/browser.ts";
import { expectReadable, onEachWidth, openPage, press } from "../support/browser-page.ts";

type State = NonNullable<BrowserContextOptions["storageState"]>;
let [owner, operator]: State[] = [];

/** Without script, so that every form here works without it. */
async function workAs(work: (page: Page) => Promise<void>): Promise<State> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await work(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

beforeAll(async () => {
  await server.fillIndex();
  owner = await workAs(async (page) => {
    const to = (path: string) => page.goto(`${server.url}/console${path}`);
    const email = "every.page@corp.example";
    await to("");
    await page.getByLabel("Email address").fill(email);
    await press(page, "Mail me a code");
    await page.getByLabel("Code").fill(await server.mailedCode(email));
    await press(page, "Sign in");
    await page.getByText(`Signed in as ${email}`).waitFor();
    await to("/keys");
    await page.getByLabel("What it is for").fill("research");
    await press(page, "Create a key");
    const key = await page.locator("pre code").innerText();
    const call = (tool: string, body: object) =>
      fetch(`${server.url}/api/v0/${tool}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      });
    expect((await call("get_company", { domain: "nordlys.example" })).status).toBe(200);
    expect((await call("get_company", { domain: 5 })).status).toBe(400);
    await to("/members");
    await page.getByLabel("Email address").fill("a.guest@corp.example");
    await press(page, "Mail the invitation");
    await to("/batches");
    const list = {
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("domain\nnordlys.example\nno domain\n"),
    };
    await page.getByLabel("CSV file").setInputFiles(list);
    await press(page, "Upload the list");
    await press(page, "See what it costs");
    await press(page, "Start the batch");
    await page.getByRole("heading", { name: "Batch", exact: true }).waitFor();
    await to("/webhooks");
    await page.getByLabel("URL of a new endpoint").fill("https://hooks.example/every-page");
    await press(page, "Add endpoint");
    await page.getByText("It is shown only once").waitFor();
    await to("/watches");
    await page.getByLabel("Company domains, one per line").fill("nordlys.example");
    await press(page, "Create the watch");
    await page.getByRole("heading", { name: "Watch", exact: true }).waitFor();
    await to("/calls");
    // Calls are listed a second or two after their answers.
    while ((await page.locator("tbody tr").count()) < 2) await page.reload();
  });
  operator = await workAs(async (page) => {
    await page.goto(`${server.url}/admin`);
    await page.getByLabel("ADMIN_TOKEN").fill("local-admin-token-for-this-machine-only");
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Today" }).waitFor();
  });
});

/** The route of a path: pages that differ by an id or a tool are one. */
const routeOf = (path: string) =>
  path
    .replace(/\/(?:[a-z]+_)?[0-9a-f]{24,32}(?=\/|$)/g, "/:id")
    .replace(/^\/docs\/(?!batches$|webhooks$).+/, "/docs/:tool");

/** Follows links from `starts` to a page of each route that `isInside`, and looks at each. */
async function crawl(
  page: Page,
  starts: string[],
  isInside: (path: string) => boolean,
  maxHeight = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const seen = new Map<string, string>();
  const queue = [...starts];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const route = routeOf(path);
    if (seen.has(route) || !isInside(path)) continue;
    seen.set(route, path);
    await page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
    await expectReadable(page, path);
    await onEachWidth(page, () => expectKeyboard(page, path));
    expect(await page.evaluate("document.body.scrollHeight"), path).toBeLessThan(maxHeight);
    const links = (await page.evaluate("[...document.links].map(({ href }) => href)")) as string[];
    const own = links.map((link) => new URL(link)).filter(({ origin }) => origin === server.url);
    queue.push(...own.map(({ pathname }) => pathname));
  }
  return [...seen.keys()].sort();
}

/** A keyboard reaches each control in the order of the page, and the browser shows where it is. */
async function expectKeyboard(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Tab");
  const faults =
    await page.evaluate(`[...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((control) => control.checkVisibility() && !control.disabled && control.type !== "hidden")
    .filter((control) => {
      control.focus();
      return document.activeElement !== control || control.tabIndex !== 0 || getComputedStyle(control).outlineStyle === "none";
    }).map((control) => control.outerHTML)`);
  expect(faults, name).toEqual([]);
}

const isPage = (path: string) =>
  !/\.\w+$/.test(path) && !/^\/(?:dev|api|mcp|checkout|readyz|\.well-known)\b/.test(path);
const isBelow = (start: string) => (path: string) => isPage(path) && `${path}/`.startsWith(`${start}/`);

describe("every page fits a phone and a desktop, is readable by night and by day, and is reached by keyboard", () => {
  it("of the documents", async () => {
    const { page, complaints } = await openPage();
    const isOpen = (path: string) => isPage(path) && !/^\/(?:console|admin)\b/.test(path);
    const mailed = ["/agent/identity/claim", "/agent/identity/cancel", "/privacy/confirm"];
    // Some ten screens of a phone: what few readers need is folded.
    const routes = await crawl(page, ["/", ...mailed], isOpen, 9_000);
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
    expect(routes).toEqual(expect.arrayContaining(listed.filter(isPage)));
    expect(routes).toEqual(expect.arrayContaining(["/docs/:tool", "/status"]));
    expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
  });

  it("of the console", async () => {
    const { page, complaints } = await openPage({ storageState: owner });
    const routes = await crawl(page, ["/console"], isBelow("/console"));
    const below = ["batches", "calls", "watches", "webhooks"].map((list) => `/console/${list}/:id`);
    expect(routes).toEqual(expect.arrayContaining(below));
    expect(complaints).toEqual([]);
  });

  it("of the operator", async () => {
    const { page, complaints } = await openPage({ storageState: operator });
    const routes = await crawl(page, ["/admin"], isBelow("/admin"));
    expect(routes).toContain("/admin/organisations/:id");
    expect(complaints).toEqual([]);
  });
});
