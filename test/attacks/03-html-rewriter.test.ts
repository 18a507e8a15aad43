/** Attack: pages for the readers that run on HTMLRewriter, whose every handler costs microseconds. */
import { expect, it } from "vitest";
import { readPlans } from "../../src/readers/company/pricing-plans.ts";
import { readPosts } from "../../src/readers/news/posts-on-page.ts";
import { readResources } from "../../src/readers/page/page-resources.ts";
import { streamHtml } from "../../src/readers/page/stream-html.ts";

const PAGE = new URL("https://hostile.example/");
const SHAPES: Record<string, string> = {
  "unclosed elements": "<article>".repeat(2_000),
  "unclosed list items": "<li><h3>A".repeat(2_000),
  "unclosed headings": "<h1>$9 ".repeat(2_000),
  "unclosed links": `<nav>${"<a href=x>".repeat(2_000)}${" ".repeat(200_000)}${"</a>".repeat(2_000)}`,
  "nested links": `<nav>${"<a href=x>".repeat(1_000)}${" ".repeat(1_000_000)}${"</a>".repeat(1_000)}`,
  links: `<nav>${"<a href=x>A</a>".repeat(1_000)}`,
  scripts: "<script src=x>a</script>".repeat(1_000),
  "one attribute": `<meta name=generator content="${"&amp;".repeat(200_000)}`,
};

it.each(Object.entries(SHAPES))("%s end, and break no reader", async (_, html) => {
  const resources = await readResources(html, PAGE);
  expect(resources.navigation.length).toBeLessThanOrEqual(30);
  expect((await readPosts(html, PAGE)).posts.length).toBeLessThanOrEqual(50);
  expect((await readPlans(html))?.length ?? 0).toBeLessThanOrEqual(12);
});

it("of a page with more than 10,000 tags the first 10,000 are read", async () => {
  let seen = 0;
  const count = new HTMLRewriter().on("br", { element: () => void seen++ });
  expect(await streamHtml(count, "<br>".repeat(30_000))).toBe(false);
  expect(seen).toBe(10_000);
  const plan = "<h2>Pro</h2><p>$9</p>";
  expect(await readPlans(plan)).toEqual([{ name: "Pro", price: "$9" }]);
  expect(await readPlans(plan + "<br>".repeat(30_000)), "a plan may stand behind the cut").toBeNull();
  for (const [html, isComplete] of [
    [plan, true],
    [plan + "<br>".repeat(30_000), false],
  ] as const) {
    expect((await readPosts(html, PAGE)).isComplete).toBe(isComplete);
    expect((await readResources(html, PAGE)).isComplete).toBe(isComplete);
  }
});
