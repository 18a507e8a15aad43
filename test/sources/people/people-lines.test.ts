import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTitleTables } from "../../../src/sources/facts/load-titles.ts";
import { peopleOnPage } from "../../../src/sources/people/people-page.ts";
import { loadPeopleWords } from "../../../src/sources/people/people-words.ts";

beforeAll(() => Promise.all([loadPeopleWords(env), loadTitleTables(env)]));

function read(html: string, view: "team" | "about" = "team"): [string, string | null][] {
  const url = new URL("https://harbour-works.example/team");
  const owner = { url, names: ["harbourworks"], domains: ["harbour-works.example"], networkHosts: ["network.example"] };
  return peopleOnPage(html, owner, view).map(({ name, title }) => [name, title]);
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

  it("knows May as a given name", () => {
    expect(read("<h3>May Brandt</h3><p>Accountant</p>")).toEqual([["May Brandt", "Accountant"]]);
    expect(read("<h3>May Newsletter</h3><p>Accountant</p>")).toEqual([]);
  });

  it("leaves out how a Japanese name is read, also behind a title", () => {
    const html =
      "<li>教授 佐藤 潔 (Kiyoshi Sato)</li><li>秘書 松原 千絵（Chie Matsubara）</li><li>横倉太郎（Art Director）</li>";
    expect(read(`<ul>${html}</ul>`)).toEqual([
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
});
