import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { browser } from "./browser.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const DESKTOP = 1280;
export const WIDTHS: [device: string, width: number][] = [
  ["a phone", 390],
  ["a desktop", DESKTOP],
];

/** A page with storage of its own, until the end of the test, and what the browser complains about: refused by policy, not found, thrown. */
export async function openPage(
  width: number,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, ...options });
  onTestFinished(() => context.close());
  // The time limit of the test is enough.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, complaints };
}

/** The page with this heading is there, has no script but ours, and reads well. */
export async function inspect(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  await page.waitForLoadState();
  expect(await page.locator('script:not([src="/script.js"])').count()).toBe(0);
  await expectReadable(page, heading);
}

/** The page fits, is dark where the reader wants it dark, and axe finds nothing wrong with it, by night and by day. */
export async function expectReadable(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(width);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor"), name).toBe("rgb(17, 22, 27)");
  await page.evaluate(AXE);
  await expectNoViolations(page, `${name} by night`, {});
  // By day nothing but colours differs, which are those of every width.
  if (width < DESKTOP) return;
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page, `${name} by day`, { runOnly: ["color-contrast", "link-in-text-block"] });
}

async function expectNoViolations(page: Page, name: string, options: object): Promise<void> {
  const run = `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })}).then((found) => found.violations)`;
  const violations = (await page.evaluate(run)) as { id: string; nodes: unknown[] }[];
  expect(
    violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes)}`),
    name,
  ).toEqual([]);
}

/** Follows a link; on a phone the navigation of the console is behind a button. */
export async function go(page: Page, label: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const link = page.getByRole("link", { name: label, exact: true });
  if ((await menu.isVisible()) && !(await link.first().isVisible())) await menu.click();
  await link.click();
}

export const press = (page: Page, label: string) => page.getByRole("button", { name: label, exact: true }).click();
