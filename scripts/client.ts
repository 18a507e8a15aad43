/** `npm run client`: writes examples/client/tools.ts from the OpenAPI document, and skills/ from the tasks. A test compares. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { clientTypes } from "./client-types.ts";
import { bundleOptions } from "./local-worker.ts";

// The Worker's source imports JSON and JSX, which Node does not load by itself.
const outfile = join(mkdtempSync(join(tmpdir(), "tallygate-client-")), "openapi.mjs");
const contents = `export { unsharedOpenapi } from "./src/documents/openapi.ts"; export { TOOLS } from "./src/tools/index.ts"; export { SKILL_NAMES, skillText } from "./src/documents/tasks.ts"; export { nameNetwork } from "./src/readers/words/network-links.ts"; export { readConfig } from "./src/config.ts";`;
const { entryPoints: _, ...options } = bundleOptions("");
const entry = { contents, resolveDir: process.cwd(), loader: "ts" as const };
const { outputFiles } = await build({ ...options, stdin: entry, platform: "node", external: ["cloudflare:*"] });
writeFileSync(outfile, outputFiles[0]?.text ?? "");
const { unsharedOpenapi, TOOLS, SKILL_NAMES, skillText, nameNetwork, readConfig } = await import(
  pathToFileURL(outfile).href
);
const config = readConfig({ SIGNING_SECRET: "s", HASH_SECRET: "h" });
writeFileSync(
  "examples/client/tools.ts",
  clientTypes(unsharedOpenapi({ baseUrl: "https://tallygate.example", config, answers: {} }, TOOLS)),
);
for (const name of SKILL_NAMES) {
  mkdirSync(`skills/${name}`, { recursive: true });
  // The host is a setting of the plugin.
  writeFileSync(`skills/${name}/SKILL.md`, nameNetwork(skillText(name, { baseUrl: "$TALLYGATE_URL", config }), config));
}
