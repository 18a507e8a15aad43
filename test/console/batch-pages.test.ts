import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { type Answer, BASE, balanceOf, brokenLedgers, callTool, giveTokens } from "../support/harness.ts";
import { Visitor } from "../support/visitor.ts";
import { newOwner, type Owner } from "../support/webhooks.ts";

const PAGE = "/console/batches";
const step = (action: string) => `/console/batches/${action}`;
const TOOL = "get_network_company_url";

let owner: Owner;
let token = "";
beforeAll(async () => {
  await env.DATA.prepare(
    `INSERT INTO companies (domain, name, network_url, source, observed_at)
     SELECT 'page' || value || '.example', 'Row', 'https://www.network.example/company/page' || value, 'test', 0
     FROM json_each('[0,1,2,3,4]')`,
  ).run();
  owner = await newOwner();
  await giveTokens(owner.key, 1_000);
  token = tokenOn(await owner.visitor.get(PAGE));
});

const tokenOn = ({ text }: Answer) => /name="form_token" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";

function decoded(html: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => named[name] ?? "");
}

/** What a browser sends of the form that goes to `action`, unless the person changes something. */
function filledForm({ text }: Answer, action: string): FormData {
  const html = new RegExp(`<form[^>]* action="${action}".*?</form>`, "s").exec(text)?.[0] ?? "";
  const form = new FormData();
  for (const [, name = "", value = ""] of html.matchAll(/<input [^>]*name="([^"]*)"[^>]* value="([^"]*)"/g)) {
    // Browsers send line breaks as CR LF.
    form.set(name, decoded(value).replace(/\r?\n/g, "\r\n"));
  }
  for (const [, name = "", options = ""] of html.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    form.set(name, decoded(/<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? ""));
  }
  return form;
}

function upload(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = "my list.csv",
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ form_token: token, tool: TOOL, ...fields })) form.set(field, value);
  form.set("file", new File([content], name, { type: "text/csv" }));
  return owner.visitor.upload(step("columns"), form);
}

const send = (action: string, form: FormData) => owner.visitor.upload(step(action), form);
const batchesOf = async (key: string) => (await callTool(key, "list_batches")).body.batches;

/** Reading an answer as text leaves the byte order mark out. */
async function firstBytes(path: string): Promise<number[]> {
  const cookie = [...owner.visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await exports.default.fetch(new Request(BASE + path, { headers: { Cookie: cookie } }));
  return [...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)];
}

async function ended(path: string): Promise<Answer> {
  const batch = env.BATCHES.getByName(path.slice(PAGE.length + 1));
  const status = async () => (await batch.status())?.status ?? "ended";
  await expect.poll(status).toBe("ended");
  return owner.visitor.get(path);
}

it("takes a list from the upload to its files: mapped, priced, started once, followed, downloaded, sent again", async () => {
  const list = [
    "\ufeffWebsite;Note;Ref",
    'page0.example;"two\nlines";a',
    "page1.example;=SUM(1);b",
    "https://page0.example/;again;c",
    ";no domain;d",
    "=broken;formula;e",
  ].join("\r\n");
  const columns = await upload(list);
  expect(columns.status, columns.text).toBe(200);
  // A column called otherwise is found by what exports call it; the sample helps to choose.
  expect(columns.text).toContain('<option value="Website" selected="">Website: page0.example');
  const mapped = filledForm(columns, step("estimate"));
  expect(mapped.get("field_domain")).toBe("Website");
  mapped.set("field_custom_id", "Ref");

  const estimate = await send("estimate", mapped);
  expect(estimate.status, estimate.text).toBe(200);
  for (const [label, value] of [
    ["Lines", 5],
    ["To be run", 2],
    ["Duplicates, free", 1],
    ["Invalid, free", 2],
  ]) {
    expect(estimate.text).toContain(`<dt>${label}</dt><dd>${value}</dd>`);
  }
  expect(estimate.text).toMatch(/<td[^>]*>6<\/td>.*<td[^>]*>7<\/td>/s);
  expect(await batchesOf(owner.key)).toEqual([]);

  const form = filledForm(estimate, step("start"));
  expect(form.get("max_tokens")).toBe("4");
  const before = await balanceOf(owner.key);
  const starts = await Promise.all([send("start", form), send("start", form), send("start", form)]);
  const [path = ""] = starts.map(({ headers }) => headers.get("location") ?? "");
  expect(starts.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
    [303, path],
    [303, path],
    [303, path],
  ]);
  expect(path).toMatch(/^\/console\/batches\/batch_[0-9a-f]{32}$/);

  const page = await ended(path);
  expect([page.status, page.headers.get("refresh")]).toEqual([200, null]);
  expect(page.text).toMatch(/Created by the console.*<progress max="5" value="5">/s);
  expect(page.text).toMatch(/data-label="Line".*page0\.example.*>succeeded<.*company\/page0/s);
  expect(await balanceOf(owner.key)).toBe(before - 4);
  expect(await batchesOf(owner.key)).toMatchObject([
    { name: "my list.csv", made_by: "console", tokens: { max: 4, charged: 4 }, counts: { succeeded: 2, invalid: 2 } },
  ]);
  const again = await send("start", form);
  expect([again.status, again.headers.get("location"), await balanceOf(owner.key)]).toEqual([303, path, before - 4]);

  const csv = await owner.visitor.get(`${path}/results.csv`);
  expect(csv.headers.get("content-disposition")).toMatch(/^attachment; filename="batch_[0-9a-f]{32}\.csv"$/);
  expect(await firstBytes(`${path}/results.csv`)).toEqual([0xef, 0xbb, 0xbf]);
  const jsonl = await owner.visitor.get(`${path}/results.jsonl`);
  expect(csv.text).toMatch(/^Website,Note,Ref,status,/);
  expect(csv.text).toContain("page1.example,'=SUM(1),b,succeeded,2,");
  expect(JSON.parse(jsonl.text.split("\n")[2] ?? "")).toMatchObject({
    custom_id: "c",
    status: "succeeded",
    duplicate_of: 0,
  });

  const unanswered = await owner.visitor.get(`${path}/unanswered.csv`);
  expect(unanswered.text).toBe("Website,Note,Ref\r\n,no domain,d\r\n'=broken,formula,e\r\n");
  const corrected = unanswered.text.replace("\r\n,no", "\r\npage2.example,no");
  const second = await send("estimate", filledForm(await upload(corrected), step("estimate")));
  expect(second.text).toContain("<dt>To be run</dt><dd>1</dd>");
  expect((await owner.visitor.get(PAGE)).text).toMatch(/my list\.csv<\/a>.*ended.*5 of 5.*4 of 4.*the console/s);
  expect(await brokenLedgers()).toEqual([]);
});

it("refreshes while a batch runs unless asked not to, and is cancelled and deleted with one confirmation", async () => {
  const many = `domain\n${Array.from({ length: 200 }, (_, index) => `none${index}.example`).join("\n")}`;
  const priced = await send("estimate", filledForm(await upload(many), step("estimate")));
  const form = filledForm(priced, step("start"));
  form.set("max_tokens", "100000");
  const refused = await send("start", form);
  expect([refused.status, refused.text.includes('role="alert"')], refused.text).toEqual([303, false]);
  const path = refused.headers.get("location") ?? "";
  const id = path.slice(PAGE.length + 1);
  const running = await owner.visitor.get(path);
  expect([running.headers.get("refresh"), running.text.includes(`href="${path}?still"`)]).toEqual(["5", true]);
  expect((await owner.visitor.get(`${path}?still`)).headers.get("refresh")).toBeNull();

  const stranger = new Visitor();
  for (const file of ["", "/results.csv", "/unanswered.csv"]) {
    expect((await stranger.get(path + file)).text).not.toContain("none0.example");
  }
  const other = await newOwner();
  for (const file of ["", "/results.csv", "/results.jsonl", "/unanswered.csv"]) {
    expect((await other.visitor.get(path + file)).status).toBe(404);
  }
  const theirs = tokenOn(await other.visitor.get(PAGE));
  expect((await other.visitor.post(step("cancel"), { form_token: theirs, id })).status).toBe(404);
  expect((await owner.visitor.post(step("cancel"), { id })).status).toBe(403);
  expect((await owner.visitor.post(step("delete"), { form_token: token, id })).status).toBe(400);
  // A list of which no line ran is deleted when it is cancelled.
  const open = async () => (await env.BATCHES.getByName(id).status())?.counts.processing;
  await expect.poll(open).toBeLessThan(200);
  expect((await owner.visitor.submit(path, step("cancel"))).status).toBe(303);
  const page = await ended(path);
  expect([page.headers.get("refresh"), page.text.includes("cancelled")]).toEqual([null, true]);
  const previewed = page.text.match(/data-label="Line">none\d+\.example</g)?.length;
  expect(previewed).toBeGreaterThan(0);
  expect(previewed).toBeLessThanOrEqual(10);
  const kept = async () =>
    /Batches<\/a><\/td><td[^>]*>(\d+)</.exec((await owner.visitor.get("/console/privacy")).text)?.[1];
  const before = Number(await kept());
  expect((await owner.visitor.submit(path, step("delete"))).status).toBe(303);
  expect((await owner.visitor.get(path)).text).toMatch(/results are deleted(?!.*data-label="Line")/s);
  expect(Number(await kept())).toBe(before - 1);
  expect(await brokenLedgers()).toEqual([]);
});

it("refuses bad lists with the line and what to do, and a cap that cannot be paid with the price", async () => {
  const refused: [string, string | Uint8Array<ArrayBuffer>, string][] = [
    ["empty", "", "not empty"],
    ["a header alone", "domain\n", "The list is empty"],
    ["5,001 lines", `domain\n${"page0.example\n".repeat(5_001)}`, "5001"],
    ["Latin-1", new Uint8Array([...new TextEncoder().encode("domain\na.example\nm"), 0xfc]), "Line 3 is not UTF-8"],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x64, 0, 0x6f, 0]), "Line 1: the file is UTF-16"],
    ["a stray quotation mark", `domain\n"a.example\n${"x\n".repeat(300_000)}`, "begins in line 2"],
    ["100,001 columns of one name", `domain${",a".repeat(100_000)}\nx.example\n`, "100001 columns"],
    ["2 MB and more", "x".repeat(2_000_001), "Split it"],
  ];
  for (const [what, content, said] of refused) {
    const first = await upload(content);
    const answer = first.status === 200 ? await send("estimate", filledForm(first, step("estimate"))) : first;
    expect([what, answer.status >= 400 && answer.status < 500], answer.text.slice(0, 500)).toEqual([what, true]);
    expect(decoded(/role="alert">(.*?)<\/p>/s.exec(answer.text)?.[1] ?? answer.text), what).toContain(said);
  }
  const noHeader = await upload("page0.example\npage1.example\n");
  const unmapped = await send("estimate", filledForm(noHeader, step("estimate")));
  expect([unmapped.status, unmapped.text]).toEqual([400, expect.stringContaining("Line 1 must be a header")]);
  expect((await upload("domain\na.example", { tool: "create_api_key" })).status).toBe(400);
  expect((await upload("domain\na.example", { form_token: "0".repeat(64) })).status).toBe(403);

  const form = filledForm(await upload("domain\npage3.example"), step("estimate"));
  const start = filledForm(await send("estimate", form), step("start"));
  start.set("max_tokens", "1");
  const cheap = await send("start", start);
  expect([cheap.status, cheap.text]).toEqual([400, expect.stringContaining("one call of")]);
  // Its form can be sent again, with another cap.
  expect(filledForm(cheap, step("start")).get("csv")).toBe("domain\r\npage3.example");
  expect(await batchesOf(owner.key)).toHaveLength(2);
});
