import { describe, expect, it } from "vitest";
import { TITLES } from "../../../bench/title-corpus.ts";
import { meetsGoals, scoreTitles } from "../../../bench/titles.ts";
import { DEPARTMENTS, readTitle, SENIORITIES, titleTables } from "../../../src/readers/titles/job-title.ts";
import { leastGrowth, MAX_GROWTH_UNDER_LOAD } from "../../support/linear-time.ts";

describe("rank and field of a title", () => {
  it("mean only ranks and departments that answers have", () => {
    const { rank, compound, field } = titleTables();
    for (const [, meaning] of rank) expect(SENIORITIES).toContain(meaning);
    for (const [, meaning] of compound) expect([...DEPARTMENTS, "none"]).toContain(meaning);
    for (const [, meaning] of field) expect(DEPARTMENTS).toContain(meaning);
    expect(new Set(rank.map(([, meaning]) => meaning))).toEqual(new Set(SENIORITIES));
  });

  it("are read as labelled, within the goals of the benchmark", () => {
    expect(TITLES.length).toBeGreaterThan(500);
    for (const { seniority, department } of TITLES) {
      expect([null, ...SENIORITIES]).toContain(seniority);
      expect([null, "?", ...DEPARTMENTS]).toContain(department);
    }
    const score = scoreTitles();
    expect(meetsGoals(score), score.wrong.join("\n")).toBe(true);
    expect(meetsGoals(scoreTitles(TITLES.map((label) => ({ ...label, seniority: "vp" }))))).toBe(false);
  });

  it.each([
    ["Senior Vice President, Chief Financial Officer", "c_suite", "finance"],
    ["Vice President", "vp", null],
    ["Chief Architect", "senior", "engineering"],
    ["Chair, Spring Gala", "director", "executive"],
    ["Director of Research Engineering", "director", "engineering"],
    ["Vice President, HERE Technologies", "vp", null],
    ["Web Security Expert", null, "information_technology"],
    ["ボード・チェアマン", "c_suite", "executive"],
    ["Coordenador da Eletrônica", "manager", "engineering"],
    ["System Administration", null, "information_technology"],
    ["Mobile Development", null, "engineering"],
    ["Vice President of Sales", "vp", "sales"],
    ["Product Designer", null, "design"],
    ["Chair of the Compensation Committee", "director", "executive"],
    ["CTO, ex-Google", "c_suite", "engineering"],
    ["Ex-CTO", null, null],
    ["Retired Partner", null, null],
    ["Assistant Director", "director", null],
    ["Assistant to the Director", "entry", null],
    ["Executive Director of Marketing", "director", "marketing"],
    ["VP, Product and Marketing", "vp", "product"],
    ["VP, Product Marketing", "vp", "marketing"],
    ["Technischer Leiter", "head", "engineering"],
    ["最高情報責任者", "c_suite", "information_technology"],
    // What teachers teach is no field of work of theirs; what lawyers and doctoral students work on does not decide theirs.
    ["Science Teacher", null, null],
    ["Teacher Recruitment Manager", "manager", "human_resources"],
    ["Tax Attorney", null, "legal"],
    ["Robotics PhD Candidate", null, "research"],
    ["Partner Manager", "manager", "sales"],
    ["Partner & Director", "partner", "executive"],
    ["Director, Partner Network", "director", "sales"],
    ["Partner, Operations", "partner", "operations"],
    ["Channel Marketing Lead", "manager", "marketing"],
    ["Director of Product Security", "director", "information_technology"],
    ["Portfolio Manager", "manager", "finance"],
    ["Project Portfolio Manager", "manager", null],
    ["Slyngevejleder", null, null],
    ["Kierownik biura", "manager", "operations"],
    ["Viceprezident výroby", "vp", "operations"],
    ["Direktør og GDPR-ansvarlig", "director", "legal"],
    ["Executive Assistant", "entry", null],
    ["Non-Executive Director", "director", null],
    ["Responsable", "manager", null],
    ["Responsable qualité", "head", "operations"],
    ["Head of Risk & Compliance", "head", "legal"],
    ["VP, Labor Relations", "vp", "human_resources"],
    ["DGM - Procurement", "director", "operations"],
    ["HR Partner", null, "human_resources"],
    // Compounds and adjectives of other languages.
    ["IT-chef", "manager", "information_technology"],
    ["Kvalitetschef", "manager", "operations"],
    ["Ansvarlig for kundeservice", "manager", "customer_support"],
    ["Økonomiassistent", "entry", "finance"],
    ["Marketingkoordinatorin", "entry", "marketing"],
    ["Vertriebsdirektorin", "director", "sales"],
    ["Generaldirektor", "c_suite", "executive"],
    ["Praxisinhaberin", "owner", "executive"],
    ["Leiter Qualitätssicherung", "head", "operations"],
    ["Operationeel directeur", "director", "operations"],
    ["Directrice administrative et financière", "director", "finance"],
    ["Directeur exécutif", "c_suite", "executive"],
    ["Presidenta de la Comisión de Auditoría", "director", "finance"],
    ["Responsabile sistemi informativi", "head", "information_technology"],
    ["Gestora de Projetos", "manager", null],
    ["Gerente de TI", "manager", "information_technology"],
    ["Dyrektor Zakupów", "director", "operations"],
    ["Specjalista obsługi klienta", null, "customer_support"],
    ["Kundenbetreuerin", null, "customer_support"],
    ["Leiter operatives Geschäft", "head", "operations"],
    ["Juridisch medewerker", "entry", "legal"],
    ["Accountmanager", "manager", "sales"],
    ["Líder de proyecto", "manager", null],
    ["Personal Chef", null, null],
    ["Recepcionista", "entry", "operations"],
    ["Gerente de Talento Humano", "manager", "human_resources"],
    ["Menedżer sprzedaży", "manager", "sales"],
    ["Programistka", null, "engineering"],
    ["Administrator sieci", null, "information_technology"],
    ["IT Support Engineer", null, "information_technology"],
    ["VP, Commercial Lending", "vp", "finance"],
    ["フロントエンド課長", "manager", "engineering"],
    ["", null, null],
    [null, null, null],
  ])("%s", (title, seniority, department) => {
    expect(readTitle(title)).toEqual({ seniority, department });
  });

  it("takes no field from the name of the company", () => {
    expect(readTitle("Director, Harbour Data", ["harbourdata"])).toEqual({ seniority: "director", department: null });
    expect(readTitle("Director, Harbour Data")).toEqual({ seniority: "director", department: "data" });
    expect(readTitle("Data", ["data"])).toEqual({ seniority: null, department: "data" });
  });

  it("takes time linear in a long title", async () => {
    const make = (length: number) => "chief vice a ".repeat(length / 13);
    expect(await leastGrowth(make, (title) => readTitle(title), 800_000)).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
  });
});
