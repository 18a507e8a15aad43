import { expect, it } from "vitest";
import { csvReader } from "../../src/lib/csv.ts";
import { addressesOnPage } from "../../src/sources/emails/addresses-on-page.ts";
import { mergePeople, type Person } from "../../src/sources/facts/person.ts";
import { readFeed } from "../../src/sources/news/feed.ts";
import { peopleOnPage } from "../../src/sources/people/people-page.ts";
import { parseJsonLd } from "../../src/sources/website/json-ld.ts";
import { readLegalFacts } from "../../src/sources/website/legal-entities.ts";
import { optsOut } from "../../src/sources/website/opt-out.ts";
import { readHtml } from "../../src/sources/website/page-facts.ts";
import { isParked } from "../../src/sources/website/parked-page.ts";
import { readSitemaps } from "../../src/sources/website/sitemap.ts";
import { foreignText } from "../../src/text/foreign-text.ts";
import { decodeEntities } from "../../src/text/html-entities.ts";
import { textOfHtml } from "../../src/text/html-text.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../src/text/news-headlines.ts";
import { growth, MAX_GROWTH } from "../support/linear-time.ts";

const URL_OF_PAGE = new URL("https://hostile.example/team");
const OWNER = { url: URL_OF_PAGE, names: ["Hostile"], domains: ["hostile.example"], networkHosts: ["network.example"] };
const page = (text: string) => ({
  status: "ok" as const,
  url: URL_OF_PAGE,
  headers: new Headers(),
  text,
  truncated: false,
});
const sitemapOf = (text: string) => ({ page: async () => page(text) }) as unknown as Parameters<typeof readSitemaps>[0];

/** Everything that reads a text which a stranger has written. */
const PARSERS: Record<string, (text: string) => unknown> = {
  readHtml: (text) => readHtml(text, URL_OF_PAGE),
  peopleOnPage: (text) => peopleOnPage(text, OWNER, "team"),
  addressesOnPage: (text) => addressesOnPage(text, readHtml("", URL_OF_PAGE), ["hostile.example"]),
  optsOut: (text) => optsOut(page(text)),
  isParked: (text) => isParked(readHtml("", URL_OF_PAGE), text),
  readSitemaps: (text) => readSitemaps(sitemapOf(text), URL_OF_PAGE, []),
  readFeed: (text) => readFeed(`<rss><channel>${text}</channel></rss>`, URL_OF_PAGE),
  parseJsonLd,
  textOfHtml: (text) => textOfHtml(text, 200),
  decodeEntities,
  foreignText,
  readLegalFacts: (text) =>
    readLegalFacts([{ url: URL_OF_PAGE, facts: readHtml("", URL_OF_PAGE), page: page(text), kind: "imprint" }]),
  tellsOfFunding: (text) => tellsOfFunding(text, "newsy", true),
  tellsOfLeadershipChange: (text) => tellsOfLeadershipChange(text, "newsy", true),
  csv: (text) => {
    const reader = csvReader();
    return [...Array(Math.ceil(text.length / 65_536)).keys()].map((piece) => {
      try {
        return reader.feed(text.slice(piece * 65_536, (piece + 1) * 65_536)).length;
      } catch {
        return 0;
      }
    });
  },
};

/** `[begins with, repeats]`: what opens and never ends, what can be read in many ways, what is there too often. */
const SHAPES: [start: string, piece: string][] = [
  ["", " "],
  ["", "\n"],
  ["", "<"],
  ["", "<div>"],
  ["", "</div>"],
  ["", "<a"],
  ["<a", "a"],
  ["<a ", 'a="'],
  ["<a ", "a "],
  ["", "<a href=x>"],
  ["<header>", '<a href="https://network.example/company/x">x</a>'],
  ["<h1>", "Ada Brandt, CEO\n"],
  ["<h1>", "<b>Ada Brandt</b><br>"],
  ["", "<h3>Ada Brandt</h3><p>CEO</p>"],
  ["", "<li><h3>Ada Brandt</h3><a href=/x>"],
  ["", "<p class='name title role location'>Ada Brandt"],
  ['<div class="', "name title "],
  ["", "<!--"],
  ["", "<![CDATA["],
  ["", "<script>"],
  ["", "<script"],
  ["", "<style></style"],
  ["", "<title>"],
  ["", "<meta "],
  ["", "<meta name=robots content=x>"],
  ['<meta http-equiv=refresh content="', "1"],
  ['<p data-x="{', "&quot;"],
  ["", '="{'],
  ["", "&amp;"],
  ["&", "a"],
  ["<loc>", " "],
  ["", "<loc> "],
  ["", "<loc>https://hostile.example/a</loc>"],
  ["", "<item><title>x</title><pubDate>Mon, 01 Jun 2026 00:00:00 GMT</pubDate></item>"],
  ["", "<item>"],
  ["<script type=application/ld+json>[", '{"@type":"Person","name":"Ada Brandt"},'],
  ["", "]]> "],
  ["", "// "],
  ["", "<br>©"],
  ["", "<p>©\t</p>"],
  ["Newsy ", ", ; "],
  ["Newsy ", "(, to "],
  ["", "Newsy joins as ceo of "],
  ["", "a@"],
  ["", "ada at hostile dot "],
  ["", "a.b-c@hostile.example "],
  ['"', "a,"],
  ["", '"'],
  ["", '","'],
  ["", "a,b\n"],
  ["", "\u00ad"],
  ["", "7"],
  ["", "©"],
  ["", "<br>©"],
  ["", "<p>©\t</p>"],
  ["", "(c) "],
  ["", "copyright "],
  ["", "<p>Aa Ltd, company number 12"],
  ["", "<h2>Hosting</h2>"],
  ["", "hosted by. "],
  ["", "+49 1 2 3 4 "],
];
const LENGTH = 100_000;

it("the measure sees a quadratic pattern", async () => {
  const blanks = (length: number) => " ".repeat(length);
  expect(await growth(blanks, (text) => /\s+x/.test(text), 4_000)).toBeGreaterThan(MAX_GROWTH);
});

it.each(Object.entries(PARSERS))("%s takes time linear in the length of hostile text", async (_, parse) => {
  const slow: Record<string, number> = {};
  for (const [start, piece] of SHAPES) {
    const make = (length: number) => start + piece.repeat(length / piece.length);
    const times = await growth(make, parse, LENGTH);
    if (times > MAX_GROWTH) slow[`${start}${piece}…`] = times;
  }
  expect(slow).toEqual({});
});

it("people of one name cost no more than people of many names", async () => {
  const person = (index: number): Person => ({
    name: "Ada Brandt",
    nameFolded: "ada brandt",
    firstName: "Ada",
    lastName: "Brandt",
    title: null,
    location: null,
    profileUrl: `https://network.example/in/${index}`,
    email: null,
    isVerified: true,
    lastSeenAt: 0,
    source: "own_site",
    confidence: 0.9,
    evidence: [],
    cached: false,
  });
  const crowd = Array.from({ length: 40_000 }, (_, index) => person(index));
  const work = (text: string) => mergePeople([crowd.slice(0, text.length)]);
  expect(await growth((length) => "x".repeat(length), work, 10_000)).toBeLessThan(MAX_GROWTH);
});
