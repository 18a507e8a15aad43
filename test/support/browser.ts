import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { startServer } from "./server.ts";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (!CHROMIUM) throw new Error("install a browser first: apt-get install chromium");

// The files of `test/browser/` run one after another in one process: they share a server and a browser, which end with it.
export const server = await startServer({ showMail: true, demoIndex: true });
/** Debian's Chromium, or Chrome. */
export const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
