import { describe, expect, it } from "vitest";
import { companyLinks, pickCompanyLink } from "../../../src/readers/company/company-links.ts";
import { siteOf } from "../../../src/readers/company/site-owner.ts";
import { decodeEntities } from "../../../src/readers/page/html-text.ts";
import { networkLink, networkUrl } from "../../../src/readers/words/network-links.ts";
import { documentAt } from "../../support/pages.ts";

const NET = "https://www.network.example";
const HOSTS = ["network.example"];

/** The slug that a home page of `domain` names, with the confidence; null when it names none. */
async function read(html: string, domain = "tidewater.example") {
  const url = new URL(`https://${domain}/`);
  const { facts } = documentAt(html, url);
  const site = siteOf(domain, facts, url, HOSTS);
  return pickCompanyLink(companyLinks(facts, site), site.names);
}

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const icon = (slug: string) => `<a href="${NET}/company/${slug}"><svg></svg></a>`;

describe("the company's own page is found", () => {
  it.each([
    ["in a footer", `<footer>${icon("twg")}</footer>`, "twg", 0.92],
    ["in something called a footer", `<div class="PageFooter-inner">${icon("88123")}</div>`, "88123", 0.92],
    ["by rel=me", `<p><a rel="noopener me" href="${NET}/company/twg">Us</a>`, "twg", 0.92],
    [
      "among own profiles",
      `<div><a href="https://www.facebook.com/tidewater"></a>${icon("88123")}</div>`,
      "88123",
      0.92,
    ],
    [
      "by its name, anywhere",
      `<article><p>Follow <a href="${NET}/company/tidewater">Tidewater</a></article>`,
      "tidewater",
      0.85,
    ],
    ["with soft hyphens in the label", `<footer><a href="${NET}/company/twg">Net&shy;work</a></footer>`, "twg", 0.92],
    ["as a school", `<footer><a href="${NET}/school/twg/"></a></footer>`, "twg", 0.92],
    ["as a showcase when there is nothing else", `<footer><a href="${NET}/showcase/twg"></a></footer>`, "twg", 0.92],
    [
      "not as a showcase when there is",
      `<footer><a href="${NET}/showcase/tidewater"></a>${icon("twg")}</footer>`,
      "twg",
      0.92,
    ],
    [
      "in state for scripts",
      `<script id="__NEXT_DATA__">{"a":"https:\\/\\/www.network.example\\/company\\/tidewater-ltd"}</script>`,
      "tidewater-ltd",
      0.8,
    ],
    [
      "in props of a component",
      `<x-footer :links="[{&quot;href&quot;:&quot;${NET}/company/tidewater/&quot;}]"></x-footer>`,
      "tidewater",
      0.8,
    ],
    [
      "in broken JSON-LD",
      `<script type="application/ld+json">{"sameAs":["${NET}/company/tidewater",]}</script>`,
      "tidewater",
      0.8,
    ],
    [
      "in JSON-LD of the site",
      jsonLd({ "@type": "NewsMediaOrganization", url: "https://www.tidewater.example", sameAs: `${NET}/company/twg` }),
      "twg",
      0.97,
    ],
    [
      "in JSON-LD lists",
      jsonLd([[{ "@type": "Organization", url: "//tidewater.example/en/", sameAs: [`${NET}/company/twg`] }]]),
      "twg",
      0.97,
    ],
    [
      "as publisher",
      jsonLd({ "@type": "Article", publisher: { "@type": "Organization", sameAs: [`${NET}/company/twg`] } }),
      "twg",
      0.85,
    ],
    [
      "as an employer on its own site",
      jsonLd({
        "@type": "JobPosting",
        hiringOrganization: { url: "https://tidewater.example/", sameAs: `${NET}/company/twg` },
      }),
      "twg",
      0.97,
    ],
  ])("%s", async (_, html, slug, confidence) => {
    expect(await read(html)).toMatchObject({ link: { slug }, confidence });
  });

  it("also when the company makes site builders", async () => {
    expect(await read(`<footer>${icon("wix-com")}</footer>`, "wix.example")).toMatchObject({
      link: { slug: "wix-com" },
    });
  });
});

describe("several pages are linked", () => {
  it("prefers the site's name, and lists the others", async () => {
    expect(await read(`<footer>${icon("harbour-bank")}${icon("tidewater-group")}</footer>`)).toMatchObject({
      link: { slug: "tidewater-group" },
      confidence: 0.8,
      alternatives: [`${NET}/company/harbour-bank`],
    });
  });

  it("prefers the one linked most often among strangers", async () => {
    expect(
      await read(`<header>${icon("twg")}</header><footer>${icon("twg")}${icon("harbour-bank")}</footer>`),
    ).toMatchObject({
      link: { slug: "twg" },
      confidence: 0.6,
    });
  });

  it("chooses none among equal strangers", async () => {
    expect(await read(`<footer>${icon("twg")}${icon("harbour-bank")}</footer>`)).toMatchObject({
      link: null,
      confidence: 0,
      alternatives: [`${NET}/company/twg`, `${NET}/company/harbour-bank`],
    });
  });
});

describe("nothing is invented", () => {
  const card = (name: string) =>
    `<div class="card"><h3>${name}</h3><a href="https://x.com/${name}"></a>${icon(name)}<a href="https://facebook.com/${name}"></a></div>`;

  it.each([
    [
      "another company in an article",
      `<article><p>The <a href="${NET}/company/harbour-bank">Harbour Bank</a> said…</p></article>`,
    ],
    [
      "another company's name in the footer",
      `<footer>Site by <a href="${NET}/company/pixelworks">Pixelworks Agency</a></footer>`,
    ],
    ["an icon in an article", `<article><header>${icon("harbour-bank")}</header></article>`],
    ["a portfolio", `<main>${card("harbour")}${card("northsea")}${card("lagoon")}</main>`],
    ["people", `<footer><a href="${NET}/in/tidewater"></a></footer>`],
    ["jobs", `<footer><a href="${NET}/jobs/tidewater"></a></footer>`],
    ["share buttons", `<footer><a href="${NET}/shareArticle?url=${NET}/company/tidewater"></a></footer>`],
    [
      "redirectors",
      `<footer><a href="https://lnkd.in/tidewater"></a><a href="${NET}/redir?url=${NET}/company/tidewater"></a></footer>`,
    ],
    [
      "placeholders",
      `<footer>${icon("your-company")}${icon("companyname")}${icon("%7Bslug%7D")}${icon("")}${icon("#")}</footer>`,
    ],
    ["leftovers of themes", `<footer>${icon("wix-com")}${icon("squarespace")}${icon("network")}</footer>`],
    ["comments", `<!-- <footer>${icon("tidewater")}</footer> -->`],
    ["somebody else's host", `<footer><a href="https://notnetwork.example/company/tidewater"></a></footer>`],
    ["a person in JSON-LD", jsonLd({ "@type": "Person", name: "Jo", sameAs: [`${NET}/company/tidewater`] })],
    [
      "an employer elsewhere",
      jsonLd({ "@type": "JobPosting", hiringOrganization: { name: "HB", sameAs: `${NET}/company/harbour-bank` } }),
    ],
    [
      "a parent company",
      jsonLd({ url: "https://tidewater.example", parentOrganization: { sameAs: [`${NET}/company/harbour-bank`] } }),
    ],
    [
      "a profile of another company",
      jsonLd({ "@type": "Organization", url: "https://harbour.example", sameAs: [`${NET}/company/harbour`] }),
    ],
    [
      "a profile kept within the site",
      jsonLd({
        "@type": "Organization",
        url: "https://tidewater.example/firms/harbour",
        sameAs: `${NET}/company/harbour`,
      }),
    ],
    ["another company in state for scripts", `<script>{"company":"${NET}/company/harbour-bank"}</script>`],
    ["nothing at all", ""],
  ])("%s", async (_, html) => {
    expect((await read(html))?.link ?? null).toBeNull();
  });
});

describe("a link to the network", () => {
  const base = new URL("https://tidewater.example/about/");
  it.each([
    ["https://www.network.example/company/acme", "/company/acme"],
    ["http://de.network.example/company/acme/about/?viewAsMember=true#x", "/company/acme"],
    ["//network.example/company/acme/mycompany/", "/company/acme"],
    ["HTTPS://NETWORK.EXAMPLE./Company/Acme", "/company/Acme"],
    ["www.network.example/company/acme", "/company/acme"],
    ["https://web.archive.org/web/2016/https://www.network.example/company/acme", "/company/acme"],
    ["https://network.example/companies/acme", "/company/acme"],
    ["https://network.example/company-beta/15657/", "/company/15657"],
    ["https://network.example/mwlite/company/acme", "/company/acme"],
    ["https://network.example/company/citt%C3%A0-caf%C3%A9", "/company/citt%C3%A0-caf%C3%A9"],
    ["https://network.example/company/citta\u0300", "/company/citt%C3%A0"],
    ["https://network.example/company/l%27opinion", "/company/l'opinion"],
    ["https://network.example/company/a&amp;b", "/company/a%26b"],
    ["https&#58;&#x2F;&#x2f;network.example/company/acme", "/company/acme"],
  ])("%s is %s", (href, path) => {
    const link = networkLink(decodeEntities(href), base, HOSTS);
    expect(link && networkUrl(link)).toBe(`https://www.network.example${path}`);
  });

  it.each([
    "/company/",
    "/company/%",
    "/company/a%252fb",
    "/company/%3Cscript%3E",
    "/company/a%20b",
    `/company/${"a".repeat(101)}`,
    "/groups/1",
  ])("%s is none", (path) => {
    expect(networkLink(`https://network.example${path}`, base, HOSTS)).toBeNull();
  });
});
