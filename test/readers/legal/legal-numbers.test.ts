import { describe, expect, it } from "vitest";
import { findLegalNames } from "../../../src/readers/legal/find-legal-names.ts";
import { compareLegalNames, readLegalName } from "../../../src/readers/legal/legal-names.ts";
import {
  findLegalNumbers,
  legalNumber,
  readLegalNumber,
  registerNumberOfVat,
} from "../../../src/readers/legal/legal-numbers.ts";
import { leastGrowth, MAX_GROWTH_UNDER_LOAD } from "../../support/linear-time.ts";

/** Numbers that companies and registers have published. */
const REAL: [scheme: string, number: string][] = [
  ["NO_ORGNR", "923609016"],
  ["SE_ORGNR", "556016-0680"],
  ["DK_CVR", "24256790"],
  ["FI_YTUNNUS", "0112038-9"],
  ["FR_SIREN", "552120222"],
  ["BE_KBO", "0417497106"],
  ["DE_VAT", "DE143454214"],
  ["AT_VAT", "ATU14189108"],
  ["CH_UID", "CHE-105.909.036"],
  ["GB_VAT", "GB220430231"],
  ["IE_VAT", "IE9813461A"],
  ["IT_PIVA", "00484960588"],
  ["ES_NIF", "A28015865"],
  ["PT_NIPC", "504499777"],
  ["PL_NIP", "5250007738"],
  ["CZ_ICO", "45274649"],
  ["EE_REG", "10238429"],
  ["LV_REG", "40003245752"],
  ["AU_ABN", "49004028077"],
  ["AU_ACN", "004028077"],
  ["SE_VAT", "SE556016068001"],
  ["FI_VAT", "FI01120389"],
  ["NO_VAT", "NO923609016MVA"],
  ["LEI", "529900T8BM49AURSDO55"],
  ["LT_VAT", "LT100001919017"],
  ["RO_VAT", "RO18547290"],
  ["EL_VAT", "EL094259216"],
  ["SI_VAT", "SI50223054"],
  ["BG_VAT", "BG175074752"],
  ["CY_VAT", "CY10259033P"],
  ["MT_VAT", "MT11679112"],
  ["XI_VAT", "XI432525179"],
  ["BE_VAT", "BE 444.503.092"],
  ["IE_VAT", "IE8D79739I"],
  ["BR_CNPJ", "33.000.167/0001-01"],
  ["RO_CUI", "18547290"],
  ["GR_AFM", "094259216"],
  ["UA_EDRPOU", "32855961"],
  ["TR_VKN", "4540536920"],
  ["IN_GSTIN", "27AAPFU0939F1ZV"],
  ["MX_RFC", "MAB-930714-8T4"],
  ["JP_CN", "5835678256246"],
];

describe("check digits", () => {
  it.each(REAL)("%s %s is right, and wrong with any one digit changed", (scheme, text) => {
    const right = legalNumber(scheme, text);
    expect(right).toMatchObject({ scheme, isValid: true });
    const number = right?.number ?? "";
    let missed = 0;
    for (const [index, digit] of [...number].entries()) {
      if (!/\d/.test(digit)) continue;
      const changed = number.slice(0, index) + ((Number(digit) + 1) % 10) + number.slice(index + 1);
      const other = legalNumber(scheme, changed);
      if (other?.isValid) missed++;
    }
    // A mod 11 whose rest 10 counts as 0 misses a few, and so does a check with two remainders.
    expect(missed).toBeLessThanOrEqual(2);
  });

  it("Italian numbers end in the code of a tax office", () => {
    // Both have a right check digit.
    expect(legalNumber("IT_PIVA", "00484960588")?.isValid).toBe(true);
    expect(legalNumber("IT_PIVA", "71197390009")?.isValid).toBe(false);
  });

  it("Slovak VAT numbers of sole traders begin with 1", () => {
    expect(legalNumber("SK_VAT", "SK1072000006")?.isValid).toBe(true);
    expect(legalNumber("SK_VAT", "SK1072000007")?.isValid).toBe(false);
  });

  it("knows a typing error from a real number", () => {
    expect(legalNumber("AU_ACN", "645 440 722")?.isValid).toBe(true);
    expect(legalNumber("AU_ACN", "645 440 772")?.isValid).toBe(false);
  });
});

describe("a number without context", () => {
  it.each([
    ["923 609 016", "NO", ["NO_ORGNR"]],
    ["NO 923 609 016 MVA", null, ["NO_VAT"]],
    ["DE143454214", null, ["DE_VAT"]],
    ["529900T8BM49AURSDO55", null, ["LEI"]],
    ["HRB 12346 B", "DE", ["DE_HR"]],
    ["SC123456", null, ["GB_CRN"]],
    ["1234568", "GB", ["GB_CRN"]],
    ["CHE-105.909.036 MWST", null, ["CH_UID"]],
  ])("%s (%s) is %j", (text, country, schemes) => {
    const read = readLegalNumber(text, country);
    expect(read.status).toBe("read");
    if (read.status === "read") expect(read.numbers.map(({ scheme }) => scheme)).toEqual(schemes);
  });

  it.each([
    ["923609017", "NO", "wrong_checksum"],
    ["DE143454215", null, "wrong_checksum"],
    ["5299000J2N45DDNE4Y29", null, "wrong_checksum"],
    ["hello", null, "unknown_form"],
    ["12", "NO", "unknown_form"],
  ])("%s (%s) is refused: %s", (text, country, state) => {
    expect(readLegalNumber(text, country).status).toBe(state);
  });

  it.each([
    ["NO_VAT", "NO923609016", "NO_ORGNR", "923609016"],
    ["SE_VAT", "SE556016068001", "SE_ORGNR", "5560160680"],
    ["FR_VAT", "FR40303265045", "FR_SIREN", "303265045"],
    ["FR_SIRET", "55212022200013", "FR_SIREN", "552120222"],
    ["CZ_VAT", "CZ45274649", "CZ_ICO", "45274649"],
  ])("%s %s contains %s %s", (scheme, text, target, number) => {
    const given = legalNumber(scheme, text);
    expect(given && registerNumberOfVat(given)).toMatchObject({ scheme: target, number });
  });

  it("does not derive what the law does not", () => {
    const vat = legalNumber("DE_VAT", "DE143454214");
    expect(vat && registerNumberOfVat(vat)).toBeNull();
  });

  it("Monaco's VAT numbers are valid and contain no SIREN", () => {
    const vat = legalNumber("FR_VAT", "FR53000004605");
    expect(vat?.isValid).toBe(true);
    expect(vat && registerNumberOfVat(vat)).toBeNull();
  });
});

describe("labelled numbers in a text", () => {
  it.each([
    ["DNB Bank ASA, org.nr. 984 851 006", [["NO_ORGNR", "984851006"]]],
    [
      "Foretaksregisteret NO 923 609 016 MVA",
      [
        ["NO_ORGNR", "923609016"],
        ["NO_VAT", "NO923609016"],
      ],
    ],
    [
      "Org.nr: 556016-0680, momsreg.nr SE556016068001",
      [
        ["SE_ORGNR", "5560160680"],
        ["SE_VAT", "SE556016068001"],
      ],
    ],
    ["CVR-nr. 24 25 67 90", [["DK_CVR", "24256790"]]],
    ["Y-tunnus: 0112038-9", [["FI_YTUNNUS", "01120389"]]],
    ["USt-IdNr. gem. § 27a UStG: DE143454214", [["DE_VAT", "DE143454214"]]],
    ["Partnerschaftsregister Essen PR 1458", [["DE_HR", "PR1458"]]],
    ["HRB 8123 AG Köln", [["DE_HR", "HRB8123"]]],
    ["ZVR-Zahl: 123450798", [["AT_ZVR", "123450798"]]],
    ["Lumi\n33.000.167/0001-01", [["BR_CNPJ", "33000167000101"]]],
    ["VAT no. 220430231", [["GB_VAT", "GB220430231"]]],
    ["BTW: 0044.95.445.B.01", [["NL_VAT", "NL004495445B01"]]],
    ["VAT Registration Number: 220 4302 31", [["GB_VAT", "GB220430231"]]],
    ["Co. No. 08123459", [["GB_CRN", "08123459"]]],
    ["registration number HE 123987", [["CY_HE", "HE123987"]]],
    ["Handelsregisternummer: 34218765", [["NL_KVK", "34218765"]]],
    ["N° d'entreprise : 0417.497.106", [["BE_KBO", "0417497106"]]],
    ["Cg.: 01-09-123459", [["HU_CEG", "0109123459"]]],
    ["C.I.F.: RO18547290", [["RO_VAT", "RO18547290"]]],
    ["CIF 18547290", [["RO_CUI", "18547290"]]],
    ["Nyilvántartási szám: 60811502", [["HU_EV", "60811502"]]],
    ["P.I. 00484960588", [["IT_PIVA", "00484960588"]]],
    ["統一編號：04595257", [["TW_UBN", "04595257"]]],
    ["Mã số thuế: 0100109106", [["VN_MST", "0100109106"]]],
    [
      "ИНН 7707083893, ОГРН 1027700132195",
      [
        ["RU_INN", "7707083893"],
        ["RU_OGRN", "1027700132195"],
      ],
    ],
    ["RUC: 1790011674001", [["EC_RUC", "1790011674001"]]],
    ["RUT: 211003420017", [["UY_RUT", "211003420017"]]],
    [
      "SAS au capital de 1 000 000 €, immatriculée au RCS de Paris sous le numéro 552 120 222",
      [["FR_SIREN", "552120222"]],
    ],
    ["552 120 222 R.C.S. Paris", [["FR_SIREN", "552120222"]]],
    ["RCS Paris sous le numéro unique d’identification B 552 120 222", [["FR_SIREN", "552120222"]]],
    ["rejestru Krajowego Rejestru Sądowego pod numerem 0000028860", [["PL_KRS", "0000028860"]]],
    ["Hoja SE 63.758, C.I.F.A-28/015865", [["ES_NIF", "A28015865"]]],
    ["TVA intracommunautaire : FR 40 303265045", [["FR_VAT", "FR40303265045"]]],
    [
      "BTW BE 0417.497.106",
      [
        ["BE_KBO", "0417497106"],
        ["BE_VAT", "BE0417497106"],
      ],
    ],
    ["TVA BE 444.503.092", [["BE_VAT", "BE0444503092"]]],
    ["Acme BV | BE1008.176.824 | Kade 5", [["BE_VAT", "BE1008176824"]]],
    [
      "CUI: RO 18547290, J40/1234/2006",
      [
        ["RO_CUI", "18547290"],
        ["RO_VAT", "RO18547290"],
      ],
    ],
    ["KvK-nummer: 33031431", [["NL_KVK", "33031431"]]],
    ["Amtsgericht Charlottenburg, HRB 158855 B", [["DE_HR", "HRB158855B"]]],
    ["USt-IdNr.: DE 143 454 214", [["DE_VAT", "DE143454214"]]],
    [
      "FN 56247t, UID: ATU14189108",
      [
        ["AT_FN", "56247T"],
        ["AT_VAT", "ATU14189108"],
      ],
    ],
    [
      "UID CHE-105.909.036 MWST",
      [
        ["CH_UID", "CHE105909036"],
        ["CH_VAT", "CHE105909036MWST"],
      ],
    ],
    [
      "CHE-105.909.036 TVA",
      [
        ["CH_UID", "CHE105909036"],
        ["CH_VAT", "CHE105909036TVA"],
      ],
    ],
    [
      "CHE 105.909.036 IVA",
      [
        ["CH_UID", "CHE105909036"],
        ["CH_VAT", "CHE105909036IVA"],
      ],
    ],
    ["UID: CHE-105.909.036", [["CH_UID", "CHE105909036"]]],
    ["registered in England and Wales (company number 09446231)", [["GB_CRN", "09446231"]]],
    ["P.IVA 00484960588", [["IT_PIVA", "00484960588"]]],
    ["Titular: Telefónica, S.A., CIF A-28015865", [["ES_NIF", "A28015865"]]],
    ["NIP: 525-000-77-38", [["PL_NIP", "5250007738"]]],
    [
      "IČO: 452 74 649",
      [
        ["CZ_ICO", "45274649"],
        ["SK_ICO", "45274649"],
      ],
    ],
    ["Registrikood 10238429", [["EE_REG", "10238429"]]],
    ["Reģ. Nr. 40003245752", [["LV_REG", "40003245752"]]],
    ["ABN 49 004 028 077", [["AU_ABN", "49004028077"]]],
    ["LEI: 529900T8BM49AURSDO55", [["LEI", "529900T8BM49AURSDO55"]]],
    ["CNPJ: 33.000.167/0001-01", [["BR_CNPJ", "33000167000101"]]],
    ["C.O.E. SM 24165, Repubblica di San Marino", [["SM_COE", "24165"]]],
    ["COE SM24165", [["SM_COE", "24165"]]],
    ["cod unic de înregistrare 18547290", [["RO_CUI", "18547290"]]],
    [
      "(matični broj: 17162543, PIB: 100039606)",
      [
        ["RS_MB", "17162543"],
        ["RS_PIB", "100039606"],
      ],
    ],
    ["matična številka: 5043611000", [["SI_MS", "5043611000"]]],
    ["Registration number (Matična številka)\n9965530000", [["SI_MS", "9965530000"]]],
    ["Registration Number: HRB 78674", [["DE_HR", "HRB78674"]]],
    ["Vergi Dairesi / No\nKüçükköy / 4540536920", [["TR_VKN", "4540536920"]]],
    ["Adószám: 10773381-2-44", [["HU_ADO", "10773381244"]]],
    [
      "ΑΦΜ: 094259216, Αριθμός ΓΕΜΗ 000237901000",
      [
        ["GR_AFM", "094259216"],
        ["GR_GEMI", "000237901000"],
      ],
    ],
    ["R.C.S. Luxembourg B 82454", [["LU_RCS", "B82454"]]],
    ["код ЄДРПОУ 32855961", [["UA_EDRPOU", "32855961"]]],
    ["Vergi No: 4540536920", [["TR_VKN", "4540536920"]]],
    ["MERSİS No: 0868001756700014", [["TR_MERSIS", "0868001756700014"]]],
    ["Registration No. 1944/017354/06", [["ZA_CIPC", "194401735406"]]],
    ["Reg. No: 198501006021 (138460-T)", [["MY_SSM", "198501006021"]]],
    ["UEN: 199903457N", [["SG_UEN", "199903457N"]]],
    [
      "CIN: L17110MH1973PLC019786, GSTIN 27AAPFU0939F1ZV",
      [
        ["IN_CIN", "L17110MH1973PLC019786"],
        ["IN_GSTIN", "27AAPFU0939F1ZV"],
      ],
    ],
    ["RFC: MAB930714-8T4", [["MX_RFC", "MAB9307148T4"]]],
    ["法人番号 5835678256246", [["JP_CN", "5835678256246"]]],
  ])("%s", (text, expected) => {
    const found = findLegalNumbers(text).map(({ scheme, number }) => [scheme, number]);
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found.length).toBe(expected.length);
  });

  it.each([
    "Call us: 923609016",
    "Order 552120222 was shipped",
    "Musterfirma GmbH, HRB 12345",
    "Company number: 12345678",
    "org.nr. 000 000 000",
    "KvK Utrecht is closed on Mondays, so send your letters to postbus 33031431",
  ])("no label, or a template's number: %s", (text) => {
    expect(findLegalNumbers(text)).toEqual([]);
  });

  it.each(["company number ", "vat 1 2 3 4 ", "siren 123 ", "HRB ", "Aa Bb Cc ", "A & B, ", "RCS ", "1234567890 "])(
    "takes linear time on %j, repeated",
    async (piece) => {
      const read = (text: string) => {
        findLegalNumbers(text);
        findLegalNames(text);
      };
      expect(await leastGrowth((length) => piece.repeat(length / piece.length), read, 200_000)).toBeLessThan(
        MAX_GROWTH_UNDER_LOAD,
      );
    },
  );
});

describe("legal names", () => {
  it.each([
    ["Acme Robotics, Inc.", "ACME ROBOTICS INC", "exact"],
    ["Müller & Söhne GmbH", "Muller und Sohne GmbH", "exact"],
    ["Telefónica, S.A.", "TELEFONICA SA", "exact"],
    ["Novo Nordisk A/S", "NOVO NORDISK AS", "exact"],
    ["Enel S.p.A.", "ENEL SPA", "exact"],
    ["Philips N.V.", "Philips NV", "exact"],
    ["Stripe", "Stripe, Inc.", "same_words"],
    ["X GmbH", "X AG", "other_form"],
    ["X GmbH", "X GmbH & Co. KG", "other_form"],
    ["Acme Group AS", "Acme AS", "none"],
    ["Acme Holding BV", "Acme BV", "none"],
    ["Stripe", "Stripe Financial Holdings", "none"],
    ["Hazel and Oak Trading Ltd", "Hazel & Oak Ltd", "near"],
    ["SIA Tet", "Tet SIA", "exact"],
    ["Müller Bau GmbH", "Mueller Bau GmbH", "exact"],
    ["Bauer GmbH", "Baur GmbH", "none"],
    ["20squares UG (haftungsbeschraenkt)", "20Squares UG", "exact"],
    ["Apple Inc.", "Apple Rush Company, Inc.", "none"],
    ["Lumi Polska Sp. z o.o.", "LUMI POLSKA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ", "exact"],
    ["Lumi, spol. s r.o.", "LUMI S.R.O.", "exact"],
    ["Lumi S.à r.l.", "LUMI SARL", "exact"],
    ["Lumi GesmbH", "Lumi Gesellschaft mit beschränkter Haftung", "exact"],
    ["Lumi Handelsges.m.b.H.", "Lumi Handelsgesellschaft mbH", "exact"],
    ["Lumi Gesellschaft m.b.H.", "Lumi GmbH", "exact"],
    ["Lumi Společnost s.r.o.", "Lumi a.s.", "none"],
    ["Studio 1 GmbH", "Studio 2 GmbH", "none"],
    ["Phase II Ltd", "Phase III Ltd", "none"],
  ])("%s / %s: %s", (a, b, match) => {
    expect(compareLegalNames(a, b)).toBe(match);
  });

  it("keeps a name that is nothing but a form", () => {
    expect(readLegalName("AS")).toEqual({ words: ["as"], form: null });
  });

  it.each([
    ["This site is operated by Acme Robotics, Inc., a Delaware corporation", ["Acme Robotics, Inc."]],
    ["© 2019-2026 Hazel & Oak Ltd. All rights reserved", ["Hazel & Oak Ltd."]],
    ["Angaben gemäß § 5 DDG: Zalando SE, Valeska-Gert-Straße 5", ["Zalando SE"]],
    ["édité par la société Doctolib, SAS au capital de 1 000 €", ["Doctolib, SAS"]],
    ["SIA Tet, reģ. Nr. 40003052786", ["SIA Tet"]],
    ["Administratorem jest Lumi Polska Sp. z o.o. z siedzibą w Warszawie", ["Lumi Polska Sp. z o.o."]],
    ["Prodávající: Lumi, spol. s r.o., Praha", ["Lumi, spol. s r.o."]],
    ["Lumi Lux S.à r.l., R.C.S. Luxembourg", ["Lumi Lux S.à r.l."]],
    ["nothing legal in here, as we said", []],
    ["1. Lumi Trade, s.r.o.", ["Lumi Trade, s.r.o."]],
    ["Havenplein 1 1234 AB Utrecht", []],
    ["Pier 54 AB, org.nr", ["Pier 54 AB"]],
    ["365 Carleton Drive\nSt. Albert, AB T8N 7L1", []],
    ["la forme juridique (SARL, SAS, etc.)", []],
    [
      "LUMI POLSKA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ z siedzibą",
      ["LUMI POLSKA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ"],
    ],
    ["26LUMI srl - C.F.", ["26LUMI srl"]],
    ["Fakturace\n2L moment s.r.o.\nIČO", ["2L moment s.r.o."]],
    ["pour la Société Nationale Lumi SA et la Société Lumi SA", ["Société Nationale Lumi SA", "Lumi SA"]],
    ["„Лумо вода“ ООД, ЕИК", ["„Лумо вода“ ООД"]],
    ["PT. Lumi Jaya adalah perusahaan", ["PT. Lumi Jaya"]],
    ["상호명: (주)루미 | 대표", ["(주)루미"]],
    ["ФОП Лумко Нора Іванівна, ІПН", ["ФОП Лумко Нора Іванівна"]],
    ["Lumi Trading S.A.L., Beirut", ["Lumi Trading S.A.L."]],
    ["Kade 12, 3512 AB Utrecht", []],
    ["Private Limited\nCIN", []],
    ["Introducing Lumi Exim LLP, your gateway", ["Lumi Exim LLP"]],
    ["Serving CA, NV & AZ", []],
    ["Responsable del tratamiento Veterinaria Lumi SLP", ["Veterinaria Lumi SLP"]],
    ["HRB 8123 AG Köln", []],
  ])("in a text: %s", (text, names) => {
    expect(findLegalNames(text).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ["Stichting Lumi", "alike"],
    ["Associazione Culturale Lumi", "alike"],
    ["Azienda Agricola Lumi di Falk Nora", "alike"],
    ["Studio Associato Lumi", "alike"],
    ["lumi GmbH", "same"],
  ])("counts where it is the site's: %s", (text, likeness) => {
    expect(findLegalNames(text, () => likeness)).toEqual([{ name: text, index: 0 }]);
    expect(findLegalNames(`Mitglied: ${text}`, () => "other")).toEqual([]);
  });
});
