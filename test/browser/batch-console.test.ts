import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { server } from "../support/browser.ts";
import { go, inspect, openPage, press } from "../support/browser-page.ts";

const LIST = [
  "Record ID,Company Domain Name,Note",
  "1,acme-robotics.example,=1+1",
  "2,fernhill.example,plain",
  "3,https://www.fernhill.example/,again",
  "4,10.0.0.1,no domain",
  "5,failing.example,fails",
].join("\r\n");

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/console`);
  await page.getByLabel("Email address").fill(email);
  await press(page, "Mail me a code");
  await page.getByLabel("Code").fill(await server.mailedCode(email));
  await press(page, "Sign in");
  await page.getByText(`Signed in as ${email}`).waitFor();
}

async function download(page: Page, link: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: link }).click()]);
  return readFileSync(await file.path(), "utf8");
}

async function upload(page: Page, csv: string): Promise<void> {
  const path = join(tmpdir(), "companies.csv");
  writeFileSync(path, csv);
  await go(page, "Batches");
  await page.getByLabel("Tool").selectOption({ value: "get_network_company_url" });
  await page.getByLabel("CSV file").setInputFiles(path);
  await press(page, "Upload the list");
}

beforeAll(() => server.fillIndex());

it("a person searches the index, and sees what a batch of the companies found costs", async () => {
  const { page, complaints } = await openPage();
  await signIn(page, "searches@corp.example");
  await go(page, "Search");
  await inspect(page, "Search");
  await page.getByLabel("Words, or a domain").fill("sales");
  await page.getByLabel("Find").selectOption("search_jobs");
  await press(page, "Search");
  await page.getByRole("table").waitFor();
  await inspect(page, "Search");
  await page.getByLabel("Find").selectOption("search_companies");
  await page.getByLabel("Words, or a domain").fill("plumbers");
  await press(page, "Search");
  await page.getByRole("columnheader", { name: "Why" }).waitFor({ state: "attached" });
  await inspect(page, "Search");
  await page.getByRole("link", { name: "Similar", exact: true }).first().click();
  await inspect(page, "Search");
  await page.getByRole("link", { name: "Start a batch", exact: true }).click();
  await inspect(page, "Batches");
  await press(page, "See what it costs");
  await inspect(page, "What the batch costs");
  expect(await page.getByLabel("Spend at most (tokens)").isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

it("a person uploads a list, sees its price, follows the batch, and sends failed lines again", async () => {
  const { page, complaints } = await openPage();
  await signIn(page, "lists@corp.example");
  await go(page, "Batches");
  await inspect(page, "Batches");
  await upload(page, "Company\nAcme\n");
  await inspect(page, "Columns of the list");
  expect(await page.locator(".side nav a[aria-current]").textContent()).toBe("Batches");
  expect(await page.getByLabel("domain (required)").inputValue()).toBe("");

  await upload(page, LIST);
  await inspect(page, "Columns of the list");
  expect(await page.getByLabel("domain (required)").inputValue()).toBe("Company Domain Name");
  await page.getByLabel("custom_id").selectOption({ value: "Record ID" });
  await press(page, "See what it costs");
  await inspect(page, "What the batch costs");
  expect(await page.getByRole("table").textContent()).toMatch(/5.*domain/);
  expect(await page.getByLabel("Spend at most (tokens)").inputValue()).toBe("6");
  await press(page, "Start the batch");

  const { pathname } = new URL(page.url());
  // It tries the last line three times, for six seconds at least.
  await page.getByRole("link", { name: "Stop refreshing" }).click();
  await inspect(page, "Batch");
  await page.goto(server.url + pathname);
  await page.getByText("ended", { exact: true }).waitFor();
  await page.getByText("5 of 5 lines").first().waitFor();
  await inspect(page, "Batch");

  const csv = await download(page, "CSV");
  expect(csv[0]).toBe("\ufeff");
  const all = csv.trim().split("\r\n");
  expect(all[0]).toMatch(/^Record ID,Company Domain Name,Note,status,tokens_charged,error,url,/);
  expect(all[1]).toMatch(/^1,acme-robotics\.example,'=1\+1,succeeded,2,,https:/);
  expect(all.map((row) => row.split(",")[3])).toEqual([
    "status",
    "succeeded",
    "succeeded",
    "succeeded",
    "invalid",
    "failed",
  ]);
  expect((await download(page, "JSONL")).trim().split("\n")).toHaveLength(5);
  const unanswered = await download(page, "Lines without a result");
  expect(unanswered.trim().split("\r\n").slice(1)).toEqual(["4,10.0.0.1,no domain", "5,failing.example,fails"]);

  await upload(page, unanswered.replace("10.0.0.1", "acme-robotics.example").replace("failing.", "fernhill."));
  await press(page, "See what it costs");
  await press(page, "Start the batch");
  // The page reloads itself until the end.
  await page.getByText("ended", { exact: true }).waitFor();
  await page.getByText("2 of 2 lines").first().waitFor();
  expect(new URL(page.url()).pathname).not.toBe(pathname);
  await page.locator("summary", { hasText: "Delete the results" }).click();
  await inspect(page, "Batch");
  await press(page, "Delete them");
  await page.getByText("The results are deleted.").waitFor();
  await go(page, "Batches");
  await inspect(page, "Batches");
  expect(await page.locator("tbody tr").count()).toBe(2);
  expect(complaints).toEqual([]);
});
