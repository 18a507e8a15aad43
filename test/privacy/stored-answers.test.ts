import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { csvOf, importCsv } from "../support/directory-csv.ts";
import { callTool, organisationOf, richKey } from "../support/harness.ts";
import { askPrivacy } from "../support/privacy-request.ts";

/** Answers kept for an `Idempotency-Key` live in the account objects; a request of a person reaches them there. */
const LIST = "list_network_company_employees";
const keys: string[] = [];
vi.spyOn(console, "log").mockImplementation(() => {});
beforeAll(async () => {
  keys.push(await richKey(), await richKey());
});

const keyOf = (index: number) => keys[index] as string;
const list = (index: number, domain: string) => callTool(keyOf(index), LIST, { domain }, { "Idempotency-Key": domain });

async function company(domain: string, ...names: string[]): Promise<void> {
  const rows = names.map((name) => [name, domain, `${name.toLowerCase().replace(" ", ".")}@${domain}`]);
  await importCsv("people", csvOf([["name", "domain", "email"], ...rows]));
}

describe("a stored answer", () => {
  it("is deleted in every organisation when a person in it asks for erasure, and its repeat is refused uncharged", async () => {
    await company("stored-one.example", "Rita Moss", "Sven Falk");
    await company("stored-two.example", "Rita Moss");
    for (const index of [0, 1]) {
      for (const domain of ["stored-one.example", "stored-two.example"]) {
        expect((await list(index, domain)).text).toContain("Rita Moss");
      }
    }
    const who = { email: "rita.moss@stored-one.example", name: "Rita Moss", domain: "stored-one.example" };
    expect((await askPrivacy(keyOf(0), { type: "erasure", ...who })).status).toBe(200);
    // The list alone would refuse these repeats too; without it, what is gone is gone.
    await env.DB.prepare("DELETE FROM suppressions").run();
    for (const index of [0, 1]) {
      const again = await list(index, "stored-one.example");
      expect([again.status, again.body.error]).toEqual([409, "idempotency_result_unavailable"]);
      expect(again.headers.get("x-tokens-charged")).toBe("0");
      // A namesake at another company is somebody else.
      const namesake = await list(index, "stored-two.example");
      expect([namesake.status, namesake.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
      expect(namesake.text).toContain("Rita Moss");
    }
  });

  it("is not replayed when it names somebody in whose name a stranger objects", async () => {
    const domain = "stored-three.example";
    await company(domain, "Olga Brandt", "Sven Falk");
    await company("stored-four.example", "Sven Falk");
    expect((await list(0, domain)).text).toContain("Olga Brandt");
    expect((await list(0, "stored-four.example")).status).toBe(200);
    const who = { email: "olga@mailbox-of-mine.example", name: "Olga Brandt", domain };
    expect((await askPrivacy(keyOf(0), { type: "objection", ...who })).status).toBe(200);
    const again = await list(0, domain);
    expect([again.status, again.body.error]).toEqual([409, "idempotency_result_unavailable"]);
    expect(again.text).not.toMatch(/olga|brandt/i);
    const other = await list(0, "stored-four.example");
    expect([other.status, other.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  });
});

describe("a batch", () => {
  const ended = (id: string) =>
    expect.poll(async () => (await env.BATCHES.getByName(id).status())?.status).toBe("ended");
  const resultsOf = async (id: string) => (await callTool(keyOf(0), "list_batch_results", { id })).body.results;

  it("deletes the lines of a person who asks for erasure, finished or waiting, and keeps those of a namesake", async () => {
    await company("batch-one.example", "Nils Ekdal", "Sven Falk");
    await company("batch-two.example", "Nils Ekdal");
    const inputs = [
      { domain: "batch-one.example", custom_id: "one" },
      { domain: "batch-two.example", custom_id: "two" },
    ];
    const ran = await callTool(keyOf(0), "create_batch", { tool: LIST, inputs });
    await ended(ran.body.id);
    const organisation = await organisationOf(keyOf(0));
    // Two others seem to run, so this one waits.
    const running = `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at)
      SELECT 'batch_runs' || value, ?, 't', 'running', '{}', 9e15 FROM json_each('[1, 2]')`;
    await env.DB.prepare(running).bind(organisation).run();
    const note = "Nils Ekdal";
    const csv = `domain,note\nbatch-one.example,${note}\nbatch-two.example,${note}\n`;
    const waits = await callTool(keyOf(0), "create_batch", { tool: LIST, csv });
    expect(waits.body.status).toBe("queued");

    const who = { email: "nils.ekdal@batch-one.example", name: "Nils Ekdal", domain: "batch-one.example" };
    const access = await askPrivacy(keyOf(1), { type: "access", ...who });
    expect(access.text, access.text).toMatch(/lines_in_batches\D+2\b/);
    expect((await askPrivacy(keyOf(1), { type: "erasure", ...who })).status).toBe(200);
    await env.DB.prepare("DELETE FROM suppressions").run();
    await env.DB.prepare("DELETE FROM batches WHERE id LIKE 'batch_runs%'").run();
    await env.BATCHES.getByName(waits.body.id).wake();
    await ended(waits.body.id);

    const gone = { input: {}, custom_id: null, result: null, error: { code: "erased" } };
    const [erased, namesake] = await resultsOf(ran.body.id);
    expect(erased).toMatchObject({ ...gone, status: "succeeded" });
    expect(erased.tokens_charged).toBeGreaterThan(0);
    expect(JSON.stringify(namesake)).toContain("Nils Ekdal");
    const [unrun, other] = await resultsOf(waits.body.id);
    expect(unrun).toMatchObject({ ...gone, status: "failed", tokens_charged: 0 });
    expect(other).toMatchObject({ status: "succeeded", input: { note } });
  });
});
