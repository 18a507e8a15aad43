import { describe, expect, it } from "vitest";
import { peopleOnPage } from "../../../src/readers/people/people-page.ts";
import type { PageOwner } from "../../../src/readers/people/person.ts";
import { documentAt } from "../../support/pages.ts";

const OWNER: PageOwner = {
  url: new URL("https://harbour-works.example/team"),
  names: ["harbourworks"],
  domains: ["harbour-works.example"],
  networkHosts: ["network.example"],
};

const TWO: [string, null][] = [
  ["Nora Falk", null],
  ["Tom Hale", null],
];

function read(html: string, view: "team" | "about" | "sections" | "imprint" = "team"): [string, string | null][] {
  return peopleOnPage(documentAt(html, OWNER.url), OWNER, view).map(({ name, title }) => [name, title]);
}

describe("people on one page", () => {
  it.each([
    ["a vice president of a field", "<h3>Nora Falk</h3><p>Vice President of Sales</p>", "Vice President of Sales"],
    [
      "a firm behind its legal form",
      "<h3>Nora Falk</h3><p>President, Harbour Works Inc.</p>",
      "President, Harbour Works Inc.",
    ],
    [
      "two lines",
      "<div><h3>Nora Falk</h3><p>Executive Vice President &amp;</p><p>Chief Financial Officer</p></div>",
      "Executive Vice President & Chief Financial Officer",
    ],
    [
      "two lines of one element that are jobs",
      "<h3>Nora Falk</h3><p>Commercialista<br>Revisore Legale</p>",
      "Commercialista Revisore Legale",
    ],
    ["a trade of things", "<p>Eu sou Nora Falk, corretora de imóveis com experiência.</p>", "corretora de imóveis"],
    ["no firm of a founder", "<p>Nora Falk, fondatrice di orologi, vive qui.</p>", "fondatrice"],
    ["no pride", "<p>Mein Name ist Nora Falk, und ich bin die stolze Inhaberin der Werft.</p>", "Inhaberin"],
    ["no article", "<p>Nora Falk est l’actuelle gérante de la société.</p>", "gérante"],
    ["the title in front", "<p>Global President: Nora Falk</p>", "Global President"],
    ["the title behind, without a sign", "<h3>Nora Falk Heilpraktikerin</h3>", "Heilpraktikerin"],
    ["degrees behind such a title", "<h3>Nora Falk ostéopathe D.O.</h3>", "ostéopathe D.O."],
    ["the title before a name with a colon", "<b>Physiotherapist Nora Falk:</b><br>555 123 456", "Physiotherapist"],
    [
      "a title that begins like an uncommon name",
      "<h3>Nora Falk</h3><p>Agrologista, CEO and founder</p>",
      "Agrologista, CEO and founder",
    ],
    ["brackets of full width", "<p>Nora Falk（最高経営責任者）</p>", "最高経営責任者"],
    [
      "prose",
      `<p>Nora Falk (Chief Executive Officer), with 25 years of work in ports, ${"harbours and ships ".repeat(12)}</p>`,
      "Chief Executive Officer",
    ],
    ["an exclamation mark", "<h3>Nora Falk</h3><p>Head of Yeah! Content</p>", "Head of Yeah! Content"],
    [
      "eleven words",
      "<h3>Nora Falk</h3><p>Senior Director of Strategic Growth, Ports, Ships, Harbours and Inland Water</p>",
      "Senior Director of Strategic Growth, Ports, Ships, Harbours and Inland Water",
    ],
  ])("reads %s", (_, html, title) => {
    expect(read(html)).toEqual([["Nora Falk", title]]);
  });

  it.each([
    ["Ana Ruiz &amp; Tom Becker", ["Ana Ruiz", "Tom Becker"]],
    ["Ana und Tom Becker", ["Ana Becker", "Tom Becker"]],
    ["Ana Ruiz, Tom Becker und Nora Falk", ["Ana Ruiz", "Tom Becker", "Nora Falk"]],
    ["Carlos Silva e Costa", ["Carlos Silva e Costa"]],
  ])("reads %s above one job", (names, people) => {
    const html = `<h3>${names}</h3><p>Treasurer</p>`;
    expect(read(html)).toEqual(people.map((name) => [name, "Treasurer"]));
  });

  it("reads a page whose lines have no element around them", () => {
    expect(read("Nora Falk, Chief Financial Officer<br>Ada Brandt, Chief Executive Officer<br>")).toEqual([
      ["Nora Falk", "Chief Financial Officer"],
      ["Ada Brandt", "Chief Executive Officer"],
    ]);
    expect(() => read("<br>Nora Falk<br>Ada Brandt<br>")).not.toThrow();
  });

  it("reads names in plain elements, and not the places under them", () => {
    const card = (name: string, title: string) =>
      `<div class="e-${name.length}a1"><div><img alt="${name}"></div><div>${name}</div><div>${title}</div><div>San Jose</div></div>`;
    const html = [
      card("Ana Ruiz", "Technicien"),
      card("Tom Becker", "MD"),
      card("Li Wei", "ED"),
      card("Ines Roth", "Courtière"),
    ];
    expect(read(html.join(""))).toEqual([
      ["Ana Ruiz", "Technicien"],
      ["Tom Becker", "MD"],
      ["Li Wei", "ED"],
      ["Ines Roth", "Courtière"],
    ]);
  });

  it.each([
    ["a customer", "<h3>Nora Falk</h3><p>Head of Design at First Bank</p>"],
    [
      "an adviser of another firm",
      "<h2>Advisory Board</h2><h3>Nora Falk</h3><p>Vice President for Mobility, Daimler</p>",
    ],
    ["whoever leads another firm", "<h3>Nora Falk</h3><p>Chief Executive Officer, Turbo Nomics</p>"],
    ["a customer by an initial", "<h2>Team</h2><div><p>Always on time.</p><p><strong>Anna J.</strong></p></div>"],
    ["a price as a title", "<p>Nora Falk</p><p>from $40</p>"],
    ["a press contact of another firm", "<p>Nora Falk</p><p>Public Relations for Other Magazine</p>"],
    ["headings", "<h2>Green Energy</h2><p>Director</p><h2>Market Access</h2><p>Consulting team</p>"],
    [
      "the author of posts",
      `<script type="application/ld+json">{"@type":"Person","name":"Nora Falk","url":"https://harbour-works.example/author/nora"}</script>`,
    ],
    [
      "a theme's placeholder",
      "<h3>John Doe</h3><p>CEO</p><h3>Nora Falk</h3><p>CTO</p><p>Lorem ipsum dolor sit amet</p>",
    ],
    ["the company", "<h3>Harbour Works</h3><p>Family company</p>"],
    ["a firm in a sentence", "<p>Falk Nora GmbH ist ein zertifizierter</p><p>Installateur</p>"],
    ["headings in capitals", "<h3>GEBRUIK VAN COOKIES</h3><p>Director</p><h3>da MILANO</h3><p>Director</p>"],
    ["a site's name over its privacy policy", "<p><b>Nora Falk</b></p><h1>Datenschutzerklärung</h1>"],
    ["a site's name over a part of a notice", "<p><b>Nora Falk</b></p><h2>1. Data protection</h2>"],
    ["a firm in capitals", "<p>Prace montażowe prowadzone przez PZRE BESTAL</p>"],
    ["a sentence with a job", "<p>Nora Falk director, ship and port: who was who in 1931.</p>"],
    ["a quotation under its heading", "<h2>What our clients say</h2><h3>Nora Falk</h3><p>Marketing Manager</p>"],
    ["a menu", "<div class='mega-menu'><a>Nora Falk</a><p>Director</p></div>"],
  ])("does not show %s", (_, html) => {
    expect(read(html, "about")).toEqual([]);
  });
});

it("a founder's own words about the firm are no other firm's name", () => {
  expect(read("<h2>Our team</h2><h3>Lena Brandt</h3><p>Founder, Open-source visionary</p>")).toEqual([
    ["Lena Brandt", "Founder, Open-source visionary"],
  ]);
});

it("an office before a colon names the person", () => {
  expect(read("<p>Fondateur : Nora Falk</p><p>Adresse : 7 rue du Port</p>", "imprint")).toEqual([
    ["Nora Falk", "Fondateur"],
  ]);
});

it.each([
  [
    "<p>Sono i tratti distintivi di Zeferino Brunelli, fondatore e anima del porto.</p>",
    "Zeferino Brunelli",
    "fondatore",
  ],
  ["<p>We came from Port Arthur, founder Tom Hale says, with two boats and a dog.</p>", "Tom Hale", "founder"],
  [
    "<p>Le délégué à la protection des données (DPO) de la société Harbour Works est Nora Falk.</p>",
    "Nora Falk",
    "délégué à la protection des données",
  ],
  ["<p><b>Owner:</b> Nora Falk <b>Registered office:</b> Pier 4, Bergen</p>", "Nora Falk", "Owner"],
  ["<p>Il est créé par une équipe dont Fousseynou FALK , le fondateur.</p>", "Fousseynou FALK", "fondateur"],
  ["<p>Dr. Nora C. Falk, DO, MPH</p><p>758 Field Rd, Hebron, ME 04238</p>", "Dr. Nora C. Falk, DO, MPH", null],
])("what is beside a name tells a person: %s", (html, name, title) => {
  expect(read(html, "about")).toEqual([[name, title]]);
});

describe("boards and lists", () => {
  const BOARD = "<h1>Board of Directors</h1>";

  it("keeps members of a board who work elsewhere, without their title there", () => {
    const html = `${BOARD}<p><strong>Nora Falk</strong><br>Partner, Northgate Capital</p><p><strong>Ada Brandt</strong><br>Treasurer</p>`;
    expect(read(html)).toEqual([
      ["Nora Falk", null],
      ["Ada Brandt", "Treasurer"],
    ]);
    expect(read(html.replace(BOARD, "<h1>Our team</h1>"))).toEqual([["Ada Brandt", "Treasurer"]]);
  });

  it("keeps who works elsewhere in a list most of whose people do not", () => {
    const card = (name: string, title: string) => `<h3>${name}</h3><p>${title}</p>`;
    const own = card("Nora Falk", "Chief Executive Officer") + card("Ada Brandt", "Treasurer");
    const other = card("Tom Becker", "Former Chairman, Turbo Nomics Inc.");
    expect(read(own + other)).toEqual([
      ["Nora Falk", "Chief Executive Officer"],
      ["Ada Brandt", "Treasurer"],
      ["Tom Becker", null],
    ]);
    expect(read(card("Nora Falk", "Treasurer") + other)).toEqual([["Nora Falk", "Treasurer"]]);
  });

  it("shows nobody whom a page shows as its supporter", () => {
    const card = "<h3>Nora Falk</h3><p>Director</p>";
    expect(read(`<h2>Elles et ils nous soutiennent</h2>${card}<h2>Our supporters</h2>${card}`)).toEqual([]);
  });

  it("reads a list of names among other lines of its style", () => {
    const line = (text: string) => `<div class="info">${text}</div>`;
    const office = ["Outer Ring Road", "Office hours", "Stock Code: HRBR", "Website"].map(line);
    const names = ["Ed Falk", "Jane Brandt", "Peter Becker"];
    const html = `<h2>Independent Directors</h2>${names.map(line).join("")}<h2>Registered office</h2>${office.join("")}`;
    expect(read(html).map(([name]) => name)).toEqual(names);
    expect(read(html.replace("Independent Directors", "Our customers"))).toEqual([]);
  });

  it("reads a list of names only, but not one of goods or institutions", () => {
    const list = (names: string[]) => `<h2>Our team</h2><ul>${names.map((name) => `<li>${name}</li>`).join("")}</ul>`;
    const names = ["Gary Archer", "Marsha Björn", "Will Ashdown", "Scott A. Genovese", "Paula English"];
    expect(read(list(names)).map(([name]) => name)).toEqual(names);
    expect(read(list(["Iris Web Design", "Universidad Santa Maria", "Salmones Victoria S.A.", "Cv"]))).toEqual([]);
  });

  it.each([
    ["mgr Rafał Błaszczyk", "Fizjoterapeuta"],
    ["Rachel Gonzales DM RN", "Chief Nurse"],
    ["Can YILMAZEL", "Genel Müdür"],
    ["Калина Стоименова", "Мениджър"],
  ])("reads %s", (name, title) => {
    expect(read(`<h3>${name}</h3><p>${title} <a href="/more">Read more</a></p>`)).toMatchObject([
      [expect.stringContaining(name.replace(/ DM RN$/, "")), title],
    ]);
  });

  it("does not assign the title that follows the previous name", () => {
    const names = ["Nora Falk", "Chair", "Ada Brandt", "Vice Chair", "Tom Becker", "Ana Ruiz", "Treasurer"];
    expect(read(`<h1>Our people</h1><p>${names.join("</p><p>")}</p>`)).toEqual([
      ["Nora Falk", "Chair"],
      ["Ada Brandt", "Vice Chair"],
      ["Tom Becker", null],
      ["Ana Ruiz", "Treasurer"],
    ]);
  });

  it("reads names with words that other names never have where their cards look like the others", () => {
    const card = (name: string, title: string) => `<div class="c"><h3>${name}</h3><p>${title}</p></div>`;
    const team = [
      card("Nora Falk", "Chief Executive Officer"),
      card("Jonas Ekberg", "Accountant"),
      card("Maren Loft", "Developer"),
      card("Malissa Love", "Grants Manager"),
      card("Antonio L. Go", "Independent Director"),
      card("Victoria Monday", "Regional Manager"),
    ];
    expect(read(team.join("")).map(([name]) => name)).toEqual(
      expect.arrayContaining(["Malissa Love", "Antonio L. Go"]),
    );
    expect(read(team.join(""))).toHaveLength(6);
    const offers = card("Happy Monday", "Grants Manager") + card("Victoria Monday", "Opening hours");
    expect(read(offers)).toEqual([]);
  });

  it("takes an employer behind a comma, a date and a count for no name and no title", () => {
    const html = `<h3>Nora Falk</h3><p>Financial Advisor, Edward Jones</p><h3>Ines Roth</h3><p>3/8*</p><p>Feb 01</p><p>Dispatcher</p>`;
    expect(read(html)).toEqual([
      ["Nora Falk", "Financial Advisor, Edward Jones"],
      ["Ines Roth", "Dispatcher"],
    ]);
  });

  it("reads the board of an association on the page about it: headings in other languages, offices before names", () => {
    const board = `<h2>Vorstand 2025/2026</h2><div class="member-name">Heimo Holm</div><div class="member-title">Präsident</div>
      <h2>Clubmitglieder</h2><div class="member-name">Ing. Manfred Buhl</div><div class="member-name">DI Erwin Kolb</div><div class="member-name">Dr. Günter Engel</div>`;
    expect(read(board, "about").map(([name]) => name)).toEqual([
      "Heimo Holm",
      "Ing. Manfred Buhl",
      "DI Erwin Kolb",
      "Dr. Günter Engel",
    ]);
    const office = `<h3>Conseil d'administration</h3><p>Président : Antoine Roche, responsable administratif</p><p>Trésorier : Maurice Gide, retraité</p>`;
    expect(read(office, "about")).toEqual([
      ["Antoine Roche", "Président"],
      ["Maurice Gide", "Trésorier"],
    ]);
  });

  it("reads no row of links as one name", () => {
    const link = (slug: string, name: string) => `<a href="/attorneys/${slug}/">${name}</a>`;
    expect(read(`<td>${link("a", "Sandra Roth")} ${link("b", "Charles Durant")}</td><h1>People</h1>`)).toEqual([]);
  });

  it("shows nobody who has left, and no vacant post", () => {
    const html = `<h2>Previous members</h2><h3>Graduates</h3><p>Nora Falk – Engineer</p><p>Tom Becker – Analyst</p>
      <h2>Former team members</h2><h3>Ines Roth</h3><p>Dispatcher</p><h2>Our team</h2><h3>Vacant</h3><p>Coordinator</p><h3>Lena Brandt</h3><p>Recruiter</p>`;
    expect(read(html)).toEqual([["Lena Brandt", "Recruiter"]]);
  });

  it("reads a page that leaves out the end of its head", () => {
    expect(read("<html><head><title>Team</title><link rel=a><body><h3>Nora Falk</h3><p>Dispatcher</p>")).toEqual([
      ["Nora Falk", "Dispatcher"],
    ]);
  });

  it("believes the page's own markup about names and jobs, and no class that only places an element", () => {
    const card = (name: string, job: string, of = "position") =>
      `<p class="text name">${name}</p><p class="text ${of}">${job}</p>`;
    const team =
      card("Bhavya Kherat", "Photography") + card("Aniket Mishrat", "Fun Events") + card("Aryaman Agarwol", "Fashion");
    expect(read(team)).toEqual([
      ["Bhavya Kherat", "Photography"],
      ["Aniket Mishrat", "Fun Events"],
      ["Aryaman Agarwol", "Fashion"],
    ]);
    const offer =
      card("Velora Nexus", "Sunny side", "position-relative") +
      card("Orvexa Kaltro", "Cosy rooms", "position-relative");
    expect(read(offer)).toEqual([]);
  });

  it("takes labels of numbers and addresses for nobody, in any language", () => {
    const card = (office: string, name: string, label: string) =>
      `<div><h5>${office}</h5><p>${name}<br>Storgatan 5<br>Tlf: 073-685 64 61<br><a href="mailto:info@example.com">${label}</a></p></div>`;
    const html = card("Ordförande", "Anna Falk", "Epost") + card("Sekreterare", "Karl Brandt", "Mejl");
    expect(read(html + card("Kassör", "Claes Roth", "E-post"))).toEqual([
      ["Anna Falk", "Ordförande"],
      ["Karl Brandt", "Sekreterare"],
      ["Claes Roth", "Kassör"],
    ]);
  });

  it("shows nobody with a date of death", () => {
    const firm = (founded: string, person: object) =>
      `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Organization", foundingDate: founded, founder: { "@type": "Person", ...person } })}</script>`;
    expect(read(firm("2016-05-01", { name: "Nora Falk", deathDate: "2020" }))).toEqual([]);
    expect(read(firm("2016-05-01", { name: "Nora Falk" }))).toEqual([["Nora Falk", null]]);
  });

  it("takes institutions and headings with articles for no names", () => {
    const html = `<ul><li>TU Dortmund, Faculty of Rehabilitation Sciences</li><li>Selbstvertretung Bayern e. V., advisory board</li><li>Vorstellung der Prototypen zum Treffen, advisory board</li></ul>`;
    expect(read(html)).toEqual([]);
  });

  it("takes degrees and the name itself for no title", () => {
    const html = "<div><h2>Lin Falk, PhD</h2><p>Lin Falk, PhD</p><p>Co-founder</p></div>";
    expect(new Set(read(html).map(([, title]) => title))).toEqual(new Set(["Co-founder"]));
  });

  it.each([
    ["<h3>Obmann: Erwin Falk</h3>", "Erwin Falk", "Obmann"],
    ["<h3>Peter J. Falk Jr.</h3><p>Treasurer</p>", "Peter J. Falk Jr.", "Treasurer"],
    ["<h3>Dean Falk</h3><p>Controller</p>", "Dean Falk", "Controller"],
    ["<h3>C. Dean Falk, MD</h3><p>Treasurer</p>", "C. Dean Falk", "Treasurer"],
    ["<h3>Lek. wet. Natalia Falk</h3><p>Kierownik</p>", "Lek. wet. Natalia Falk", "Kierownik"],
    ["<h3>Earl McCumber</h3><p>Treasurer</p>", "Earl McCumber", "Treasurer"],
    ["<h3>Anna Follador</h3><p>Treasurer</p>", "Anna Follador", "Treasurer"],
    ["<h3>🏚️ Dustin Falk</h3><p>Broker</p>", "Dustin Falk", "Broker"],
    ["<table><tr><td>Sportwart (Verein)</td><td>Stefan Falk</td></tr></table>", "Stefan Falk", "Sportwart (Verein)"],
  ])("reads %s", (html, name, title) => {
    expect(read(html)).toEqual([[name, title]]);
  });

  it("takes a dean's title and a firm for no name", () => {
    for (const name of [
      "Dean of Students",
      "Falk BV",
      "NORA FALK S.R.L.",
      "EARL FALK",
      "Nora Falk APS",
      "HARBOUR.PL Nora Falk",
    ])
      expect(read(`<h3>${name}</h3><p>Director</p>`)).toEqual([]);
    for (const name of ["Premiata Erboristeria Falk", "Bäckerei Falk", "Bakkerij Falk", "Val Menuiserie"])
      expect(read(`<h3>${name}</h3><p>Director</p>`)).toEqual([]);
  });

  it("believes names that no table knows where a page writes nothing else in their way", () => {
    const names = ["Nora Falkar", "Tom Beckert", "Ada Brandt", "Aldihis Hasanain", "Weinan Qinu", "Yichuan Zoro"];
    const list = (others: string) =>
      read(`<h1>Team</h1>${names.map((name) => `<h4>${name}</h4><span>Email me</span>`).join("")}${others}`);
    expect(list("")).toHaveLength(6);
    expect(list("<h4>Our values and what they are</h4><h4>Where we work today</h4>".repeat(3)).length).toBeLessThan(6);
  });

  it("takes what a member of the team says in quotation marks for no customer's opinion", () => {
    const quote = "<p>“Every harbour has a story that deserves an audience.”</p>";
    expect(read(`<h1>Team</h1><h3>Nora Falk</h3><p>Director, Blue Harbour Festival</p>${quote}`)).toHaveLength(1);
  });

  it("counts a heading to the section of the heading above it that is larger", () => {
    const html = `<h2>Organigramme</h2><h3>Conseil d'administration</h3><p>Nora Falk</p><p>Présidente</p><h3>Site de Caussade</h3><ul><li>Ravi Menon</li><li>Ada Brandt</li><li>Tom Becker</li></ul>`;
    expect(read(html, "about").map(([name]) => name)).toEqual(["Nora Falk", "Ravi Menon", "Ada Brandt", "Tom Becker"]);
    expect(read(html.replace("Organigramme", "Our customers"), "about")).toHaveLength(1);
  });

  it("reads lists under headings about organisers, and none about customers", () => {
    const list = ["Omar Falk", "Paolo Brandt", "Valentina Roth"].map((name) => `<p>${name}</p>`).join("");
    expect(read(`<h2>Gli organizzatori</h2>${list}`, "about")).toHaveLength(3);
    expect(read(`<h2>Le nostre storie</h2>${list}`, "about")).toEqual([]);
  });

  it("reads a list of names with the same link below each", () => {
    const names = ["Nora Falk", "Ysolde Brandvik", "Tom Hale", "Anna Berg"];
    const html = `<h2>Our team</h2>${names.map((name) => `<p>${name}</p><a href="/x">Read more</a>`).join("")}`;
    expect(read(html).map(([name]) => name)).toEqual(names);
  });

  it("takes the job that a paragraph begins with for a title, the fuller of two, and no firm behind it", () => {
    const card = (name: string, below: string) => `<h3>${name}</h3><p>${below}</p>`;
    const cards = [
      card(
        "Nora Falk",
        "Midwife and owner. I have worked at the harbour since the first boats came here in the spring.",
      ),
      card("Psychologist Ada Brandt", "Clinical psychologist"),
      card("Tom Becker", "Director · Harbour"),
    ];
    expect(read(cards.join(""))).toEqual([
      ["Nora Falk", "Midwife and owner"],
      ["Ada Brandt", "Clinical psychologist"],
      ["Tom Becker", "Director"],
    ]);
  });

  it("takes degrees for nobody", () => {
    const card = (name: string) => `<h3>${name}</h3><p>QKA, QPA</p><p>Benefits Manager</p>`;
    expect(read(`${card("Nora Falk")}${card("Ada Brandt")}${card("Tom Becker")}`).map(([name]) => name)).toEqual([
      "Nora Falk",
      "Ada Brandt",
      "Tom Becker",
    ]);
  });

  it("takes neither the next person's name nor a degree for a title, and keeps the end of a bracket", () => {
    const html = `<h1>Board</h1>${["Jane Falk", "Tom Becker", "Nora Brandt"].map((name) => `<div><h4>${name}</h4><p>Keeps the accounts of the port. ${name} came in the year of the flood.</p></div>`).join("")}`;
    for (const [, title] of read(html)) expect(title).toBeNull();
    expect(
      read("<h3>Jane Falk</h3><p>Adviser</p><h3>Tom Becker, MD</h3><p>Oncology</p><h3>Nora Brandt, MD</h3>"),
    ).not.toContainEqual([expect.anything(), "MD"]);
    expect(read("<li>Jane Falk, MD — Treasurer (Indianapolis)</li>")).toEqual([
      ["Jane Falk", "Treasurer (Indianapolis)"],
    ]);
  });

  it.each([
    ["microdata", (name: string) => `<p itemscope itemtype="//schema.org/Person"><i itemprop=name>${name}</i>`],
    ["lists", (name: string) => `<li>${name}, CEO`],
    ["tables", (name: string) => `<table><tr><td>${name}<td>CEO</table>`],
  ])("reads at most 3,000 people in %s", (_, show) => {
    const letter = (index: number) => String.fromCharCode(97 + (index % 26));
    const name = (index: number) => `Ada B${letter(index)}${letter(index / 26)}${letter(index / 676)}er`;
    expect(read(Array.from({ length: 3_200 }, (_, index) => show(name(index))).join(""))).toHaveLength(3_000);
  });
});

it.each([
  "Helsesekretær",
  "Spesialist i allmennmedisin",
  "Trafiklärare",
  "Fastighetsmäklare",
  "Tømrermester",
  "Lægesekretær",
  "Kiinteistönvälittäjä",
  "Asiakaspalvelija",
  "Współzałożycielka",
  "Masażystka",
  "Spolumajitelka",
  "Advokátní koncipientka",
  "Konateľka",
  "Gyógytornász",
  "Ügyvédjelölt",
  "Vicepreședinte",
  "Educatoare",
  "Valdybos narys",
  "Valdes loceklis",
  "Juhatuse liige",
])("a card with a job in another language is a person's: %s", (job) => {
  expect(read(`<div><h3>Nora Falk</h3><p>${job}</p></div>`)).toEqual([["Nora Falk", job]]);
});

it.each([
  "Firmaet drives i dag av Nora Falk sammen med sønnen Tom Falk.",
  "2015 tog Nora Falk över verksamheten efter Tom Falk, grundaren.",
  "Yrityksen ovat perustaneet Nora Falk ja Tom Falk vuonna 2010.",
  "Právní služby: Nora Falk vede kancelář, jednatelem je Tom Falk.",
  "Firma a fost fondată în 2009 de Nora Falk și Tom Falk.",
])("sentences in other languages name the people of the firm: %s", (sentence) => {
  expect(read(`<p>${sentence}</p>`, "about").map(([name]) => name)).toEqual(["Nora Falk", "Tom Falk"]);
});

it.each([
  ["en", "<p>Nora Falk has owned the shop since 2009.</p>"],
  ["en", "<p>Contact our office, and see you soon!</p><p>Warm regards,<br>Nora Falk</p>"],
  ["de", "<p>2004 übernahm Sohn Nora Falk den Betrieb.</p>"],
  ["de", "<p>Wir freuen uns auf Ihren Besuch!</p><p>Ihre Nora Falk und Team</p>"],
  ["de", "<p>1998 übernahm dann dessen Sohn Nora Falk die Werft.</p>"],
  ["de", "<p>2010 Übernahme der Firma durch Malermeisterin Nora Falk</p>"],
  ["de", "<p>Nora Falk trat 2012 in den elterlichen Betrieb ein.</p>"],
  ["de", "<p>Am 15. Mai 2012 trat Nora Falk als Geschäftsführerin in die Werft ein.</p>"],
  ["de", "<p>2012 trat mit Nora Falk die zweite Generation in den Betrieb ein.</p>"],
  ["de", "<p>Hier spricht Nora Falk, die die Werft am 15. Mai 1998 gegründet hat.</p>"],
  ["de", "<p>Malermeisterin Nora Falk blickt auf eine lange Tradition zurück.</p>"],
  ["de", "<p>1993 übernahmen Nora Falk und ihre Leute das Hotel.</p>"],
  ["de", "<p>2006 kam der Betrieb in die Hände der Tochter, das Unternehmen gehört heute Nora Falk.</p>"],
  ["de", "<p>Nora Falk kehrte 2006 in den Familienbetrieb zurück.</p>"],
  ["de", "<p>Seit 2015 liegt alles bei uns, Nora Falk und ihr Team beraten Sie.</p>"],
  ["de", "<p>Auf Ihren Besuch freut sich Nora Falk.</p>"],
  ["de", "<p>Wir freuen uns auf Sie!</p><p>Nora Falk</p>"],
  ["de", "<p>Nora Falk kümmert sich um die Boote.</p>"],
  ["de", "<p>1998: Nora Falk eröffnet einen kleinen Laden am Hafen.</p>"],
  ["de", "<p>2006 – Nora Falk wird alleinige Geschäftsführerin der Werft.</p>"],
  ["de", "<h1><span>Über mich</span> Nora Falk</h1>"],
  ["de", "<p>Ansprechpartnerin für alle Fragen ist Nora Falk.</p>"],
  ["de", "<p>Rechtsanwältin Nora Falk ist seit 2005 als Rechtsanwältin zugelassen.</p>"],
  ["fr", "<p>Nora Falk est à la tête de l’entreprise.</p>"],
  ["es", "<h2>¿Quién es Nora Falk?</h2>"],
  ["it", "<p>Sono la dott.ssa Nora Falk, psicologa.</p>"],
  ["pt", "<p>À frente da empresa está Nora Falk.</p>"],
  ["nl", "<p>In 2015 nam Nora Falk het bedrijf over.</p>"],
  ["nl", "<p>In 2004 werd het bedrijf overgenomen door zoon Nora Falk.</p>"],
  ["pl", "<p>Z poważaniem,<br>Nora Falk</p>"],
  ["pl", "<p>Na czele firmy stoi Nora Falk.</p>"],
  ["pl", "<p>Usługi Remontowe Nora Falk<br>ul. Młyńska 3<br>30-001 Kraków</p>"],
  ["pl", "<p>Adwokat Nora Falk ukończyła studia w Łodzi.</p>"],
  ["pl", "<p>Do zobaczenia, zapraszam<br>Nora Falk</p>"],
  ["cs", "<p>Mgr. Nora Falk vystudovala psychologii v Brně.</p>"],
  ["cs", "<p>V čele firmy stojí Nora Falk.</p>"],
  ["cs", "<p>Od roku 2010 firmu vede jeho dcera Nora Falk.</p>"],
  ["sv", "<h2>Vem är Nora Falk?</h2>"],
  ["sk", "<p>Ahoj, som Nora Falk.</p>"],
  ["tr", "<p>Nora Falk, firmanın sahibidir.</p>"],
  ["hr", "<p>Zovem se Nora Falk.</p>"],
  ["lt", "<p>Mano vardas Nora Falk.</p>"],
  ["lv", "<p>Uzņēmumu vada Nora Falk, dibinātāja.</p>"],
  ["ca", "<p>El meu nom és Nora Falk.</p>"],
  ["sl", "<p>Podjetje je leta 1998 ustanovila Nora Falk.</p>"],
  ["id", "<p>Pabrik ini didirikan pada tahun 1998 oleh Nora Falk.</p>"],
  ["vi", "<p>Công ty được thành lập năm 1998 bởi bà Nora Falk.</p>"],
  ["ru", "<p>Компанию основала в 1998 году Nora Falk.</p>"],
  ["uk", "<p>Мене звати Nora Falk.</p>"],
  ["bg", "<p>Фирмата е основана от Nora Falk.</p>"],
  ["de", "<p>Den Betrieb gab es schon, heute leitet ihn ihre Tochter Nora Falk.</p>"],
  ["en", "<p>Nora Falk has been practising law in Leeds since 1999.</p>"],
])("an about page names its person in each language (%s): %s", (_, html) => {
  expect(read(html, "about").map(([name]) => name)).toEqual([expect.stringContaining("Nora Falk")]);
});

it.each([
  ["scientific", "<p>Il metodo è stato creato da Nora Falk.</p>"],
  ["branded", "<h2>Our brands</h2><h3>Nora Falk</h3><p>Since 1990</p><h3>Tom Becker</h3><p>Since 1995</p>"],
  ["designing", "<p>Boats.</p><footer>© 2026 Harbour Works. Website: Nora Falk</footer>"],
  ["designing", "<p>The yard is near the church. Webbdesign: Nora Falk</p>"],
  ["misread", "<p>Ik ben vrij, eigenaar van Falkwerk.</p>"],
  ["owning", "<p>The painting belongs to Nora Falk.</p>"],
  ["other", "<p>Contact Nora Falk at the Leeds Museum, 555 123 4567.</p>"],
  ["public", "<p>Burmistrz Nora Falk otworzyła halę.</p>"],
  ["proud", "<p>Das Bild befindet sich im Besitz von Nora Falk.</p>"],
  ["public", "<p>Der Hamburgische Beauftragte für Datenschutz: Nora Falk</p>"],
  ["dead", "<h2>Dr. Nora Falk — eine neue Heilkunst</h2><p>Dr. Nora Falk (1902–1987)</p>"],
  ["learning", "<p>Nora lernte das Handwerk beim Schreinermeister Tom Falk.</p>"],
  ["other", "<p>In Zusammenarbeit mit Nora Falk entstand eine neue Generation von Booten.</p>"],
  ["no", "<p>Manuelle Therapie</p><p>Sektorale Heilpraktikerin in der Physiotherapie</p>"],
  ["previous", "<p>Poprzedni właściciel, Nora Falk, odszedł.</p>"],
  ["previous", "<p>De vorige eigenaar, Nora Falk, ging met pensioen.</p>"],
  ["quoted", "<p>“Great service and friendly people all around.”</p><p>Nora Falk</p><p>Marketing Manager</p>"],
  ["quoted", "<p>«Un servizio ottimo e persone gentili.»</p><p>Nora Falk</p><p>Direttrice marketing</p>"],
  ["represented", "<p>Melta bv, vertegenwoordigd door Nora Falk, past op dieren.</p>"],
  [
    "placed",
    "<footer><p>Psicólogo em Vitória ES</p><p>Rua Darcy Grijó, 50, Sala 409, Ed. Madison Office Tower</p></footer>",
  ],
  ["placed", "<p>Psicóloga en Santa Ana</p><p>Dentista a Marina Romea</p><p>Praça Ana Ruiz, 5</p>"],
  ["foundation's", "<p>Prezeska Zarządu Fundacji</p><p>Prezes Urzędu Lotnictwa Cywilnego</p>"],
  ["method's", "<p>Nora Falk módszerén alapuló, egyéni ülés keretében zajló folyamat.</p>"],
])("an about page does not name its %s people", (_, html) => {
  expect(read(html, "about")).toEqual([]);
});

it.each([
  ["about", "<p>Nora Falk is the owner of this little shop.</p>", "Nora Falk"],
  ["about", "<p>Die Praxis wurde 1998 von Dr. med. Nora Falk gegründet.</p>", "Nora Falk"],
  ["imprint", "<p>Inhaberin: Dr. med. Nora Falk</p>", "Dr. med. Nora Falk"],
  ["imprint", "<p>Właścicielka: mgr inż. Nora Falk</p>", "mgr inż. Nora Falk"],
  ["about", "<p>The yard was founded in 1998 by J. Robert Falk.</p>", "J. Robert Falk"],
  ["about", "<h2>Über Hans-Peter Falk</h2>", "Hans-Peter Falk"],
  ["about", "<h3>Tom Cartwright</h3><p>Founder</p>", "Tom Cartwright"],
  ["about", "<h3>Tom Proctor</h3><p>Founder</p>", "Tom Proctor"],
  ["about", "<h3>Nora Kaufmann</h3><p>Gründerin</p>", "Nora Kaufmann"],
] as const)("titles, initials and family names that are trades are parts of names (%s): %s", (view, html, name) => {
  expect(read(html, view).map(([found]) => found)).toEqual([name]);
});

it("a Hungarian owner is no firm, though the firm's name is theirs and begins with that of the family", () => {
  const url = new URL("https://torkoly-jozsef.hu/impresszum");
  const owner = { url, names: ["torkolyjozsef"], domains: [url.hostname], networkHosts: [] };
  const people = peopleOnPage(documentAt("<p>Név: Törköly József</p>", url), owner, "imprint");
  expect(people.map(({ name }) => name)).toEqual(["Törköly József"]);
});

it("the council of a foundation is its people, as its board is", () => {
  const card = (name: string, title: string) => `<div><h3>${name}</h3><p>${title}</p></div>`;
  const council = [card("Tomasz Falk", "Przewodniczący Rady"), card("Joanna Brandt", "Członkini Rady")];
  const html = `<h2>Zarząd</h2>${card("Jan Kowalski", "Prezes Zarządu")}<h2>Rada Fundacji</h2>${council.join("")}`;
  expect(read(html, "about")).toEqual([
    ["Jan Kowalski", "Prezes Zarządu"],
    ["Tomasz Falk", "Przewodniczący Rady"],
    ["Joanna Brandt", "Członkini Rady"],
  ]);
});

it("a name at the end of a sentence has no full stop", () => {
  expect(read("<p>Company owner – Nora Falk.</p>").map(([name]) => name)).toEqual(["Nora Falk"]);
});

it("a list of teachers has a class before each name", () => {
  const html = "<h2>Kollegium</h2><p>Klasse 1a: Nora Falk<br>Klasse 2a: Ana Ruiz<br>Klasse 3b: Tom Becker</p>";
  expect(read(html).map(([name]) => name)).toEqual(["Nora Falk", "Ana Ruiz", "Tom Becker"]);
});

describe("people in an imprint", () => {
  it.each([
    ["Luis Pérez y Martín", "Luis Pérez y Martín"],
    ["Marco Neri e Nora Falk", "Marco Neri, Nora Falk"],
  ])("reads the family names of one, and the names of two: %s", (heading, names) => {
    const people = read(`<h3>${heading}</h3><p>CEO</p>`, "about").map(([name]) => name);
    expect([...new Set(people)].join(", ")).toBe(names);
  });

  it("reads all names right above an address", () => {
    const html = "<h3>Anbieter</h3><p>Nora Falk<br>Ruth Brandt<br>Am Hafen 7<br>10249 Berlin</p>";
    expect(read(html, "imprint").map(([name]) => name)).toEqual(["Nora Falk", "Ruth Brandt"]);
  });

  it.each<[string, string, [string, string | null][]]>([
    ["an office before the name", "<p>Inhaberin: Svitlana Musterenko</p>", [["Svitlana Musterenko", "Inhaberin"]]],
    [
      "several names",
      "<p>Geschäftsführer: Nora Falk und Ravi Menon</p>",
      [
        ["Nora Falk", "Geschäftsführer"],
        ["Ravi Menon", "Geschäftsführer"],
      ],
    ],
    [
      "partners below their firm",
      "<p>Harbour Works GbR<br>Nora Falk & Ravi Menon<br>Hafenweg 7<br>10115 Berlin</p>",
      [
        ["Nora Falk", null],
        ["Ravi Menon", null],
      ],
    ],
    [
      "partners below a label",
      "<h2>Vertretungsberechtigte Gesellschafter</h2><p>Nora Falk<br>Ravi Menon</p>",
      [
        ["Nora Falk", "Vertretungsberechtigte Gesellschafter"],
        ["Ravi Menon", "Vertretungsberechtigte Gesellschafter"],
      ],
    ],
    ["a letter for a sign", "<p>Praxis Nora Falk I Hafenweg 7 I 10115 Berlin</p>", [["Nora Falk", null]]],
    ["a sentence below", "<p>Inhaber</p><p>Umfassende Erfahrung und regionale Kenntnis.</p>", []],
    ["a form of trade", "<p>Responsable : Nora Falk, entrepreneure individuelle</p>", [["Nora Falk", null]]],
    ["the name below", "<p>Vertreten durch:</p><p>Nora Falk</p><p>Hafenweg 7</p>", [["Nora Falk", null]]],
    [
      "an office below",
      "<p>Vertreten durch</p><p>Geschaeftsfuehrer Dr. Nora Falk</p>",
      [["Dr. Nora Falk", "Geschaeftsfuehrer"]],
    ],
    [
      "an office behind",
      "<p>Vertreten durch:</p><p>Nora Falk (Vorstand)</p><p>Ravi Menon (Vorstand)</p>",
      [
        ["Nora Falk", "Vorstand"],
        ["Ravi Menon", "Vorstand"],
      ],
    ],
    ["a sole trader", "<p>Angaben gemäß § 5 TMG</p><p>Nora Falk</p><p>Hafenweg 7</p>", [["Nora Falk", null]]],
    [
      "the person behind the content",
      "<p>Verantwortlich für den Inhalt nach § 18 Abs. 2 MStV:</p><p>Nora Falk, Anschrift wie oben</p>",
      [["Nora Falk", null]],
    ],
    [
      "French",
      "<p>Le directeur de la publication du site est Nora Falk.</p>",
      [["Nora Falk", "directeur de la publication"]],
    ],
    [
      "in one line with the address",
      "<p>Harbour Works · Nora Falk · 7 Quay Road · Lewes BN7 2DG</p>",
      [["Nora Falk", null]],
    ],
    ["a street of that name", "<p>Harbour Works, Rue Nora Falk, 12, 59410 Anzin</p>", []],
    [
      "beside the firm, above the address",
      "<p>Harbour Works - Nora FALK<br>Adresse : 7 rue du Port<br>59410 Anzin</p>",
      [["Nora FALK", null]],
    ],
    [
      "below a label and above the address",
      "<p>Inhaber: Nora Falk</p><p>Ravi Menon</p><p>10115 Berlin</p>",
      [["Nora Falk", "Inhaber"]],
    ],
    [
      "a firm of another legal form",
      "<p>Verantwortlich für den Inhalt</p><p>Frontwork AG, Geschäftsbereich Sonne</p>",
      [],
    ],
    ["a firm called like a person", "<p>Inhaber: Harbour Works</p>", []],
    ["an owner behind its Spanish label", "<p>Denominación social: Nora Falk</p>", [["Nora Falk", null]]],
    ["a firm that represents", "<p>Vertreten durch:</p><p>Falk Verwaltungs GmbH</p><p>Nora Falk</p>", []],
    ["the firm itself", "<p>Verantwortlich für den Inhalt: Harbour Works</p>", []],
    ["sentences", "<p>Als Diensteanbieter sind wir verantwortlich. Nach den Gesetzen haftet der Inhaber.</p>", []],
    [
      "a contact and a controller in one line",
      "<p>Rekisterinpitäjä: Harbour Works, Oulu. Yhteyshenkilö: Nora Falk</p>",
      [["Nora Falk", null]],
    ],
    [
      "a sole trader behind the firm's words",
      "<p>Administrator danych: Atelier Nord Nora Falk, Oslo</p>",
      [["Nora Falk", null]],
    ],
    [
      "a sole trader before a trade, over an address",
      "<p>Nora Falk Elektrobetrieb</p><p>Hafenweg 7</p><p>83022 Oslo</p>",
      [["Nora Falk", null]],
    ],
    ["a trade with a family name", "<p>Angaben gemäß § 5 TMG</p><p>Energieberatung Falk</p><p>Hafenweg 7</p>", []],
    [
      "an unusual name that is addressed",
      "<p>Vertreten durch</p><p>Frau Nora Falk</p><p>Herr Vexil Turmand</p>",
      [
        ["Nora Falk", null],
        ["Vexil Turmand", null],
      ],
    ],
    [
      "a person between a firm and its address",
      "<p>Freunde des Hafens e.V.</p><p>Nora Falk</p><p>Hafenweg 7</p><p>83022 Oslo</p>",
      [["Nora Falk", null]],
    ],
    [
      "a name over its job",
      "<p>Prof. Dr. Nora Falk</p><p>Rechtsanwältin und Notarin</p><p>Oslo</p>",
      [["Prof. Dr. Nora Falk", "Rechtsanwältin und Notarin"]],
    ],
    [
      "an unusual name with a person's number",
      "<ul><li>Titular</li><li>Aldonza Requeixo Turmo</li><li>NIF</li><li>12345678Z</li></ul>",
      [["Aldonza Requeixo Turmo", null]],
    ],
    ["a firm with a firm's number", "<p>Titular:</p><p>Taller Requeixo</p><p>CIF</p><p>B12345678</p>", []],
    [
      "an unusual name with a trade",
      "<h2>Éditeur du site</h2><p>Ewaldric Trevelec – Entrepreneur individuel (EI)</p>",
      [["Ewaldric Trevelec", null]],
    ],
    [
      "an office between a label and a name",
      "<p>Harbour Works Srl, in persona del legale rappresentante Vexilio Turmandi</p>",
      [["Vexilio Turmandi", null]],
    ],
    ["an institution named after somebody", "<p>Administrator danych: Fundacja Nora Falk, Oslo</p>", []],
    [
      "the board of an association, each office over a name",
      "<h3>1. Vorsitzender</h3><p>Tom Hale</p><p>Hafenweg 7</p><h3>Schriftführerin</h3><p>Nora Falk</p>",
      [
        ["Tom Hale", "1. Vorsitzender"],
        ["Nora Falk", "Schriftführerin"],
      ],
    ],
    ["a sentence about data", "<p>Il responsabile del trattamento è il signor Falk Tom</p>", [["Falk Tom", null]]],
    ["a sole trader above a number", "<p>NET WORKS - NORA FALK</p><p>NIP: 6682016532</p>", [["NORA FALK", null]]],
    [
      "labels in elements of one line",
      "<p><b>Nom:</b> Madame Nora FALK<br><b>Forme:</b> Entrepreneur individuel</p>",
      [["Nora FALK", null]],
    ],
    ["a name behind a label in an element of its own", "<p><b>Nome</b> Nora Falk</p>", [["Nora Falk", null]]],
    ["a label in Dutch", "<p>Naam: Nora Falk</p>", [["Nora Falk", null]]],
    ["a label in Swedish", "<p>Namn: Nora Falk</p>", [["Nora Falk", null]]],
    ["a label in Danish", "<p>Navn: Nora Falk</p>", [["Nora Falk", null]]],
    ["a label in Polish", "<p>Imię i nazwisko: Nora Falk</p>", [["Nora Falk", null]]],
    ["a label with the firm's own name", "<p>Nome: Harbour Works</p>", []],
    ["whoever made the site", "<p>Umsetzung: Ravi Menon</p>", []],
    ["a label of short forms", "<p>V. i. S. d. P.: Nora Falk, Hafenweg 7</p>", [["Nora Falk", null]]],
    ["an officer of a board", "<p>Trésorière : Nora Falk</p>", [["Nora Falk", "Trésorière"]]],
    ["an office in Estonian", "<p>Juhataja: Nora Falk</p>", [["Nora Falk", "Juhataja"]]],
    ["a practice", "<p>Zahnarztpraxis Dr. med. dent. Nora Falk</p>", [["Dr. med. dent. Nora Falk", null]]],
    ["a sole trader in Cyrillic", "<p>ИП Петрова Анна Ивановна</p>", [["Петрова Анна Ивановна", null]]],
    ["whoever made it behind an address", "<p>Lange Str. 4, 10115 Berlin. Webdesign: Nora Falk</p>", []],
    ["an office behind a firm", "<p>Hale s.r.l. - Amministratore: Nora Falk</p>", [["Nora Falk", "Amministratore"]]],
    ["a postcode with a space", "<p>Nora Falk</p><p>Hamngatan 7</p><p>411 14 Göteborg</p>", [["Nora Falk", null]]],
    ["a short form of trade", "<p>Adatkezelő: Balogh Anna e.v.</p>", [["Balogh Anna", null]]],
    ["an association", "<p>Verantwortlich: Förderverein Nora Falk e.V.</p>", []],
    ["a label in a case", "<p>Provozovatelem webu je Nora Falk, IČO 12345678.</p>", [["Nora Falk", null]]],
    ["a charity above an address", "<p>Nora Falk for Humanity</p><p>1420 NW 36th St.</p>", []],
    ["whoever wrote its texts", "<p>Illustrations and texts of this site are by Nora Falk.</p>", []],
    ["whoever made a site", "<p>The whole web site of the port was made with much love by Nora Falk.</p>", []],
    [
      "whoever wrote a legal text",
      "<p>Quelle: Disclaimer des Portals zum Recht im Netz von Rechtsanwalt Tom Hale.</p>",
      [],
    ],
    ["an authority", "<p>Sie können sich bei der Landesbeauftragten Nora Falk in Bremen beschweren.</p>", []],
    ["an officer outside the firm", "<p>Als externen Datenschutzbeauftragten haben wir Tom Hale bestellt.</p>", []],
    ["a name behind an unknown label", "<p>Harbour cat of the year, as chosen by our guests: Nora Falk</p>", []],
    ["a firm with its form behind a comma", "<p>Responsável: Nora Falk-Sociedade de Barcos, Lda</p>", []],
    [
      "a firm named with its form elsewhere",
      "<p>Nora Falk, Lda</p><p>A Nora Falk utiliza os dados que nos envia apenas para responder ao seu pedido.</p>",
      [],
    ],
    [
      "an owner whose firm has the same name and a form",
      "<p>Die Nora Falk GmbH baut Boote. Gegründet wurde sie von Nora Falk im Jahr 2011.</p>",
      [["Nora Falk", null]],
    ],
    ["two people of a sentence", "<p>Only Nora Falk and her husband Tom Hale can see what you send to us.</p>", TWO],
    ["a sole trader behind a short firm", "<p>Verantwortlich:</p><p>T&amp;A Nora Falk</p>", [["Nora Falk", null]]],
    ["a degree before the owner", "<p>M.Sc. Nora Falk</p><p>Quay 12</p><p>85540 Haar</p>", [["M.Sc. Nora Falk", null]]],
    [
      "an owner behind trades and a short name of the firm",
      "<p>Biuro prawne WORKS Nora Falk,</p><p>ul. Wojska 7, 62-420 Strzałkowo</p>",
      [["Nora Falk", null]],
    ],
    [
      "a job of five words below",
      "<p>Nora Falk</p><p>Ärztin für Segler &amp; Motorboote</p>",
      [["Nora Falk", "Ärztin für Segler & Motorboote"]],
    ],
    ["an owner before a dot", "<p>NORA FALK. Muelle Norte 10, 4B, 28912 Leganés (Madrid)</p>", [["NORA FALK", null]]],
    ["a legal representative in a sentence", "<p>Legal representative is Nora Falk.</p>", [["Nora Falk", null]]],
    ["an authorised representative", "<p>Authorized representative: Nora Falk</p>", [["Nora Falk", null]]],
    ["a DPO", "<p>Encarregado de Dados (DPO): Tom Hale</p>", [["Tom Hale", "Encarregado de Dados"]]],
    [
      "structured data",
      `<script type="application/ld+json">{"@type":"Organization","founder":{"@type":"Person","name":"Nora Falk"}}</script>`,
      [["Nora Falk", null]],
    ],
  ])("is read: %s", (_, html, people) => {
    expect(read(html, "imprint")).toEqual(people);
  });
});

it("a word in two languages is one, and a short form of a name is the longest form of all", () => {
  expect(read("<h2>Our Team</h2><h2><span>Nora</span><span>Nora</span></h2>")).toEqual([]);
  const namesOf = (...names: string[]) =>
    read(names.map((name) => `<p>${name} is the founder of the yard.</p>`).join(""), "about").map(([name]) => name);
  expect(namesOf("Nora Ann Falk Hale", "Nora Falk Hale", "Nora Falk")).toEqual(["Nora Ann Falk Hale"]);
  expect(namesOf("Nora Falk", "Nora del Mar Falk Ruiz", "Nora R. Hale", "Nora Hale")).toEqual([
    "Nora del Mar Falk Ruiz",
    "Nora R. Hale",
  ]);
  expect(namesOf("Nora Falk", "Nora Falk Junior")).toHaveLength(2);
  const mentioned = "<h2>Nora Hale</h2><p>Founder</p><p>We like Nora Ann Hale, and Nora Hale Boats of Oslo.</p>";
  expect(read(mentioned).map(([name]) => name)).toEqual(["Nora Ann Hale"]);
  expect(namesOf("Nora Falk", "Nora Falka")).toEqual(["Nora Falk"]);
  // "Rights of Authors", beside sentences about authors.
  expect(read("<p>Titular:</p><p>Nora de Autor</p><p>Las obras son del autor.</p>", "imprint")).toEqual([]);
});

describe("people beside the text of a page", () => {
  const titled = (title: string) => `<head><title>${title}</title></head><body><h1>About us</h1></body>`;
  it.each<[string, string, string[]]>([
    ["two in the title", titled("About us – Anna and Tom Hale | Harbour Works"), ["Anna Hale", "Tom Hale"]],
    ["the firm's name in the title", titled("About us | Harbour Works"), []],
    ["a title that is more than a name", titled("About us – Letters to Anna Hale | Harbour Works"), []],
    ["a title of one part", titled("Anna Hale"), []],
    [
      "the description of the page",
      '<meta name="description" content="Harbour Works was founded by Nora Falk in 2011.">',
      ["Nora Falk"],
    ],
    ["a heading in capitals", "<h3>NORA FALK</h3><p>Nora sails with her two dogs.</p>", ["NORA FALK"]],
    [
      "where somebody is registered",
      "<p>TOM HALE</p><p>Tom Hale is registered as a psychologist.</p>",
      ["TOM HALE", "Tom Hale"],
    ],
    ["an institution that is named after somebody", "<p>Studiowała na akademii im. Nora Falk w Łodzi.</p>", []],
    [
      "the owner below a number",
      "<footer><p>NIP: 5821084064</p><p>Harbour Works Nora Falk</p></footer>",
      ["Nora Falk"],
    ],
    ["the owner in the footer", "<footer><p>Proprietario</p><p>Nora Falk</p></footer>", ["Nora Falk"]],
    ["who is called in the footer", "<footer><p>👤 Nora Falk</p><p>📞 +49 172 9682752</p></footer>", ["Nora Falk"]],
    [
      "a heading with a degree over what is said of the doctor",
      "<div><p><b>Nora Falk, OD</b></p><p>English Español</p><p>Dr. Falk has served the harbour since 2004.</p></div>",
      ["Nora Falk, OD"],
    ],
    ["a doctor in the title", titled("Dr. Nora Falk - Harbour doctors"), ["Dr. Nora Falk"]],
    [
      "a brand in small letters",
      "<footer><p>ib falk</p><p>Proprietario</p><p>Anna Nora Falk</p></footer>",
      ["Anna Nora Falk"],
    ],
    [
      "two, the first with what they are",
      "<p>Dalla passione di Nora Falk, istruttrice esperta, e Tom Hale, genitore, nasce il cantiere.</p>",
      ["Nora Falk", "Tom Hale"],
    ],
    ["a lawyer behind an article", "<h3>L'Avv. Nora Falk</h3><p>Fondatrice</p>", ["Avv. Nora Falk"]],
    [
      "what a professor teaches",
      "<h2>Dr. Nora Falk</h2><ul><li>Mestre em Vela pela PUCRS;</li><li>Professor de Vela da PUCRS;</li><li>Capitão</li></ul>",
      ["Dr. Nora Falk"],
    ],
    [
      "a brand of one",
      '<script type="application/ld+json">{"@type":"Person","name":"Nora The Sailor","jobTitle":"Founder"}</script>',
      [],
    ],
    ["another person in the footer", "<footer><p>Web design: Nora Falk</p></footer>", []],
  ])("are read: %s", (_, html, names) => {
    expect(read(html, "about").map(([name]) => name)).toEqual(names);
  });
});

it('an owner who says "I" has the firm\'s whole name, a brand that looks like a name is nobody', () => {
  const owner = { ...OWNER, names: ["norafalk"] };
  const namesOf = (text: string) =>
    peopleOnPage(documentAt(`<h2>Nora Falk</h2><p>${text}</p>`, OWNER.url), owner, "about").map(({ name }) => name);
  expect(namesOf("I am a sailor.")).toEqual(["Nora Falk"]);
  const footer = "<p>Ich segle gern.</p><footer>© 2026 Nora Falk</footer>";
  expect(peopleOnPage(documentAt(footer, OWNER.url), owner, "about")).toHaveLength(1);
  expect(namesOf("A restaurant by the sea.")).toEqual([]);
});

it("a firm that JSON-LD calls a person is nobody, a sole trader is", () => {
  const person = (name: string) =>
    `<script type="application/ld+json">{"@type":"Person","name":"${name}","jobTitle":"Founder"}</script>`;
  expect(read(person("Harbour Works"))).toEqual([]);
  expect(
    peopleOnPage(documentAt(person("Nora Falk"), OWNER.url), { ...OWNER, names: ["norafalk"] }, "team"),
  ).toHaveLength(1);
});
