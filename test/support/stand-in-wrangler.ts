#!/usr/bin/env node
// Stands in for wrangler where a test is about the order of `npm run deploy`'s steps: starting wrangler takes a second or two
// each time. The account (cloudflare-api.ts) notes the command and answers it.
import { readFileSync, writeFileSync } from "node:fs";

const { CLOUDFLARE_API_BASE_URL, WRANGLER_OUTPUT_FILE_PATH } = process.env;
const args = process.argv.slice(2);
const at = args.indexOf("--secrets-file");
const secrets = at < 0 ? {} : JSON.parse(readFileSync(String(args[at + 1]), "utf8"));
const told = await fetch(`${CLOUDFLARE_API_BASE_URL}/command`, {
  method: "POST",
  body: JSON.stringify({ args, secrets }),
});
const { result } = (await told.json()) as { result: { code: number; output: string; report?: unknown } };
if (result.report) writeFileSync(String(WRANGLER_OUTPUT_FILE_PATH), JSON.stringify(result.report));
process.stdout.write(result.output);
process.exitCode = result.code;
