import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { beforeAll, expect, it } from "vitest";
import { claimWorkspace } from "../support/claim-flow.ts";
import {
  anonymousKey,
  balanceOf,
  brokenLedgers,
  callTool,
  giveTokens,
  holdBatches,
  makePaid,
  organisationOf,
  request,
} from "../support/harness.ts";

const TOOL = "get_network_company_url";

let key = "";
beforeAll(async () => {
  await env.DATA.prepare(
    `INSERT INTO companies (domain, name, network_url, source, observed_at)
     SELECT 'csv' || value || '.example', 'Row', 'https://www.network.example/company/csv' || value, 'test', 0
     FROM json_each('[0,1,2,3,4,5,6,7,8,9]')`,
  ).run();
  key = await anonymousKey();
  await giveTokens(key, 20_000);
  await makePaid(key);
});

const headers = () => ({ Authorization: `Bearer ${key}` });

function upload(body: BodyInit, query = "") {
  const init = { method: "POST", body, headers: { ...headers(), "Content-Type": "text/csv" } };
  return request(`/api/v0/create_batch?tool=${TOOL}${query}`, init);
}

async function resultsOf(id: string, file: string) {
  const status = async () => (await env.BATCHES.getByName(id).status())?.status;
  await expect.poll(status).toBe("ended");
  return request(`/api/v0/batches/${id}/results.${file}`, { headers: headers() });
}

it("a CSV with a BOM, semicolons, quoted line breaks, formulas and columns of the caller's own comes back whole", async () => {
  const csv = [
    "\ufeffDomain;Note;custom_id;Phone",
    "csv0.example;plain;a;+47 22 33 44",
    'csv1.example;"two\nlines; and ""quotes""";b;-12',
    "https://www.CSV0.example/about;=HYPERLINK(1);c;",
    ";no domain;d;",
    "10.0.0.1;@SUM(1);e;+cmd|' /C calc'!A0",
    "csv2.example;ok;f;1;2",
    "",
    "csv3.example;last;g",
  ].join("\r\n");
  const created = await upload(csv);
  expect(created.status, created.text).toBe(202);
  const { estimate, id, results } = created.body;
  expect(estimate).toMatchObject({ inputs: 7, distinct: 3, duplicates: 1, invalid_count: 3 });
  expect(estimate.invalid.map(({ line }: { line: number }) => line)).toEqual([6, 7, 8]);
  expect(results.csv).toMatch(new RegExp(`/api/v0/batches/${id}/results.csv$`));

  const file = await resultsOf(id, "csv");
  expect(file.headers.get("content-type")).toMatch(/^text\/csv/);
  expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${id}.csv"`);
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  expect(file.text).toMatch(/^Domain,Note,custom_id,Phone,status,tokens_charged,error,url,domain,/);
  expect(file.text).toContain('csv1.example,"two\nlines; and ""quotes""",b,-12,succeeded,2,,');
  expect(file.text).toContain(
    "csv0.example,plain,a,+47 22 33 44,succeeded,2,,https://www.network.example/company/csv0,",
  );
  expect(file.text).toContain("https://www.CSV0.example/about,'=HYPERLINK(1),c,,succeeded,0,,");
  expect(file.text).toContain(`10.0.0.1,'@SUM(1),e,'+cmd|' /C calc'!A0,invalid,0,"invalid_request: domain:`);

  const lines = (await resultsOf(id, "jsonl")).text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ index, custom_id }) => [index, custom_id])).toEqual([
    ...["a", "b", "c", "d", "e", "f", "g"].entries(),
  ]);
  expect(lines[2]).toMatchObject({
    status: "succeeded",
    tokens_charged: 0,
    duplicate_of: 0,
    result: { domain: "csv0.example" },
  });
});

it.each<[string, BodyInit, string]>([
  ["no header", "csv0.example\ncsv1.example\n", "header"],
  ["an empty file", "", "empty"],
  ["a header alone", "domain\n", "empty"],
  ["5,001 lines", `domain\n${"csv0.example\n".repeat(5_001)}`, "5001"],
  ["Latin-1", new Uint8Array([...new TextEncoder().encode("domain\nm"), 0xfc, 0x0a]), "Line 2 is not UTF-8"],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x64, 0, 0x6f, 0]), "UTF-8"],
  ["a column twice", "domain,Domain\ncsv0.example,csv1.example\n", "twice"],
  ["a record that never ends", `domain\n"csv0.example\n${"x\n".repeat(300_000)}`, "quotation mark"],
])("%s is refused with what to do, and costs nothing", async (_, body, said) => {
  const balance = await balanceOf(key);
  const answer = await upload(body);
  expect([answer.status, answer.body.detail], answer.text).toEqual([400, expect.stringContaining(said)]);
  expect(await balanceOf(key)).toBe(balance);
});

it("a body above 2 MB is 413, and 5,000 lines are taken", async () => {
  expect((await upload("x".repeat(2_000_001))).status).toBe(413);
  const many = `domain\n${Array.from({ length: 5_000 }, (_, index) => `many${index}.example`).join("\n")}`;
  const dry = await upload(many, "&dry_run=true&max_tokens=300");
  expect([dry.status, dry.body.estimate.distinct, dry.body.tokens.max], dry.text).toEqual([200, 5_000, 300]);
});

it("files are the organisation's own", async () => {
  const { body } = await upload("domain\ncsv4.example");
  const path = `/api/v0/batches/${body.id}/results.jsonl`;
  const other = { Authorization: `Bearer ${await anonymousKey()}` };
  expect((await request(path)).status).toBe(401);
  expect((await request(path, { headers: other })).status).toBe(404);
  expect((await request(path, { headers: headers(), method: "POST" })).status).toBe(405);
  expect((await resultsOf(body.id, "jsonl")).status).toBe(200);
});

it("maps columns as requested, accepts numbers as custom_id, and returns the ids", async () => {
  const csv = "Firm,domain,Ref\ncsv5.example,kept,r1\ncsv6.example,kept,r\u200b2\n";
  const columns = { Firm: "domain", Ref: "custom_id" };
  const mapped = await callTool(key, "create_batch", { tool: TOOL, csv, columns });
  expect(mapped.body.estimate).toMatchObject({
    distinct: 1,
    invalid: [{ line: 3, reason: "custom_id: must not contain control characters" }],
  });
  expect((await resultsOf(mapped.body.id, "csv")).text).toContain("csv5.example,kept,r1,succeeded,2,");
  const refused: [unknown, string][] = [
    [{ Website: "domain" }, "line 1 has no column Website"],
    [{ Firm: "site" }, "site is not an argument"],
    [{ Firm: "domain", domain: "domain" }, "domain twice"],
    [{ Ref: "custom_id" }, "must be a header"],
  ];
  for (const [wrong, said] of refused) {
    const answer = await callTool(key, "create_batch", { tool: TOOL, csv, columns: wrong });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(said)]);
  }
  const inputs = [{ domain: "csv7.example", custom_id: "seven" }];
  const list = await callTool(key, "create_batch", { tool: TOOL, inputs });
  expect((await resultsOf(list.body.id, "csv")).text).toMatch(/^custom_id,domain,.*\r\nseven,csv7\.example,succeeded,/);
});

it("an organisation has 20 unfinished batches at most; the next is 429 and reserves nothing", async () => {
  const poor = await anonymousKey();
  const organisation = await organisationOf(poor);
  await env.DB.prepare(
    `INSERT INTO batches (id, organisation_id, tool, state, status_json, touched_at)
     SELECT 'batch_waits' || value, ?, 't', 'queued', '{}', 9e15 FROM json_each(?)`,
  )
    .bind(organisation, JSON.stringify(Array.from({ length: 19 }, (_, index) => index)))
    .run();
  const inputs = [{ domain: "csv8.example" }];
  const balance = await balanceOf(poor);
  // The one that is made must not end before the others are refused.
  const letRun = holdBatches();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => callTool(poor, "create_batch", { tool: TOOL, inputs })),
  );
  const [made, ...others] = answers.sort((one, other) => one.status - other.status);
  expect([made?.status, ...others.map(({ status }) => status)]).toEqual([202, 429, 429, 429]);
  expect([others[0]?.body.detail, others[0]?.headers.get("retry-after")]).toEqual([
    expect.stringContaining("20 batches of your organisation have not ended"),
    "60",
  ]);
  letRun();
  await env.DB.prepare("DELETE FROM batches WHERE id LIKE 'batch_waits%'").run();
  const status = async () => (await env.BATCHES.getByName(made?.body.id).status())?.status;
  await expect.poll(status).toBe("ended");
  expect(await balanceOf(poor)).toBe(balance - 2);
  expect(await brokenLedgers()).toEqual([]);
});

it("a merge stops what runs, and takes what was found along", async () => {
  const email = `${crypto.randomUUID()}@corp.example`;
  const target = await claimWorkspace(email);
  const anonymous = await anonymousKey();
  await giveTokens(anonymous, 1_000);
  const made = await callTool(anonymous, "create_batch", { tool: TOOL, inputs: [{ domain: "csv9.example" }] });
  const status = async (id: string) => (await env.BATCHES.getByName(id).status())?.status ?? "ended";
  await expect.poll(() => status(made.body.id)).toBe("ended");
  const inputs = Array.from({ length: 300 }, (_, index) => ({ domain: `merged${index}.example` }));
  const runs = await callTool(anonymous, "create_batch", { tool: TOOL, inputs });
  await claimWorkspace(email, anonymous);
  await expect.poll(() => status(runs.body.id)).toBe("ended");
  const { body } = await callTool(target, "list_batches");
  expect(body.batches).toMatchObject([
    { id: runs.body.id, stopped_reason: "key_revoked", tokens: { reserved: 0 } },
    { id: made.body.id, stopped_reason: "completed" },
  ]);
  const results = await callTool(target, "list_batch_results", { id: made.body.id });
  expect(results.body.results).toMatchObject([{ status: "succeeded", result: { domain: "csv9.example" } }]);
  expect(await brokenLedgers()).toEqual([]);
});

it("results.csv has one text a field: no JSON, evidence as one address, a company's fields under their own names", async () => {
  const made = await callTool(key, "create_batch", { tool: "get_company", inputs: [{ domain: "nordlys.example" }] });
  const { text } = await resultsOf(made.body.id, "csv");
  const [header = [], row = []] = Papa.parse<string[]>(text.trim()).data;
  const cell = (name: string) => row[header.indexOf(name)];
  expect(header.slice(4, 10)).toEqual(["name", "country", "city", "website", "legal_name", "number"]);
  expect(new Set(header).size).toBe(header.length);
  expect([cell("country"), cell("legal_name"), cell("number"), cell("legal_status")]).toEqual([
    "NO",
    "NORDLYS AS",
    "999100104",
    "active",
  ]);
  expect(cell("evidence")).toMatch(/^https:\/\/\S+$/);
  expect(Number(cell("confidence"))).toBeGreaterThan(0.5);
  for (const value of row) expect(value).not.toMatch(/^[[{]|\[object/);

  const people = await callTool(key, "create_batch", {
    tool: "search_network_company_employees",
    inputs: [{ domain: "acme-robotics.example" }],
  });
  const list = Papa.parse<Record<string, string>>((await resultsOf(people.body.id, "csv")).text.trim(), {
    header: true,
  });
  expect(list.data[0]?.employees).toMatch(/^[^;{]+, [^;{]+(; |$)/);
});
