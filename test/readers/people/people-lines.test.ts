import { describe, expect, it } from "vitest";
import { peopleOnPage } from "../../../src/readers/people/people-page.ts";
import { isGivenName } from "../../../src/readers/people/people-words.ts";
import { documentAt } from "../../support/pages.ts";

function read(html: string, view: "team" | "about" = "team", firm = "harbourworks"): [string, string | null][] {
  const url = new URL("https://harbour-works.example/team");
  const owner = { url, names: [firm], domains: ["harbour-works.example"], networkHosts: ["network.example"] };
  return peopleOnPage(documentAt(html, owner.url), owner, view).map(({ name, title }) => [name, title]);
}

describe("names and titles on lines of text", () => {
  it("takes the lines of one paragraph for written alike: a line break does not end it", () => {
    const lines = ["Achime Brunk", "Nora Falk", "Tom Becker", "Ana Ruiz"].map((name) => `${name} (Board Trustee)`);
    expect(read(`<h3>Board</h3><p>${lines.join("<br/> ")}</p>`)).toHaveLength(4);
  });

  it("believes an uncommon name without a job in a style that the page uses for people only", () => {
    const lines = ["Nora Falk (Director)", "Tom Becker (Treasurer)", "Ana Ruiz (Nurse)", "Rokhsa Meckry (Mathematics)"];
    expect(read(`<p>${lines.join("<br>")}</p>`)).toContainEqual(["Rokhsa Meckry", "Mathematics"]);
  });

  it("takes prices and hours for no title, and names of a theme's demo for nobody", () => {
    expect(read("<h3>Nora Falk</h3><p>Sales from $40</p><p>Trainer</p>")).toEqual([["Nora Falk", "Trainer"]]);
    expect(read("<h3>Nora Falk</h3><p>Office 9:00 – 17:30</p><p>Trainer</p>")).toEqual([["Nora Falk", "Trainer"]]);
    expect(read("<h3>Olivia Andrium</h3><p>Product Manager</p><h3>Jonathom Dan</h3><p>CEO</p>")).toEqual([]);
  });

  it("joins a name that its heading breaks in two", () => {
    expect(read("<p>Director</p><h3>Nora van<br>Falk</h3><p>Trainer</p><h3>Piet<br>Brandt</h3>")).toEqual([
      ["Nora van Falk", "Director"],
      ["Piet Brandt", "Trainer"],
    ]);
  });

  it("takes the line between two names for the first one's title", () => {
    const lines = ["Nora Falk", "Accountant", "Tom Becker", "Mender of nets", "Ana Ruiz", "Nurse", "Piet Brandt"];
    expect(read([...lines, "Keeps bees"].map((line) => `<p>${line}</p>`).join("")).map(([, title]) => title)).toEqual([
      "Accountant",
      "Mender of nets",
      "Nurse",
      "Keeps bees",
    ]);
  });

  it("reads an office before a name in a script without capitals", () => {
    expect(read("<p>代表取締役社長 山田 太郎</p>")).toEqual([["山田 太郎", "代表取締役社長"]]);
    expect(read("<p>代表取締役 会議</p>")).toEqual([]);
  });

  it("knows May as a given name", () => {
    expect(read("<h3>May Brandt</h3><p>Accountant</p>")).toEqual([["May Brandt", "Accountant"]]);
    expect(read("<h3>May Newsletter</h3><p>Accountant</p>")).toEqual([]);
  });

  it("knows given names by the parts that their languages compose them of, and no words that end alike", () => {
    const names =
      "shailendra jaroslava gurdeep akiko sachiko takahiro shahzad oluwatobi mahesh salaheddine jocelyne rashida";
    expect(names.split(" ").filter((name) => !isGivenName(name))).toEqual([]);
    const words = "fresh mesh bangladesh bratislava orchard geisha botha risiko yoshida srilanka shiver abhilfe olumlu";
    expect(words.split(" ").filter(isGivenName)).toEqual([]);
  });

  it.each([
    ["<h3>Nora Falk 🇸🇪</h3><p>Director</p>", ["Nora Falk"]],
    ["<h3>Callum Falk-Wall</h3><p>Director</p>", ["Callum Falk-Wall"]],
    ["<h3>German Daniel Falk</h3><p>Director</p>", ["German Daniel Falk"]],
    ["<h2>Our team</h2><h3>Vexil Turmand</h3><p>Agrologue, CEO &amp; founder</p>", ["Vexil Turmand"]],
    ["<h2>Our team</h2><h3>Dr. Nora FALK bei Harbour Works</h3>", ["Dr. Nora FALK"]],
    ["<p>Med venlig hilsen</p><p>Nora Falk</p>", ["Nora Falk"]],
    ["<p>Harbour Works v. Nora Falk</p>", ["Nora Falk"]],
    ["<h2>Our team</h2><h3>Nora Falk HarbourOps</h3><p>Director</p>", []],
    ["<h2>Our team</h2><h3>E-Fei Falk</h3><p>Director</p><h3>Q-Park Falk</h3><p>Director</p>", ["E-Fei Falk"]],
    [
      "<h2>Our team</h2><h3>김민수</h3><p>대표</p><h3>문의하기</h3><p>대표</p><h3>심층 분석</h3><p>대표</p>",
      ["김민수"],
    ],
    [
      "<footer><p>Titolare: Nora Falk</p><p>Titolare: Le Port de Falk</p><p>Titolare: ACME LA FALK</p></footer>",
      ["Nora Falk"],
    ],
    ["<h3>Dr. Nora Falk Werken</h3><p>Wij doen alle werken aan boten.</p>", ["Dr. Nora Falk"]],
    ["<footer><p>Eigenaar: Zeilplek Nora</p></footer><p>Onze zeilplek is oud.</p>", []],
    ["<footer><p>Titolare: Nora Falk GbR</p></footer><h2>Home › Nora Falk</h2><p>Director</p>", []],
    ["<p>Falk Nora GmbH ist ein zertifizierter <a>Installateur</a></p>", []],
    ["<p>Die Firma wird von TURMA Bau geleitet.</p>", []],
  ])("reads whose name is in %s", (html, names) => {
    expect(read(html, "about").map(([name]) => name)).toEqual(names);
  });

  it("leaves out how a Japanese name is read", () => {
    const html =
      "<h3>佐藤 潔 (Kiyoshi Sato)</h3><p>教授</p><h3>松原 千絵（Chie Matsubara）</h3><p>秘書</p><h3>横倉太郎（Art Director）</h3>";
    expect(read(html)).toEqual([
      ["佐藤 潔", "教授"],
      ["松原 千絵", "秘書"],
      ["横倉太郎", "Art Director"],
    ]);
  });

  it.each([
    ["German", "Zahnarzthelferin", "Ergotherapeut"],
    ["French", "Kinésithérapeute", "Bénévole"],
    ["Dutch", "Dierenarts", "Mondhygiëniste"],
    ["Spanish", "Recepcionista", "Enfermera"],
    ["Italian", "Odontoiatra", "Volontaria"],
    ["Portuguese", "Nutricionista", "Tesoureira"],
    ["Polish", "Nauczycielka", "Skarbnik"],
    ["Czech", "Asistentka", "Místopředseda"],
    ["Swedish", "Förskollärare", "Rörläggare"],
    ["Norwegian", "Tannlege", "Regnskapsfører"],
    ["Finnish", "Hammaslääkäri", "Asiantuntija"],
    ["Turkish", "Öğretmen", "Diş Hekimi"],
    ["English", "Stonemason", "Jeweller"],
    ["Dutch, by its ends", "Tegelzetter", "Kraamverzorgende"],
    ["Swedish, by its ends", "Svetsare", "Elmontör"],
    ["Danish", "Anlægsgartner", "Vognmand"],
    ["Norwegian, by its ends", "Taktekker", "Maskinfører"],
    ["Finnish, by its ends", "Rakennusmestari", "Sähköurakoitsija"],
  ])("knows trades in %s", (_, first, second) => {
    const html = `<h2>Team</h2><div>Nora Falk</div><div>${first}</div><div>Tom Becker</div><div>${second}</div>`;
    expect(read(html, "about")).toEqual([
      ["Nora Falk", first],
      ["Tom Becker", second],
    ]);
  });

  it("takes a group of people for nobody", () => {
    expect(read("<h2>Sócios Fundadores</h2><h2>Assessores PJ</h2><p>Sócios Fundadores</p>")).toEqual([]);
  });

  it("takes the name of a board for no person, so that it stays in the titles of its members", () => {
    const html = "<h1>Yönetim Kurulu</h1><h3>Nora Falk</h3><p>Yönetim Kurulu Başkanı</p>";
    expect(read(html)).toEqual([["Nora Falk", "Yönetim Kurulu Başkanı"]]);
    expect(
      read("<h2>Comitato Direttivo</h2><p>Membro del Direttivo</p><h2>Diretoria Executiva</h2><p>Presidente</p>"),
    ).toEqual([]);
  });

  it("reads a name before protected degrees", () => {
    expect(read("<h3>Nora Falk MPA CAP®</h3><p>Director</p>")).toHaveLength(1);
  });
});
