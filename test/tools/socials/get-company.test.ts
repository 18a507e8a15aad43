import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { suppress } from "../../../src/privacy/suppressions.ts";
import { parseName } from "../../../src/readers/names/person-name.ts";
import { Document } from "../../../src/readers/page/document.ts";
import { withoutHiddenOwners } from "../../../src/sources/companies/find-entity.ts";
import { callTool, requestWith, richKey } from "../../support/harness.ts";

let key = "";
beforeAll(async () => {
  key = await richKey();
});
const get = (body: object) => callTool(key, "get_company", body);

describe("a company record", () => {
  it("splits each page of the site into tags once, whatever number of sources reads it", async () => {
    const parse = vi.spyOn(Document, "parse");
    await get({ domain: "nordlys.example" });
    const parsed = parse.mock.calls.map(([, url]) => url.href);
    parse.mockRestore();
    expect(parsed).toContain("https://nordlys.example/");
    expect(parsed.length).toBeGreaterThan(1);
    expect(parsed.toSorted()).toEqual([...new Set(parsed)].toSorted());
  });

  it("takes an id in any case, with spaces", async () => {
    const { body } = await get({ id: "no_orgnr: 999 100 104", fields: ["legal_name"] });
    expect(body).toMatchObject({ id: "NO_ORGNR:999100104", status: "ok" });
  });

  it("states what a sole trader's pages say in words, with the page", async () => {
    const { body } = await get({ domain: "klussen.example" });
    expect(body).toMatchObject({ status: "ok", id: "NL_KVK:92755089", ambiguous: false });
    const { number, country, city, office_address: address, phone } = body.fields;
    expect(number).toMatchObject({ value: { scheme: "NL_KVK", number: "92755089" }, source: "own_legal_page" });
    expect([country.value, city.value]).toEqual(["NL", "Rotterdam"]);
    expect(address).toMatchObject({ value: "Kade 11, 3011 BD Rotterdam", source: "own_site", confidence: 0.8 });
    expect(phone).toMatchObject({ value: "+31 10 102 0304", evidence: [{ url: "https://klussen.example/contact" }] });
    expect(body.fields).not.toHaveProperty("legal_name");
    // The richer of two nodes does not have it.
    expect(body.fields.business_since.value).toBe("2011");
  });

  it("does not have the name of a sole trader who is on the suppression list", async () => {
    const context = { env, config: readConfig(env) };
    const site = (name: string) => ({ record: null, site: { name, numbers: [], seen: [], confidence: 0.75 } }) as never;
    const look = (name: string) => ({ winner: site(name), candidates: [site(name)], reason: null });
    const name = parseName("Nora Falk");
    if (!name) throw new Error("no name");
    await suppress(context, [{ kind: "person", name, domain: "falk.example" }]);
    const hidden = await withoutHiddenOwners(context, "falk.example", look("Nora Falk"));
    expect(hidden).toMatchObject({ winner: null, candidates: [], reason: "no_legal_entity_on_site" });
    for (const other of ["Nora Falk GmbH", "Tom Roth"]) {
      const shown = await withoutHiddenOwners(context, "falk.example", look(other));
      expect(shown.candidates.length, other).toBe(1);
    }
  });

  it.each([
    ["tevere.example", "IT00484960588", "vies"],
    ["arno.example", "IT01654010345", "own_legal_page"],
  ])("has the VAT number of an Italian firm, which its site gives as P.IVA: %s", async (domain, number, source) => {
    const { body } = await get({ domain, fields: ["vat_number"] });
    expect(body.fields.vat_number).toMatchObject({ value: { scheme: "IT_VAT", number }, source });
  });

  it("has proof for every field, and shows where sources disagree", async () => {
    const { status, body, headers } = await get({ domain: "nordlys.example" });
    expect(status).toBe(200);
    expect(headers.get("X-Tokens-Charged")).toBe("3");
    expect(body).toMatchObject({
      domain: "nordlys.example",
      id: "NO_ORGNR:999100104",
      status: "ok",
      ambiguous: false,
      source: "brreg",
    });
    const { fields } = body;
    expect(fields.legal_name).toMatchObject({ value: "NORDLYS AS", source: "brreg", confidence: 0.99 });
    expect(fields.number.value).toEqual({ scheme: "NO_ORGNR", number: "999100104", country: "NO" });
    expect(fields.status.value).toEqual({ state: "active", since: null });
    expect(fields.industry.value).toMatchObject({ scheme: "SN2025", code: "27.400" });
    expect(fields.head_count.value).toEqual({
      state: "value",
      min: 75,
      max: 75,
      as_of: "2026-09-14",
      band: "51-200",
      of: "legal_unit",
    });
    // The legal unit is younger than the business.
    expect(fields.founded.value).toBe("1998-03-02");
    expect(fields.business_since.value).toBe("1974");
    expect(fields.lei.value).toBe("9999009900DEMO000183");
    expect(fields.parents.value.direct).toMatchObject({ name: "NORDLYS HOLDING ASA" });
    expect(fields.socials.value).toEqual({
      linkedin: "https://www.network.example/company/nordlys-as",
      x: "https://x.com/nordlys",
      github: "https://github.com/nordlys",
      youtube: "https://www.youtube.com/@nordlys",
      facebook: "https://www.facebook.com/nordlys",
    });
    expect(fields.logo.value).toBe("https://nordlys.example/logo.svg");
    expect(fields.feeds.value).toEqual(["https://nordlys.example/feed.xml"]);
    expect(fields.careers_page.value).toBe("https://nordlys.example/careers");
    for (const [name, field] of Object.entries<any>(fields)) {
      expect(field.evidence.length, name).toBeGreaterThan(0);
      expect(Date.parse(field.observed_at), name).toBeGreaterThan(0);
    }
    expect(fields).not.toHaveProperty("officers");
    expect(body.attribution.map(({ source }: { source: string }) => source)).toEqual(["brreg", "gleif"]);
  });

  it("names officers only when asked, without those on the suppression list", async () => {
    const asked = { domain: "nordlys.example", fields: ["officers", "legal_name"] };
    const { body, text } = await get(asked);
    expect(Object.keys(body.fields).sort()).toEqual(["legal_name", "officers"]);
    expect(body.fields.officers.value).toEqual([{ name: "Kari Berg", role: "Daglig leder", since: "2021-02-03" }]);
    expect(text).not.toMatch(/\b1970\b|Ola Dahl/);
    const name = parseName("Kari Berg");
    if (!name) throw new Error("no name");
    await suppress({ env, config: readConfig(env) }, [{ kind: "person", name, domain: "nordlys.example" }]);
    const after = await get(asked);
    expect(after.body.fields).not.toHaveProperty("officers");
    expect(after.text).not.toContain("Kari");
  });

  it("keeps withheld, absent and unknown head counts apart", async () => {
    const headCount = async (id: string) => (await get({ id, fields: ["head_count"] })).body;
    expect((await headCount("NO_ORGNR:999100198")).fields.head_count.value).toMatchObject({
      state: "withheld",
      min: 1,
      max: 4,
      band: null,
    });
    expect((await headCount("FR_SIREN:990100216")).fields.head_count.value).toMatchObject({
      state: "absent",
      min: null,
    });
    expect((await headCount("FR_SIREN:990100208")).fields.head_count.value).toMatchObject({
      state: "band",
      min: 50,
      max: 99,
      as_of: "2024",
      band: "51-200",
    });
    expect((await headCount("FI_YTUNNUS:99001002")).missing).toEqual({ head_count: "register_has_no_head_count" });
  });

  it("leaves the legal fields out when several entities fit", async () => {
    const { body } = await get({ domain: "fjordgruppen.example" });
    expect(body).toMatchObject({ ambiguous: true, id: null, missing: { legal_name: "several_entities_or_no_proof" } });
    expect(body.candidates.length).toBe(6);
    expect(body.fields).not.toHaveProperty("number");
    expect(body.fields.name.value).toBe("Fjordgruppen");
  });

  it("says what the site says where no register can be asked", async () => {
    const { body } = await get({
      domain: "spree-software.example",
      fields: ["legal_name", "number", "vat_number", "form"],
    });
    expect(body.fields).toMatchObject({
      legal_name: { value: "Spree Software GmbH" },
      vat_number: { value: { number: "DE999010107" }, source: "own_legal_page" },
    });
  });

  it("is not found for a parking page", async () => {
    const { body } = await get({ domain: "parked.example" });
    expect(body).toMatchObject({ status: "not_found", reason: "domain_is_parked", fields: {} });
  });

  it("does not say not_found of a site that could not be read", async () => {
    const { body, headers } = await get({ domain: "failing.example", fields: ["legal_name"] });
    expect(body).toMatchObject({
      status: "partial",
      reason: "site_not_read",
      missing: { legal_name: "site_not_read" },
    });
    expect(headers.get("x-tokens-charged")).toBe("0");
  });

  it.each([
    [{}, "domain"],
    [{ id: "nonsense" }, "id"],
    [{ id: "nonsense", domain: "nordlys.example" }, "id"],
    [{ id: "NO_ORGNR:999100105" }, "id"],
    [{ domain: "nordlys.example", fields: ["birthday"] }, "fields.0"],
    [{ domain: "gmail.com" }, "domain"],
  ])("%j is refused and names its field", async (input, path) => {
    const { status, body } = await get(input);
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe(path);
  });

  it("is 501 for a register that is not configured, and names the variable", async () => {
    const { status, body } = await get({ id: "GB_CRN:09910101" });
    expect(status).toBe(501);
    expect(body.detail).toContain("COMPANIES_HOUSE_API_KEY");
    const keyed = await requestWith({ COMPANIES_HOUSE_API_KEY: "companies-house-key" }, "/api/v0/get_company", {
      method: "POST",
      body: JSON.stringify({ id: "GB_CRN:09910101" }),
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(keyed.body.fields.legal_name.value).toBe("THAMES TEA LTD");
  });
});

describe("get_network_company stands on it", () => {
  it("fills what the home page does not say from the register", async () => {
    const { body } = await callTool(key, "get_network_company", { domain: "nordlys.example" });
    expect(body).toMatchObject({
      name: "Nordlys",
      url: "https://www.network.example/company/nordlys-as",
      size_band: "51-200",
      country: "NO",
      city: "TROMSØ",
      founded_year: 1974,
      sources: { name: "own_site", size_band: "brreg" },
    });
  });
});
