import { describe, expect, it } from "vitest";
import { readLegalFacts } from "../../../src/readers/legal/legal-entities.ts";
import type { FormD } from "../../../src/readers/news/form-d.ts";
import type { SiteEvidence } from "../../../src/sources/companies/site-evidence.ts";
import { isSameCompany, tickersIn } from "../../../src/sources/news/registrant-identity.ts";
import { sitePage } from "../../support/pages.ts";

/** The site of the brand Bolt, whose terms are `terms`. */
function siteWith(terms: string): SiteEvidence {
  const page = sitePage(`<title>Bolt</title><p>${terms}</p>`, "https://bolt.example/terms");
  const legal = readLegalFacts([{ ...page, kind: "terms" }]);
  return { domain: "bolt.example", redirectedTo: null, names: ["bolt"], legal } as unknown as SiteEvidence;
}

const FORM = { isFund: false, formerNames: [], phone: null, city: "BERGEN", state: "NY", street: null };
const formOf = (issuer: string, [first, last]: [string, string]) =>
  ({ ...FORM, issuer, people: [{ first, last, roles: ["Director"] }] }) as unknown as FormD;

it.each<[string, terms: string, team: string, issuer: string, person: [string, string], expected: boolean]>([
  [
    "the terms say under which name the issuer trades",
    "Harbor Technologies, Inc. (d/b/a Bolt) runs this. Payments are by Cash Systems, Inc. Hosting is by Cloud Systems, Inc.",
    "Ada Brandt, founder",
    "HARBOR TECHNOLOGIES, INC.",
    ["Ada", "Brandt"],
    true,
  ],
  [
    "a partner trades under another name",
    "Bolt works with Harbor Technologies, Inc. (d/b/a Cash) and with Cloud Systems, Inc.",
    "Ada Brandt, founder",
    "HARBOR TECHNOLOGIES, INC.",
    ["Ada", "Brandt"],
    false,
  ],
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
  const brandSite = (html: string) => {
    const page = sitePage(`<title>Bolt</title>${html}<footer>© 2026 Bolt</footer>`, "https://bolt.example/");
    const legal = readLegalFacts([{ ...page, kind: "home" }]);
    return {
      domain: "bolt.example",
      redirectedTo: null,
      names: ["bolt"],
      legal,
      home: page,
    } as unknown as SiteEvidence;
  };
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
});
