import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { openapi } from "../../src/documents/openapi.ts";

const run = promisify(execFile);
const offline = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** What redocly's recommended rules have to say about a document, errors and warnings alike. */
async function problemsOf(document: unknown): Promise<{ ruleId: string; message: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), "tallygate-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    const lint = ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--extends=recommended", "--format=json"];
    const { stdout } = await run(process.execPath, lint, { env: offline, maxBuffer: 2 ** 26 }).catch(
      (failure: { stdout: string }) => failure,
    );
    return JSON.parse(stdout.slice(stdout.indexOf("{"))).problems;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const config = readConfig({ SIGNING_SECRET: "s", HASH_SECRET: "h" });
const document = openapi({ baseUrl: "https://tallygate.dev", config });

it("openapi.json passes the recommended rules without a warning", async () => {
  expect(await problemsOf(document)).toEqual([]);
});

it("and the rules would see a dangling reference", async () => {
  const broken = structuredClone(document) as { components: { schemas: Record<string, unknown> } };
  delete broken.components.schemas.Problem;
  expect((await problemsOf(broken)).map((problem) => problem.ruleId)).toContain("no-unresolved-refs");
});
