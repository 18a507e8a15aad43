import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { changedBy } from "../support/changed-build.ts";
import { type Server, startServer } from "../support/server.ts";

const LIST = `Domain,Owner
acme-robotics.example,Ada
fernhill.example,=1+1
https://www.acme-robotics.example/,"Bo, of sales"
10.0.0.1,Cy
failing.example,Di
`;
/** A failed line is run again after 2 s and 4 s outside this test. */
const QUICK_RETRIES = changedBy({
  "src/batches/item-store.ts": ["const FIRST_RETRY_MS = 1_000;", "const FIRST_RETRY_MS = 50;"],
});
let server: Server | undefined;

afterAll(() => server?.stop());

it("examples/enrich-list.ts runs a list under a cap, sends failed lines again, and may be started twice", async () => {
  server = await startServer({
    variables: { ANONYMOUS_TOKENS: "100", RATE_LIMIT_ANONYMOUS: "1000" },
    plugins: [QUICK_RETRIES],
  });
  const { url } = server;
  const key = await server.newKey();
  const file = join(mkdtempSync(join(tmpdir(), "tallygate-list-")), "list.csv");
  writeFileSync(file, LIST);
  const run = async (cap: number) => {
    const args = ["examples/enrich-list.ts", file, "get_network_company_url", String(cap)];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, API_KEY: key, BASE_URL: url },
    });
    return stdout;
  };
  const balance = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/api/v0/get_token_balance`, { headers });
    return ((await answer.json()) as { balance: number }).balance;
  };

  const printed = await run(20);
  expect(printed).toContain("At most 6 tokens, capped at 6;");
  expect(printed).toMatch(/Line 5 is left out: .*domain/);
  expect(printed).toMatch(/completed: 2 answered, 1 duplicates, 1 failed,\n +1 invalid, 0 beyond the cap; 4 tokens/);
  expect(printed).toMatch(/completed: 0 answered, 0 duplicates, 1 failed,\n +1 invalid, 0 beyond the cap; 0 tokens/);
  const rows = readFileSync(file.replace(".csv", ".enriched.csv"), "utf8").trim().split("\r\n");
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatch(/^Domain,Owner,status,tokens_charged,error,url,/);
  expect(rows[1]).toMatch(/^acme-robotics\.example,Ada,succeeded,2,,https:\/\/www\.network\.example\/company\//);
  expect(rows[2]).toMatch(/^fernhill\.example,'=1\+1,succeeded,2,/);
  const again = readFileSync(file.replace(".csv", ".again.csv"), "utf8").trim().split("\r\n");
  expect(again.slice(1).map((row) => row.split(",", 3))).toEqual([
    ["10.0.0.1", "Cy", "invalid"],
    ["failing.example", "Di", "failed"],
  ]);
  expect(await balance()).toBe(96);

  // The second start finds the batches of the first.
  expect(await run(20)).toBe(printed.replace(/^batch_\w+ (queued|running).*\n/gm, ""));
  expect(await balance()).toBe(96);
  await expect(run(1)).rejects.toThrow(/invalid_request: max_tokens/);
});
