import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import page from "../../../docs/registers.md?raw";
import { readConfig } from "../../../src/config.ts";
import { legalNumber } from "../../../src/readers/legal/legal-numbers.ts";
import type { Register } from "../../../src/sources/registers/register.ts";
import { Inquiry, REGISTERS, registerNamed } from "../../../src/sources/registers/registers.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const register = (name: string) => registerNamed(name) as Register;
const numberOf = (scheme: string, text: string) => {
  const number = legalNumber(scheme, text);
  if (!number) throw new Error(`${scheme} ${text} is no number`);
  return number;
};
const KEYS = {
  COMPANIES_HOUSE_API_KEY: "companies-house-key",
  CVR_USER: "u",
  CVR_PASSWORD: "p",
  BOLAGSVERKET_CLIENT_ID: "i",
  BOLAGSVERKET_CLIENT_SECRET: "s",
};
const inquire = () => new Inquiry(sourceContext({ config: { ...readConfig(env), ...KEYS } }));

describe("a record of each register in one shape", () => {
  it.each([
    [
      "brreg",
      "NO_ORGNR",
      "999100104",
      {
        name: "NORDLYS AS",
        status: "active",
        employees: { state: "value", min: 75, max: 75, asOf: "2026-09-14" },
        founded: "1998-03-02",
        address: { postalCode: "9008", city: "TROMSØ", country: "NO" },
        codes: [{ scheme: "SN2025", code: "27.400", level: "class" }],
      },
    ],
    ["brreg", "NO_ORGNR", "999100198", { employees: { state: "withheld", min: 1, max: 4 } }],
    [
      "brreg",
      "NO_ORGNR",
      "999100236",
      { status: "dissolved", statusSince: "2019-05-01", employees: { state: "absent" } },
    ],
    [
      "recherche_entreprises",
      "FR_SIREN",
      "990100208",
      {
        name: "LUMIERE LYON",
        otherNames: ["LUMI"],
        employees: { state: "band", min: 50, max: 99, asOf: "2024" },
        codes: [{ scheme: "NAF2008", code: "27.40Z", label: "Manufacture of electrical equipment", level: "division" }],
      },
    ],
    [
      "recherche_entreprises",
      "FR_SIREN",
      "990100224",
      { status: "dissolved", address: null, employees: { state: "value", min: 0, max: 0 } },
    ],
    ["recherche_entreprises", "FR_SIREN", "990100216", { employees: { state: "absent" } }],
    [
      "prh",
      "FI_YTUNNUS",
      "99001002",
      {
        name: "Saimaa Boats Oy",
        otherNames: ["Saimaa"],
        website: "www.saimaa.example",
        employees: null,
        codes: [{ scheme: "TOL", label: "Building of pleasure boats" }],
      },
    ],
    ["prh", "FI_YTUNNUS", "99001010", { name: "Lahden Vene Oy", formerNames: ["Saimaa Boats Oy"] }],
    [
      "ares",
      "CZ_ICO",
      "88010104",
      {
        employees: { state: "band", min: 25, max: 49, asOf: "2026-05-01" },
        codes: [{ code: "32200", label: "Other manufacturing", level: "division" }],
      },
    ],
    [
      "companies_house",
      "GB_CRN",
      "09910101",
      {
        name: "THAMES TEA LTD",
        formerNames: ["RIVER TEA LTD"],
        employees: null,
        codes: [{ scheme: "UK-SIC2007", code: "10831", level: "division" }],
      },
    ],
    [
      "cvr",
      "DK_CVR",
      "99010118",
      {
        name: "Øresund Cykler ApS",
        employees: { state: "band", min: 50, max: 99, asOf: "2026-08" },
        address: { postalCode: "1058" },
      },
    ],
    ["bolagsverket", "SE_ORGNR", "5599010104", { name: "Mälaren Glas AB", status: "active", form: null }],
    ["gleif", "LEI", "9999009900DEMO000183", { name: "NORDLYS AS", country: "NO", status: "active" }],
    ["vies", "IT_VAT", "IT00484960588", { name: "TEVERE MOTORI S.P.A." }],
  ])("%s %s %s", async (name, scheme, number, expected) => {
    const record = await inquire().byNumber(register(name), numberOf(scheme, number));
    expect(record).toMatchObject(expected);
    expect(JSON.stringify(record)).not.toMatch(/\b1970\b|NON-DIFFUSIBLE|Française/);
  });

  it.each([
    ["brreg", "NO_ORGNR", "999100287"],
    // Removed on legal grounds: 410.
    ["brreg", "NO_ORGNR", "999100244"],
    // Masked: the firm objects to being shown.
    ["recherche_entreprises", "FR_SIREN", "990100232"],
    ["recherche_entreprises", "FR_SIREN", "990100273"],
    ["prh", "FI_YTUNNUS", "99001088"],
    ["ares", "CZ_ICO", "88010112"],
    ["companies_house", "GB_CRN", "00000019"],
    ["gleif", "LEI", "9999009900DEMO000474"],
    ["vies", "FR_VAT", "FR12990100208"],
  ])("%s %s %s is not found", async (name, scheme, number) => {
    const inquiry = inquire();
    expect(await inquiry.byNumber(register(name), numberOf(scheme, number))).toBeNull();
    expect(inquiry).toMatchObject({ looked: 1, isWithheld: false, incomplete: [] });
  });

  it("a valid number whose holder the register does not name is withheld", async () => {
    const inquiry = inquire();
    expect(await inquiry.lookUp(numberOf("DE_VAT", "DE999010107"))).toBeNull();
    expect(inquiry).toMatchObject({ looked: 1, isWithheld: true, incomplete: [] });
  });

  it.each([
    ["brreg", "NO_ORGNR", "999100252", 2],
    ["recherche_entreprises", "FR_SIREN", "990100240", 1],
    // A busy member state says "not valid" as well.
    ["vies", "AT_VAT", "ATU14189108", 60],
    ["white_list", "PL_NIP", "5250007738", 3600],
  ])(
    "%s %s %s is unavailable, which is not 'not found', and not kept",
    async (name, scheme, number, retryAfterSeconds) => {
      const inquiry = inquire();
      expect(await inquiry.byNumber(register(name), numberOf(scheme, number))).toBeUndefined();
      expect(inquiry.looked).toBe(0);
      expect(inquiry.incomplete).toEqual([{ source: name, reason: "unavailable", retry_after: retryAfterSeconds }]);
    },
  );

  it("holds the whole queue of a host for as long as its Retry-After says", async () => {
    await env.RATE_LIMITER.getByName("host:data.brreg.no").pace(60_000, Number.MAX_SAFE_INTEGER);
    const before = await fetchedFrom("data.brreg.no");
    const inquiry = inquire();
    expect(await inquiry.byNumber(register("brreg"), numberOf("NO_ORGNR", "999100295"))).toBeUndefined();
    expect(inquiry.incomplete).toMatchObject([{ source: "brreg", reason: "unavailable" }]);
    expect(await fetchedFrom("data.brreg.no")).toEqual(before);
    await env.RATE_LIMITER.getByName("host:data.brreg.no").pace(-1e9, Number.MAX_SAFE_INTEGER);
  });

  it("is not asked without its variables", async () => {
    const inquiry = new Inquiry(sourceContext());
    expect(await inquiry.byNumber(register("companies_house"), numberOf("GB_CRN", "09910102"))).toBeUndefined();
    expect(inquiry.looked).toBe(0);
    const detail = expect.stringContaining("COMPANIES_HOUSE_API_KEY");
    expect(inquiry.incomplete).toEqual([{ source: "companies_house", reason: "not_configured", detail }]);
    expect(await fetchedFrom("api.company-information.service.gov.uk")).not.toContainEqual(
      expect.stringContaining("09910102"),
    );
  });
});

it.each([
  ["brreg", "NO_ORGNR", "999100104", [{ name: "Kari Berg", role: "Daglig leder", since: "2021-02-03" }]],
  ["recherche_entreprises", "FR_SIREN", "990100208", [{ name: "Anne Moreau", role: "Présidente", since: null }]],
  ["ares", "CZ_ICO", "88010104", [{ name: "JAN NOVÁK", role: "jednatel", since: "2010-01-01" }]],
  ["companies_house", "GB_CRN", "09910101", [{ name: "Imogen Hartley", role: "director", since: "2015-01-02" }]],
  ["sec", "US_CIK", "0000000005", [{ name: "Marta Quill", role: "Executive Officer", since: null }]],
])("roles at %s: only present ones, only people, no birth dates, never kept", async (name, scheme, number, roles) => {
  expect(await inquire().roles(register(name), numberOf(scheme, number))).toEqual(roles);
  const kept = await env.DATA.prepare("SELECT count(*) AS n FROM source_cache WHERE data_json LIKE ?")
    .bind(`%${roles[0]?.name}%`)
    .first("n");
  expect(kept).toBe(0);
});

it("finds firms by the domain they gave, in whatever spelling", async () => {
  const found = await inquire().search(register("brreg"), "domain", "nordlys.example");
  expect(found).toMatchObject([{ id: "NO_ORGNR:999100104" }]);
  expect(await inquire().search(register("cvr"), "domain", "oresund.example")).not.toEqual([]);
});

it("finds names where a register has them, in its own order", async () => {
  const found = await inquire().search(register("brreg"), "name", "Nordlys");
  expect(found?.[0]?.name).toBe("NITO NORDLYS");
});

it("asks VIES about firms whose registers are closed", async () => {
  expect(await inquire().lookUp(numberOf("IT_PIVA", "00484960588"))).toMatchObject({ register: "vies" });
});

it("tells parents by LEI", async () => {
  expect(await inquire().parents("9999009900DEMO000183")).toMatchObject({
    direct: { lei: "9999009900DEMO000280", name: "NORDLYS HOLDING ASA" },
  });
});

it("docs/registers.md names every register with its licence and variables", () => {
  for (const { name, licence, variables = [] } of REGISTERS) {
    const line = page.split("\n").find((text) => text.startsWith(`| \`${name}\` |`)) ?? "";
    expect(line, name).toContain(licence);
    for (const variable of variables) expect(line, name).toContain(variable);
  }
});
