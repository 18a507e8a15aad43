import { beforeAll, describe, expect, it } from "vitest";
import { ENTITY_FORMATS, type EntityFormat, entityConverter } from "../../../scripts/directory-formats/entities.ts";
import { ENTITY_COLUMNS } from "../../../src/operator/imports/columns.ts";
import { ADMIN, csvOf, IMPORTS, importCsv } from "../../support/directory-csv.ts";
import { callTool, request, richKey } from "../../support/harness.ts";

const format = (name: string) => ENTITY_FORMATS.find((one) => one.name === name) as EntityFormat;
const convert = (name: string, header: string, row: string) => {
  const converted = entityConverter(format(name), header.split(";"), "2026-11-01")?.(row.split(";"));
  return converted?.status === "converted"
    ? Object.fromEntries(ENTITY_COLUMNS.map((column, index) => [column, converted.values[index]]))
    : converted;
};
const GLEIF =
  "LEI;Entity.LegalName;Entity.LegalAddress.City;Entity.LegalAddress.Country;Entity.RegistrationAuthority.RegistrationAuthorityID;Entity.RegistrationAuthority.RegistrationAuthorityEntityID;Entity.EntityStatus;Entity.EntityCategory;Registration.RegistrationStatus";
const HOUSE = " CompanyName; CompanyNumber;RegAddress.PostTown;CompanyStatus;IncorporationDate;SICCode.SicText_1";

describe("open data of registers", () => {
  it.each([
    [
      "gleif",
      GLEIF,
      "5299000J2N45DDNE4Y28;Tidewater Looms B.V.;Delft;NL;RA000463;27248698;ACTIVE;GENERAL;ISSUED",
      {
        scheme: "LEI",
        number: "5299000J2N45DDNE4Y28",
        status: "active",
        other_scheme: "NL_KVK",
        other_number: "27248698",
      },
    ],
    [
      "companies-house",
      HOUSE,
      "TIDEWATER LOOMS LTD;00990011;LEITH;Active - Proposal to Strike off;03/02/1999;62012 - Software",
      { number: "00990011", status: "active", founded: "1999-02-03", city: "LEITH", industry_code: "62012" },
    ],
    [
      "companies-house",
      HOUSE,
      "X LTD;00990012;;Liquidation;;",
      { status: "in_liquidation", founded: "", country: "GB" },
    ],
    ["gleif", GLEIF, "L;OLA NORMANN;;NO;;;ACTIVE;SOLE_PROPRIETOR;ISSUED", { status: "skipped", reason: "sole trader" }],
    ["gleif", GLEIF, "L;X AS;;NO;;;ACTIVE;GENERAL;DUPLICATE", { status: "skipped", reason: "registration withdrawn" }],
  ])("%s", (name, header, row, expected) => {
    expect(convert(name, header, row)).toMatchObject(expected);
  });

  it("another file is not taken for the set", () => {
    expect(convert("gleif", "name;number", "X;1")).toBeUndefined();
  });
});

describe("imported entities", () => {
  let key = "";
  let importId = "";
  const rows = [
    ["scheme", "number", "name", "country", "status", "city", "other_scheme", "other_number", "observed_at"],
    [
      "LEI",
      "5299000J2N45DDNE4Y28",
      "Tidewater Looms B.V.",
      "NL",
      "active",
      "Delft",
      "NL_KVK",
      "27248698",
      "2026-11-01",
    ],
    ["GB_CRN", "00990011", "TIDEWATER LOOMS LTD", "GB", "active", "Leith", "", "", "2026-11-01"],
    ["GB_CRN", "00990013", "TIDEWATER LOOMS LTD", "GB", "dissolved", "Bath", "", "", "2026-11-01"],
    ["LEI", "5299000J2N45DDNE4Y29", "Wrong Digits Ltd", "GB", "active", "Bath", "", "", ""],
    ["GB_CRN", "1", "Short Ltd", "GB", "active", "Bath", "", "", ""],
    ["GB_CRN", "00990014", "", "GB", "active", "Bath", "", "", ""],
  ];
  beforeAll(async () => {
    key = await richKey();
  });

  it("go in by number, with a line for each that does not", async () => {
    const { status, body } = await importCsv("entities", csvOf(rows), { retention_days: "365" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ rows_ok: 3, rows_failed: 3 });
    expect(body.errors).toEqual([
      { line: 5, message: "the check digits of 5299000J2N45DDNE4Y29 are wrong" },
      { line: 6, message: '"1" is not a number of the scheme' },
      { line: 7, message: "there is no name" },
    ]);
    importId = body.import_id;
    const again = await importCsv("entities", csvOf(rows), { retention_days: "365", import_id: importId });
    expect(again.body).toMatchObject({ rows_ok: 3 });
  });

  it.each([
    [{ number: "00990011", country: "GB" }, "GB_CRN:00990011", "companies_house_import"],
    [{ number: "27248698", country: "NL" }, "LEI:5299000J2N45DDNE4Y28", "gleif_import"],
  ])("are found by number without the register's key: %j", async (asked, id, source) => {
    const { body } = await callTool(key, "resolve_company", asked);
    expect(body).toMatchObject({ company: { id, source }, ambiguous: false, observed_at: "2026-11-01T00:00:00.000Z" });
    expect(body.attribution).toContainEqual(expect.objectContaining({ source }));
  });

  it("are candidates by name, and never a winner", async () => {
    const { body } = await callTool(key, "resolve_company", { name: "Tidewater Looms", country: "GB" });
    expect(body).toMatchObject({ company: null, ambiguous: true });
    expect(body.candidates.map(({ id }: { id: string }) => id)).toEqual(["GB_CRN:00990011", "GB_CRN:00990013"]);
  });

  it("make a record field by field", async () => {
    const { body } = await callTool(key, "get_company", { id: "GB_CRN:00990011" });
    expect(body.fields.legal_name).toMatchObject({ value: "TIDEWATER LOOMS LTD", source: "companies_house_import" });
    expect(body.fields.legal_name.observed_at).toBe("2026-11-01T00:00:00.000Z");
  });

  it("a number that is not among them says nothing", async () => {
    const { body } = await callTool(key, "resolve_company", { number: "00990099", country: "GB" });
    expect(body).toMatchObject({ status: "partial", company: null, reason: "register_not_asked" });
    expect(body.incomplete).toMatchObject([{ source: "companies_house", reason: "not_configured" }]);
  });

  it("go out with their import", async () => {
    const { body } = await request(`${IMPORTS}/${importId}`, { method: "DELETE", headers: ADMIN });
    expect(body).toMatchObject({ entities: 3, companies: 0, people: 0 });
    const { body: after } = await callTool(key, "resolve_company", { name: "Tidewater Looms", country: "GB" });
    expect(after.candidates).toEqual([]);
  });
});
