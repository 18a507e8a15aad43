import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { recordDisclosures } from "../../src/privacy/disclosures.ts";
import { callTool, organisationOf, richKey } from "../support/harness.ts";
import { askPrivacy } from "../support/privacy-request.ts";
import { siteObject } from "../support/sites.ts";

const DOMAIN = "acme-robotics.example";
const ADA = { email: "ada.brandt@acme-robotics.example", name: "Ada Brandt", domain: DOMAIN };

let keys: string[] = [];
beforeAll(async () => {
  keys = await Promise.all([richKey(), richKey()]);
});
const told = async () => {
  const { text } = await askPrivacy(keys[0] ?? "", { type: "access", ...ADA });
  return text;
};

it("a person learns to whom which page about them was shown, in one row for each recipient", async () => {
  const [first = "", second = ""] = keys;
  await callTool(first, "get_email", { name: ADA.name, domain: DOMAIN });
  await callTool(first, "get_email", { name: ADA.name, domain: DOMAIN });
  await callTool(second, "list_network_company_employees", { domain: DOMAIN });
  await expect.poll(told).toMatch(/list_network_company_employees/);
  const text = await told();
  expect(text).toContain("https://acme-robotics.example/team");
  expect(text).not.toContain(await organisationOf(first));
  expect(text.match(/last_told_at/g)).toHaveLength(2);
});

it("an answer without the person leaves no row, and 10,000 people leave a hundred", async () => {
  const context = { env, config: readConfig(env), caller: { organisationId: "o", plan: "free" as const } };
  const employees = Array.from({ length: 10_000 }, (_, index) => ({
    name: `Nora ${String.fromCharCode(97 + (index % 26))}${"abcdefghij"[Math.floor(index / 26) % 10]}ekdal`,
    title: "CEO",
  }));
  await recordDisclosures(context, "list", { domain: "crowd.example" }, { employees, evidence: [] });
  await recordDisclosures(context, "get_email", { domain: "nothing.example", name: "Ada" }, { email: null });
  await recordDisclosures(
    { ...context, config: readConfig({ ...env, DISCLOSURES: "off" }) },
    "list",
    {},
    {
      domain: "off.example",
      employees,
    },
  );
  const rows = await Promise.all(["crowd", "nothing", "off"].map((name) => rowsOf(`${name}.example`)));
  expect(rows).toEqual([100, 0, 0]);
});

it("an erasure deletes them, and an objection ends them", async () => {
  const [first = ""] = keys;
  expect(await told()).toContain("last_told_at");
  await askPrivacy(first, { type: "erasure", ...ADA });
  await callTool(first, "get_email", { name: ADA.name, domain: DOMAIN });
  await callTool(first, "list_network_company_employees", { domain: DOMAIN });
  await new Promise((wait) => setTimeout(wait, 200));
  expect(await told()).not.toContain("last_told_at");
});

async function rowsOf(domain: string): Promise<number> {
  const { runInDurableObject } = await import("cloudflare:test");
  return runInDurableObject(siteObject(domain), (_, { storage }) => {
    const has = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'facts'").toArray().length > 0;
    return has ? storage.sql.exec("SELECT 1 FROM facts WHERE kind LIKE 'told %'").toArray().length : 0;
  });
}
