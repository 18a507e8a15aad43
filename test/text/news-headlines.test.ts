import { describe, expect, it } from "vitest";
import { identity, isAbout, namePattern } from "../../src/sources/companies/company-identity.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../src/text/news-headlines.ts";
import { growth, MAX_GROWTH_UNDER_LOAD } from "../support/linear-time.ts";

const ACME = identity("acme-robotics.example", "Acme Robotics, Inc.");
const NAME = namePattern(ACME);

describe("funding", () => {
  it.each([
    "Acme Robotics raises 12M",
    "ACME ROBOTICS RAISES $12M",
    "Leipzig's Acme Robotics raises $12M to sell robot arms",
    "Acme Robotics Inc. closes Series A",
    "Acme Robotics, a maker of robot arms, raises €5 million",
    "Fund leads €5M seed round in Acme Robotics",
    "Acme Robotics’ $12M Series A, led by a fund",
    "Acme Robotics (YC W24) raised $3.2M",
    "Acme-Robotics secures €10m growth funding",
    "A fund invests $3M in Acme Robotics",
    "Acme Robotics sammelt 3,5 Mio. Euro ein",
    "Acme Robotics erhält 10 Millionen Euro in Series-A-Finanzierung",
    "Acme Robotics lève 5 millions d'euros",
    "Acme Robotics levanta 3 millones de euros",
    "Acme Robotics raccoglie 2,5 milioni di euro",
    "Acme Robotics haalt 4 miljoen euro op",
    "Acme Robotics reser 50 miljoner kronor",
    "Acme Robotics henter 20 millioner kroner",
    "Acme Robotics kerää 3 miljoonan euron rahoituksen",
    "Acme Robotics pozyskuje 10 mln zł",
  ])("told by others: %s", (title) => {
    expect(tellsOfFunding(title, NAME, false)).toBe(true);
  });

  it.each([
    "Acme Robotics customer Foo raises $5M",
    "Foo, founded by ex-Acme Robotics staff, raises $9M",
    "Rival of Acme Robotics raises $2M",
    "Kunde von Acme Robotics sammelt 5 Millionen Euro ein",
    "Foo und Acme Robotics sammeln 5 Millionen Euro ein",
    "Acme Robotics erhält 5 Millionen Euro Fördermittel",
    "Acme Robotics lève le voile sur 5 millions d'utilisateurs",
    "Acme Robotics capta 5 millones de clientes",
    "Foo, concurrent d'Acme Robotics, lève 5 millions d'euros",
    "Acme Robotics' parent Foo raises $4M",
    "Acme Robotics raises awareness of a $10M problem",
    "Acme Robotics raises prices by 5 million",
    "Acme Robotics raises $5M for charity",
    "Acme Robotics closes $10M contract",
    "Acme Robotics raises questions",
    "Acme Robotics announces new arm",
    "Acme Roboticsworld raises $9M",
    "We raised $12M",
  ])("not told by others: %s", (title) => {
    expect(tellsOfFunding(title, NAME, false)).toBe(false);
  });

  it.each([
    "We raised a $12M Series A",
    "We’ve raised €5M",
    "Announcing our Series B funding",
    "Our $5M seed round",
    "Acme Robotics raises 12M",
  ])("told on the own site: %s", (title) => {
    expect(tellsOfFunding(title, NAME, true)).toBe(true);
  });

  it.each([
    "Foo raises $10M with our robots",
    "How we raise our robots",
    "Our seed catalogue",
    "Announcing financing options",
    "Our 5 million arms",
  ])("not told on the own site: %s", (title) => {
    expect(tellsOfFunding(title, NAME, true)).toBe(false);
  });
});

describe("leadership", () => {
  it.each([
    "Acme Robotics names Ada Brandt CTO",
    "Acme Robotics appoints Ada Brandt as Chief Technology Officer",
    "Acme Robotics hires former Foo executive as head of sales",
    "Ada Brandt joins Acme Robotics as VP of Sales",
    "Ada Brandt named CEO of Acme Robotics",
    "Acme Robotics CFO steps down",
    "CEO of Acme Robotics resigns",
  ])("told by others: %s", (title) => {
    expect(tellsOfLeadershipChange(title, NAME, false)).toBe(true);
  });

  it.each([
    "Interview with the Acme Robotics CEO",
    "Acme Robotics names its best robot",
    "Foo hires Acme Robotics veteran as CTO",
    "Acme Robotics CEO on the future of work",
    "Foo CFO steps down",
  ])("not told by others: %s", (title) => {
    expect(tellsOfLeadershipChange(title, NAME, false)).toBe(false);
  });

  it.each(["Welcoming Ada Brandt as our new CTO", "Meet our new CFO", "Ada Brandt joins as Chief Revenue Officer"])(
    "told on the own site: %s",
    (title) => {
      expect(tellsOfLeadershipChange(title, NAME, true)).toBe(true);
    },
  );

  it.each(["Our CEO on the future", "Five questions for a head of sales"])("not told on the own site: %s", (title) => {
    expect(tellsOfLeadershipChange(title, NAME, true)).toBe(false);
  });
});

it.each(["Acme Robotics ", "Acme Robotics, ", "raises ", "(", "series a ", "Newsy , ; "])(
  "takes linear time on a title of %j",
  async (piece) => {
    expect(
      await growth(
        (length) => piece.repeat(length / piece.length),
        (title) => {
          for (const own of [true, false]) {
            tellsOfFunding(title, NAME, own);
            tellsOfLeadershipChange(title, NAME, own);
          }
        },
        80_000,
      ),
    ).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
  },
);

describe("namesakes", () => {
  it.each([
    ["acme-robotics.example", "Acme Robotics GmbH", true],
    ["ibm.example", "International Business Machines", true],
    ["lumenta.example", "Lumenta", false],
    ["lumenta.example", "The Best Shop Around", false],
    ["lumenta.example", null, false],
  ])("%s as %s: the name alone tells: %s", (domain, name, isTelling) => {
    expect(identity(domain, name).isTelling).toBe(isTelling);
  });

  it("a telling name is enough, a single word needs the domain", () => {
    const lumenta = identity("lumenta.example", "Lumenta");
    const news = { title: "Lumenta raises $5M", url: "https://news.example/1" };
    expect(isAbout(ACME, { title: "Acme Robotics raises $5M", url: null })).toBe(true);
    expect(isAbout(ACME, { title: "Acme raises $5M", url: null })).toBe(false);
    expect(isAbout(lumenta, news)).toBe(false);
    expect(isAbout(lumenta, { ...news, url: "https://blog.lumenta.example/" })).toBe(true);
    expect(isAbout(lumenta, { ...news, text: "See lumenta.example." })).toBe(true);
    expect(isAbout(lumenta, { ...news, text: "See not-lumenta.example." })).toBe(false);
  });
});
