/** `npm run screenshots [base_url]`: the pictures of README, taken from a running `npm start` with Debian's Chromium. */
import { chromium } from "playwright-core";

const [base = "http://localhost:8787"] = process.argv.slice(2);
const EMAIL = `ada@workshop-${Date.now().toString(36)}.example`;
const DOMAINS = ["acme-robotics", "brightwater", "fernhill", "nordlys", "kumo-logistics"].map(
  (name) => `${name}.example`,
);

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 820 }, colorScheme: "light" });

await page.goto(base);
await page.screenshot({ path: "docs/images/landing.png" });

await useTools();
await page.goto(`${base}/console`);
await page.fill("#email", EMAIL);
await page.click("button[type=submit]");
await page.waitForSelector("#code");
await page.fill("#code", await mailedCode());
await Promise.all([page.waitForURL(/\/console(\?.*)?$/), page.click("button[type=submit]")]);
await page.goto(`${base}/console?days=7`);
await page.screenshot({ path: "docs/images/console.png" });
await browser.close();

/** Makes calls with a key of the workspace, paid in test money, so that the console has data to show. */
async function useTools(): Promise<void> {
  await call("get_api_key", { email: EMAIL });
  const { api_key: key } = await call("get_api_key", { email: EMAIL, code: await mailedCode() });
  const { checkout_url: checkout } = await call("buy_tokens", { amount_usd: 20 }, key);
  await fetch(checkout ?? "", { method: "POST", redirect: "manual" });
  for (const domain of DOMAINS) {
    for (const tool of ["get_network_company", "list_company_jobs", "detect_signal"]) await call(tool, { domain }, key);
  }
}

async function call(tool: string, body: unknown, key?: string): Promise<Record<string, string>> {
  const headers = key === undefined ? undefined : { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${base}/api/v0/${tool}`, { method: "POST", body: JSON.stringify(body), headers });
  return (await answer.json()) as Record<string, string>;
}

/** The code in the newest mail to the address, from /dev/mail. */
async function mailedCode(): Promise<string> {
  const answer = await fetch(`${base}/dev/mail`, { headers: { Accept: "application/json" } });
  const mails = (await answer.json()) as { to: string[]; text: string }[];
  const mail = mails.find(({ to }) => to.includes(EMAIL));
  return /^ +([0-9]{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
}
