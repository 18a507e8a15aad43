import { describe, expect, it } from "vitest";
import { legalFactsOf, readLegalPage } from "../../../src/readers/legal/legal-entities.ts";
import type { FormD } from "../../../src/readers/news/form-d.ts";
import type { SiteEvidence } from "../../../src/sources/companies/site-evidence.ts";
import { isSameCompany, tickersIn } from "../../../src/sources/news/registrant-identity.ts";
import { sitePage } from "../../support/pages.ts";

/** The site of the brand Bolt, whose terms are `terms`. */
function siteWith(terms: string): SiteEvidence {
  const page = sitePage(`<title>Bolt</title><p>${terms}</p>`, "https://bolt.example/terms");
  const legal = legalFactsOf([readLegalPage({ ...page, kind: "terms" })]);
  return { domain: "bolt.example", redirectedTo: null, names: ["bolt"], legal } as unknown as SiteEvidence;
}

const FORM = { isFund: false, formerNames: [], phone: null, city: "BERGEN", state: "NY", street: null };
const formOf = (issuer: string, [first, last]: [string, string]) =>
  ({ ...FORM, issuer, people: [{ first, last, roles: ["Director"] }] }) as unknown as FormD;

it.each<[string, terms: string, team: string, issuer: string, person: [string, string], expected: boolean]>([
  [
    "an officer goes by a short name on the team page",
    "Bolt Labs, Inc. runs this.",
    "Leadership Zach Brandt Founder",
    "BOLT LABS, INC.",
    ["Zachary", "Brandt"],
    true,
  ],
  [
    "somebody else has the officer's family name",
    "Bolt Labs, Inc. runs this.",
    "Leadership Mia Brandt Founder",
    "BOLT LABS, INC.",
    ["Zachary", "Brandt"],
    false,
  ],
  [
    "the site is of a firm of another legal name, in the issuer's city, with a namesake of its officer",
    "Bolt Records LLC runs this, in Bergen, NY.",
    "Jason Brandt, drummer",
    "Bolt Inc.",
    ["Jason", "Brandt"],
    false,
  ],
  [
    "the site gives no legal name, but city and officer agree",
    "Bolt is made in Bergen, NY.",
    "Jason Brandt, founder",
    "Harbor Inc.",
    ["Jason", "Brandt"],
    true,
  ],
])("%s", (_, terms, team, issuer, person, expected) => {
  const site = siteWith(terms);
  expect(isSameCompany(site, `${site.legal.text}\n${team}`, { name: issuer }, [formOf(issuer, person)])).toBe(expected);
});

describe("a listed firm whose site shows only its brand and the mark of copyright", () => {
  const siteOf = (domain: string, html: string) => {
    const page = sitePage(html, `https://${domain}/`);
    const legal = legalFactsOf([readLegalPage({ ...page, kind: "home" })]);
    const [name = ""] = domain.split(".");
    return { domain, redirectedTo: null, names: [name], legal, home: page } as unknown as SiteEvidence;
  };
  const brandSite = (html: string) => siteOf("bolt.example", `<title>Bolt</title>${html}<footer>© 2026 Bolt</footer>`);
  const LISTED = {
    name: "BOLT INC.",
    tickers: ["BLTX"],
    addresses: { business: { city: "BERGEN", stateOrCountry: "NY" } },
  };

  it.each<[string, html: string, registrant: Record<string, unknown>, expected: boolean]>([
    ["its ticker is on the site", "<p>NASDAQ: BLTX</p>", LISTED, true],
    ["another ticker is", "<p>NASDAQ: BLTY</p>", LISTED, false],
    ["the site links its pages for shareholders", '<a href="https://ir.bolt.example/">Investors</a>', LISTED, true],
    ["the site has a page about its backers", '<a href="/investors">Investors</a>', LISTED, false],
    ["its seat is on the site", "<p>Bergen, NY</p>", LISTED, true],
    ["nothing else is known", "<p>Hello</p>", LISTED, false],
    ["it is not listed", "<p>Bergen, NY</p>", { ...LISTED, tickers: [] }, false],
    ["it has another name", "<p>NASDAQ: BLTX</p>", { ...LISTED, name: "HARBOR INC." }, false],
  ])("%s", (_, html, registrant, expected) => {
    const site = brandSite(html);
    expect(isSameCompany(site, site.home.page.text, registrant, [])).toBe(expected);
  });

  it("reads tickers", () => {
    expect(tickersIn("(NYSE: BRK.B) (Nasdaq GS: BLTX) nasdaq: blty, NYSE today")).toEqual(["BRK-B", "BLTX", "BLTY"]);
  });

  // What the home pages of listed firms showed of themselves, and the commission's record of each.
  it.each<[string, string, name: string, ticker: string, seat: [string, string], html: string]>([
    [
      "Rapid7: its brand and a host for investors",
      "rapid7.com",
      "Rapid7, Inc.",
      "RPD",
      ["BOSTON", "MA"],
      '<a href="https://investors.rapid7.com/">Investors</a><footer>© Rapid7</footer>',
    ],
    [
      "Edgio: a domain that its brand is spread over",
      "edgio.com",
      "Edgio, Inc.",
      "EGIO",
      ["PHOENIX", "AZ"],
      '<a href="https://investors.edg.io">Investors</a><footer>Copyright © 2023 Edgio</footer>',
    ],
    [
      "Zendesk: an address without a scheme",
      "zendesk.com",
      "ZENDESK, INC.",
      "ZEN",
      ["SAN FRANCISCO", "CA"],
      '<a href="//investor.zendesk.com/">Investors</a><footer>©Zendesk 2018</footer>',
    ],
    [
      "AppTech: the ticker of shares traded over the counter",
      "apptech.com",
      "AppTech Corp.",
      "APCX",
      ["CARLSBAD", "CA"],
      "<p>AppTech (OTC: APCX) is a publicly listed FinTech company.</p><footer>© 2006 - 2021 AppTech</footer>",
    ],
    [
      "FRP Holdings: a ticker behind a dash",
      "frpholdings.com",
      "FRP HOLDINGS, INC.",
      "FRPH",
      ["JACKSONVILLE", "FL"],
      "<p>FRP HOLDINGS, INC. (NASDAQ - FRPH)</p>",
    ],
    [
      "Yelp: a domain of its own for investors",
      "yelp.com",
      "YELP INC",
      "YELP",
      ["SAN FRANCISCO", "CA"],
      '<a href="http://www.yelp-ir.com/">Investor Relations</a><footer>Copyright © 2004–2018 Yelp</footer>',
    ],
  ])("%s", (_, domain, name, ticker, [city, stateOrCountry], html) => {
    const site = siteOf(domain, html);
    const registrant = { name, tickers: [ticker], addresses: { business: { city, stateOrCountry } } };
    const namesake = { ...registrant, tickers: [], addresses: { business: { city: "BERGEN", stateOrCountry: "NY" } } };
    const other = { ...registrant, name: "HARBOR INC." };
    expect(isSameCompany(site, site.home.page.text, registrant, [])).toBe(true);
    expect(isSameCompany(site, site.home.page.text, namesake, [])).toBe(false);
    expect(isSameCompany(site, site.home.page.text, { ...other, tickers: ["ZZZZ"] }, [])).toBe(false);
  });
});
