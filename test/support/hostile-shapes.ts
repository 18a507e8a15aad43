import fc from "fast-check";

/** What parsers look for: marks, words and beginnings that can be read in more than one way. */
const TOKENS = [
  ...[
    "©",
    "(c) ",
    "copyright ",
    "\t",
    "\n",
    " ",
    "\u00a0",
    "\u00ad",
    "\u200b",
    "a",
    "A",
    "ü",
    "1",
    "12 ",
    "+49 ",
    "2019-2026 ",
  ],
  ...[
    "a@",
    "@",
    "a@hostile.example ",
    "ada at hostile dot ",
    "www.",
    ".",
    "-",
    "–",
    "_",
    " | ",
    "*",
    "$",
    "=",
    "?",
    "#",
  ],
  ...[
    "(",
    "（",
    ")",
    '"',
    "'",
    "&",
    "&#",
    "&quot;",
    "&amp;",
    "%",
    "%20",
    "/",
    "//",
    "\\",
    "\\/",
    "https://a.example/",
    "http:",
  ],
  ...[
    "Ada Brandt",
    "Ada Brandt, CEO\n",
    "CEO",
    "CEO: ",
    "Ada ",
    "A. ",
    "Mr. ",
    "Dr. ",
    "Ph.D, ",
    "张伟 ",
    "田中 ",
    "and ",
    ", ",
    "; ",
    ": ",
  ],
  ...[
    "Ada Brandt is ",
    "is the ",
    "also ",
    "currently ",
    "joined as ",
    "at ",
    "of ",
    "chief ",
    "led by ",
    "raised $",
    "Series A ",
    "from ",
  ],
  ...[
    "Inc. ",
    "GmbH",
    "Acme GmbH ",
    "SIA A",
    "HRB 1",
    "VAT ",
    "company number ",
    "org nr ",
    "business id ",
    "HRB ",
    "all rights ",
    "hosted by. ",
    "for sale ",
  ],
  ...[
    "location ",
    "title ",
    "location title ",
    "name",
    "press ",
    "domain is ",
    "no follow ",
    "tel ",
    "€1",
    "$1,000 - ",
  ],
  ...[
    "<",
    "<div>",
    "</div>",
    "<a",
    "<a ",
    "<a href=x>",
    "<p>",
    "<br>",
    "<li>",
    "<td>",
    "<h3>",
    "<!--",
    "<![CDATA[",
    "]]> ",
    "<?",
    "<!",
  ],
  ...[
    "<script>",
    "<script",
    "<style></style",
    "<title>",
    "<meta ",
    "<noscript>",
    "<svg>",
    "<loc>",
    "<loc> ",
    "<url><loc>",
    "<item>",
  ],
  ...[
    '="{',
    "a=",
    "a='",
    'a="',
    "=x ",
    "data-x=",
    "href=",
    "{",
    "[",
    "}",
    '{"name":',
    '{"a":[',
    '{"@type":"Person",',
    '"a",',
    '","',
  ],
  ...[
    "Disallow: /*a*",
    "Disallow: /a\n",
    "Sitemap: x\n",
    "User-agent: *\n",
    "*a",
    "a.careers",
    "a.co ",
    "//a.co/",
    "jobs.lever.co/",
  ],
  ...[
    "<item><title>x</title>",
    "<entry>",
    "<position>",
    "<!ENTITY a 'b'>",
    "&a;",
    "window.a={",
    "for=",
    "&for",
    "?x&",
    "recruitment.html?",
  ],
];
/** Around a token or around all. */
const WRAPPERS: [before: string, after: string][] = [
  ["", ""],
  ["<br>", ""],
  ["<p>", "</p>"],
  ["<li>", "</li>"],
  ["<td>", "</td>"],
  ["<h1>", "</h1>"],
  ["<a href='/", "'>x</a>"],
  ["<img alt='", "'>"],
  ["<p class='", "'>x</p>"],
  ["<script>", "</script>"],
  ["<script src='", "'></script>"],
  ["<script type=application/ld+json>", "</script>"],
  ["<meta name='description' content='", "'>"],
  ["<item><title>", "</title></item>"],
  ["//boards.greenhouse.io/embed/job_board?", ""],
  ["<iframe src='https://workforcenow.adp.com/", "'>"],
  ['{"title":"', '"}'],
  ["[", "]"],
];

/** In a run: letters that differ from one repetition to the next, for what is told apart by name or id. */
const DIFFERENT = "¤";
/** The readers of titles remember some thousands of texts: with more, small inputs would be remembered and large ones not. */
const MAX_DIFFERENT = 1_000;

/** A text of a length: `before`, then each run again and again for an equal share, then `after`. */
export type Shape = { before?: string; runs: string[]; after?: string };

export function textOf({ before = "", runs, after = "" }: Shape, length: number): string {
  const share = (length - before.length - after.length) / runs.length;
  return before + runs.map((run) => repeated(run, Math.max(1, Math.floor(share / run.length)))).join("") + after;
}

function repeated(run: string, count: number): string {
  if (!run.includes(DIFFERENT)) return run.repeat(count);
  return Array.from({ length: count }, (_, at) => run.replaceAll(DIFFERENT, lettersOf(at % MAX_DIFFERENT))).join("");
}

function lettersOf(number: number): string {
  return [...`${number}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

const run = fc
  .array(fc.tuple(fc.constantFrom(...TOKENS), fc.option(fc.constantFrom(...WRAPPERS))), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([token, wrapper]) => (wrapper ? wrapper[0] + token + wrapper[1] : token)).join(""));
const shape = fc
  .record({ around: fc.constantFrom(...WRAPPERS), runs: fc.array(run, { minLength: 1, maxLength: 3 }) })
  .map(({ around: [before, after], runs }) => ({ before, runs, after }));

/** Texts of one to three runs of up to three tokens, each in a wrapper or none, with a wrapper around all. */
export function randomShapes(count: number): Shape[] {
  return fc.sample(shape, count);
}
