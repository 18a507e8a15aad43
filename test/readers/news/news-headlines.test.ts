import { describe, expect, it } from "vitest";
import { RULE_TABLES } from "../../../scripts/rule-tables.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../../src/readers/news/news-headlines.ts";
import { companyIdentity, isAbout } from "../../../src/sources/companies/company.ts";
import { leastGrowth, MAX_GROWTH_UNDER_LOAD } from "../../support/linear-time.ts";

const ACME = companyIdentity("acme-robotics.example", "Acme Robotics, Inc.");
const NAME = ACME.name;

describe("funding", () => {
  it.each([
    "Acme Robotics raises 12M",
    "ACME ROBOTICS RAISES $12M",
    "Leipzig's Acme Robotics raises $12M to sell robot arms",
    "Acme Robotics Inc. closes Series A",
    "Acme Robotics, a maker of robot arms, raises €5 million",
    "Fund leads €5M seed round in Acme Robotics",
    "Acme Robotics’ $12M Series A, led by a fund",
    "Acme Robotics (YC W24) raised $3.2M",
    "Acme-Robotics secures €10m growth funding",
    "A fund invests $3M in Acme Robotics",
    "Acme Robotics sammelt 3,5 Mio. Euro ein",
    "Acme Robotics erhält 10 Millionen Euro in Series-A-Finanzierung",
    "Acme Robotics lève 5 millions d'euros",
    "Acme Robotics levanta 3 millones de euros",
    "Acme Robotics raccoglie 2,5 milioni di euro",
    "Acme Robotics haalt 4 miljoen euro op",
    "Acme Robotics reser 50 miljoner kronor",
    "Acme Robotics henter 20 millioner kroner",
    "Acme Robotics kerää 3 miljoonan euron rahoituksen",
    "Acme Robotics pozyskuje 10 mln zł",
    "Robot maker Acme Robotics nabs $80M from a crossover fund",
    "Acme Robotics, founded by a Foo alum, locks down $20M for ‘drop-in’ arms",
    "Acme Robotics, the ‘stop lifting’ startup,’ raises $15M",
    "Acme Robotics opens a beta, inks a deal with Foo, raises $30M",
    "Acme Robotics becomes a unicorn with $200M Series A",
    "Acme Robotics hits $2B valuation after raising $300M",
    "Acme Robotics emerges from stealth with $12M to lift crates",
    "Foo rival Acme Robotics raises $82M",
    "Acme Robotics raises Series A from Big Fund",
    "Fund backs warehouse startup Acme Robotics in $10M round",
    "Acme Robotics’ $106M raise pays for a factory",
    "Berlin’s Acme Robotics confirms $100M raise led by Big Fund",
    "Acme Robotics bags Rs 6.1 Cr from Big Fund",
    "bp Fund invests $9M in warehouse platform Acme Robotics",
    "Big Fund and Small Fund invest in Leipzig-based Acme Robotics",
    "Acme Robotics raises undisclosed amount from angels",
    "Robot-Startup Acme Robotics hat eine Finanzierungsrunde über 5 Mio. Euro abgeschlossen",
    "Acme Robotics, con sede en Madrid, suma €65M",
    "Acme Robotics capta R$150 mi",
    "Acme RoboticsがシリーズBで10億円を調達",
    "倉庫の自動化を目指すAcme Robotics、10億円を調達",
    "Acme Robotics ouvre une usine et lève 5 millions d’euros",
    "Acme Robotics lève de nouveau des fonds",
    "Acme Robotics lève deux millions pour ses bras",
    "Acme Robotics sécurise 5 millions d’euros",
    "Acme Robotics annonce une levée de fonds de 5 millions d’euros",
    "Acme Robotics accueille Fondsmax à son capital",
    "Fondsmax entre au capital de la start-up Acme Robotics",
    "Fondsmax investit dans Acme Robotics pour accélérer",
    "Nouvelle levée de fonds pour Acme Robotics",
    "Acme Robotics sichert sich 5 Mio. Euro",
    "Acme Robotics capta 5 millones para abrir en Oslo",
    "Acme Robotics tar in miljoner",
  ])("told by others: %s", (title) => {
    expect(tellsOfFunding(title, NAME, false)).toBe(true);
  });

  it.each([
    "Acme Robotics customer Foo raises $5M",
    "Foo, founded by ex-Acme Robotics staff, raises $9M",
    "Rival of Acme Robotics raises $2M",
    "Kunde von Acme Robotics sammelt 5 Millionen Euro ein",
    "Foo und Acme Robotics sammeln 5 Millionen Euro ein",
    "Acme Robotics erhält 5 Millionen Euro Fördermittel",
    "Acme Robotics lève le voile sur 5 millions d'utilisateurs",
    "Acme Robotics capta 5 millones de clientes",
    "Acme Robotics annonce la levée des restrictions",
    "Acme Robotics ouvre un bureau dans la capitale",
    "Acme Robotics erhält 5 Mio. Euro Strafe",
    "Foo, concurrent d'Acme Robotics, lève 5 millions d'euros",
    "Acme Robotics' parent Foo raises $4M",
    "Acme Robotics raises awareness of a $10M problem",
    "Acme Robotics raises prices by 5 million",
    "Acme Robotics raises $5M for charity",
    "Acme Robotics closes $10M contract",
    "Acme Robotics raises questions",
    "Acme Robotics announces new arm",
    "Acme Roboticsworld raises $9M",
    "We raised $12M",
    "Foo, a startup with links to Bar, Acme Robotics, and Baz, just raised $5M",
    "Foo, the Acme Robotics for ships, raises $5M",
    "Engineer who sold a firm to Acme Robotics raises $3M for the next one",
    "Acme Robotics alums raise $24M Series A",
    "Acme Robotics in talks to raise $50M",
    "Acme Robotics reportedly raising $50M at a $1B valuation",
    "Acme Robotics to raise $50M",
    "Acme Robotics raises $400M for Fund IV",
    "Acme Robotics closes $66M third fund to invest in arms",
    "Acme Robotics closes $6.4B acquisition of Foo",
    "Acme Robotics’ former CTO raises Series A for Foo",
    "Foo raises seed funding for Acme Robotics add-ons",
    "Acme Robotics nabs $9.9B valuation",
    "Acme Robotics Ventures leads $5M round in Foo",
    "Big Acme Robotics raises $5M",
    "Acme-Robotics.org raises $5M",
    "acme robotics-backed Foo raises $5M",
    "Acme Robotics secures $10M order from the army",
    "Should you invest in Acme Robotics?",
    "Big Fund leads $15M tender offer for Acme Robotics",
    "Foo invests $9M in former Acme Robotics",
    "Acme Robotics suma €65M de ingresos",
    "Acme Robotics Closes $1.1B U.S. Middle Market Private Equity Fund",
    "Acme Robotics closes $125M collateralized loan obligation",
    "Acme Robotics raises funds for the flood victims",
  ])("not told by others: %s", (title) => {
    expect(tellsOfFunding(title, NAME, false)).toBe(false);
  });

  it.each([
    "We raised a $12M Series A",
    "We’ve raised €5M",
    "Announcing our Series B funding",
    "Our $5M seed round",
    "Acme Robotics raises 12M",
  ])("told on the own site: %s", (title) => {
    expect(tellsOfFunding(title, NAME, true)).toBe(true);
  });

  it.each([
    "Foo raises $10M with our robots",
    "How we raise our robots",
    "Our seed catalogue",
    "Announcing financing options",
    "Our 5 million arms",
  ])("not told on the own site: %s", (title) => {
    expect(tellsOfFunding(title, NAME, true)).toBe(false);
  });
});

it.each([
  ["Keep", "Keep raises $12M", true],
  ["Keep", "How to keep raises at $12M a year", false],
  ["keep", "Keep raises $12M", true],
  ["Labs", "Lift Labs raises $12M", false],
  ["Lift", "Lift Labs raises $12M", false],
  ["Lift", "Fintech Lift raises $12M", true],
  ["Lift", "YC-backed Lift CEO says it raised $12M", false],
  ["aQuant", "aQuant raises $12M", true],
  ["lift.dev", "lift.dev raises $12M", true],
  ["Lift", "Lift.dev raises $12M", false],
  ["lift", "lift raises $12M", true],
  ["lift", "How to lift raises $12M", false],
])("a company called %s, in %s: %s", (name, title, expected) => {
  expect(tellsOfFunding(title, name, false)).toBe(expected);
});

describe("leadership", () => {
  it.each([
    "Acme Robotics names Ada Brandt CTO",
    "Acme Robotics appoints Ada Brandt as Chief Technology Officer",
    "Acme Robotics hires former Foo executive as head of sales",
    "Ada Brandt joins Acme Robotics as VP of Sales",
    "Ada Brandt named CEO of Acme Robotics",
    "Acme Robotics CFO steps down",
    "CEO of Acme Robotics resigns",
    "Ada Brandt stepping down as Acme Robotics CEO, Ben Okafor taking over",
    "Ada Brandt steps down as CEO of Harbor's Acme Robotics",
    "Ada Brandt named Acme Robotics CEO",
    "Acme Robotics’ chief AI scientist plans to leave to build a startup",
    "Acme Robotics founder steps down as CEO",
    "Acme Robotics board ousts CEO",
    "Robot maker Acme Robotics files for bankruptcy, CEO resigns",
    "Acme Robotics Announces Appointment of Ada Brandt As Chief Financial Officer",
    "Acme Robotics announces CEO transition",
    "Harbor co-founder Ada Brandt leaves Acme Robotics",
    "CEO and CFO suddenly depart robot upstart Acme Robotics",
    "Harbor COO leaves to join Acme Robotics as CEO",
    "Acme Robotics nomme Ada Brandt directrice générale",
    "Ada Brandt leaves Acme Robotics",
    "New Acme Robotics CEO Ada Brandt wants more robots",
    "Acme Robotics' CFO to step down",
    "Acme Robotics CFO Ada Brandt to leave company",
    "Acme Robotics’ CFO Ada Brandt named interim co-CEO",
    "Acme Robotics Says Ada Brandt Will Become CEO",
    "Acme Robotics Announces CEO Ada Brandt To Be Succeeded By Ben Okafor",
    "Acme Robotics Announces New Chief Operating Officer",
    "Ada Brandt Joins Acme Robotics As VP of Sales",
    "Ada Brandt Appointed President Of Acme Robotics, Inc.",
    "CEO of robot startup Acme Robotics is stepping down",
    "Acme Robotics: Finanzchefin Ada Brandt verlässt das Unternehmen",
    "Acme Robotics-Finanzvorstand Ada Brandt tritt zurück",
    "Ada Brandt nommée PDG de Acme Robotics",
    "Ada Brandt est nommée directrice générale déléguée d’Acme Robotics à compter de mai",
    "Acme Robotics : Ada Brandt nommée directrice générale",
    "Ada Brandt, CEO d’Acme Robotics depuis 2019, quitte ses fonctions",
    "Ada Brandt ist neue Vorstandsvorsitzende der Acme Robotics AG",
    "Acme Robotics-CEO Ada Brandt tritt zurück",
    "Acme Robotics: Direktorin Ada Brandt tritt zurück",
    "Ada Brandt è il nuovo amministratore delegato di Acme Robotics dopo la fusione",
    "Acme Robotics sceglie Ada Brandt come nuovo amministratore delegato",
    "Chi è Ada Brandt, il nuovo ceo di Acme Robotics che cambia tutto",
    "La Acme Robotics nombra a Ada Brandt como nueva directora",
    "Ada Brandt stapt op als CEO van Acme Robotics",
    "CFO Ada Brandt stapt op bij Acme Robotics",
    "Ada Brandt wordt CEO van robotbedrijf Acme Robotics",
    "Acme Robotics benoemt Ada Brandt tot nieuwe topman",
    "Acme Roboticss vd slutar",
    "Vd-byte hos Acme Robotics",
    "Acme Robotics byter vd",
    "Ny vd utsedd för Acme Robotics",
    "Acme Robotics tem novo CEO",
    "Ada Brandt assume como CEO da Acme Robotics no Brasil",
    "Ada Brandt será la nueva CEO de Acme Robotics tras la salida de Ben Okafor",
    "Acme Robotics、新社長に田中氏が就任",
    "Ada Brandt quitte la direction générale de Acme Robotics",
    "Acme Robotics, Ada Brandt si dimette da ceo",
  ])("told by others: %s", (title) => {
    expect(tellsOfLeadershipChange(title, NAME, false)).toBe(true);
  });

  it.each([
    "Interview with the Acme Robotics CEO",
    "Acme Robotics names its best robot",
    "Foo hires Acme Robotics veteran as CTO",
    "Acme Robotics CEO on the future of work",
    "Foo CFO steps down",
    "Acme Robotics hires 200 engineers, CEO says",
    "Acme Robotics adds a former Foo chip, says CTO",
    "Acme Robotics CEO Ada Brandt leaves China after a visit",
    "Acme Robotics president: people are leaving the harbour",
    "Senator says Acme Robotics CEO must resign immediately",
    "Acme Robotics names Foo its Partner of the Year, president tells dealers",
    "Acme Robotics CEO Ada Brandt resigns from Foo’s board",
    "Foo taps Acme Robotics co-founder for new chief product officer role",
    "Acme Robotics CEO joins forces with Foo",
    "Interview: Acme Robotics CEO Ada Brandt on leaving Bergen",
    "Acme Robotics Arms CEO steps down",
    "Ada Brandt appointed President of Acme Robotics Park",
    "New CEO for Acme Robotics Park",
    "Big Global leaves Acme Robotics",
    "A customer leaves Acme Robotics",
    "Ada Brandt leaves Acme Robotics hearing early",
    "Acme Robotics adds Head of the Class to its library",
    "Acme Robotics CEO named chair of Foo",
    "Ex-topman van Acme Robotics wordt CEO bij Foo",
    "Ada Brandt será la nueva CEO de Foo tras la salida de Acme Robotics",
    "Acme Robotics: Ada Brandt wird CEO von Foo",
    "Acme Robotics söker ny vd",
  ])("not told by others: %s", (title) => {
    expect(tellsOfLeadershipChange(title, NAME, false)).toBe(false);
  });

  it.each(["Welcoming Ada Brandt as our new CTO", "Meet our new CFO", "Ada Brandt joins as Chief Revenue Officer"])(
    "told on the own site: %s",
    (title) => {
      expect(tellsOfLeadershipChange(title, NAME, true)).toBe(true);
    },
  );

  it.each(["Our CEO on the future", "Five questions for a head of sales"])("not told on the own site: %s", (title) => {
    expect(tellsOfLeadershipChange(title, NAME, true)).toBe(false);
  });
});

it.each(["Acme Robotics ", "Acme Robotics, ", "raises ", "(", "series a ", "Newsy , ; "])(
  "takes linear time on a title of %j",
  async (piece) => {
    expect(
      await leastGrowth(
        (length) => piece.repeat(length / piece.length),
        (title) => {
          for (const own of [true, false]) {
            tellsOfFunding(title, NAME, own);
            tellsOfLeadershipChange(title, NAME, own);
          }
        },
        80_000,
      ),
    ).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
  },
);

describe("namesakes", () => {
  it.each([
    ["acme-robotics.example", "Acme Robotics GmbH", true],
    ["ibm.example", "International Business Machines", true],
    ["lumenta.example", "Lumenta", false],
    ["lumenta.example", "The Best Shop Around", false],
    ["lumenta.example", null, false],
  ])("%s as %s: the name alone tells: %s", (domain, name, isTelling) => {
    expect(companyIdentity(domain, name).isTelling).toBe(isTelling);
  });

  it("a telling name is enough, a single word needs the domain", () => {
    const lumenta = companyIdentity("lumenta.example", "Lumenta");
    const news = { title: "Lumenta raises $5M", url: "https://news.example/1" };
    expect(isAbout(ACME, { title: "Acme Robotics raises $5M", url: null })).toBe(true);
    expect(isAbout(ACME, { title: "Acme raises $5M", url: null })).toBe(false);
    expect(isAbout(lumenta, news)).toBe(false);
    expect(isAbout(lumenta, { ...news, url: "https://blog.lumenta.example/" })).toBe(true);
    expect(isAbout(lumenta, { ...news, text: "See lumenta.example." })).toBe(true);
    expect(isAbout(lumenta, { ...news, text: "See not-lumenta.example." })).toBe(false);
  });
});

const table = RULE_TABLES.find(({ file }) => file === "news/news-headlines");

// Beside those of `news-headlines.cases.txt`, each of which proves its rule.
it.each([
  ["raises", "Crypto VC firm Acme raises $1.2B to invest in space startups", "not told"],
  ["raises", "Berlin-based Acme raises money at $2B valuation, sources say", "not told"],
  ["raises", "Acme, a maker of robot arms, raises €5 million", "money"],
  ["gets_round", "Acme reaches €7 million in funding to scale payments", "money"],
  ["gets_round", "Berlin’s Acme confirms $100M raise led by Big Fund", "money"],
  ["gets_round", "Acme finalises $16bn round at $110bn valuation", "money"],
  ["takes_money", "Acme drums up over $500m in fresh funding", "money"],
  ["takes_money", "Acme, founded by a Foo alum, locks down $20M for ‘drop-in’ arms", "money"],
  ["does_with_money", "Acme co-founders launch audit startup Foo, raising over €8M", "not told"],
  ["does_with_money", "Acme Launches First Robot Built for Everyone, Backed by $5M Seed Round", "money"],
  ["valued_in_round", "Acme nabs $1B valuation backed by Foo and others", "money"],
  ["valued_in_round", "Acme hits $2B valuation after raising $300M", "money"],
  ["valued_in_round", "Acme hits unicorn status after Series C", "money"],
  ["invests", "bp Fund invests $9M in warehouse platform Acme", "money"],
  ["invests", "Big Fund and Small Fund invest in Leipzig-based Acme", "money"],
  ["backs", "Big Fund Backs Acme $8M Series A to Build Robots", "money"],
  ["its_round", "Acme’ $106M raise pays for a factory", "money"],
  ["its_round", "Acme: $50 Million Follow-On Series A Raised For Robots", "money"],
  ["leaves_stealth", "Foo co-founders launch audit startup Acme, raising over €8M", "money"],
  ["leaves_stealth", "Acme emerges from stealth with $12M to lift crates", "money"],
  ["german_round", "Acme Serie B Finanzierung über 110 Millionen Dollar treibt Robotik voran", "money"],
  [
    "german_round",
    "Fondsmax beteiligt sich an 178-Millionen-Dollar-Finanzierungsrunde von Acme; Aktie legt zu",
    "money",
  ],
  ["romance_round", "Fondsmax entre au capital de la start-up Acme", "money"],
  ["romance_round", "Fondsmax investit dans Acme pour accélérer", "money"],
  ["other_money", "Acme raises $50M through issue of NCDs", "not told"],
  ["round_planned", "Big Fund considers investing $50M in Acme", "not told"],
  ["round_planned", "Acme announces plan for $50M Series B", "not told"],
  ["round_planned", "Acme's $50M round could close within weeks", "not told"],
  ["round_planned", "Acme gets nod for $50M funding round", "not told"],
  ["round_planned", "Acme holt voraussichtlich 50 Mio. Euro Investment", "not told"],
  ["round_planned", "Acme annonce une levée de fonds à venir", "not told"],
  ["round_planned", "Acme anuncia que busca una ronda de financiación", "not told"],
  ["round_planned", "Acme anuncia plano de rodada de investimento de R$ 50 milhões", "not told"],
  ["round_planned", "Acme chiude in vista di un round da 50 milioni", "not told"],
  ["round_planned", "Acme krijgt mogelijk 50 miljoen euro investering", "not told"],
  ["round_planned", "Acme tar in 50 miljoner i planerad nyemission", "not told"],
  ["round_planned", "Acme henter trolig 50 millioner kroner", "not told"],
  ["brings", "Acme names Ada Brandt and Ben Okafor as co-presidents of its US business", "change"],
  ["brings", "Acme taps former Foo executive for partnerships role", "change"],
  ["brings", "Acme co-founder taps Ada Brandt as first chief brand architect", "change"],
  ["ousts", "Acme loses COO amid layoffs", "change"],
  ["announces", "Acme Limited announces executive officer appointments", "change"],
  ["announces", "Acme Announces Appointment of Ada Brandt As Chief Financial Officer", "change"],
  ["announces", "Acme Says Ada Brandt Will Become CEO", "change"],
  ["and_brings", "Acme releva a Ada Brandt y nombra a Ben Okafor como nuevo CEO", "change"],
  ["officer_leaves", "Acme AG CEO Dr. Ada Brandt retires", "change"],
  ["officer_leaves", "Acme’s CEO is moving on; no tears please", "change"],
  ["officer_leaves", "Acme trades lower after results, CEO departure", "change"],
  ["officer_leaves", "Acme EVP Chief Corporate Commercial Officer Ada Maria Brandt steps down", "change"],
  ["officer_leaves", "Acme’ chief AI scientist plans to leave to build a startup", "change"],
  ["leaves_office", "Ada Brandt stepping down as Acme CEO, Ben Okafor taking over", "change"],
  ["leaves_office", "Ada Brandt steps down as CEO of Harbor's Acme", "change"],
  ["leaves_office", "Ada Brandt stapt op als CEO van Acme", "change"],
  ["leaves_helm", "Ada Brandt quitte la direction générale de Acme", "change"],
  ["leaves_company", "Ada Brandt steps down from Acme", "change"],
  ["leaves_company", "CEO and CFO suddenly depart robot upstart Acme", "change"],
  ["leaves_company", "CFO Ada Brandt stapt op bij Acme", "change"],
  ["person_leaves", "Ada Brandt and Ben Okafor exit Acme", "change"],
  ["person_leaves", "Ada Brandt to step down from helm of Acme", "change"],
  ["comes_to_office", "Ada Brandt appointed CEO of Acme AG effective January 1", "change"],
  ["comes_to_office", "Ada Brandt named CEO of Acme", "change"],
  ["comes_to_office", "Ada Brandt Appointed President Of Acme, Inc.", "change"],
  ["comes_to_company", "Ada Brandt Joins Acme As VP of Sales", "change"],
  ["company_first", "Acme anuncia Ada Brandt, ex-Foo (FOO3), como novo CEO", "change"],
  ["company_first", "Acme vernieuwt topstructuur: Ada Brandt wordt CEO", "change"],
  ["new_officer", "Acme bekommt neuen Chef", "change"],
  ["new_officer", "Acme stock advances as new chief talks up robots", "not told"],
  ["new_officer", "Foos chefredaktör blir Acmes nya vd", "change"],
  ["new_officer", "Foo-rivalen Acme får ny vd", "change"],
  ["new_office_of", "New Acme CEO Ada Brandt wants more robots", "change"],
  ["shake_up", "Acme muda de CEO para enfrentar a concorrência", "change"],
  ["shake_up", "C-suite overhaul at Acme", "change"],
  ["shake_up", "Acme overhauls its leadership team", "change"],
  ["japanese", "Acme の最高財務責任者に田中氏を任命", "change"],
  ["japanese", "Ａｃｍｅ、新ＣＥＯに田中氏が就任", "change"],
  ["speaks", "Acme adds a former Foo chip, says CTO", "not told"],
  ["should_leave", "Acme CEO Ada Brandt is called to quit by pension chief", "not told"],
  ["rumour", "Acme chief executive Ada Brandt to resign, sources say", "not told"],
  ["new_speaks", "A missão do novo CEO da Acme: vender robôs", "not told"],
  ["new_speaks", "Brandt, novo CEO da Acme, promete comprar ações", "not told"],
  ["searches", "Acme får inte tag på ny vd – pressen ökar", "not told"],
  ["to_head", "Ada Brandt to head India business of Acme", "change"],
  ["planned", "Acme to name new CEO next week", "not told"],
  ["planned", "Acme names search firm for new CEO", "not told"],
  ["planned", "Ada Brandt tipped to become Acme CEO", "not told"],
  ["planned", "Ada Brandt wird wohl neue Chefin von Acme", "not told"],
  ["planned", "Ada Brandt pressentie pour être nommée PDG d'Acme", "not told"],
  ["planned", "Ada Brandt podría ser nombrada CEO de Acme", "not told"],
  ["planned", "Ada Brandt potrebbe essere nominata CEO di Acme", "not told"],
  ["planned", "Ada Brandt wordt mogelijk CEO van Acme", "not told"],
  ["planned", "Ada Brandt väntas bli ny vd för Acme", "not told"],
])("headlines about Acme, by the rule %s: %s", (_, input, expected) => {
  expect(table?.read(input)).toBe(expected);
});
