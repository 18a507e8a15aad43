import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { csvOf, importCsv } from "../support/directory-csv.ts";
import { callTool, request, richKey } from "../support/harness.ts";
import { askPrivacy } from "../support/privacy-request.ts";

const TOOL = "list_network_company_employees";
const DOMAIN = "objection-words.example";
const NAME = "Berthe Kowalczyk";
const EMAIL = `berthe@${DOMAIN}`;
const PROFILE = "https://network.example/in/berthe-k";

it("fields of a line that the tool does not read cannot have people shown who objected", async () => {
  const rows = [
    ["name", "title", "domain", "email", "profile_url"],
    [NAME, "CEO", DOMAIN, EMAIL, PROFILE],
    ["Grace Liu", "CTO", DOMAIN, `grace@${DOMAIN}`, "https://network.example/in/grace-l"],
  ];
  expect((await importCsv("people", csvOf(rows))).body.rows_ok).toBe(2);
  const key = await richKey();
  const words = { note: NAME, address: EMAIL, link: PROFILE, nested: [{ first: "Berthe", last: "Kowalczyk" }] };
  const inputs = [{ domain: DOMAIN, custom_id: NAME, ...words }];
  const { body } = await callTool(key, "create_batch", { tool: TOOL, inputs });
  const status = async () => (await env.BATCHES.getByName(body.id).status())?.status;
  await expect.poll(status).toBe("ended");
  const answers = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const file = await request(`/api/v0/batches/${body.id}/results.jsonl`, { headers });
    const { results } = (await callTool(key, "list_batch_results", { id: body.id })).body;
    return [results[0], JSON.parse(file.text)];
  };
  for (const line of await answers()) expect(JSON.stringify(line.result)).toContain(NAME);
  await askPrivacy(key, { type: "objection", email: EMAIL, name: NAME, domain: DOMAIN });
  for (const line of await answers()) {
    expect(JSON.stringify(line.result)).toContain("Grace Liu");
    expect(JSON.stringify(line.result)).not.toMatch(/Kowalczyk|berthe/i);
    // What the caller sent comes back as it was sent.
    expect(line.input).toMatchObject(words);
  }
});
