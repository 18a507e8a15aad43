import { describe, expect, it } from "vitest";
import { bandOf, sizeBand } from "../../../src/readers/company/size-band.ts";
import { readFormD } from "../../../src/readers/news/form-d.ts";
import { readFundingTerms } from "../../../src/readers/news/funding-terms.ts";
import { readLeadershipTerms } from "../../../src/readers/news/leadership-terms.ts";
import { readOfficerChanges } from "../../../src/readers/news/officer-changes.ts";
import { readWrittenDate } from "../../../src/readers/words/written-date.ts";
import { leastGrowth, MAX_GROWTH_UNDER_LOAD } from "../../support/linear-time.ts";

describe("what a headline says of a round", () => {
  it.each([
    ["Acme raises $12M Series A led by Big Fund", 12e6, "USD", "Series A", ["Big Fund"]],
    [
      "Acme raises €5 million seed round from Alpha Ventures and Beta Capital",
      5e6,
      "EUR",
      "seed",
      ["Alpha Ventures", "Beta Capital"],
    ],
    ["Acme secures £3.2m in growth funding", 3.2e6, "GBP", "growth", []],
    ["Acme closes $1.5bn Series E", 1.5e9, "USD", "Series E", []],
    ["Acme raises 12M", 12e6, null, null, []],
    ["B2B startup Acme raises Rs 7.8 crore in pre-Series A round", 78e6, "INR", "pre-Series A", []],
    ["Acme adds $35M SGD months after its Series A", 35e6, "SGD", null, []],
    ["Acme capta R$150 mi", 150e6, "BRL", null, []],
    ["Acme、シリーズBで17.4億円の資金調達を実施", 1_740e6, "JPY", "Series B", []],
    ["Acme raises $100M from Old Growth Equity, a16z And Others", 100e6, "USD", null, ["Old Growth Equity", "a16z"]],
    ["Robot maker Foo invests $2M in Acme", 2e6, "USD", null, ["Foo"]],
    ["Acme levanta €3M con Alpha Ventures y Beta Capital", 3e6, "EUR", null, ["Alpha Ventures", "Beta Capital"]],
    ["Acme sammelt 2,5 Millionen Euro ein", 2.5e6, "EUR", null, []],
    ["Acme raises USD 1,500,000 pre-seed", 1.5e6, "USD", "pre-seed", []],
    ["Sequoia leads $20M Series B in Acme", 20e6, "USD", "Series B", ["Sequoia"]],
    ["Acme raises SEK 50m", 50e6, "SEK", null, []],
    ["Acme sammelt €3,5 Mio. ein", 3.5e6, "EUR", null, []],
    ["Acme raises US$ 1.2bn", 1.2e9, "USD", null, []],
    ["Acme erhält 10 Millionen Euro in Series-A-Finanzierung", 10e6, "EUR", "Series A", []],
    ["Acme lève 5 M€ auprès de Fondsmax", 5e6, "EUR", null, ["Fondsmax"]],
    ["Acme levanta 3 millones de euros", 3e6, "EUR", null, []],
    ["Acme haalt 4 miljoen euro op", 4e6, "EUR", null, []],
    ["Acme reser 50 miljoner kronor", 50e6, "SEK", null, []],
    ["Acme henter 20 millioner kroner", 20e6, null, null, []],
    ["Acme pozyskuje 10 mln zł", 10e6, "PLN", null, []],
    ["Acme closes undisclosed seed round", null, null, "seed", []],
    ["Acme raises money", null, null, null, []],
    ["Acme hits $17.3B valuation after raising $300M from big-name VCs", 300e6, "USD", null, []],
    ["Acme quintuples valuation to $10B with $350M Series C", 350e6, "USD", "Series C", []],
    ["Acme valued at $2B in new funding", null, null, null, []],
    ["Acme opens a $99/month beta, raises $30M", 30e6, "USD", null, []],
    ["Unit 221B raises $5M", 5e6, "USD", null, []],
    ["Acme raises $435M pre-IPO round, refuses to ipo", 435e6, "USD", "pre-ipo", []],
    ["Acme raises $75M in IPO", 75e6, "USD", "ipo", []],
    ["Acme raises $25M to bridge the gap", 25e6, "USD", null, []],
    ["Acme lands funding to take on Foo from Europe", null, null, null, []],
    ["Acme raises $7M from Big Fund, Foo founders and others", 7e6, "USD", null, ["Big Fund"]],
    ["A benefit? Big Fund leads $23.5M Series A for Acme", 23.5e6, "USD", "Series A", ["Big Fund"]],
  ])("%s", (title, amount, currency, round, investors) => {
    expect(readFundingTerms(title)).toEqual({ amount, currency, round, investors });
  });
});

it.each([
  ["March 5th, 2026", "2026-03-05"],
  ["Posted by Ada on Sept. 30, 2026 in News", "2026-09-30"],
  ["5 March 2026", "2026-03-05"],
  ["5. März 2026", "2026-03-05"],
  ["1er août 2026", "2026-08-01"],
  ["12 de octubre de 2026", "2026-10-12"],
  ["7 gennaio 2026", "2026-01-07"],
  ["9 mei 2026", "2026-05-09"],
  ["9. maj 2026", "2026-05-09"],
  ["24. joulukuuta 2026", "2026-12-24"],
  ["3 października 2026", "2026-10-03"],
  ["2026-03-05", "2026-03-05"],
  ["05.03.2026", "2026-03-05"],
  ["1º de março de 2026", "2026-03-01"],
  ["4 września 2026", "2026-09-04"],
  ["marketing 12, 2026", null],
  ["maybe 12, 2026", null],
  ["31 February 2026", null],
  ["03/04/2026", null],
  ["Room 12 offices 2026", null],
])("the date in %j is %s", (text, expected) => {
  expect(readWrittenDate(text)?.slice(0, 10) ?? null).toBe(expected);
});

describe("what item 5.02 of a Form 8-K says", () => {
  const heading =
    "Item 5.02 Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers; Compensatory Arrangements of Certain Officers.";
  it.each<[string, [person: string, role: string | null, change: string][] | null]>([
    [
      "On November 3, 2026, Ada Brandt notified Acme, Inc. (the “Company”) of her decision to resign as Chief Financial Officer, effective November 30.",
      [["Ada Brandt", "Chief Financial Officer", "left"]],
    ],
    [
      "The Board appointed Jean-Luc Moreau, age 51, as Chief Executive Officer of the Company. Mr. Moreau succeeds Ada Brandt.",
      [["Jean-Luc Moreau", "Chief Executive Officer", "joined"]],
    ],
    ["Maria Lind, 48, has been elected to the Board of Directors.", [["Maria Lind", "Board of Directors", "joined"]]],
    [
      "Departure of Ada Brandt as Treasurer. Ada Brandt’s employment will terminate on May 1.",
      [["Ada Brandt", "Treasurer", "left"]],
    ],
    ["The Committee approved the 2027 bonus plan for its executive officers.", null],
    ["The Company appointed a new director, whom it will name later.", []],
  ])("%s", (body, expected) => {
    const read = readOfficerChanges(
      `Cover. ${heading} ${body} Item 9.01 Exhibits. John Other was appointed CEO. SIGNATURES`,
    );
    expect(read?.map(({ person, role, change }) => [person, role, change]) ?? null).toEqual(expected);
  });

  it("another item says nothing", () => {
    expect(readOfficerChanges("Item 8.01 Other Events. Ada Brandt was appointed CEO.")).toEqual([]);
  });

  it.each(["Aa Bb, ", "appointed Aa ", "Aa Bb’s employment ", "Item 5.02 "])(
    "takes linear time on %j, repeated",
    async (piece) => {
      const make = (length: number) => `Item 5.02 resign ${piece.repeat(length / piece.length)}`;
      expect(await leastGrowth(make, readOfficerChanges, 20_000)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
    },
  );
});

describe("what a headline says of a change", () => {
  it.each([
    ["Acme names Ada Brandt CTO", "Ada Brandt", "CTO", "joined"],
    ["Acme appoints Ada Brandt as Chief Technology Officer", "Ada Brandt", "Chief Technology Officer", "joined"],
    ["Ada Brandt joins Acme as VP of Sales", "Ada Brandt", "VP", "joined"],
    ["Ada Brandt named CEO of Acme", "Ada Brandt", "CEO", "joined"],
    ["Acme CFO Jean-Luc Moreau steps down", "Jean-Luc Moreau", "CFO", "left"],
    ["Acme CFO steps down", null, "CFO", "left"],
    ["Welcoming Ada Brandt as our new CTO", "Ada Brandt", "CTO", "joined"],
    ["Acme hires Ludwig van der Berg as COO", "Ludwig van der Berg", "COO", "joined"],
    ["Acme hires former Harbor banker Ada Brandt as CFO", "Ada Brandt", "CFO", "joined"],
    ["Acme names former head of Harbor, Ada Brandt, as its new CEO", "Ada Brandt", "CEO", "joined"],
    ["Acme taps Harbor's Ada Brandt as CEO", "Ada Brandt", "CEO", "joined"],
    [
      "Acme Announces Appointment of Ada Brandt As Chief Financial Officer",
      "Ada Brandt",
      "Chief Financial Officer",
      "joined",
    ],
    ["Acme’s chief customer officer Ada Brandt plans to step down", "Ada Brandt", "chief customer officer", "left"],
    ["Acme CEO Tom Vice to retire within 12 months", "Tom Vice", "CEO", "left"],
    ["Ada Brandt Resigns as CEO of Acme", "Ada Brandt", "CEO", "left"],
    ["Acme’s new CEO is former Harbor exec Ada Brandt", "Ada Brandt", "CEO", "joined"],
    ["Harbor co-founder Ada Brandt leaves Acme", "Ada Brandt", "co-founder", "left"],
    ["Acme ernennt Ada Brandt zum Finanzvorstand", "Ada Brandt", "Finanzvorstand", "joined"],
    ["Acme board ousts CEO", null, "CEO", "left"],
    ["Acme Announces Ada Brandt to Step Down as CFO", "Ada Brandt", "CFO", "left"],
    ["Acme Says Ada Brandt Will Become CEO", "Ada Brandt", "CEO", "joined"],
    ["Acme Appoints Ada Brandt Senior Vice President, Sales", "Ada Brandt", "Senior Vice President", "joined"],
    ["Acme Hires Its First CFO: Ada Brandt", "Ada Brandt", "CFO", "joined"],
    [
      "Acme Appoints Ada (Addie) Brandt, M.D., As Chief Medical Officer",
      "Ada Brandt",
      "Chief Medical Officer",
      "joined",
    ],
    ["Acme hires Harbor Robotics scientist as CTO", null, "CTO", "joined"],
    ["Acme appoints new CEO, Harbor Slumps on Earnings", null, "CEO", "joined"],
    ["Ada Brandt leaves Acme", "Ada Brandt", null, "left"],
    ["Acme: Finanzchefin Ada Brandt verlässt das Unternehmen", "Ada Brandt", "Finanzchefin", "left"],
    ["Ada Brandt nominata ceo di Acme", "Ada Brandt", "ceo", "joined"],
    ["Ada Brandt è la nuova amministratrice delegata di Acme", "Ada Brandt", "amministratrice delegata", "joined"],
    ["Acme nombra a Ada Brandt como nueva directora", "Ada Brandt", "directora", "joined"],
    ["Acme: Direktorin Ada Brandt tritt zurück", "Ada Brandt", "Direktorin", "left"],
    ["Ada Brandt stapt op als CEO van Acme", "Ada Brandt", "CEO", "left"],
    ["Ehemaliger Harbor-Manager wird CEO von Acme", null, "CEO", "joined"],
  ])("%s", (title, person, role, change) => {
    expect(readLeadershipTerms(title, "Acme")).toEqual([{ person, role, change }]);
  });

  it.each([
    ["Acme Names Ada Brandt COO, Ben Okafor Retiring", ["Ada Brandt", "COO", "joined"], ["Ben Okafor", "COO", "left"]],
    [
      "Acme CEO Ada Brandt To Retire, Ben Okafor Named Successor",
      ["Ada Brandt", "CEO", "left"],
      ["Ben Okafor", "CEO", "joined"],
    ],
    [
      "Acme CFO Ada Brandt to leave company; Ben Okafor to serve as interim CFO",
      ["Ada Brandt", "CFO", "left"],
      ["Ben Okafor", "CFO", "joined"],
    ],
  ])("%s", (title, ...people) => {
    const read = readLeadershipTerms(title, "Acme").map(({ person, role, change }) => [person, role, change]);
    expect(read).toEqual(people);
  });
});

it.each([
  ["50-99", "51-200"],
  ["1\u00a0200 salariés", "1001-5000"],
  ["1\u202f200–1\u202f400", "1001-5000"],
  ["12’500 Mitarbeitende", "10001+"],
  ["50 à 99 salariés", "51-200"],
  ["10 à 19", "11-50"],
  ["500 à 999", "501-1000"],
  ["1 000 à 1 999 salariés", "1001-5000"],
  ["51-200", "51-200"],
  ["51 to 200 employees", "51-200"],
  ["1,001-5,000", "1001-5000"],
  ["2-10", "2-10"],
  ["87", "51-200"],
  ["1,200", "1001-5000"],
  ["10,001+", "10001+"],
  ["Nov-50", "11-50"],
  ["87.0", "51-200"],
  ["none", null],
])("%s is the band %s", (text, band) => {
  expect(sizeBand(text)).toBe(band);
});

it("a register's band is put by its middle", () => {
  expect(bandOf(50, 99)).toBe("51-200");
  expect(bandOf(10_000, null)).toBe("10001+");
  expect(bandOf(0, 0)).toBeNull();
});

describe("form D", () => {
  it("reads no other document, no test filing, and expands no entity", () => {
    expect(readFormD("<html>Request Rate Threshold Exceeded</html>")).toBeNull();
    expect(readFormD("not xml <<<")).toBeNull();
    expect(
      readFormD(
        "<edgarSubmission><submissionType>D</submissionType><testOrLive>TEST</testOrLive><primaryIssuer><entityName>X</entityName></primaryIssuer></edgarSubmission>",
      ),
    ).toBeNull();
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><edgarSubmission><submissionType>D</submissionType><primaryIssuer><entityName>&a;&a;</entityName></primaryIssuer></edgarSubmission>`;
    expect(readFormD(bomb)?.issuer).not.toContain("aaaa");
  });
});
