/** `npm run screenshots [base_url]`: the pictures of README, taken from a running `npm start` with Debian's Chromium. */
import { chromium } from "playwright-core";

const [base = "http://localhost:8787"] = process.argv.slice(2);
const EMAIL = `ada-${Date.now()}@people.example`;

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: "light" });

await page.goto(base);
await page.screenshot({ path: "docs/images/landing.png" });

await page.goto(`${base}/console`);
await page.fill("#email", EMAIL);
await page.click("button[type=submit]");
await page.waitForSelector("#code");
await page.fill("#code", await mailedCode());
await Promise.all([page.waitForURL(/\/console(\?.*)?$/), page.click("button[type=submit]")]);
await page.screenshot({ path: "docs/images/console.png" });
await browser.close();

/** The code in the newest mail to the address, from /dev/mail. */
async function mailedCode(): Promise<string> {
  const answer = await fetch(`${base}/dev/mail`, { headers: { Accept: "application/json" } });
  const mails = (await answer.json()) as { to: string[]; text: string }[];
  const mail = mails.find(({ to }) => to.includes(EMAIL));
  return /^ +([0-9]{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
}
