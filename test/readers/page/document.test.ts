import { expect, it } from "vitest";
import { readPlans } from "../../../src/readers/company/pricing-plans.ts";
import { readPosts } from "../../../src/readers/news/posts-on-page.ts";
import { documentOf } from "../../../src/readers/page/document.ts";
import { readResources } from "../../../src/readers/page/page-resources.ts";
import { readPageTraces } from "../../../src/readers/technologies/page-traces.ts";
import { documentAt } from "../../support/pages.ts";

const at = (html: string) => documentAt(html, "https://acme.example/blog/");

it("a fetched page has one document, whose views are read once", () => {
  const url = new URL("https://acme.example/");
  const page = { status: "ok" as const, url, headers: new Headers(), text: "<h1>Acme</h1>", truncated: false };
  expect(documentOf(page)).toBe(documentOf(page));
  expect(documentOf({ ...page })).not.toBe(documentOf(page));
  expect(documentOf(page).facts).toBe(documentOf(page).facts);
  expect(documentOf(page).outline).toBe(documentOf(page).outline);
});

it("headline, menu, feeds and maker of a page", () => {
  const html = `<link rel="alternate" type="application/rss+xml" title="News &amp; more" href="/feed?a=1&amp;b=2">
    <meta name="generator" content="Site&#8203;Maker 3"><a href="/">outside</a>
    <nav><a href="/a">About <b>us</b></a><a href="/b">Jobs<a href="/c">Blog</a></a></nav><a href="/d">after</a>
    <h1>Robots <em>for</em> all</h1><h1>second</h1>`;
  const { feeds, generator, headline, navigation } = readResources(at(html));
  expect(feeds.map(({ url, title }) => [url.href, title])).toEqual([
    ["https://acme.example/feed?a=1&b=2", "News & more"],
  ]);
  expect([generator, headline, navigation]).toEqual(["SiteMaker 3", "Robots for all", ["About us", "Blog"]]);
});

it("plans of a pricing page, without scripts between heading and price", () => {
  const html = "<h2>Pro</h2><script>'$1'</script><p>$9<h3>Team</h3><b>contact us</b><h2>Free</h2><p>nothing";
  expect(readPlans(at(html))).toEqual([
    { name: "Pro", price: "$9" },
    { name: "Team", price: "contact us" },
  ]);
});

it("dated posts of a list page, also where list items are not closed", () => {
  const html = `<ul><li><a href="/one?a&amp;b"><h3>One &amp; only</h3></a><time datetime="2026-10-01">1 Oct</time>
    <li><a href="two">Two</a><time datetime="2026-10-02"></time><li><a href="/three">Three</a></ul>`;
  expect(readPosts(at(html)).map(({ title, url, date }) => [title, url, date.slice(0, 10)])).toEqual([
    ["One & only", "https://acme.example/one?a&b", "2026-10-01"],
    ["Two", "https://acme.example/blog/two", "2026-10-02"],
  ]);
});

it("of a page with more than 150,000 tags the first are read, and it counts as incomplete", () => {
  const plan = "<h2>Pro</h2><p>$9</p>";
  expect(at(plan).isComplete).toBe(true);
  const long = at(plan + "<br>".repeat(200_000));
  expect(long.tags).toHaveLength(150_000);
  expect(long.isComplete).toBe(false);
  expect(readPlans(long), "a plan may stand behind the cut").toBeNull();
});

it("what stands in noscript is read, once", () => {
  const { facts, comments } = at("<noscript><!-- a --><a href='/x'>X</a></noscript><!-- b --><!-- no end");
  expect(facts.anchors.map(({ label }) => label)).toEqual(["X"]);
  expect(comments.map((comment) => comment.trim())).toEqual(["a", "b", "no end"]);
});

it("an element that is named like a property of every object is an element like any other", () => {
  const page = at("<div><constructor>Ada <valueof>Brandt</constructor></div>");
  expect(page.outline.items.map(({ text }) => text)).toEqual(["Ada", "Brandt"]);
  expect(readPageTraces(page).loads).toEqual([]);
});
