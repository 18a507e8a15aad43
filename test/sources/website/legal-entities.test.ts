import { describe, expect, it, vi } from "vitest";
import type { Outbound } from "../../../src/platform/outbound/outbound.ts";
import { isParked } from "../../../src/readers/company/parked-page.ts";
import { type LegalFacts, legalFactsOf, readLegalPage } from "../../../src/readers/legal/legal-entities.ts";
import type { LegalPageKind } from "../../../src/readers/legal/legal-text.ts";
import { openLegalPages, strangerReason } from "../../../src/sources/website/site-pages.ts";
import { sitePage } from "../../support/pages.ts";

const page = async (html: string, address = "https://acme.example/impressum") => sitePage(html, address);

async function factsOf(html: string, kind: LegalPageKind = "imprint"): Promise<LegalFacts> {
  return legalFactsOf([readLegalPage({ ...(await page(html)), kind })]);
}
const entitiesOf = async (html: string, kind?: LegalPageKind) =>
  (await factsOf(html, kind)).entities.map(({ name, numbers }) => [
    name,
    ...numbers.map(({ scheme, number }) => `${scheme}:${number}`),
  ]);

describe("a page that lists several firms", () => {
  const firm = (name: string, number: string) => `<p>${name}, org.nr. ${number}</p>`;
  const owners = async (html: string) =>
    (await factsOf(html)).entities.filter(({ isOwner }) => isOwner).map(({ name }) => name);
  const [bygg, energi, frakt] = [
    firm("Bygg Nord AS", "999100112"),
    firm("Energi Nord AS", "999100139"),
    firm("Frakt Nord AS", "999100155"),
  ];

  it("has no owner, because the first of a group's firms is one of many", async () => {
    expect(await owners(`<h1>Legal</h1>${bygg}${energi}${frakt}`)).toEqual([]);
  });

  it("has the first as its owner beside one other, as an agency", async () => {
    expect(await owners(`<h1>Legal</h1>${bygg}${energi}`)).toEqual(["Bygg Nord AS"]);
  });

  it("has as its owner the one with the site's name, not the insurer or the agency before it", async () => {
    const imprint = "<p>Nordstern Versicherungs-AG</p><p>Blaupause Media GmbH</p><p>Acme Technik GmbH</p>";
    expect(await owners(imprint)).toEqual(["Acme Technik GmbH"]);
  });

  it("has the owner that it introduces", async () => {
    expect(await owners(`<p>This site is operated by Bygg Nord AS.</p>${bygg}${energi}${frakt}`)).toEqual([
      "Bygg Nord AS",
    ]);
  });
});

it.each([
  ["(512) 555-0143", ["(512) 555-0143"]],
  ["512-555-0143", ["512-555-0143"]],
  ["+1 512 555 0143", ["+1 512 555 0143"]],
  ["order 4512-555-01437, version 112.555.0143", []],
])("reads phones: %s", async (text, phones) => {
  expect((await factsOf(`<p>Phone ${text}</p>`)).phones).toEqual(phones);
});

describe("entities on legal pages", () => {
  it.each([
    [
      "German imprint",
      "<h1>Impressum</h1><p>Acme Robotics GmbH<br>Weg 1<br>04109 Leipzig</p><p>Amtsgericht Leipzig, HRB 34567<br>USt-IdNr.: DE143454214</p>",
      [["Acme Robotics GmbH", "DE_HR:HRB34567", "DE_VAT:DE143454214"]],
    ],
    [
      "French mentions légales with the host",
      "<h2>Éditeur</h2><p>Lumenta SAS, RCS Lyon 552 120 222</p><h2>Hébergement</h2><p>OVH SAS, RCS Lille Métropole 424 761 419</p><h2>Contact</h2><p>TVA FR40303265045</p>",
      [["Lumenta SAS", "FR_SIREN:552120222", "FR_VAT:FR40303265045"]],
    ],
    [
      "the host in the same paragraph",
      "<p>Ce site est édité par Lumenta SAS, RCS Lyon 552 120 222. Il est hébergé par OVH SAS, RCS Lille 424 761 419.</p>",
      [["Lumenta SAS", "FR_SIREN:552120222"]],
    ],
    [
      "a name in lower case, alone on its line",
      "<p>Angaben gemäß § 5 DDG:</p><p>lumenta GmbH<br>Weg 1<br>20095 Hamburg</p><p>Amtsgericht Hamburg, HRB 34567<br>USt-IdNr.: DE143454214</p><p>Wir sind nicht die fremde GmbH.</p>",
      [["lumenta GmbH", "DE_HR:HRB34567", "DE_VAT:DE143454214"]],
    ],
    [
      "a legal form that is spelled out, and one without a name",
      "<p>Le site est édité par Lumenta, Société par Actions Simplifiée immatriculée au RCS de Lyon sous le numéro 552 120 222. Cette Société Anonyme n'a pas de succursale.</p>",
      [["Lumenta, Société par Actions Simplifiée", "FR_SIREN:552120222"]],
    ],
    [
      "the same name with the form spelled out and short",
      "<p>Lumenta Gesellschaft mit beschränkter Haftung, Amtsgericht Leipzig, HRB 34567</p><p>Lumenta GmbH, USt-IdNr.: DE143454214</p>",
      [["Lumenta Gesellschaft mit beschränkter Haftung", "DE_HR:HRB34567", "DE_VAT:DE143454214"]],
    ],
    [
      "an association, by the label of its name",
      "<p>Raison sociale : Junior Lumenta (JL)<br>Forme juridique : association loi 1901<br>Numéro SIREN : 552 120 222</p>",
      [["Junior Lumenta", "FR_SIREN:552120222"]],
    ],
    [
      "a word in lower case within a name",
      "<p>Lumenta Hochschulen gemeinnützige Trägergesellschaft mbH, Amtsgericht Leipzig, HRB 34567</p>",
      [["Lumenta Hochschulen gemeinnützige Trägergesellschaft mbH", "DE_HR:HRB34567"]],
    ],
    [
      "cells of a table",
      "<p>Nordlys AS</p><table><tr><th>Org.nr.</th><td>923 609 016</td></tr></table>",
      [["Nordlys AS", "NO_ORGNR:923609016"]],
    ],
    [
      "an agency",
      "<p>Hazel &amp; Oak Ltd, registered in England, company number 09446231</p><p>Website by: Pixel Ltd, company number 09446232</p>",
      [["Hazel & Oak Ltd", "GB_CRN:09446231"]],
    ],
    [
      "JSON-LD",
      '<script type="application/ld+json">{"@type":"Organization","legalName":"Acme Robotics GmbH","vatID":"DE 143454214","iso6523Code":"0199:529900T8BM49AURSDO55"}</script>',
      [["Acme Robotics GmbH", "DE_VAT:DE143454214", "LEI:529900T8BM49AURSDO55"]],
    ],
  ])("%s", async (_, html, expected) => {
    expect(await entitiesOf(html)).toEqual(expected);
  });

  it.each<[string, LegalPageKind, string, string[]]>([
    ["a place after the form", "home", "<footer>© 2026 Volta Lift GmbH, Berlin</footer>", ["Volta Lift GmbH"]],
    [
      "a year and a sentence after it",
      "home",
      "<footer>© Sora Talo Oy 2025. Kaikki oikeudet pidätetään.</footer>",
      ["Sora Talo Oy"],
    ],
    [
      "words in lower case before the form",
      "home",
      "<footer>© TERVA Rakennus- ja maalaus Oy 2023.</footer>",
      ["TERVA Rakennus- ja maalaus Oy"],
    ],
    ["a Portuguese article", "terms", "<p>A LUMI ENERGIA LTDA é uma empresa.</p>", ["LUMI ENERGIA LTDA"]],
    ["two spellings", "home", "<p>Acme Ltd</p><footer>© 2026 Acme Limited</footer>", ["Acme Ltd"]],
    [
      "an article, a number of a paragraph",
      "terms",
      "<p>1.1 Die Volta Lift GmbH (nachfolgend Volta) wartet Aufzüge.</p>",
      ["Volta Lift GmbH"],
    ],
    [
      "a paragraph in capitals",
      "terms",
      "<p>THE SERVICE IS PROVIDED AS IS AND AS SET FORTH BY LAW AS AVAILABLE.</p>",
      [],
    ],
    ["a template", "privacy", "<p>Rekisterinpitäjä: Yritys Oy</p>", []],
    [
      "sentences about copyright",
      "terms",
      "<p>copyrights and all other rights belong to others; (c) traffic data</p>",
      [],
    ],
  ])("names: %s", async (_, kind, html, expected) => {
    expect((await entitiesOf(html, kind)).map(([name]) => name)).toEqual(expected);
  });

  it("a brand in lower case counts on its own site only", async () => {
    const html = "<p>volta GmbH, Weg 1. Wir sind eine GmbH und arbeiten mit pixel GmbH.</p>";
    const own = { ...(await page(html, "https://volta.example/impressum")), kind: "imprint" as const };
    expect(legalFactsOf([readLegalPage(own)]).entities.map(({ name }) => name)).toEqual(["volta GmbH"]);
    expect(await entitiesOf(html)).toEqual([]);
  });

  it.each<[string, LegalPageKind, string, Record<string, boolean>]>([
    [
      "the operator and a processor",
      "privacy",
      '<p>Hazel Ltd ("we", "us") runs this site.</p><p>The data controller for chats is WhatsApp Ireland Limited.</p>',
      { "Hazel Ltd": true, "WhatsApp Ireland Limited": false },
    ],
    [
      "a representative",
      "privacy",
      "<p>The data controller's European representative is Brievenbus B.V.</p>",
      { "Brievenbus B.V.": false },
    ],
    ["Italian", "imprint", "<p>Ciao</p><p>Ragione sociale Lumaca S.r.l.</p>", { "Lumaca S.r.l.": true }],
    ["Spanish", "terms", "<p>Titular: Ecolinde SL</p>", { "Ecolinde SL": true }],
    ["a state of the union", "terms", "<p>Corvid, Inc., a Delaware corporation</p>", { "Corvid, Inc.": true }],
    [
      "the maker of the site",
      "home",
      "<footer>© 2023 Kielo Hoiva Oy. Kotisivut toteuttanut Pohja Web Oy</footer>",
      { "Kielo Hoiva Oy": true, "Pohja Web Oy": false },
    ],
    ["a customer", "about", "<p>We met Datasten A/S in June.</p>", { "Datasten A/S": false }],
    [
      "the only number at the foot of a home page",
      "home",
      "<footer>© 2026 Lysthus</footer><p>Lysthus er et konsept av Nordvind AS, org.nr 999 100 112</p>",
      { "Nordvind AS": true },
    ],
    [
      "two numbers at the foot of a home page",
      "home",
      "<footer>Nordvind AS, org.nr 999 100 112. Sydvind AS, org.nr 999 100 139</footer>",
      { "Nordvind AS": false, "Sydvind AS": false },
    ],
    [
      "a provider behind other words",
      "imprint",
      "<p>Diese Website benutzt Google Analytics, einen Webanalysedienst der Google Inc.</p>",
      { "Webanalysedienst der Google Inc.": false },
    ],
  ])("owners: %s", async (_, kind, html, expected) => {
    const { entities } = await factsOf(html, kind);
    expect(Object.fromEntries(entities.map(({ name, isOwner }) => [name, isOwner]))).toEqual(expected);
  });

  it("a privacy page's processors are not its owner", async () => {
    const html = `<h1>Privacy</h1>${"<p>filler</p>".repeat(20)}<p>The data controller is Acme Robotics Ltd (company number 09446231).</p>
${"<p>filler</p>".repeat(20)}<h2>Processors</h2><p>Google Ireland Limited, company number 368047</p><p>Stripe Payments Europe Ltd, VAT IE9813461A</p>`;
    expect(await entitiesOf(html, "privacy")).toEqual([["Acme Robotics Ltd", "GB_CRN:09446231"]]);
  });

  it("a number belongs to the owner behind a copyright sign, and not to who takes in the post", async () => {
    expect(await entitiesOf("<p>Nordhost GmbH hosts us.</p><p>© Acme · CHE-105.909.036</p>")).toContainEqual([
      null,
      "CH_UID:CHE105909036",
    ]);
    const careOf = "<p>Acme Bau GmbH</p><p>c/o Nordhost GmbH<br>6460 Altdorf</p><p>UID: CHE-105.909.036</p>";
    expect(await entitiesOf(careOf)).toEqual([["Acme Bau GmbH", "CH_UID:CHE105909036"]]);
  });

  it("a privacy page has the number below the site's name, wherever that is", async () => {
    const rights = "<p>You have the right to see your data.</p>".repeat(20);
    const html = `${rights}<h2>Contact</h2><p>Acme Works (the shop)<br>Kade 5<br>KVK: 33031431</p>`;
    expect(await entitiesOf(html, "privacy")).toEqual([[null, "NL_KVK:33031431"]]);
    expect(await entitiesOf(html.replace("Acme Works", "Nordhost"), "privacy")).toEqual([]);
  });

  it("a firm that is named in two ways has the numbers of both", async () => {
    const imprint = "<p>Acme Építő Kft.</p><p>Cégjegyzékszám: 01-09-376867</p><p>Adószám: 10773381-2-44</p>";
    const home = "<p>Acme Kft.</p><p>Adószám: 10773381-2-44</p>";
    const { entities } = legalFactsOf([
      readLegalPage({ ...(await page(imprint)), kind: "imprint" }),
      readLegalPage({ ...(await page(home)), kind: "home" }),
    ]);
    for (const { numbers } of entities)
      expect(numbers.map(({ scheme }) => scheme).sort()).toEqual(["HU_ADO", "HU_CEG"]);
    expect(entities).toHaveLength(2);
  });

  it("the firms of a section about partners are not the owner", async () => {
    const html = "<h3>Our partners</h3><p>Acme Oy, Y-tunnus 0112038-9</p><footer><p>© 2026 Acme Ltd</p></footer>";
    expect(await entitiesOf(html, "imprint")).toEqual([["Acme Ltd"]]);
  });

  it("takes the name of the structured data, whatever kind of business it is of", async () => {
    const node = { "@type": "ProfessionalService", legalName: "The Lumi Private Limited" };
    const html = `<script type="application/ld+json">${JSON.stringify(node)}</script><p>Operated by The Lumi Private Limited.</p>`;
    expect(await entitiesOf(html, "terms")).toEqual([["The Lumi Private Limited"]]);
  });

  it.each([
    ["an identifier by its label", { identifier: { propertyID: "KvK", value: "42015771" } }, "NL_KVK:42015771"],
    ["the twin of the page's country", { identifier: [{ name: "IČO", value: "46882812" }] }, "SK_ICO:46882812"],
  ])("structured data gives %s", async (_, given, number) => {
    const node = { "@type": "Organization", legalName: "Volta", ...given };
    const html = `<html lang="sk"><script type="application/ld+json">${JSON.stringify(node)}</script></html>`;
    expect(await entitiesOf(html, "home")).toEqual([["Volta", number]]);
  });

  it("a sole trader's name is behind the label of the owner", async () => {
    const html = '<html lang="cs"><p>Provozovatel: Nora Falková</p><p>IČ: 19237723</p></html>';
    expect(await entitiesOf(html)).toEqual([["Nora Falková", "CZ_ICO:19237723"]]);
  });

  it.each([
    ["beside the number", "<p>Zhotovitel: Jan Novotný, IČ 71470310, se sídlem Na Boučí 67</p>", ["Jan Novotný"]],
    [
      "above the address and the number",
      "<p>Jan Novotný<br>Dlouhá 26, 160 00 Praha<br>IČO: 71470310</p>",
      ["Jan Novotný"],
    ],
    [
      "behind a brand",
      "<p>Administratorem jest MW Power Jan Nowotny, ul. Witosa 2C, 62-007 Biskupice, NIP 7772993217</p>",
      ["Jan Nowotny"],
    ],
    ["behind a degree and a label", "<p>Jméno Ing. Jan Novotný<br>Dlouhá 26<br>IČO: 71470310</p>", ["Jan Novotný"]],
    ["of a firm", "<p>Rybník s.r.o., IČO: 71470310</p><p>Jan Novotný, IČO: 71470310</p>", ["Rybník s.r.o."]],
    ["beside a number of two people", "<p>Jan Novotný, IČO: 71470310</p><p>Petr Malý, IČO: 51796775</p>", []],
  ])("a sole trader %s", async (_, html, names) => {
    const { entities } = await factsOf(html, "terms");
    expect(entities.flatMap(({ name }) => name ?? [])).toEqual(names);
  });

  it("a name and its end are one firm's, under the name of the copyright line, or the longer one", async () => {
    const cut =
      "<h2>HBS</h2><h2>Harbour Kft.</h2><p>Adószám: 28947882-2-41</p><p>HBS Harbour Kft. Cégjegyzékszám: 01-09-376867</p><p>HBS Harbour Kft.</p>";
    expect(await entitiesOf(cut)).toEqual([["HBS Harbour Kft.", "HU_CEG:0109376867", "HU_ADO:28947882241"]]);
    expect(await entitiesOf("<p>Ask Moor Ltd</p><p>© 2026 Moor Ltd</p>")).toEqual([["Moor Ltd"]]);
  });

  it("the name with a legal form in the site's structured data is its owner's", async () => {
    const named = (name: string) =>
      `<script type="application/ld+json">{"@type":"Organization","name":"${name}"}</script>`;
    expect(await entitiesOf(named("Acme Bilişim San. Tic. Ltd. Şti."))).toEqual([["Acme Bilişim San. Tic. Ltd. Şti."]]);
    expect(await entitiesOf(named("Theme Harbour Ltd"))).toEqual([]);
    expect(await entitiesOf(named("Acme Tools"))).toEqual([]);
  });

  it("who answers for the words of a site owns it, unless it is a firm with a capital", async () => {
    const publisher = "<p>Responsable publication : Nora Falk</p>";
    expect(await entitiesOf(publisher)).toEqual([["Nora Falk"]]);
    expect(await entitiesOf(`<p>SARL au capital de 7 500 €</p>${publisher}`)).toEqual([]);
    const owner = "<p>Propriétaire : Nora Falk</p>";
    expect(await entitiesOf(`<p>SARL au capital de 7 500 €</p>${owner}`)).toEqual([["Nora Falk"]]);
  });

  it("opening hours are no number of an association", async () => {
    expect(await entitiesOf("<p>Openingstijden Ma–Vr 08:00–18:00</p>")).toEqual([]);
  });

  it.each([
    ["quoted behind its form", "<p>© 2026 UAB „Jūros vėjas“. Visos teisės</p>", "UAB „Jūros vėjas“"],
    ["in lower case behind its form, alone on its line", "<p>UAB Jūros vėjo namai</p>", "UAB Jūros vėjo namai"],
    [
      "with a conjunction of its language",
      "<p>Mavi Deniz Turizm ve Ticaret Ltd. Şti. olarak</p>",
      "Mavi Deniz Turizm ve Ticaret Ltd. Şti.",
    ],
    ["ending in a word in lower case", "<p>Kala ja meri Oy, Y-tunnus 0112038-9</p>", "Kala ja meri Oy"],
    ["behind an article", "<p>A Kék Hal Étterem Kft. székhelye</p>", "Kék Hal Étterem Kft."],
    ["without spaces", "<p>本規約は、株式会社Aozora&amp;Co.（以下「当社」）が提供する</p>", "株式会社Aozora&Co."],
    ["with a place in brackets", "<p>Blue Fish (Hong Kong) Limited</p>", "Blue Fish (Hong Kong) Limited"],
    [
      "in Vietnamese",
      "<p>CÔNG TY CỔ PHẦN THƯƠNG MẠI VÀ DỊCH VỤ MINH AN</p>",
      "CÔNG TY CỔ PHẦN THƯƠNG MẠI VÀ DỊCH VỤ MINH AN",
    ],
    ["with a hyphen", "<p>Peixe &amp; Mar - Restauração, Lda.</p>", "Peixe & Mar - Restauração, Lda."],
  ])("a name %s", async (_, html, name) => {
    expect((await factsOf(html)).entities.map((entity) => entity.name)).toEqual([name]);
  });

  it("a Swedish name may have the place in it", async () => {
    expect(await entitiesOf("<footer>© Sten & Stil i Bokby AB • Org.nr 556016-0680</footer>", "home")).toEqual([
      ["Sten & Stil i Bokby AB", "SE_ORGNR:5560160680"],
    ]);
  });

  it.each([
    ["© 2026 Lumi GmbH & Co. KG, Hauptstr. 1", "Lumi GmbH & Co. KG"],
    ["© 2026 Lumi Private Limited. All rights reserved.", "Lumi Private Limited"],
    ["© Lumi Limited, Company registration number 418869", "Lumi Limited"],
    ["Lumi © 2019", "Lumi"],
  ])("reads the owner of %s", async (line, owner) => {
    expect((await factsOf(`<footer>${line}</footer>`)).copyrightNames).toEqual([owner]);
  });

  it("keeps every entity of a group, and reads the copyright line", async () => {
    const firms = ["923609016", "984851006"].map(
      (number, index) => `<p>Nordlys ${index + 1} AS, org.nr. ${number}</p>`,
    );
    const { entities, copyrightNames } = await factsOf(
      `${firms.join("")}<footer>© 2019–2026 Nordlys Gruppen AS. All rights reserved.</footer>`,
    );
    expect(entities.map(({ name }) => name)).toEqual(["Nordlys 1 AS", "Nordlys 2 AS", "Nordlys Gruppen AS"]);
    expect(copyrightNames).toEqual(["Nordlys Gruppen AS"]);
  });
});

describe("the way to the legal pages", () => {
  const outbound = (asked: string[]) =>
    ({
      async page(address: string) {
        asked.push(address);
        return (await page("<p>x</p>", address)).page;
      },
    }) as unknown as Outbound;

  it.each([
    ["/legal-notice", "Legal notice"],
    ["/seite-7", "Impressum"],
    ["/fr/mentions-legales", "Mentions légales"],
    ["/aviso-legal", "Aviso legal"],
    ["/p/3", "Note legali"],
    ["/colofon", "Colofon"],
    ["/informacao-legal", "Informação legal"],
    ["/foretagsinformation", "Företagsinformation"],
    ["/yritystiedot", "Yritystiedot"],
    ["/nota-prawna", "Nota prawna"],
    ["/company", "会社概要"],
    ["/agb", "AGB"],
    ["/cgv", "CGV"],
    ["/privacy", "Privacy policy"],
    ["/datenschutz", "Datenschutzerklärung"],
    ["/personvern", "Personvern"],
  ])("%s (%s)", async (path, label) => {
    const asked: string[] = [];
    const home = await page(
      `<a href="${path}">${label}</a><a href="/blog">Legal tips for 2026 from our blog team</a>`,
      "https://acme.example/",
    );
    const { pages } = await openLegalPages(outbound(asked), home);
    expect(asked).toEqual([`https://acme.example${path}`]);
    expect(pages.length).toBe(2);
  });

  it("tries the next link of a kind when the first is dead", async () => {
    const asked: string[] = [];
    const dead = {
      async page(address: string) {
        asked.push(address);
        return address.endsWith("/privacy") ? { status: "not_found" } : (await page("<p>x</p>", address)).page;
      },
    } as unknown as Outbound;
    const links = '<a href="/privacy">Privacy policy</a><a href="/privacy-notice">Privacy notice</a>';
    const { pages } = await openLegalPages(dead, await page(links, "https://acme.example/"));
    expect(pages.map(({ kind }) => kind)).toEqual(["home", "privacy"]);
    expect(asked.length).toBe(2);
  });

  it("asks for at most three, imprint first", async () => {
    const asked: string[] = [];
    const links = ["contact", "privacy", "terms", "impressum", "legal-notice", "about"].map(
      (path) => `<a href="/${path}">${path}</a>`,
    );
    await openLegalPages(outbound(asked), await page(links.join(""), "https://acme.example/"));
    expect(asked.map((address) => new URL(address).pathname)).toEqual(["/impressum", "/legal-notice", "/terms"]);
  });

  it("asks for no terms after an imprint with the number of its entity", async () => {
    const asked: string[] = [];
    const numbered = {
      async page(address: string) {
        asked.push(new URL(address).pathname);
        return (await page("<p>Nordlys AS, org.nr. 923 609 016</p>", address)).page;
      },
    } as unknown as Outbound;
    const links = ["terms", "privacy", "impressum", "contact"].map((path) => `<a href="/${path}">${path}</a>`);
    await openLegalPages(numbered, await page(links.join(""), "https://acme.example/"));
    expect(asked).toEqual(["/impressum", "/contact"]);
  });

  it("reads each page once, also one that several addresses lead to", async () => {
    const outlined = vi.fn();
    const watched = async (html: string, address: string) => {
      const found = await page(html, address);
      const { outline } = found.document;
      vi.spyOn(found.document, "outline", "get").mockImplementation(() => {
        outlined(address);
        return outline;
      });
      return found;
    };
    const one = {
      page: async () => (await watched("<p>Nordlys AS, Storgata 1</p>", "https://acme.example/legal")).page,
    } as unknown as Outbound;
    const links = ["impressum", "legal-notice", "contact"].map((path) => `<a href="/${path}">${path}</a>`);
    const { pages, legal } = await openLegalPages(one, await watched(links.join(""), "https://acme.example/"));
    expect(pages.length).toBe(2);
    expect(legal.entities.map(({ name }) => name)).toEqual(["Nordlys AS"]);
    expect(outlined).toHaveBeenCalledTimes(2);
  });
});

describe("parking pages", () => {
  it.each([
    "<title>acme.example</title><p>This domain is for sale.",
    "<title>acme.example is parked</title><h1>Domain parked</h1>",
    "<h1>Buy this domain</h1>",
    "<p>Diese Domain steht zum Verkauf",
    '<title>acme</title><script src="https://d1.sedoparking.com/x.js"></script>',
    "<p>The domain acme.example may be for sale",
    "<title>acme.example - Diese Website steht zum Verkauf!</title>",
    "<h1>Ce nom de domaine est &agrave; vendre</h1>",
    "<p>El nombre de dominio acme.example está en venta.",
    "<p>The owner of acme.example is offering it for sale",
    "<title>acme.example</title><p>This domain name is registered with a registrar",
    "<title>Parkerad</title><p>Det här domännamnet är köpt och parkerat av en kund",
    `<title>Apache2 Ubuntu Default Page: It works</title>${"<p>It is used to test the server".repeat(200)}`,
    "<h1>It works!</h1>",
    "<title>Welcome to nginx!</title><p>Further configuration is required.",
    "<title>IIS Windows Server</title><img src=iisstart.png>",
    "<title>Default PLESK Page</title>",
    "<title>Default Web Site Page</title><h1>Sorry!</h1>",
    "<title>Account Suspended</title><p>Contact your provider.",
    "<title>Coming Soon</title><h1>Coming soon!</h1>",
    "<title>acme.example</title><h1>Hier entsteht eine neue Website</h1>",
  ])("%s", async (html) => {
    const given = await page(html);
    expect(isParked(given.document)).toBe(true);
  });

  it.each([
    "<h1>We sell houses</h1><p>This house is for sale",
    `<p>${"Robots. ".repeat(800)} this domain is for sale`,
    "<title>Nordic Names</title><p>Is a domain registered with another company? Move it to us. 10 parked domains are included.",
    '<title>Name brokers</title><p>robots.example is for sale.</p><a href="https://dan.com/">Dan</a>',
    "<title>Acme</title><p>This website is registered with the data protection authority. acme.example is available for phones.",
    "<title>Acme Robotics, coming soon</title><p>Robots",
    `<title>Coming soon</title><p>${"Acme Robotics builds robots for warehouses. ".repeat(4)}`,
    "<title>Acme</title><p>Our website is under construction. Acme Bau GmbH, Leipzig",
    "<title>Welcome to nginx consulting</title><p>It works",
  ])("a real page: %s", async (html) => {
    const given = await page(html);
    expect(isParked(given.document)).toBe(false);
  });

  it("a dealer's own site is a company's, and a domain that leads to it is for sale", async () => {
    const dealer = await page("<title>Sedo</title><h1>Names for companies</h1>", "https://sedo.com/");
    expect(strangerReason("sedo.com", dealer)).toBeNull();
    expect(strangerReason("acme.example", dealer)).toBe("domain_for_sale");
  });
});
