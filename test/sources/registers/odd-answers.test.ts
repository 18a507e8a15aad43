import { describe, expect, it } from "vitest";
import { type LegalNumber, legalNumber } from "../../../src/readers/legal/legal-numbers.ts";
import type { RegisterClient } from "../../../src/sources/registers/ask-register.ts";
import { RegisterUnavailable } from "../../../src/sources/registers/ask-register.ts";
import type { Register } from "../../../src/sources/registers/register.ts";
import { registerNamed } from "../../../src/sources/registers/registers.ts";
import { clientOf, find } from "../../support/register-client.ts";
import { sourceContext } from "../../support/source-context.ts";

describe("Norway's branches", () => {
  const branch = { organisasjonsnummer: "999100244", navn: "NORDLYS AS AVD BODØ", overordnetEnhet: "999100104" };
  const unit = (kode: string) => ({
    organisasjonsnummer: "999100104",
    navn: "NORDLYS AS",
    organisasjonsform: { kode },
  });

  it("stand for the legal entity above them", async () => {
    const answers = { "/underenheter/": branch, "/enheter/999100104": unit("AS") };
    expect(await find("brreg", "NO_ORGNR", "999100244", answers)).toMatchObject({
      id: "NO_ORGNR:999100104",
      name: "NORDLYS AS",
      otherNumbers: [{ number: "999100244" }],
    });
  });

  it("of sole traders, who are private persons, are not shown", async () => {
    const answers = { "/underenheter/": branch, "/enheter/999100104": unit("ENK") };
    expect(await find("brreg", "NO_ORGNR", "999100244", answers)).toBeNull();
  });
});

it("Norwegian firms have their former names", async () => {
  const unit = { organisasjonsnummer: "999100104", navn: "NORDLYS AS", historiskeNavn: [{ navn: "Polarlys AS" }] };
  expect(await find("brreg", "NO_ORGNR", "999100104", { "/enheter/": unit })).toMatchObject({
    formerNames: ["Polarlys AS"],
  });
});

it.each([
  [true, ["NO999100104"]],
  [false, []],
])("Norwegian firms have a VAT number when registered for VAT: %s", async (registrertIMvaregisteret, numbers) => {
  const unit = { organisasjonsnummer: "999100104", navn: "NORDLYS AS", registrertIMvaregisteret };
  const found = await find("brreg", "NO_ORGNR", "999100104", { "/enheter/": unit });
  expect(found?.otherNumbers.map(({ number }) => number)).toEqual(numbers);
});

it("Finnish sole traders, who are private persons, are not shown", async () => {
  const firm = { businessId: { value: "0112038-9" }, names: [{ type: "1", name: "Tmi Lumi" }] };
  const look = (type: string) =>
    find("prh", "FI_YTUNNUS", "01120389", { "?businessId=": { companies: [{ ...firm, companyForms: [{ type }] }] } });
  expect(await look("26")).toBeNull();
  expect(await look("16")).toMatchObject({ name: "Tmi Lumi" });
});

it("the register's own address is not the office of a British firm", async () => {
  const firm = {
    company_number: "13160226",
    company_name: "LUMI LTD",
    registered_office_address: {
      address_line_1: "4385",
      address_line_2: "13160226 - COMPANIES HOUSE DEFAULT ADDRESS",
      locality: "Cardiff",
    },
  };
  expect(await find("companies_house", "GB_CRN", "13160226", { "/company/": firm })).toMatchObject({ address: null });
});

it.each([
  ["KONK", "insolvent"],
  ["SANE", "insolvent"],
  ["SELTILA", "in_liquidation"],
])("Finland's situation %s is %s", async (type, status) => {
  const names = [{ type: "1", name: "Lumi Oy" }];
  const firm = { businessId: { value: "0112038-9" }, names, companySituations: [{ type }] };
  expect(await find("prh", "FI_YTUNNUS", "01120389", { "?businessId=": { companies: [firm] } })).toMatchObject({
    status,
    employees: null,
  });
});

it.each([
  ["LUMI SPÓŁKA AKCYJNA", {}, "LUMI SPÓŁKA AKCYJNA", "active"],
  ["LUMI SPÓŁKA AKCYJNA W LIKWIDACJI", {}, "LUMI SPÓŁKA AKCYJNA", "in_liquidation"],
  ["LUMI SPÓŁKA AKCYJNA W UPADŁOŚCI LIKWIDACYJNEJ", {}, "LUMI SPÓŁKA AKCYJNA", "insolvent"],
  ["LUMI SPÓŁKA AKCYJNA", { likwidacja: {} }, "LUMI SPÓŁKA AKCYJNA", "in_liquidation"],
  ["LUMI SPÓŁKA AKCYJNA", { postepowanieRestrukturyzacyjne: [{}] }, "LUMI SPÓŁKA AKCYJNA", "insolvent"],
])("Poland's %s with section 6 %j", async (nazwa, dzial6, name, status) => {
  const odpis = {
    naglowekA: { numerKRS: "0000028860", dataRejestracjiWKRS: "01.02.2010" },
    dane: { dzial1: { danePodmiotu: { nazwa } }, dzial6 },
  };
  const found = await find("krs", "PL_KRS", "0000028860", { "0000028860": { odpis } });
  expect(found).toMatchObject({ name, status, founded: "2010-02-01" });
});

describe("Danish contacts and addresses", () => {
  const now = { gyldigFra: "2010-01-01", gyldigTil: null };
  const then = { gyldigFra: "2001-01-01", gyldigTil: "2009-12-31" };
  const firm = (more: object) => ({
    cvrNummer: 24256790,
    virksomhedMetadata: {
      nyesteNavn: { navn: "Lumi A/S" },
      sammensatStatus: "Aktiv",
      nyesteBeliggenhedsadresse: { vejnavn: "Havnevej", husnummerFra: 12, bogstavFra: "B", postnummer: 8000 },
    },
    ...more,
  });
  const ask = (more: object) =>
    find("cvr", "DK_CVR", "24256790", { _search: { hits: { hits: [{ _source: { Vrvirksomhed: firm(more) } }] } } });

  it("have the letter of the house", async () => {
    expect(await ask({})).toMatchObject({ address: { street: "Havnevej 12B" }, phone: null, status: "active" });
  });

  it("are those of today, and none that is secret", async () => {
    const old = { kontaktoplysning: "11111111", hemmelig: false, periode: then };
    const open = { kontaktoplysning: "22222222", hemmelig: false, periode: now };
    expect(await ask({ telefonNummer: [old] })).toMatchObject({ phone: null });
    expect(await ask({ telefonNummer: [old, open] })).toMatchObject({ phone: "22222222" });
    expect(await ask({ telefonNummer: [{ ...open, hemmelig: true }] })).toMatchObject({ phone: null });
    const mail = { ...open, kontaktoplysning: "info@lumi.example" };
    expect(await ask({ elektroniskPost: [mail] })).toMatchObject({ email: "info@lumi.example" });
  });
});

describe("Czech head counts", () => {
  const firm = { ico: "45274649", obchodniJmeno: "Vltava a.s.", pravniForma: "121" };
  const classed = (code: unknown, isPrimary = true) => ({
    primarniZaznam: isPrimary,
    statistickeUdaje: { kategoriePoctuPracovniku: code },
  });

  it.each([
    ["110", { state: "value", min: 0, max: 0 }],
    ["240", { state: "band", min: 50, max: 99 }],
    [340, { state: "band", min: 500, max: 999 }],
    ["510", { state: "band", min: 10_000, max: null }],
    ["000", { state: "absent" }],
    [null, { state: "absent" }],
  ])("of class %s", async (code, employees) => {
    const zaznamy = [classed("120", false), classed(code)];
    const answers = { "subjekty-res/": { zaznamy }, "ekonomicke-subjekty/": firm };
    expect(await find("ares", "CZ_ICO", "45274649", answers)).toMatchObject({ employees });
  });

  it("are unavailable, not absent, while the statistical register is busy", async () => {
    const answers = { "subjekty-res/": new RegisterUnavailable("busy", 30), "ekonomicke-subjekty/": firm };
    expect(await find("ares", "CZ_ICO", "45274649", answers)).toMatchObject({ employees: { state: "unavailable" } });
  });
});

describe("Denmark", () => {
  const firm = (metadata: Record<string, unknown>) => ({
    hits: {
      hits: [
        {
          _source: {
            Vrvirksomhed: {
              cvrNummer: 24256790,
              virksomhedMetadata: { nyesteNavn: { navn: "Sund A/S" }, ...metadata },
            },
          },
        },
      ],
    },
  });
  const look = (metadata: Record<string, unknown>) => find("cvr", "DK_CVR", "24256790", { _search: firm(metadata) });

  it.each([
    ["ANTAL_0_0", { state: "value", min: 0, max: 0 }],
    ["ANTAL_2_4", { state: "band", min: 2, max: 4 }],
    ["ANTAL_1000_999999", { state: "band", min: 1000, max: null }],
    [null, { state: "absent" }],
  ])("has a head count of %s", async (intervalKodeAntalAnsatte, employees) => {
    const nyesteMaanedsbeskaeftigelse = { aar: 2026, maaned: 3, intervalKodeAntalAnsatte, antalAnsatte: null };
    expect(await look({ nyesteMaanedsbeskaeftigelse })).toMatchObject({ employees });
  });

  it("has several series of head counts: the newest counts", async () => {
    const found = await look({
      nyesteAarsbeskaeftigelse: { aar: 2013, antalAnsatte: 12 },
      nyesteErstMaanedsbeskaeftigelse: { aar: 2026, maaned: 7, antalAnsatte: 81 },
      nyesteMaanedsbeskaeftigelse: { aar: 2019, maaned: 12, antalAnsatte: 40 },
    });
    expect(found).toMatchObject({ employees: { state: "value", min: 81, asOf: "2026-07" } });
  });

  it.each([
    ["UNDER TVANGSOPLØSNING", "in_liquidation"],
    ["TVANGSOPLØST", "dissolved"],
    ["UNDER KONKURS", "insolvent"],
    ["OPLØST EFTER KONKURS", "dissolved"],
    ["NORMAL", "active"],
  ])("%s is %s", async (sammensatStatus, status) => {
    expect(await look({ sammensatStatus })).toMatchObject({ status });
  });
});

it("French roles are those of the firm asked for, not of the first hit", async () => {
  const results = [{ siren: "999999999", dirigeants: [{ nom: "X", prenoms: "Y", qualite: "Gérant" }] }];
  const number = legalNumber("FR_SIREN", "552120222") as LegalNumber;
  expect(await registerNamed("recherche_entreprises")?.listRoles?.(clientOf({ "?q=": { results } }), number)).toEqual(
    [],
  );
});

it("ARES refuses a name with too many hits: that is not 'not found'", async () => {
  const client: RegisterClient = {
    context: sourceContext(),
    ask: async () => ({ httpStatus: 400, body: { subKod: "VYSTUP_PRILIS_MNOHO_VYSLEDKU" }, text: "" }),
  };
  await expect((registerNamed("ares") as Register).rowsOfName?.(client, "Stavby")).rejects.toThrow(RegisterUnavailable);
});
