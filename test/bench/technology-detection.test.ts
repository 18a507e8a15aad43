import { describe, expect, it } from "vitest";
import { MIN_PRECISION, MIN_RECALL, precisionOf, recallOf, scoreTechnologies } from "../../bench/technologies.ts";
import { makePages } from "../../bench/technology-corpus.ts";
import { sitePageOf } from "../../src/readers/page/document.ts";
import { knownTechnology, technologyCatalogue } from "../../src/readers/technologies/catalogue.ts";
import { findTechnologies } from "../../src/readers/technologies/find-technologies.ts";
import { leastGrowth, MAX_GROWTH_UNDER_LOAD } from "../support/linear-time.ts";

function look(html: string, headers: Record<string, string> = {}, domain = "acme.example") {
  const url = new URL(`https://${domain}/`);
  const home = sitePageOf({ status: "ok", url, headers: new Headers(headers), text: html, truncated: false });
  const found = findTechnologies(technologyCatalogue(), { domain, home, dns: null });
  return [...found.values()].filter(({ isSeen }) => isSeen).map(({ technology }) => technology.name);
}

it("finds what 160 made-up pages use, and little else", () => {
  const score = scoreTechnologies(makePages(160, 7));
  expect(precisionOf(score), score.wrong.join("\n")).toBeGreaterThanOrEqual(MIN_PRECISION);
  expect(recallOf(score), score.missed.join("\n")).toBeGreaterThanOrEqual(MIN_RECALL);
});

it("knows form services, generators and WordPress add-ons of small sites", () => {
  const html = `<meta name="generator" content="GravCMS"><form action="https://formsubmit.co/ada@acme.example"></form>
    <link rel="stylesheet" href="/wp-content/themes/uncode/style.css"><script src="/wp-content/plugins/ml-slider/a.js"></script>
    <script src="/wp-content/plugins/elementskit-lite/a.js"></script><script src="https://widgets.sociablekit.com/a.js"></script>`;
  expect(look(html)).toEqual(
    expect.arrayContaining(["Grav", "FormSubmit", "Uncode", "MetaSlider", "ElementsKit", "Elementor", "SociableKIT"]),
  );
  expect(look('<meta name="generator" content="Publii Open-Source CMS for Static Site">')).toEqual(["Publii"]);
});

it.each([
  ["a file's host of a vendor's domain", '"https://widgets.outbrain.com/a.js"', true],
  ["a numbered one", "'//cdn2.outbrain.com/a'", true],
  ["a mere link", '"https://www.outbrain.com/"', false],
  ["a mobile page", '"https://m.outbrain.com/"', false],
  ["a place of a customer", '"https://acme.outbrain.com/"', false],
])("in an inline script, %s", (_, text, isSeen) => {
  expect(look(`<script>load(${text})</script>`).includes("Outbrain")).toBe(isSeen);
});

it.each([`fbq('init', '1')`, `fbq("init","1")`, `fbq( 'x' ); fbq("init", 1)`])(
  "a call in either quotes: %s",
  (script) => {
    expect(look(`<script>${script}</script>`)).toContain("Meta Pixel");
  },
);

it("a technology is known by the hosts that serve it", () => {
  expect(knownTechnology(technologyCatalogue(), "sendinblue.com")?.name).toBe("Brevo");
});

describe("a host of other people's files proves nothing", () => {
  it.each([
    [
      "Amazon CloudFront",
      '<script src="https://d1x.cloudfront.net/a.js"></script><img src="https://d2x.cloudfront.net/b.png">',
    ],
    ["Cloudflare", '<script src="https://cdnjs.cloudflare.com/ajax/libs/tiny/1/tiny.js"></script>'],
    [
      "WordPress.com",
      '<img src="https://i0.wp.com/acme.example/a.png"><script src="https://stats.wp.com/e.js"></script>',
    ],
    ["Microsoft Azure", '<script src="https://vendor.azureedge.net/a.js"></script>'],
    ["Google Cloud", '<script src="https://storage.googleapis.com/vendor/a.js"></script>'],
    ["Netlify", '<iframe src="https://widget.netlify.app/"></iframe>'],
    ["WordPress", '<img src="https://partner.example/wp-content/uploads/a.png">'],
  ])("%s", (name, html) => {
    expect(look(html)).not.toContain(name);
  });
});

it("reads the page's own address, canonical link and headers as its own", () => {
  expect(
    look('<link rel="canonical" href="https://acme.com/"><script src="https://acme.com/wp-includes/js/x.js"></script>'),
  ).toContain("WordPress");
  expect(look("", {}, "acme.netlify.app")).toContain("Netlify");
  expect(look("", { Server: "cloudflare" })).toContain("Cloudflare");
});

it.each([
  ["open tags", (length: number) => '<a href="'.repeat(length / 9)],
  ["scripts", (length: number) => `<script>${"a.b.c.d.".repeat(length / 8)}</script>`],
  ["one long word", (length: number) => `<script>${"a".repeat(length)}</script>`],
  ["hosts", (length: number) => `<script>${'"//googletagmanager.com/gtm.js",'.repeat(length / 33)}</script>`],
  [
    "classes",
    (length: number) => `<p class="${Array.from({ length: length / 8 }, (_, at) => `et_pb${at}`).join(" ")}">`,
  ],
  ["comments", (length: number) => "<!--".repeat(length / 4)],
  ["paths", (length: number) => `<img src="${"/wp-content".repeat(length / 11)}">`],
  ["nested noscript", (length: number) => "<noscript>".repeat(length / 10)],
  ["headers", (length: number) => `<meta http-equiv="content-security-policy" content="${"a.b ".repeat(length / 4)}">`],
])("a page of %s takes time linear in its length", async (_, make) => {
  expect(await leastGrowth(make, (html) => look(html), 400_000)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
});
