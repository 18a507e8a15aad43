/** Headlines of classes that real news showed, each with the company called Acme. The cases of the rules have one for each rule. */
import { describe, expect, it } from "vitest";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../../src/readers/news/news-headlines.ts";

describe("funding", () => {
  it.each([
    "Digest: Acme, Foo raise fresh funding",
    "Acme raises capital",
    "Acme Announces C$91 Million Private Placement",
    "Acme Snares Minority Investment",
    "Acme Receives Strategic Investments",
    "Acme Inks $7.5M",
    "Acme Rises with $13M in Financing",
    "Acme Catches $19.5M Series B",
    "Acme Drinks Up $5M in Series A",
    "Foo leads Acme extension as total Series B reaches $36M",
    "Acme shares hit record high after raising $1bn",
    "Acme ups its Series A round",
    "Finanzierungsrunde Acme: 2,1 Milliarden für Roboter",
    "L’ancien CEO de Foo, Ada Brandt, lève 60 millions de dollars pour sa start-up Acme",
    "China genera un unicornio: lo que Acme revela al cerrar su primera ronda de financiación externa",
    "Acme recaudó US$ 80 millones en Serie A",
    "Acme avanza en su salida a bolsa con una ronda de financiación récord de 122.000 millones de dólares",
  ])("told: %s", (title) => {
    expect(tellsOfFunding(title, "Acme", false)).toBe(true);
  });

  it.each([
    "Acme raises 603 million pounds from share sale",
    "Acme kerää rahoitusta",
    "Acme announces new investment in Texas",
    "Acme receives $5M notice from tax office",
    "Acme eyes $5M Series A",
  ])("not told: %s", (title) => {
    expect(tellsOfFunding(title, "Acme", false)).toBe(false);
  });
});

describe("changes at the top", () => {
  it.each([
    "Acme appoints robot veteran for corporate affairs post",
    "Acme Appoints Former Foo Executives to Executive Leadership Team",
    "Acme names former Foo head Brandt non-executive director",
    "Acme affida a Ada Brandt il doppio ruolo di Presidente e CEO",
    "Acme appoints Ada Brandt as Asean Leader to accelerate",
    "Acme promotes two execs",
    "Acme appoints Foo's Ada Brandt to replace Ben Okafor",
    "Acme swaps out CEO after two months",
    "Acme Announces Ada Brandt as Chief Executive Officer",
    "Acme steps up its expansion with appointment of Ada Brandt as area vice president of Asia",
    "Acme announces new appointment to its board of directors",
    "Acme Doubles Down on Expansion, Appointing Ada Brandt as CEO of APAC",
    "La colombiana Acme se profesionaliza: contrata nuevo CEO",
    "Acme, colpo di scena: il CEO Brandt lascia e va in Foo",
    "Raad van commissarissen Acme stapt op",
    "Acme Leader Cites Finances and Submits His Resignation",
    "Acme R&D boss Brandt leaves to head private drugmaker",
    "Acme UK personnel director quits supermarket",
    "Foo names a veteran; Acme CSO heads for the exit",
    "Acme 'bad robot' chief to step down",
    "Paukenschlag bei Acme – Aufsichtsratschef Brandt tritt zurück",
    "Hoofdredacteur Acme stapt op na zaak",
    "Acme's CEO Brandt to bow out in March",
    "Acme share price: Finance chief to step down",
    "Acme finance chief to fill gap as CEO leaves early",
    "Chef der US-Gesundheitsbehörde Acme tritt zurück",
    "Acme Q2 net loss at Rs 58 crore; CEO resignation accepted",
    "Acme shares slump as CEO leaves",
    "Ada Brandt Retires After Four Decades At Acme, 11 Years as CEO",
    "Ada Brandt removed as Acme chairman, Ben Okafor returns",
    "Ada Brandt rezygnuje z roli CEO Acme",
    "Nation's robot chief abruptly quits Acme post",
    "Director Leaves Acme Inc. Board",
    "Acme: Ada Brandt tritt zurück - Rennen um Nachfolge ist eröffnet",
    "Acme's Ada Brandt Is Named President",
    "Acme-Gründer kehrt als CEO zurück",
    "Acme CFO Ada Brandt gets additional charge of MD",
    "Ada Brandt nominata nuovo CEO dell’Acme",
    "Ada Brandt, nuevo CEO de Empresas Acme",
    "Ada Brandt wird CEO von Acme Österreich und Schweiz",
    "Ada Brandt nommée directrice générale des activités propreté et services du groupe Acme",
    "Ada Brandt, nombrada directora general de Negocio y Red de la correduría de seguros Acme",
    "Ada Brandt lascia la guida di Foo per diventare CEO di Acme",
    "Ada Brandt sarà co-amministratrice delegata di Acme",
    "Foo CFO Brandt to Replace Acme CEO Okafor",
    "Une ancienne cadre de Foo devient PDG d'Acme",
    "Ada Brandt diventa CEO di Acme",
    "Daniel Brandt nowym prezesem Acme",
    "Ada Brandt releva a Ben Okafor como CEO de la navarra Acme",
    "Ada Brandt to be Acme first woman chairperson",
    "Le Acme change de promoteur : Ada Brandt nommée directrice générale",
    "Acme tem mudanças em controle societário; Ada Brandt é a nova CEO",
    "Acme, Ada Brandt sarà il nuovo amministratore delegato da novembre 2026",
    "Acme deixa a lista de altas após anúncio de novo CEO",
    "Sandomierski Acme z nowym prezesem",
    "Acme renueva su consejo con Ada Brandt como nueva CEO",
    "Acme Gets CEO, Cash Influx",
    "Acme (ACM3) anuncia novo CEO",
    "Ada Brandt, nuevo CEO de Acme con el foco puesto en el cliente",
    "Ada Brandt nieuwe topman Acme België",
    "Nouveau PDG pour Acme",
    "Acme names transitional leadership team",
    "Acme tauscht CFO vor Quartalszahlen",
    "Il Acme cambia amministratore delegato",
    "Acme Evolves its Leadership Team",
    "Acme frenó la venta y cambia de CEO",
    "Acme Strengthens Leadership Team to Accelerate",
    "Ada Brandt wird CEO - Führungswechsel bei Acme",
    "Acme adds Ada Brandt to its board of directors",
    "Ada Brandt joins Acme's board",
    "Ada Brandt al timone di Acme",
  ])("told: %s", (title) => {
    expect(tellsOfLeadershipChange(title, "Acme", false)).toBe(true);
  });

  it.each([
    "Samsung boss says Acme is fine",
    "Acme turnaround gathers pace under new CEO",
    "Acme rapporterar stark tillväxt när ny vd skärper fokus",
    "Acme: o que muda com novo CEO? Presidente fala",
    "Acme nombrará previsiblemente un nuevo CEO",
    "Acme wil Ada Brandt als nieuwe ceo",
    "Acme closes in on new chairman",
    "Så många vill bli ny vd på Acme",
  ])("not told: %s", (title) => {
    expect(tellsOfLeadershipChange(title, "Acme", false)).toBe(false);
  });
});
