import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { browser } from "./browser.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const HEIGHT = 844;
const PHONE = 390;
export const DESKTOP = 1280;
export const WIDTHS: [device: string, width: number][] = [
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
];

/**
 * A page on a phone, or of another width, with storage of its own, until the end of the test, and what the browser complains
 * about: refused by policy, not found, thrown.
 */
export async function openPage(
  options: BrowserContextOptions = {},
  width = PHONE,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: HEIGHT }, ...options });
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

/**
 * The page fits a phone and a desktop, is dark where the reader wants it dark, and axe finds nothing wrong with it, by night on
 * the one and by day on the other. A desktop shows more at once, so its colours are looked at by night, too.
 */
export async function expectReadable(page: Page, name: string): Promise<void> {
  await page.evaluate(AXE);
  await onEachWidth(page, async (width) => {
    const colorScheme = width === PHONE ? "dark" : "light";
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(width);
    const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(background === "rgb(17, 22, 27)", name).toBe(colorScheme === "dark");
    await expectNoViolations(page, `${name}, ${colorScheme}, at ${width} pixels`);
    if (width < DESKTOP) return;
    // By night nothing but colours differs.
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, `${name}, dark, at ${width} pixels`, ["color-contrast", "link-in-text-block"]);
  });
}

/** Looks at a page as a phone and a desktop show it, and leaves it as it was. */
export async function onEachWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? { width: PHONE, height: HEIGHT };
  for (const [, width] of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await look(width);
  }
  await page.setViewportSize(before);
}

async function expectNoViolations(page: Page, name: string, runOnly?: string[]): Promise<void> {
  const run = `axe.run(${JSON.stringify({ resultTypes: ["violations"], runOnly })}).then((found) => found.violations)`;
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
