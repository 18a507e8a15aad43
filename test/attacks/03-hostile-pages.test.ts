import { expect, it } from "vitest";
import { mergePeople, type Person } from "../../src/sources/facts/person.ts";
import { FOREIGN_PARSERS } from "../support/foreign-parsers.ts";
import { randomShapes, type Shape, textOf } from "../support/hostile-shapes.ts";
import { growth, MAX_GROWTH, MAX_GROWTH_UNDER_LOAD } from "../support/linear-time.ts";

/**
 * Beginning, what is repeated, end: what opens and never ends, what can be read in many ways, what is there too often. Nested
 * lists are missing: `JSON.parse` alone takes three times as long for twice the depth, 0.1 s for 1.5 MB.
 */
const SHAPES = [
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
const LENGTH = FUZZ_RUNS > 0 ? 1_500_000 : 60_000;
/** CPU time of a page of 1.5 MB that harms no other request. */
const MIN_MEASURED_MS = FUZZ_RUNS > 0 ? 100 : undefined;

const shapes: Shape[] = [
  ...SHAPES.map(([before, run, after]) => ({ before, runs: [run], after })),
  ...RUNS.map((runs) => ({ runs })),
  ...randomShapes(FUZZ_RUNS),
];

it("the measure tells quadratic work from linear work", async () => {
  const blanks = (length: number) => " ".repeat(length);
  expect(await growth(blanks, (text) => /\s+x/.test(text), 8_000, 5)).toBeGreaterThan(MAX_GROWTH_UNDER_LOAD);
  expect(await growth(blanks, (text) => [...text].join(), 1_600_000)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
});

it.each(Object.entries(FOREIGN_PARSERS))("%s takes time linear in the length of hostile text", async (_, parse) => {
  const slow: Record<string, number> = {};
  for (const shape of shapes) {
    const most = await growth((length) => textOf(shape, length), parse, LENGTH, MIN_MEASURED_MS);
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
  const crowd = Array.from({ length: 40_000 }, (_, index) => person(index));
  const work = (text: string) => mergePeople([crowd.slice(0, text.length)]);
  expect(await growth((length) => "x".repeat(length), work, 40_000)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
});

it.each(["[", '{"a":', '{"@graph":[', '{"data":{"children":[', '{"name":{"address":'])(
  "JSON nested 10,000 deep by %s breaks no reader",
  async (opening) => {
    const closing = [...opening]
      .toReversed()
      .map((sign) => ({ "{": "}", "[": "]" })[sign] ?? "")
      .join("");
    const json = `${opening.repeat(10_000)}${opening.endsWith(":") ? "1" : ""}${closing.repeat(10_000)}`;
    expect(() => JSON.parse(json)).not.toThrow();
    const script = `<script type="application/ld+json">${json}</script><script type="application/json">${json}</script>`;
    for (const parser of ["parseJsonLd", "replies", "readBoards"]) await FOREIGN_PARSERS[parser]?.(json);
    for (const parser of ["anchors", "peopleOnPage"]) await FOREIGN_PARSERS[parser]?.(script);
  },
);
