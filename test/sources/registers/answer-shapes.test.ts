import { describe, expect, it } from "vitest";
import { find } from "../../support/register-client.ts";

describe("VIES", () => {
  const look = (number: string, name: string, address = "---") =>
    find("vies", `${number.slice(0, 2)}_VAT`, number, {
      "/vat/": { isValid: true, userError: "VALID", name, address },
    });

  it.each([
    ["BE0403170701", "NV LUMI ENERGIE", "LUMI ENERGIE NV"],
    ["BE0403170701", 'SRL "LES LUMIERES"', "LES LUMIERES SRL"],
    ["FR29528163777", "SA LUMI", "LUMI SA"],
    ["FR29528163777", "S.A.S. LUMI FRANCE", "LUMI FRANCE S.A.S."],
    ["LV40003032949", 'Sabiedrība ar ierobežotu atbildību "LUMI"', 'Sabiedrība ar ierobežotu atbildību "LUMI"'],
    ["SI80040306", "LUMI, tovarna luči, d.d., Novo mesto", "LUMI, tovarna luči, d.d."],
    ["EL094019245", "ΛΟΥΜΙ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ", "ΛΟΥΜΙ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ"],
    ["BG121699202", "ЛУМИ ТЕХ - ЕООД", "ЛУМИ ТЕХ - ЕООД"],
    ["HU10625790", "LUMI KORLÁTOLT FELELŐSSÉGŰ TÁRSASÁG", "LUMI KORLÁTOLT FELELŐSSÉGŰ TÁRSASÁG"],
  ])("%s is held by a firm, %s", async (number, given, name) => {
    expect(await look(number, given)).toMatchObject({ name });
  });

  it("Greek firms have a trade name behind the legal one, and the ISO code of their country", async () => {
    expect(await look("EL094019245", "ΛΟΥΜΙ ΑΕ||ΛΟΥΜΙ", "ΛΕΩΦ ΦΩΤΟΣ 99 \n15124 - ΜΑΡΟΥΣΙ")).toMatchObject({
      name: "ΛΟΥΜΙ ΑΕ",
      otherNames: ["ΛΟΥΜΙ"],
      country: "GR",
      address: { postalCode: "15124", city: "ΜΑΡΟΥΣΙ", country: "GR" },
    });
  });

  it.each(["DUPONT JEAN", "SAMSON MARIE", "NVARD SA BELLE"])("%s may be a private person", async (name) => {
    expect(await look("BE0403170701", name)).toBeNull();
  });

  it.each([
    ["IT00484960588", "VIALE LUMI 137 \n00198 ROMA RM\n", "VIALE LUMI 137", "00198", "ROMA RM"],
    ["PL7740001454", "ŚWIETLNA 7\n09-411 PŁOCK", "ŚWIETLNA 7", "09-411", "PŁOCK"],
    ["NL821218833B01", "\nLUMIWEG 00238\n1101CM AMSTERDAM\n", "LUMIWEG 238", "1101CM", "AMSTERDAM"],
    ["ATU14189108", "Am Licht 1\nAT-5330 Fuschl am See", "Am Licht 1", "5330", "Fuschl am See"],
    [
      "CZ27082440",
      "Světelná 1\nPRAHA 7 - HOLEŠOVICE\n170 00  PRAHA 7",
      "Světelná 1, PRAHA 7 - HOLEŠOVICE",
      "170 00",
      "PRAHA 7",
    ],
    ["SK2020317068", "Svetlá 40\n81109 Bratislava\nSlovensko", "Svetlá 40", "81109", "Bratislava"],
    ["SI80267432", "Lumijeva cesta 50, 1000 LJUBLJANA", "Lumijeva cesta 50", "1000", "LJUBLJANA"],
    ["EE100594102", "Lumi tn 22   11318 Tallinn", "Lumi tn 22", "11318", "Tallinn"],
    ["LU22850926", "38, AVENUE LUMI\nL-1855  LUXEMBOURG", "38, AVENUE LUMI", "L-1855", "LUXEMBOURG"],
    ["IE6388047V", "70 LUMI QUAY, DUBLIN 2", null, null, null],
  ])("reads the lines of an address: %s", async (number, given, street, postalCode, city) => {
    expect(await look(number, "LUMI S.A.", given)).toMatchObject({ address: { street, postalCode, city } });
  });
});

describe("LEI records", () => {
  const look = (entity: object, registration: object = { status: "ISSUED" }) => {
    const attributes = {
      lei: "529900BMH4WOV2MWXU51",
      entity: { legalName: { name: "Lumi GmbH" }, ...entity },
      registration,
    };
    return find("gleif", "LEI", "529900BMH4WOV2MWXU51", { "lei-records/": { data: { attributes } } });
  };

  it("of Germany have the number of the court, and the day of founding as midnight there", async () => {
    const found = await look({
      legalForm: { id: "2HBR", other: null },
      legalAddress: {
        addressLines: ["Lichtweg 1"],
        city: "Fürth",
        region: "DE-BY",
        country: "DE",
        postalCode: "90762",
      },
      registeredAt: { id: "RA000247" },
      registeredAs: "HRB 14539",
      creationDate: "2014-05-18T22:00:00Z",
    });
    expect(found).toMatchObject({
      form: null,
      founded: "2014-05-19",
      address: { region: null },
      otherNumbers: [{ scheme: "DE_HR", number: "HRB14539" }],
    });
  });

  it("with a registered agent's address are at their headquarters", async () => {
    const agent = ["C/O Corporation Service Company", "251 Little Falls Drive"];
    const found = await look({
      legalAddress: { addressLines: agent, city: "Wilmington", region: "US-DE", country: "US" },
      headquartersAddress: { addressLines: ["One Lumi Way"], city: "Boston", region: "US-MA", country: "US" },
    });
    expect(found).toMatchObject({ address: { street: "One Lumi Way", city: "Boston", region: "MA" } });
  });

  it("in other scripts have the name that was transliterated", async () => {
    const found = await look({
      legalName: { name: "ルミ株式会社" },
      transliteratedOtherNames: [{ name: "LUMI LIMITED", type: "PREFERRED_ASCII_TRANSLITERATED_LEGAL_NAME" }],
    });
    expect(found).toMatchObject({ otherNames: ["LUMI LIMITED"] });
  });

  it.each(["DUPLICATE", "ANNULLED"])("that are %s are nobody's", async (status) => {
    expect(await look({}, { status })).toBeNull();
  });
});

describe("Registrants of the SEC", () => {
  const look = (more: object) =>
    find("sec", "US_CIK", "940418", {
      CIK0000940418: { cik: "940418", name: "LUMI AG", entityType: "other", ...more },
    });

  it("who are private persons are not shown", async () => {
    const insider = { name: "DOE JANE A", ein: null, insiderTransactionForOwnerExists: 1 };
    expect(await look(insider)).toBeNull();
    expect(await look({ ...insider, ein: "000000000" })).toMatchObject({ name: "DOE JANE A", form: null });
  });

  it.each([
    [{ stateOrCountry: "CA", stateOrCountryDescription: "CA" }, "US", "CA"],
    [{ stateOrCountry: "2M", stateOrCountryDescription: "Germany" }, "DE", null],
    [{ stateOrCountry: "A6", stateOrCountryDescription: "Ontario, Canada" }, "CA", null],
    [{ stateOrCountry: null, country: "Germany", countryCode: "2M" }, "DE", null],
    [{ stateOrCountry: "U9", stateOrCountryDescription: "Atlantis" }, null, null],
  ])("have the country of %j", async (address, country, region) => {
    const business = { street1: "Lumi St 1", city: "Lumi", ...address };
    expect(await look({ addresses: { business } })).toMatchObject({ country, address: { country, region } });
  });

  it("have no former name that is their own", async () => {
    expect(await look({ formerNames: [{ name: "LUMI AG" }, { name: "Licht AG" }] })).toMatchObject({
      formerNames: ["Licht AG"],
    });
  });
});

describe("French firms", () => {
  const look = (more: object) => {
    const firm = {
      siren: "552120222",
      nom_complet: "LUMI",
      nom_raison_sociale: "LUMI",
      etat_administratif: "A",
      ...more,
    };
    return find("recherche_entreprises", "FR_SIREN", "552120222", { "?q=": { results: [firm] } });
  };

  it.each([
    ["5710", "Société par actions simplifiée (SAS)"],
    ["5720", "Société par actions simplifiée à associé unique (SASU)"],
    ["5499", "Société à responsabilité limitée (SARL)"],
    ["0000", null],
  ])("of form %s", async (nature_juridique, form) => {
    expect(await look({ nature_juridique })).toMatchObject({ form });
  });

  it("have a code of a known edition, or none", async () => {
    const label = "Computer programming, consultancy and related activities";
    expect(await look({ activite_principale: "62.02A" })).toMatchObject({ codes: [{ scheme: "NAF2008", label }] });
    expect(await look({ activite_principale: "51.4A" })).toMatchObject({ codes: [] });
  });

  it("that have their seat abroad are not at home in France", async () => {
    const siege = {
      adresse: "20099 HAMBOURG LICHTWEG 3 ALLEMAGNE",
      code_pays_etranger: "99109",
      libelle_commune: null,
    };
    expect(await look({ siege })).toMatchObject({ address: { country: null, city: null } });
  });
});

it("Polish addresses have the number of the office", async () => {
  const adres = { ulica: "UL. ŚWIETLNA", nrDomu: "1", nrLokalu: "5", kodPocztowy: "00-001", miejscowosc: "WARSZAWA" };
  const odpis = { dane: { dzial1: { danePodmiotu: { nazwa: "LUMI S.A." }, siedzibaIAdres: { adres } } } };
  expect(await find("krs", "PL_KRS", "0000028860", { "0000028860": { odpis } })).toMatchObject({
    address: { street: "UL. ŚWIETLNA 1/5" },
  });
});
