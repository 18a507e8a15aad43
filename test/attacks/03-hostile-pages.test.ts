import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, it } from "vitest";
import { MAX_FOREIGN_LEVELS, parseJson } from "../../src/lib/loose-json.ts";
import { parseXml } from "../../src/lib/xml.ts";
import { mergePeople, type Person } from "../../src/readers/people/person.ts";
import { FOREIGN_PARSERS } from "../support/foreign-parsers.ts";
import { randomShapes, type Shape, textOf } from "../support/hostile-shapes.ts";
import { growth, leastGrowth, MAX_GROWTH, MAX_GROWTH_UNDER_LOAD } from "../support/linear-time.ts";

/** Beginning, what is repeated, end: what opens and never ends, what can be read in many ways, what is there too often. */
const SHAPES = [
  ["", " "],
  ["", "\n"],
  ["", "<"],
  ["", "<|"],
  ["", "<system "],
  ["", "Aa "],
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
  ["", "<h3>Our nurses</h3><p>Ada Brandt</p>"],
  ["", "<li><h3>Ada Brandt</h3><a href=/x>"],
  ["<h1>", "Ada Brandt<br>"],
  ["", "<div><b>Ada Brandt"],
  ["", "<ul><li>Ada Brandt<li>Tom Becker"],
  ["", '<div itemscope><b itemprop="name">Ada Brandt'],
  ["<p>", "Ada Brandt, "],
  ["<h3>Ada Brandt</h3>", '<a href="/team/x">x</a>'],
  ["", "<p class='name title role location'>Ada Brandt"],
  ['<div class="', "name title "],
  ["<div itemscope>", "<i itemprop=a>x</i>"],
  ["", "<div itemscope itemprop=a>"],
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
  ["", "(c) "],
  ["", "copyright "],
  ["", "<p>Aa Ltd, company number 12"],
  ["HRB", " :", "x"],
  ["", "business id "],
  ["", "corporate id "],
  ["", "cro "],
  ["", "number registered in ireland "],
  ["", "<h2>Hosting</h2>"],
  ["", "hosted by. "],
  ["", "+49 1 2 3 4 "],
  ["<script>", "\\"],
  ["", "Disallow: /*a*"],
  ["<a href=https://", ".", "x/>x</a>"],
  ["<script src=/", "1a", "-.js></script>"],
  ["<h3>Ada Brandt</h3><p>", "-", "x</p>"],
  ["", "//a.co/"],
  ["//boards.greenhouse.io/embed/job_board?", "&for"],
  ["<p class='", "location title "],
  ["", "{"],
  ["", "["],
  ["<script type=application/ld+json>", '[{"a":'],
  ["window.a=", '{"a":['],
  ['"[', "[["],
  ["a", ",a"],
  ["a", "\t\0"],
  ["a\n", '"\r'],
  ["a\r\n", "1,\r\n"],
  // Structures whose parts differ and refer to each other.
  [
    '<script type=application/ld+json>{"@graph":[',
    '{"@id":"#¤","@type":"Organization","name":"Acme ¤","parentOrganization":{"@id":"#a¤"},"sameAs":["https://a.example/¤"]},',
    "{}]}</script>",
  ],
  [
    '<script type=application/ld+json>{"@type":"JobPosting","title":"Cook","jobLocation":[',
    '{"@type":"Place","address":{"addressLocality":"City ¤"}},',
    "{}]}</script>",
  ],
  [
    '<div itemscope itemtype="https://schema.org/Organization">',
    '<p itemprop=employee itemscope itemtype="https://schema.org/Person"><i itemprop=name>Ada ¤</i></p>',
  ],
  ["<table>", "<tr><td>Ada ¤rt<td>CEO"],
  ["", "<ul><li>Ada ¤rt, CEO"],
  ["<urlset>", "<url><loc>https://hostile.example/team/¤</loc></url>"],
  ["", "<item><title>Newsy hires Ada ¤</title><link>https://hostile.example/¤</link></item>"],
  [
    '{"jobs":[',
    '{"id":"¤","title":"Cook ¤","absolute_url":"https://hostile.example/¤","departments":[{"name":"Team ¤"}]},',
    "{}]}",
  ],
  ['{"jobs":[{"id":1,"title":"Cook","offices":[', '{"id":"¤","name":"City ¤"},', "{}]}]}"],
  ["", "Disallow: /¤*x$\nAllow: /a/¤\n"],
  ["", "c¤,"],
  ["domain,name\n", '¤.example,"Acme ¤, Inc"\n'],
  ["Newsy raises $5m from ", "Acme ¤ Capital, "],
  ["", "<p>Acme ¤ GmbH, HRB ¤ 12345</p>"],
] satisfies [before: string, run: string, after?: string][];
/** One run after the other. */
const RUNS = [
  ["Ada Brandt,", "a@hostile.example "],
  ["Ada Brandt,", "\n", "a@hostile.example "],
  ["Ada Brandt\n", "Acme GmbH "],
  ["Acme GmbH, ", "HRB 12345 "],
  ["<p>Ada Brandt</p>", "<p>a@hostile.example</p>"],
  ["<div>", "Ada Brandt, CEO<br>", "</div>"],
  ["<li>", "</ul>"],
  ["<h3>Ada Brandt</h3>", "<p>CEO</p>"],
  ["{", "}"],
  ['"a,', '"'],
];

/** `npm run fuzz`: pages as long as the fetcher reads, and as many shapes more as FUZZ_RUNS says. */
const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? 0);
const ALLOWED_GROWTH = FUZZ_RUNS > 0 ? MAX_GROWTH : MAX_GROWTH_UNDER_LOAD;
const LENGTH = FUZZ_RUNS > 0 ? 1_500_000 : 8_000;
/** CPU time of a page of 1.5 MB that harms no other request. */
const MEASURE = { allowed: ALLOWED_GROWTH, minMeasuredMs: FUZZ_RUNS > 0 ? 100 : undefined };

const shapes: Shape[] = [
  ...SHAPES.map(([before, run, after]) => ({ before, runs: [run], after })),
  ...RUNS.map((runs) => ({ runs })),
  ...randomShapes(FUZZ_RUNS),
];

it("the measure tells quadratic work from linear work", async () => {
  const blanks = (length: number) => " ".repeat(length);
  expect(await growth(blanks, (text) => /\s+x/.test(text), 8_000, 5)).toBeGreaterThan(MAX_GROWTH_UNDER_LOAD);
  // Many passes over a text that fits a cache: other programs that use the memory cannot slow down the larger input only.
  const sum = (text: string) => {
    let codes = 0;
    for (let pass = 0; pass < 200; pass++) for (let at = 0; at < text.length; at++) codes += text.charCodeAt(at);
    return codes;
  };
  const linear = await leastGrowth(blanks, sum, 100_000, { minMeasuredMs: 5 });
  expect(linear).toBeGreaterThan(0);
  expect(linear).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
});

it.each(Object.entries(FOREIGN_PARSERS))("%s takes time linear in the length of hostile text", async (_, parse) => {
  const slow: Record<string, number> = {};
  for (const shape of shapes) {
    const most = await leastGrowth((length) => textOf(shape, length), parse, LENGTH, MEASURE);
    if (most > ALLOWED_GROWTH) slow[JSON.stringify(shape)] = most;
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
  // Many passes over a crowd that fits a cache, as above.
  const crowd = Array.from({ length: 4_000 }, (_, index) => person(index));
  const work = (text: string) => {
    for (let pass = 0; pass < 20; pass++) mergePeople([crowd.slice(0, text.length)]);
  };
  expect(await leastGrowth((length) => "x".repeat(length), work, 4_000)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
});

it("people of many names, whose parts may be left out, take time linear in their number", async () => {
  const letter = (index: number) => String.fromCharCode(97 + (index % 26));
  const name = (index: number) => `Ada Maria B${letter(index)}${letter(index / 26)}${letter(index / 676)}er`;
  const page = (count: number) => Array.from({ length: count }, (_, index) => `<li>${name(index)}, CEO`).join("");
  const work = async (html: string) => FOREIGN_PARSERS.peopleOnPage?.(html);
  expect(await leastGrowth(page, work, 2_400)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
});

const nested = (opening: string, times: number) => {
  const closing = [...opening]
    .toReversed()
    .map((sign) => ({ "{": "}", "[": "]" })[sign] ?? "")
    .join("");
  return `${opening.repeat(times)}${opening.endsWith(":") ? "1" : ""}${closing.repeat(times)}`;
};

it.each(["[", '{"a":', '{"@graph":[', '{"data":{"children":[', '{"name":{"address":'])(
  "JSON nested by %s breaks no reader",
  async (opening) => {
    const deepest = Math.floor(MAX_FOREIGN_LEVELS / opening.replace(/[^[{]/g, "").length);
    expect(parseJson(nested(opening, deepest))).toBeDefined();
    expect(parseJson(nested(opening, deepest + 1))).toBeUndefined();
    for (const json of [nested(opening, deepest), nested(opening, 100_000)]) {
      const script = `<script type="application/ld+json">${json}</script><script type="application/json">${json}</script>`;
      for (const parser of ["parseJsonLd", "replies", "readBoards"]) await FOREIGN_PARSERS[parser]?.(json);
      for (const parser of ["anchors", "peopleOnPage"]) await FOREIGN_PARSERS[parser]?.(script);
    }
  },
);

it.each([
  ["a list of empty objects", (times: number) => `[${"{},".repeat(times)}{}]`, 500_000],
  ["a list of empty lists", (times: number) => `[${"[],".repeat(times)}[]]`, 500_000],
] as const)("%s that would fill the memory of an isolate is not parsed", (_, make, most) => {
  expect(parseJson(make(most - 2))).toBeDefined();
  expect(parseJson(make(most - 1))).toBeUndefined();
});

it.each([
  ["elements", "<rss>", "<b/>", 200_000],
  ["elements after what looks like a comment", '<rss a="<!--">', "<b/>", 199_999],
  ["characters", "<rss>", "a", 500_000],
])("XML of more %s than fit the memory is not parsed", (_, before, run, times) => {
  expect(parseXml(before + run.repeat(times - 10))).not.toEqual({});
  expect(parseXml(before + run.repeat(times))).toEqual({});
});

it("XML is parsed only by what bounds its size", async () => {
  const found: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}"))
    if (readFileSync(file, "utf8").includes("XMLParser(")) found.push(file);
  expect(found, "Use parseXml").toEqual(["src/lib/xml.ts"]);
});

/** Files that call `JSON.parse` with a text that we have not stored, and why its depth is known. */
const OWN_JSON: Record<string, string> = {
  "src/lib/json.ts": "checks the depth",
  "src/lib/loose-json.ts": "checks the depth",
  "src/gateway/mcp/messages.ts": "checks the depth",
  "src/gateway/rest.ts": "digits, true and false",
  "src/gateway/mcp/list-tools.ts": "schemas of our tools",
  "src/readers/words/network-links.ts": "schemas of our tools",
  "src/tools/recorded-answers.ts": "our own assets",
  "src/config.ts": "the operator's variables",
  "src/console/workspace-file.ts": "columns that the Worker has stored",
  "src/ledger/read-call-log.ts": "arguments that the Worker has stored, read with a limit of depth before",
};

it("JSON of others is parsed only by what bounds its depth", async () => {
  const found = new Set<string>();
  for await (const file of glob("src/**/*.{ts,tsx}")) {
    const calls = readFileSync(file, "utf8").matchAll(/JSON\.parse\(([^()]*)/g);
    // What the Worker has stored is in a column or variable named after it: `dataJson`, `known_json`.
    if ([...calls].some(([, argument = ""]) => !/json$/i.test(argument))) found.add(file);
  }
  expect([...found].sort(), "Use parseJson or parseJsonObject").toEqual(Object.keys(OWN_JSON).sort());
});
