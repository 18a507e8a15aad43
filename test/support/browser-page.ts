import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
export const WIDTHS: [device: string, width: number][] = [
  ["a phone", 390],
  ["a desktop", 1280],
];

/** A page of a browser of its own, and what that browser complains about: refused by policy, not found, thrown. */
export async function openPage(browser: Browser, width: number): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage();
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

/** The page fits, and axe finds nothing wrong with it, by night and by day. */
export async function expectReadable(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(width);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: unknown[] }[] };
    const found = violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes)}`);
    expect(found, `${name} ${colorScheme}`).toEqual([]);
  }
}

/** Follows a link; on a phone the navigation of the console is behind a button. */
export async function go(page: Page, label: string): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const link = page.getByRole("link", { name: label, exact: true });
  if ((await menu.isVisible()) && !(await link.first().isVisible())) await menu.click();
  await link.click();
}

export const press = (page: Page, label: string) => page.getByRole("button", { name: label, exact: true }).click();
