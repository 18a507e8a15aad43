import { describe, expect, it } from "vitest";
import type { SitePage } from "../../../src/readers/page/document.ts";
import { matchingPages, nextPages, PEOPLE } from "../../../src/readers/page/linked-pages.ts";

const HOME = { url: new URL("https://harbour-works.example/") } as SitePage;
const links = (...hrefs: string[]) => hrefs.map((href) => ({ url: new URL(href, HOME.url), label: "" }));

describe("addresses of pages about people", () => {
  it("are known by an index file, and by the query of a script", () => {
    const found = matchingPages(
      HOME,
      links("/our-team/index.html", "/index.php?p=team", "/?page=team&utm_source=mail", "/shop?page=team", "/?q=team"),
      [PEOPLE],
      10,
    );
    expect(found).toEqual([
      "https://harbour-works.example/our-team/index.html",
      "https://harbour-works.example/index.php?p=team",
      "https://harbour-works.example/?page=team",
    ]);
  });

  it("are known without the hyphens of their words", () => {
    const found = matchingPages(HOME, links("/chisiamo.html", "/aboutus", "/quemsomos"), ["about pages"], 10);
    expect(found).toHaveLength(3);
  });

  it("go on to the further pages of the same list, and of no other", () => {
    const anchors = links(
      "/team/page/2/",
      "/team?page=3",
      "/team/2",
      "/team/nora-falk",
      "/news/page/2",
      "/team?sort=2",
    );
    expect(nextPages(new URL("https://harbour-works.example/team/"), anchors)).toEqual([
      "https://harbour-works.example/team/page/2/",
      "https://harbour-works.example/team?page=3",
      "https://harbour-works.example/team/2",
    ]);
  });
});
