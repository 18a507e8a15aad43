import { describe, expect, it } from "vitest";
import type { Person } from "../../../src/readers/people/person.ts";
import { peopleOnSite } from "../../../src/sources/people/site-people.ts";
import { anonymousKey, callTool, giveTokens } from "../../support/harness.ts";
import { fetchedFrom, sourceContext } from "../../support/source-context.ts";

const PROFILE = (slug: string) => `https://network.example/in/${slug}`;

async function peopleOf(domain: string): Promise<Person[]> {
  const finding = await peopleOnSite(sourceContext(), { domain });
  return finding.status === "found" ? finding.data : [];
}

describe("people on a company's own site", () => {
  it("are read from JSON-LD first, and filled from the cards", async () => {
    const people = await peopleOf("acme-robotics.example");
    expect(people).toHaveLength(8);
    expect(people[0]).toMatchObject({
      name: "Ada Brandt",
      firstName: "Ada",
      lastName: "Brandt",
      title: "Chief Technology Officer",
      location: "Leipzig",
      profileUrl: PROFILE("ada-brandt-0001"),
      email: "ada.brandt@acme-robotics.example",
      confidence: 0.95,
      isVerified: true,
      source: "own_site",
      cached: false,
    });
    expect(people[0]?.evidence[0]).toEqual({ url: "https://acme-robotics.example/team", kind: "json_ld" });
    expect(people.find(({ name }) => name === "Tom Becker")).toMatchObject({ profileUrl: null, email: null });
  });

  it("are read from cards, with or without a profile, also with a single name", async () => {
    const people = await peopleOf("brightwater.example");
    expect(people.map(({ name, title, profileUrl, confidence }) => [name, title, profileUrl, confidence])).toEqual([
      ["Femke de Vries", "Founder & CEO", PROFILE("femke-de-vries-1001"), 0.9],
      ["Anneliese Müller-Schmidt", "Head of Data", PROFILE("anneliese-mueller-schmidt-1002"), 0.9],
      ["Suharto", "Field Engineer", null, 0.75],
      ["Jean-Luc Moreau", "Director of Sales", PROFILE("jean-luc-moreau-1004"), 0.9],
      ["Dr. Ólafur Jónsson", "Chief Scientist", PROFILE("olafur-jonsson-1005"), 0.9],
    ]);
    expect(people[3]).toMatchObject({ email: "jmoreau@brightwater.example", evidence: [{ kind: "card" }] });
  });

  it("are read from microdata", async () => {
    const [lotte, ...others] = await peopleOf("marked-up.example");
    expect(lotte).toMatchObject({
      name: "Lotte Jørgensen",
      title: "Head of Sales",
      profileUrl: PROFILE("lotte-joergensen-1"),
      evidence: [{ kind: "microdata" }, { kind: "card" }],
    });
    expect(others).toEqual([]);
  });

  it("are told apart where nothing surrounds them, from headings and from guests", async () => {
    const people = await peopleOf("flat-list.example");
    expect(people.map(({ name, title, profileUrl, email }) => [name, title, profileUrl, email])).toEqual([
      ["Nora Lindqvist", "Managing Director", PROFILE("nora-lindqvist-7"), null],
      ["Ravi Menon", "COO", null, "ravi@flat-list.example"],
      ["Yuki Tanaka", "Chief Engineer", PROFILE("yuki-tanaka-9"), null],
    ]);
  });

  it("are recognised by their profiles where no name stands out", async () => {
    const people = await peopleOf("boxes.example");
    expect(people.map(({ name, title, profileUrl }) => [name, title, profileUrl])).toEqual([
      ["Inés Ortega", "Sales Manager", PROFILE("ines-ortega-11")],
      ["Tobias Grün", "Data Scientist", PROFILE("tobias-gruen-12")],
      ["Mei Lin", "CFO", PROFILE("mei-lin-13")],
    ]);
  });

  it("are founders, employees and members of an organisation's graph", async () => {
    const people = await peopleOf("graph-house.example");
    expect(people.map(({ name, title, location }) => [name, title, location])).toEqual([
      ["Ifeoma Okafor", "Founder", null],
      ["Dr. Sven Åkesson", "Head of Research", "Lund"],
      ["Zoë Quinn-Harper", "Partner", null],
    ]);
  });

  it("come out as inert text, and reviewers and guests not at all", async () => {
    const people = await peopleOf("hostile-people.example");
    expect(people.map(({ name }) => name)).toEqual(["Eve Mallory", "Bob Marsh", "Carla Dunn"]);
    for (const { name, title } of people) {
      expect(`${name}${title}`).not.toMatch(/[<>\p{C}]/u);
      expect(title?.length ?? 0).toBeLessThanOrEqual(150);
    }
    expect(people[0]).toMatchObject({ title: "CTO" });
    expect(people[2]).toMatchObject({ title: "CFO", profileUrl: PROFILE("carla-dunn"), email: null });
  });

  it("are found by the sitemap that robots.txt names when no link leads to them", async () => {
    expect(await peopleOf("listed-only.example")).toMatchObject([{ name: "Hana Mori", title: "Director" }]);
    expect(await fetchedFrom("listed-only.example")).not.toContain("GET https://listed-only.example/v/w/x/y/z/team");
  });

  it("are found on a team page that only the about page links", async () => {
    expect(await peopleOf("two-hops.example")).toMatchObject([
      { name: "Henrike Zwei", title: "Director" },
      { name: "Tilda Trost", title: "Director" },
    ]);
  });

  it("are found on the contact page and by the site's own list of pages when the team page shows nobody", async () => {
    expect((await peopleOf("two-lists.example")).map(({ name }) => name).sort()).toEqual([
      "Amos Bright",
      "Clara Mills",
      "Conrad Vance",
    ]);
  });

  it("are the directors whom the imprint names, with the titles of other pages", async () => {
    const people = await peopleOf("named-by-law.example");
    expect(people.map(({ name, title }) => [name, title])).toEqual([
      ["Wilma Vorbild", "Leiterin Vertrieb"],
      ["Kyrylo Beispielenko", "Geschäftsführer"],
    ]);
    expect(people[1]?.evidence).toEqual([{ url: "https://named-by-law.example/impressum", kind: "imprint" }]);
  });

  it("are whom the privacy policy names, where no other page shows anybody", async () => {
    const evidence = [{ url: "https://private-by-law.example/privacy-policy", kind: "prose" }];
    expect(await peopleOf("private-by-law.example")).toMatchObject([{ name: "Wilma Vorbild", evidence }]);
    expect(await fetchedFrom("named-by-law.example")).not.toContain("GET https://named-by-law.example/privacy-policy");
  });

  it("are those of a home page without headings when one of them leads the firm and no other page shows anybody", async () => {
    expect((await peopleOf("one-page.example")).map(({ name }) => name)).toEqual(["Tilman Probst", "Clara Weiss"]);
    expect(await peopleOf("praised.example")).toEqual([]);
  });

  it("are read once where links write a page's address in two ways", async () => {
    expect((await peopleOf("same-page.example"))[0]?.evidence).toHaveLength(1);
    expect(await fetchedFrom("same-page.example")).not.toContain("GET https://same-page.example/team/");
  });

  it("are found in the usual place when nothing leads to it", async () => {
    expect(await peopleOf("unlinked-team.example")).toMatchObject([{ name: "Ulla Unseen" }]);
  });

  it("are read from a page of 2,000, and all of them", async () => {
    const people = await peopleOf("crowd.example");
    expect(people).toHaveLength(2_000);
    expect(new Set(people.map(({ profileUrl }) => profileUrl)).size).toBe(2_000);
    expect(await peopleOnSite(sourceContext(), { domain: "crowd.example" })).toMatchObject({ cached: true });
  });

  it("are partial with more than 3,000", async () => {
    const finding = await peopleOnSite(sourceContext(), { domain: "throng.example" });
    expect(finding).toMatchObject({ status: "found", isPartial: true, data: { length: 3_000 } });
  });
});

describe("manners", () => {
  it.each([
    ["reserved.example", "opted_out"],
    ["no-ai.example", "opted_out"],
    ["forbidden.example", "disallowed_by_robots"],
    ["nobody-has-this.example", "domain_has_no_dns"],
    ["blocking.example", "blocked_by_site"],
  ])("%s: nobody, because %s", async (domain, reason) => {
    expect(await peopleOnSite(sourceContext(), { domain })).toEqual({ status: "not_found", reason });
  });

  it("does not go on reading a site that reserves its rights", async () => {
    expect(await fetchedFrom("reserved.example")).not.toContain("GET https://reserved.example/team");
  });

  it("reads only what robots.txt allows", async () => {
    expect(await peopleOf("private-team.example")).toMatchObject([{ name: "Otto Ostwald" }]);
    expect(await fetchedFrom("private-team.example")).not.toContain("GET https://private-team.example/team");
  });

  it("leaves a site alone that refuses a page", async () => {
    expect(await peopleOf("turns-away.example")).toEqual([]);
    expect(await fetchedFrom("turns-away.example")).not.toContain("GET https://turns-away.example/leadership");
  });

  it("says when a site fails, and does not remember it", async () => {
    const finding = await peopleOnSite(sourceContext(), { domain: "failing.example" });
    expect(finding).toMatchObject({ status: "failed", error: { code: "upstream_error" } });
  });

  it("reads at most 8 pages behind the home page, and never the network", async () => {
    for (const domain of ["acme-robotics.example", "crowd.example", "flat-list.example"]) {
      expect((await fetchedFrom(domain)).filter((line) => !/robots|sitemap/.test(line)).length).toBeLessThanOrEqual(9);
    }
    for (const host of ["network.example", "linkedin.com"]) expect(await fetchedFrom(host)).toEqual([]);
  });
});

describe("through the tools", () => {
  it("lists people of the own site, whole and slim", async () => {
    const key = await anonymousKey();
    await giveTokens(key, 100);
    const body = { domain: "brightwater.example", title_filters: "CEO OR scientist", limit: 1 };
    const { body: list } = await callTool(key, "list_network_company_employees", body);
    expect(list).toMatchObject({ total: 2, has_more: true, source: "own_site", status: "ok" });
    expect(list.employees).toMatchObject([{ name: "Femke de Vries", verified: true, source: "own_site", email: null }]);
    const { body: slim } = await callTool(key, "search_network_company_employees", { ...body, page: 2 });
    expect(slim.employees).toEqual([
      { name: "Dr. Ólafur Jónsson", title: "Chief Scientist", profile_url: PROFILE("olafur-jonsson-1005") },
    ]);
  });

  it("finds a profile on the own site", async () => {
    const asked = { name: "Femke Vries", domain: "brightwater.example" };
    const { body } = await callTool(await anonymousKey(), "get_network_profile_url", asked);
    expect(body).toMatchObject({ url: PROFILE("femke-de-vries-1001"), source: "own_site", status: "ok" });
  });
});
