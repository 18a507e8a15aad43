import { describe, expect, it } from "vitest";
import { readFundingTerms } from "../../../src/readers/news/funding-terms.ts";
import { readLeadershipTerms } from "../../../src/readers/news/leadership-terms.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../../src/readers/news/news-headlines.ts";

describe("leadership in other languages", () => {
  it.each([
    ["Acme", "Ada Brandt nieuwe CEO voor Acme in België"],
    ["Acme", "Nieuwe topman voor robotbedrijf Acme"],
    ["Acme", "Topman Acme stapt op omdat hij geen Noors spreekt"],
    ["Acme", "Deense Acme-topman Brandt stapt op na onderzoek"],
    ["Acme", "Ada Brandt stopt als Acme-ceo, Ben Okafor nieuwe topman"],
    ["Acme", "Ada Brandt nieuwe topman Acme"],
    ["Acme", "CEO van beursgenoteerd robotbedrijf Acme stapt na zeven jaar op"],
    ["Acme", "Ada Brandt stapt op als commissaris bij Acme"],
    ["Acme", "Ada Brandt interim-CEO Acme"],
    ["Acme", "Acmes vd har lämnat efter bara ett år"],
    ["Acme", "Generationsväxling i Acme – Ada Brandt är ny vd"],
    ["Acme", "Foos chefredaktör blir Acmes nya vd"],
    ["Acme", "Ada Brandt tillförordnad vd för Acme"],
    ["Acme", "Acmes styrelse har utsett en ny vd"],
    ["Acme", "Foo-rivalen Acme får ny vd"],
    ["Acme", "Ny vd för Acme i höst"],
    ["Acme", "Ny vd till Acme i Bergen"],
    ["Acme", "Ada Brandt utses till VD för Acme"],
    ["Acme", "Ada Brandt ny vd för Acme®"],
    ["Acme", "Ny vd tar över Acme"],
    ["Acme", "Acme välkomnar Ada Brandt som ny VD"],
    ["Acme", "Acme har rekryterat ny vd"],
    ["Acme", "Acme-ordförande Ada Brandt lämnar sin post"],
    ["Acme", "Acme (ACM3) elege Ada Brandt como novo CEO"],
    ["Acme", "Acme muda de CEO para enfrentar a concorrência"],
    ["Acme", "Acme anuncia saída de Ada Brandt e nomeia Ben Okafor como novo CEO"],
    ["Acme", "Ada Brandt deixa comando da Acme"],
    ["Acme", "Acme anuncia Ada Brandt, ex-Foo (FOO3), como novo CEO"],
    ["Acme", "Ada Brandt assume como CEO da Acme em ano difícil"],
    ["Acme", "CFO Acme stapt op"],
    ["Acme", "Ada Brandt wordt CEO van Foo-eigenaar Acme"],
    ["Acme", "Ada Brandt nieuwe topman robotbouwer Acme"],
    ["Acme", "Acme vernieuwt topstructuur: Ada Brandt wordt CEO"],
    ["Acme", "Acme har fått ny vd"],
    ["Acme", "Acmes VD Ada Brandt går i pension i höst"],
    ["Acme", "Ada Brandt tar över vd-posten på Acme"],
    ["Acme", "Robotbolaget Acme får ny vd"],
    ["Acme", "Ada Brandt ny vd för Acme vid årsskiftet"],
    ["Acme", "Acme define Ada Brandt como novo CEO"],
    ["Acme", "Ada Brandt assume como CEO da Acme Brasil nesta quarta"],
    ["Acme", "Ada Brandt es la nueva CEO de Acme para Chile y Perú"],
    ["Acme", "Acme releva a Ada Brandt y nombra a Ben Okafor como nuevo CEO"],
    ["Acme", "Ada Brandt se incorpora a Acme como nueva CEO"],
    ["Acme", "Acme nomme Ada Brandt au poste de nouveau PDG"],
    ["Acme", "Acme lancia una divisione, Ada Brandt nominata CEO"],
    ["Acme", "Chefjuristin von Acme tritt zurück"],
    ["Acme", 'Geschäftsführer der "Acme" tritt zurück'],
    ["Acme", "Aufsichtsratschef von Hotelkette Acme tritt zurück"],
    ["Acme", "Ada Brandt tritt zurück – Ben Okafor wird neuer Acme CEO"],
    ["Acme", "Acme の最高財務責任者に田中氏を任命"],
    ["ＡＣＭＥ", "ＡＣＭＥ会長が退任へ"],
    ["アクメ", "アクメ会長が退任 後任は未定"],
    ["アクメ", "米アクメ会長が退任"],
    ["アクメ", "アクメ田中氏、名誉会長を辞任"],
    ["Acme", "Ａｃｍｅ、新ＣＥＯに田中氏が就任"],
  ])("%s: %s", (name, title) => {
    expect(tellsOfLeadershipChange(title, name, false)).toBe(true);
  });

  it.each([
    ["Acme", "Acme får inte tag på ny vd – pressen ökar"],
    ["Acme", "A missão do novo CEO da Acme: vender robôs"],
    ["Acme", "Brandt, novo CEO da Acme, promete comprar ações"],
    ["Acme", "Cortes continuam, diz novo CEO da Acme"],
    ["Acme", "O fornecedor da Acme contrata como CEO o antigo chefe da Foo"],
    ["Acme", "Quem escolhe o novo CEO da Acme?"],
    ["Acme", "Acme perde 13%: il nuovo CEO sarà in grado di cambiare rotta?"],
    ["Acme", "Grabuge chez Acme: le nouveau PDG, Ada Brandt, «ne peut pas attendre»"],
    ["Acme", "Novo CEO da Acme, Ada Brandt promete manter legado"],
    ["アクメ", "アクメでもない…フーCEO退任の真相"],
  ])("%s: nothing in %s", (name, title) => {
    expect(tellsOfLeadershipChange(title, name, false)).toBe(false);
  });

  it.each<[string, ...[person: string | null, role: string | null, change: string | null][]]>([
    ["Acme benoemt koffiebaas Ada Brandt tot nieuwe topman", ["Ada Brandt", "topman", "joined"]],
    ["Ada Brandt stapt uit de politiek en wordt CEO van Acme", ["Ada Brandt", "CEO", "joined"]],
    ["Ada Brandt lämnar riksdagen – blir ny vd för Acme", ["Ada Brandt", "vd", "joined"]],
    ["Ada Brandt tar över som ny VD för Acme", ["Ada Brandt", "VD", "joined"]],
    ["Ada Brandt tillträder idag som ny vd för Acme", ["Ada Brandt", "vd", "joined"]],
    ["Möt Ada Brandt – ny vd på Acme", ["Ada Brandt", "vd", "joined"]],
    ["Tidigare FOO-topp ny VD för Acme", [null, "VD", "joined"]],
    ["Acme utser svenske Ben Okafor till ny vd", ["Ben Okafor", "vd", "joined"]],
    ["Acme anuncia Ada Brandt como novo CEO", ["Ada Brandt", "CEO", "joined"]],
    ["Acme Anuncia Ada Brandt Como Novo CEO", ["Ada Brandt", "CEO", "joined"]],
    ["Acme anuncia o brasileiro Ben Okafor como seu novo CEO", ["Ben Okafor", "CEO", "joined"]],
    ["Ada Brandt assume como CEO Brasil da Acme", ["Ada Brandt", "CEO", "joined"]],
    ["Ada Brandt wordt na jaren Foo Nederland nieuwe topman Acme", ["Ada Brandt", "topman", "joined"]],
    ["Ny vd lämnar Acme", [null, "vd", "left"]],
    ["Ada Brandt nieuwe ceo Acme, Ben Okafor wordt ceo FOO Nederland", ["Ada Brandt", "ceo", "joined"]],
    ["Consultant Ada Brandt wordt CEO van Acme", ["Ada Brandt", "CEO", "joined"]],
    ["Foo-ceo Ada Brandt stapt op bij Acme", ["Ada Brandt", "ceo", "left"]],
    ["Ada Brandt har nu tillträtt som ny VD för Acme", ["Ada Brandt", "VD", "joined"]],
    ["Acme nombra al director financiero Ben Okafor como nuevo CEO", ["Ben Okafor", "CEO", "joined"]],
    [
      "Ben Okafor: nuevo CEO de Acme en sustitución de Ada Brandt",
      ["Ben Okafor", "CEO", "joined"],
      ["Ada Brandt", "CEO", "left"],
    ],
    ["アクメ、Acme 新CEOにダマロ氏 前任は退任へ", [null, "CEO", "joined"]],
    [
      "Ada Brandt vertrekt als CEO van Acme; Ben Okafor volgt haar op",
      ["Ada Brandt", "CEO", "left"],
      ["Ben Okafor", "CEO", "joined"],
    ],
    [
      "Ada Brandt 氏が Acme の CEO を退任へ、5 月より Ben Okafor 氏が後任に",
      ["Ada Brandt", "CEO", "left"],
      ["Ben Okafor", "CEO", "joined"],
    ],
    ["Acme CEO Ada Brandtが退任", ["Ada Brandt", "CEO", "left"]],
    ["Ada Brandt leaves Foo to become CEO of Acme", ["Ada Brandt", "CEO", "joined"]],
  ])("%s", (title, ...people) => {
    const read = readLeadershipTerms(title, "Acme").map(({ person, role, change }) => [person, role, change]);
    expect(read).toEqual(people);
  });
});

describe("funding in other languages", () => {
  it.each([
    "Acme Haalt $145M Series C Within Om Robots Te Bouwen",
    "Acme haalt een Serie D-financiering van $65 miljoen op om te groeien",
    "Acme capta Série C e alcança avaliação de US$ 1,5 bilhão",
    "Acme capta recursos com Fondsmax",
    "Acme capta un millón de euros para crecer",
    "Acme anuncia una ronda de financiación de 500 millones",
    "Acme scommette sui robot e raccoglie 70 milioni di dollari",
    "Acme nimmt 30 Mrd. Dollar bei Finanzierungsrunde ein",
    "Acme holt 300 Millionen und neuen CEO",
    "Acme finalises $16bn round at $110bn valuation",
    "Acme bags first tranche of Series B",
    "Acme hits unicorn status after Series C",
    "Acme capta 1,4 millones y atrae a un inversor",
    "Acme alcanza una valoración de 35.000 millones de dólares tras ronda de financiación",
    "Acme aterriza en Oslo tras cerrar una ronda de financiación de 12,8 millones",
    "Fondsmax lidera ronda de inversión US$14 millones en la plataforma Acme",
    "La edtech de IA Acme cierra una ronda de inversión",
    "la startup torinese Acme raccoglie 5 milioni",
    "Fondsmax mène une levée de fonds de 20 millions d'euros pour l'éditeur de logiciels RH Acme",
    "2,5 Millionen Euro für Acme in Finanzierungsrunde",
    "Acme Serie B Finanzierung über 110 Millionen Dollar treibt Robotik voran",
    "Fondsmax beteiligt sich an 178-Millionen-Dollar-Finanzierungsrunde von Acme; Aktie legt zu",
    "Acme gibt eine Finanzierungsrunde bekannt",
    "Acme erreicht 84 Milliarden Dollar Bewertung durch Mega-Finanzierungsrunde mit Fondsmax",
    "Acme Expands Series A to $134 Million as Demand Grows",
    "Acme: $50 Million Follow-On Series A Raised For Robots",
    "Acme Launches First Robot Built for Everyone, Backed by $5M Seed Round",
    "Acme powers up to unicorn status with $90 million capital raise",
    "Big Fund Backs Acme $8M Series A to Build Robots",
    "Acme Secures First Closing of US$8.5 Million in Series A funding led by Big Fund, with earlier participation from others",
  ])("told: %s", (title) => {
    expect(tellsOfFunding(title, "Acme", false)).toBe(true);
  });

  it.each([
    "Acme capta R$ 1,05 bi em debêntures do banco estatal",
    "Acme capta R$ 300 milhões em Letras Financeiras",
    "Acme capta 5.200 millones para su sexta estrategia de deuda",
    "Acme capta USD 103 millones con su ETF en una semana",
    "Acme capta 4,5 millones de euros del Gobierno para su hotel",
    "Acme Announces Robot Firm Foo Closes Series B at Big Valuation",
    "Brandt touts growth as Acme closes in on $100 billion funding",
    "Foo supera a Acme en valoración tras captar 65.000 millones de dólares",
  ])("not told: %s", (title) => {
    expect(tellsOfFunding(title, "Acme", false)).toBe(false);
  });

  it.each([
    ["Acme capta 1.000 millones USD en una ronda", 1e9, "USD", null],
    ["Acme alcanza una valoración de 35.000 millones tras una ronda de 3.500 millones USD", 3.5e9, "USD", null],
    ["Acme capta 920.000 euros para crecer", 920_000, "EUR", null],
    ["Acme Serie B über 110 Millionen Dollar", 110e6, "USD", "Series B"],
    ["178-Millionen-Dollar-Finanzierungsrunde von Acme", 178e6, "USD", null],
    ["Acme erreicht 84 Milliarden Dollar Bewertung durch Finanzierungsrunde", null, null, null],
    ["Acme capta R$ 7 milhões em rodada pré-seed", 7e6, "BRL", "pre-seed"],
    ["Acme lève 8,2 M€ en Série A", 8.2e6, "EUR", "Series A"],
    ["Acme capta Série C e alcança avaliação de US$ 1,5 bilhão", null, null, "Series C"],
    ["Acme raises ₦900 million", 900e6, "NGN", null],
    ["Acme raises $1.125 million", 1.125e6, "USD", null],
  ])("%s", (title, amount, currency, round) => {
    expect(readFundingTerms(title)).toEqual({ amount, currency, round, investors: [] });
  });
});
