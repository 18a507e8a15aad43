import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { fillDemoIndex } from "../../scripts/demo-index.ts";
import { balanceOf, callTool } from "../support/harness.ts";
import { hiddenFields, Visitor } from "../support/visitor.ts";
import { newOwner, type Owner } from "../support/webhooks.ts";

const PAGE = "/console/search";
const ESTIMATE = "/console/batch-estimate";
let owner: Owner;
const search = (query: Record<string, string>) => owner.visitor.get(`${PAGE}?${new URLSearchParams(query)}`);

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
  const fields = hiddenFields(text, ESTIMATE);
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
  const [, similar] = /href="([^"]+)">Similar</.exec(text) ?? [];
  const alike = await owner.visitor.get(similar?.replaceAll("&amp;", "&") ?? "");
  expect(alike.text).toMatch(/<div>(technology|industry|size|role|word): /);
  expect(alike.text).not.toContain("Watch this search");
  expect(hiddenFields(alike.text, ESTIMATE).csv?.split("\n").length).toBeGreaterThan(2);
  expect(await balanceOf(owner.key)).toBe(before);
});

it("starts a watch on the search, and says on the same page why a cap is refused", async () => {
  const { text } = await search({ tool: "search_jobs", text: "sales", country: "no" });
  const watch = "/console/watches/search?tool=search_jobs&text=sales&country=no";
  const fields = hiddenFields(text, watch.replaceAll("&", "&amp;").replace("?", "\\?"));
  const refused = await owner.visitor.post(watch, { ...fields, max_tokens_month: "1" });
  expect([refused.status, refused.text.includes("Watch this search")], refused.text).toEqual([400, true]);
  const { status } = await owner.visitor.post(watch, { ...fields, max_tokens_month: "40" });
  expect(status).toBe(303);
  const { watches } = (await callTool(owner.key, "list_watches")).body;
  expect(watches).toMatchObject([
    {
      name: "sales, no",
      search: { tool: "search_jobs", input: { text: "sales", country: "no" } },
      max_tokens_month: 40,
      status: "active",
    },
  ]);
  expect((await owner.visitor.get("/console/watches")).text).toContain(">sales, no</a></strong>");
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
