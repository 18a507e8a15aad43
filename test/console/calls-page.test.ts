import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { claimWorkspace, freshAddress } from "../support/claim-flow.ts";
import { type Answer, callTool, organisationOf, times } from "../support/harness.ts";
import { askPrivacy } from "../support/privacy-request.ts";
import { signIn, signInOperator, Visitor } from "../support/visitor.ts";

const PATIENCE = { timeout: 30_000, interval: 200 };
vi.spyOn(console, "log").mockImplementation(() => {});

async function owner() {
  const email = freshAddress();
  const key = await claimWorkspace(email);
  return { key, visitor: await signIn(email), id: await organisationOf(key) };
}

const requestId = ({ headers }: Answer) => headers.get("x-request-id") ?? "";
/** The page of a call once it is in the log. */
const pageOf = (visitor: Visitor, answer: Answer) =>
  vi.waitFor(async () => {
    const page = await visitor.get(`/console/calls/${requestId(answer)}`);
    expect(page.status).toBe(200);
    return page;
  }, PATIENCE);
const keep = (visitor: Visitor) => visitor.submit("/console/calls", "/console/calls/subjects");

describe("the call log of an owner", () => {
  it("says what came back and why a call failed; a call of another organisation is 404", async () => {
    const { key, visitor } = await owner();
    const stranger = await owner();
    const bad = await callTool(key, "get_company", { domain: 5 });
    const found = await callTool(key, "get_company", { domain: "thames-tea.example" });
    const page = await pageOf(visitor, bad);
    for (const text of ["invalid_request", "400", "domain"]) expect(page.text).toContain(text);
    expect((await pageOf(visitor, found)).text).toContain("site thames-tea.example");
    for (const path of [requestId(bad), "f".repeat(32), "x"]) {
      expect((await stranger.visitor.get(`/console/calls/${path}`)).status).toBe(404);
    }
    const list = await visitor.get("/console/calls?outcome=failed&tool=get_company");
    expect(list.text).toContain(requestId(bad));
    expect(list.text).not.toContain(requestId(found));
    for (const query of [`q=${requestId(bad)}`, "from=2000-01-01&to=2000-01-02", "tool=none"]) {
      const strangers = await stranger.visitor.get(`/console/calls?${query}`);
      expect([strangers.status, strangers.text.includes("Nothing matches")]).toEqual([200, true]);
    }
    expect((await new Visitor().get(`/console/calls/${requestId(bad)}`)).text).not.toContain("invalid_request");
  });

  it("keeps what was asked about only after the owner has switched it on, encrypted, and deletes it when it is off", async () => {
    const { key, visitor, id } = await owner();
    const subjects = () =>
      env.DB.prepare("SELECT subjects FROM call_logs WHERE organisation_id = ? AND subjects IS NOT NULL")
        .bind(id)
        .all<{ subjects: string }>()
        .then(({ results }) => results.map((row) => row.subjects));
    const before = await callTool(key, "get_network_company_url", { domain: "thames-tea.example" });
    expect((await pageOf(visitor, before)).text).not.toContain("domain: thames-tea.example");
    expect((await keep(visitor)).status).toBe(303);
    const during = await callTool(key, "get_network_company_url", { domain: "thames-tea.example" });
    expect((await pageOf(visitor, during)).text).toContain("domain: thames-tea.example");
    expect((await visitor.get("/console/calls")).text).toContain("domain: thames-tea.example");
    const kept = await subjects();
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toContain("thames-tea");
    const operator = await signInOperator();
    const shown = await operator.get(`/admin/calls/${requestId(during)}`);
    expect(shown.text).toContain("get_network_company_url");
    expect(shown.text).not.toContain("domain: thames-tea.example");

    // A call that ends while it is switched off leaves nothing.
    await callTool(key, "get_network_company_url", { domain: "thames-tea.example" });
    await keep(visitor);
    const after = await callTool(key, "get_network_company_url", { domain: "thames-tea.example" });
    expect((await pageOf(visitor, after)).text).not.toContain("domain: thames-tea.example");
    expect((await pageOf(visitor, during)).text).not.toContain("domain: thames-tea.example");
    expect(await subjects()).toEqual([]);
  });

  it("loses the subjects that name a person who asks for erasure, also under two requests at once, and no others", async () => {
    const { key, visitor } = await owner();
    await keep(visitor);
    const people = [
      { first_name: "Tora", last_name: "Lindqvist" },
      { first_name: "Ivar", last_name: "Holmgren" },
      { first_name: "Runa", last_name: "Ekstrand" },
    ];
    const domain = "thames-tea.example";
    const asked = await Promise.all(
      people.map(({ first_name, last_name }) =>
        callTool(key, "get_email", { name: `${first_name} ${last_name}`, domain }),
      ),
    );
    for (const answer of asked) await pageOf(visitor, answer);
    const log = async () => (await visitor.get("/console/calls")).text;
    expect(await log()).toMatch(/Lindqvist/);
    const who = (index: number) => {
      const { first_name, last_name } = people[index] as (typeof people)[number];
      return {
        email: `${first_name}.${last_name}@${domain}`.toLowerCase(),
        name: `${first_name} ${last_name}`,
        domain,
      };
    };
    const access = await askPrivacy(key, { type: "access", ...who(0) });
    expect(access.text).toMatch(/calls_in_logs\D+1\b/);
    const erased = await times(2, (index) => askPrivacy(key, { type: "erasure", ...who(index) }));
    expect(erased.map(({ status }) => status)).toEqual([200, 200]);
    await env.DB.prepare("DELETE FROM suppressions").run();
    const left = await log();
    expect(left).not.toMatch(/Lindqvist|Holmgren/);
    expect(left).toContain("Runa Ekstrand");
  });
});

it("the operator finds a call of any organisation, and sees fresh against warm and the slowest sources", async () => {
  const { key, visitor, id } = await owner();
  const fresh = await callTool(key, "get_company", { domain: "thames-tea.example" });
  await pageOf(visitor, fresh);
  const operator = await signInOperator();
  const page = await operator.get(`/admin/calls?id=${requestId(fresh)}`);
  for (const text of ["get_company", id, "account object", "cache company_facts"]) expect(page.text).toContain(text);
  expect((await operator.get(`/admin/calls/${"f".repeat(32)}`)).text).toContain("No organisation has such a call");
  expect((await new Visitor().get(`/admin/calls/${requestId(fresh)}`)).text).not.toContain("get_company");
  const today = (await operator.get("/admin")).text;
  for (const text of ["Fresh", "Warm", "company sites", "The slowest sources"]) expect(today).toContain(text);
});
