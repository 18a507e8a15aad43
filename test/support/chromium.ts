import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));

/** Debian's Chromium, or Chrome. */
export async function launchBrowser(): Promise<Browser> {
  if (!CHROMIUM) throw new Error("install a browser first: apt-get install chromium");
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}
