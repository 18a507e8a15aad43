import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { fillDemoIndex } from "../../scripts/demo-index.ts";
import { balanceOf, request } from "../support/harness.ts";
import { hiddenFields, Visitor } from "../support/visitor.ts";
import { newOwner, type Owner } from "../support/webhooks.ts";

const PAGE = "/console/search";
const ESTIMATE = "/console/batches/estimate";
let owner: Owner;
const search = (query: Record<string, string>) => owner.visitor.get(`${PAGE}?${new URLSearchParams(query)}`);

/** Where a link of a page leads. */
function linkIn(html: string, label: string): string {
  return new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

beforeAll(async () => {
  await fillDemoIndex(env.DATA);
  owner = await newOwner();
});

it("needs a person who is signed in, and is listed in the menu", async () => {
  expect((await new Visitor().get(PAGE)).text).toContain("<h1>Sign in</h1>");
  const { status, text } = await owner.visitor.get(PAGE);
  expect([status, text.includes(`<a href="${PAGE}" aria-current="page">Search</a>`)]).toEqual([200, true]);
  expect(text).not.toContain("<table");
});

it("shows what was found with the reason, and prices a batch of its domains, charging nothing", async () => {
  const before = await balanceOf(owner.key);
  const { status, text } = await search({ tool: "search_companies", text: "plumbers", country: "no" });
  expect(status, text).toBe(200);
  const rows = text.split("<tr>").slice(2);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/country: .*<a href="https:\/\/[a-z-]+\.example\/.*NO</s);
  const batch = await owner.visitor.get(linkIn(text, "Start a batch"));
  expect(batch.text).not.toContain('type="file"');
  expect(batch.text).toMatch(/<option value="get_company" selected/);
  expect(batch.text).not.toContain('value="get_email"');
  const odd = await owner.visitor.get(`/console/batches?domains=${encodeURIComponent('a.example\n"b.example",,')}`);
  expect(hiddenFields(odd.text, ESTIMATE).csv).toBe("domain\na.example\nb.example");
  expect((await owner.visitor.get("/console/batches?domains=,")).text).toContain('type="file"');
  const fields = hiddenFields(batch.text, ESTIMATE);
  expect(fields.csv?.split("\n")).toHaveLength(rows.length + 1);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, tool: "get_company" })) form.set(name, value);
  const estimate = await owner.visitor.upload(ESTIMATE, form);
  expect(estimate.status, estimate.text).toBe(200);
  expect(estimate.text).toContain(`<dt>To be run</dt><dd>${rows.length}</dd>`);
  expect(estimate.text).toContain("Spend at most (tokens)");
  const jobs = await search({ tool: "search_jobs", text: "sales" });
  expect(jobs.text).toMatch(
    /<a href="https:\/\/[a-z-]+\.example\/careers\/[^"]+" rel="noreferrer nofollow">Head of Sales/,
  );
  const alike = await owner.visitor.get(linkIn(text, "Similar"));
  expect(alike.text).toMatch(/<div>(technology|industry|size|role|word): /);
  expect(alike.text).not.toContain("Watch this search");
  expect(linkIn(alike.text, "Start a batch").split("%2C").length).toBeGreaterThan(2);
  expect(await balanceOf(owner.key)).toBe(before);
});

it("links to the form that starts a watch on the search", async () => {
  const { text } = await search({ tool: "search_jobs", text: "sales", country: "no" });
  const form = await owner.visitor.get(linkIn(text, "Watch this search").replace("#make", ""));
  const asked = JSON.parse(hiddenFields(form.text, "/console/watches").search?.replaceAll("&quot;", '"') ?? "");
  expect(asked).toEqual({ tool: "search_jobs", input: { text: "sales", country: "no" } });
});

it("visitors of the playground get the same table for the answer that they have, as text", async () => {
  const input = { technologies: ["SAP"] };
  const company = { domain: "acme.example", name: "<b>Acme", proof: [{ url: "javascript:alert(1)" }] };
  const answer = { jobs: [{ title: "<img src=x>", url: "https://acme.example/1", company }], total: 1, index: {} };
  const sent = JSON.stringify({ tool: "search_jobs", input, answer });
  const post = (body: string, type = "application/json") =>
    request("/search-results", { method: "POST", headers: { "Content-Type": type }, body });
  const { status, text, headers } = await post(sent);
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(text).toContain(">&lt;img src=x&gt;</a>");
  expect(text).not.toMatch(/<b>|<img|href="javascript/);
  expect(linkIn(text, "Start a batch")).toBe("/console/batches?domains=acme.example");
  expect(linkIn(text, "Watch this search")).toContain(encodeURIComponent('{"technologies":["SAP"]}'));
  const deep = "[".repeat(60_000);
  for (const body of ["", "{", "[]", "null", "7", '{"answer":{"jobs":[[],7,null,{"company":9}]}}', `{"answer":${deep}`])
    expect((await post(body)).status, body.slice(0, 40)).toBe(200);
  for (const [body, type] of [
    [sent, "text/plain"],
    [" ".repeat(300_000), "application/json"],
  ] as const)
    expect((await post(body, type)).status).toBe(400);
  expect((await request("/search-results")).status).toBe(405);
});

it("says what is wrong with a search beside the form, which stays as it was sent", async () => {
  for (const [query, said] of [
    [{ text: "", country: "" }, "Enter words or a country"],
    [{ text: "crm", country: "ZZ" }, "country: There is no country"],
    [{ text: "***", country: "" }, "text: There is no word"],
    [{ text: "x".repeat(10_000), country: "" }, "text: "],
    [{ tool: "find_similar_companies", text: "crm for plumbers", country: "" }, "domain: "],
    [{ tool: "find_similar_companies", text: "", country: "NO" }, "domain: "],
  ] as [{ text: string; country: string }, string][]) {
    const { status, text } = await search({ tool: "search_companies", ...query });
    expect([status, /role="alert">(.*?)<\/p>/s.exec(text)?.[1]]).toEqual([400, expect.stringContaining(said)]);
    expect(text).toContain(`value="${query.text || query.country}"`);
  }
  const odd = await search({ tool: "search_companies", text: '"a" OR <b>NEAR(' });
  expect([odd.status, odd.text.includes("Nothing was found")]).toEqual([200, true]);
  expect(odd.text).not.toContain("<b>NEAR");
});

it("allows an organisation 60 searches an hour, however many at once", async () => {
  owner = await newOwner();
  const answers = await Promise.all(Array.from({ length: 63 }, () => search({ tool: "search_jobs", text: "sales" })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.text).toContain("Too many searches in the console");
  expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
});
