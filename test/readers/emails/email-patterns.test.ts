import { describe, expect, it } from "vitest";
import { isRole } from "../../../src/readers/emails/email-address.ts";
import {
  addressOfPerson,
  believe,
  belongsTo,
  guesses,
  patternShares,
  type Sample,
} from "../../../src/readers/emails/email-patterns.ts";
import { addressPatternsOf, latinName, PATTERNS } from "../../../src/readers/emails/local-parts.ts";
import type { PersonName } from "../../../src/readers/names/person-name.ts";

const nameOf = (text: string) => latinName(text) as PersonName;
const sample = (name: string, local: string) => ({ name: nameOf(name), local });
const DOTTED = [sample("Tom Becker", "tom.becker"), sample("Eva Stone", "eva.stone")];
const JOINED = [sample("Tom Becker", "tbecker"), sample("Eva Stone", "estone")];
const unknown = { sizeBand: null, country: null };
const german = { sizeBand: null, country: "de" };

const locals = (name: string, samples = DOTTED, kind: typeof unknown | typeof german = unknown) =>
  guesses(nameOf(name), believe(samples, kind)).map(({ local }) => local);

describe("hard names", () => {
  /** The likeliest at a company that writes first.last, then what must be among the first four too. */
  const CASES: [name: string, first: string, ...also: string[]][] = [
    ["Ada Brandt", "ada.brandt"],
    ["ada brandt", "ada.brandt"],
    ["ADA BRANDT", "ada.brandt"],
    ["Brandt, Ada", "ada.brandt"],
    ["Dr. Ada Brandt", "ada.brandt"],
    ["Prof. Dr. Ada Brandt, PhD", "ada.brandt"],
    ["Ada Brandt MBA", "ada.brandt"],
    ["Mr Martin King Jr.", "martin.king"],
    ["William Gates III", "william.gates"],
    ["William (Bill) Gates", "william.gates", "bill.gates"],
    ["Ada M. Brandt", "ada.brandt", "ada.m.brandt"],
    ["Ada D. Brandt", "ada.brandt", "ada.d.brandt"],
    ["Ada E Brandt", "ada.brandt", "ada.e.brandt"],
    ["Ravi Kumar Menon", "ravi.menon", "ravikumar.menon", "ravi.kumar.menon"],
    ["J. Robert Oppenheimer", "robert.oppenheimer"],
    ["Jürgen Weiß", "jurgen.weiss", "juergen.weiss"],
    ["Käthe Müller", "kathe.muller", "kaethe.mueller"],
    ["Nikolaj Sørensen", "nikolaj.sorensen", "nikolaj.soerensen"],
    ["Åsa Ångström", "asa.angstrom", "aasa.aangstroem"],
    ["Ólafur Jónsson", "olafur.jonsson"],
    ["Zoë Çelik", "zoe.celik"],
    ["Łukasz Wójcik", "lukasz.wojcik"],
    ["Đorđe Žižić", "dorde.zizic"],
    ["Þórður Æsson", "thordur.aesson"],
    ["Işık Yılmaz", "isik.yilmaz"],
    ["Nguyễn Thành", "nguyen.thanh", "thanh.nguyen"],
    ["Siobhán O’Brien", "siobhan.obrien"],
    ["Siobhan O'Brien", "siobhan.obrien"],
    ["Chiara D'Angelo", "chiara.dangelo"],
    ["Ludwig van der Berg", "ludwig.vanderberg", "ludwig.berg"],
    ["Femke de Vries", "femke.devries", "femke.vries"],
    ["Ana de la Cruz", "ana.delacruz", "ana.cruz"],
    ["Rui dos Santos", "rui.santos", "rui.dossantos"],
    ["Ana de Sousa", "ana.sousa", "ana.desousa"],
    ["Karl von Trapp", "karl.vontrapp", "karl.trapp"],
    ["Leonardo da Vinci", "leonardo.davinci", "leonardo.vinci"],
    ["Osman bin Ali", "osman.binali", "osman.ali"],
    ["Aoife Ní Bhriain", "aoife.nibhriain", "aoife.bhriain"],
    ["Jean-Luc Moreau", "jean-luc.moreau", "jeanluc.moreau", "jean.moreau"],
    ["Anneliese Baker-Hill", "anneliese.baker-hill", "anneliese.bakerhill", "anneliese.baker"],
    ["María José García López", "maria.garcia", "maria.garcialopez"],
    ["José Ortega y Gasset", "jose.ortega", "jose.ortegagasset", "jose.gasset"],
    ["Chen Wei", "chen.wei", "wei.chen"],
    ["王伟 (Wei Wang)", "wei.wang", "wang.wei"],
    ["李小龙 Bruce Lee", "bruce.lee"],
    ["Иван Петров (Ivan Petrov)", "ivan.petrov"],
    ["Robert Info", "robert.info"],
    ["Dev Patel", "dev.patel"],
  ];

  it.each(CASES)("%s is %s", (name, first, ...also) => {
    const made = locals(name);
    expect(made[0]).toBe(first);
    expect(made.slice(0, 4)).toEqual(expect.arrayContaining(also));
    for (const local of made) expect(local).toMatch(/^[a-z]+([._-][a-z]+)*$/);
  });

  it.each([
    ["Jean-Luc Moreau", "jmoreau", "jlmoreau"],
    ["Anneliese Baker-Hill", "abakerhill", "abaker"],
    ["Ada D. Brandt", "abrandt", "adbrandt"],
    ["Ludwig van der Berg", "lvanderberg", "lberg"],
    ["Jürgen Weiß", "jweiss"],
    ["Özlem Öz", "ooz", "ooez"],
  ])("%s is %s where initials are written", (name, first, ...also) => {
    const made = locals(name, JOINED);
    expect(made[0]).toBe(first);
    expect(made.slice(0, 4)).toEqual(expect.arrayContaining(also));
  });

  it("claims for names with particles what companies make of them", () => {
    const [joined] = guesses(nameOf("Ludwig van der Berg"), believe(DOTTED, german));
    const [plain] = guesses(nameOf("Ludwig Berg"), believe(DOTTED, german));
    expect(joined?.confidence).toBeGreaterThan(0.85 * (plain?.confidence ?? 0));
  });

  it("spells umlauts out where German is spoken", () => {
    expect(locals("Jürgen Weiß", DOTTED, german).slice(0, 2)).toEqual(["juergen.weiss", "jurgen.weiss"]);
    const swedish = { sizeBand: null, country: "se" };
    const [plain, spelled] = guesses(nameOf("Göran Öberg"), believe(DOTTED, swedish));
    expect([plain?.local, spelled?.local]).toEqual(["goran.oberg", "goeran.oeberg"]);
    expect(plain?.confidence).toBeGreaterThan(4 * (spelled?.confidence ?? 1));
  });

  it.each(["王伟", "Иван Петров", "محمد علي", "Γιώργος Παππάς", "สมชาย ใจดี"])("%s has no Latin form", (name) => {
    expect(latinName(name)).toBeNull();
  });

  it("has one address for a mononym, whatever the pattern, and is not sure of it", () => {
    expect(guesses(nameOf("Suharto"), believe(DOTTED, unknown))).toEqual([
      expect.objectContaining({ local: "suharto", pattern: "{first}", votes: 0 }),
    ]);
  });

  it("does not pretend to know the given name behind an initial", () => {
    const [first] = guesses(nameOf("J. Smith"), believe(DOTTED, unknown));
    expect(first?.confidence).toBeLessThan(0.05);
    expect(guesses(nameOf("J. Smith"), believe(JOINED, unknown))[0]).toMatchObject({ local: "jsmith", votes: 2 });
  });

  it("never makes the address of a function", () => {
    expect(locals("Info")).toEqual([]);
    expect(locals("Ada Press", [sample("Tom Becker", "becker"), sample("Eva Stone", "stone")])[0]).not.toBe("press");
  });
});

describe("what is believed of a company", () => {
  const confidence = (samples: Sample[], kind: typeof unknown = unknown) =>
    guesses(nameOf("Ada Brandt"), believe(samples, kind))[0];

  it.each([
    ["2-10", "ada"],
    ["11-50", "ada"],
    ["51-200", "abrandt"],
    ["501-1000", "abrandt"],
    ["1001-5000", "ada.brandt"],
  ])("of %s people without an address: %s, at most 0.5 sure", (sizeBand, local) => {
    const [guess] = guesses(nameOf("Ada Brandt"), believe([], { sizeBand, country: null }));
    expect(guess).toMatchObject({ local, votes: 0 });
    expect(guess?.confidence).toBeLessThanOrEqual(0.5);
    expect(guess?.confidence).toBeGreaterThan(0.2);
  });

  it("is the share of the pattern times that of people who have it, without an address", () => {
    expect(confidence([])).toMatchObject({ local: "ada.brandt", confidence: expect.closeTo(0.58 * 0.75, 1) });
  });

  it("is 0.5 to 0.85 sure after one address, by how usual its pattern is, and surer after more that agree", () => {
    for (const one of [
      sample("Tom Becker", "tbecker"),
      sample("Tom Becker", "tom.becker"),
      sample("Tom Becker", "becker.tom"),
    ]) {
      const guess = confidence([one]);
      expect(guess?.votes).toBe(1);
      expect(guess?.confidence).toBeGreaterThan(0.5);
      expect(guess?.confidence).toBeLessThan(0.85);
    }
    expect(confidence(DOTTED)?.confidence).toBeGreaterThan(0.83);
    const many = Array.from({ length: 30 }, () => DOTTED).flat();
    expect(confidence(many)?.confidence).toBeGreaterThan(0.9);
    expect(confidence(many)?.confidence).toBeLessThan(0.98);
  });

  it("gives up a company whose addresses follow no pattern", () => {
    const handles = ["tiger99", "wolf.x.y", "kestrel-1-a"].map((local) => sample("Nora Quinn", local));
    expect(confidence(handles)?.confidence).toBeLessThan(0.15);
  });

  it("is less sure of a large company, and where given names are addresses", () => {
    const large = { sizeBand: "5001-10000", country: null } as unknown as typeof unknown;
    const disagreeing = [...DOTTED, sample("Nora Quinn", "tiger99")];
    expect(confidence(disagreeing, large)?.confidence).toBeLessThan((confidence(disagreeing)?.confidence ?? 0) - 0.05);
    const given = [sample("Tom Becker", "tom"), sample("Eva Stone", "eva")];
    expect(confidence(given)?.confidence).toBeLessThan((confidence(DOTTED)?.confidence ?? 0) - 0.1);
  });

  it("is less sure of two given names, of which an address may have one or both", () => {
    const [guess] = guesses(nameOf("Ravi Kumar Menon"), believe(DOTTED, unknown));
    expect(guess?.confidence).toBeLessThan(0.4);
  });

  it("weighs addresses that disagree", () => {
    const mixed = confidence([...DOTTED, sample("Nora Quinn", "nquinn")]);
    expect(mixed).toMatchObject({ local: "ada.brandt", votes: 2 });
    expect(mixed?.confidence).toBeLessThan(confidence(DOTTED)?.confidence ?? 0);
  });

  it("is not impressed by addresses of no pattern", () => {
    expect(confidence([sample("Tom Becker", "tiger99")])).toMatchObject({ votes: 0 });
    // They count against the company's discipline, with and without an owner.
    for (const odd of [sample("Nora Quinn", "tiger99"), { name: null, local: "x.y.z.tiger" }]) {
      expect(confidence([...DOTTED, odd])?.confidence).toBeLessThan((confidence(DOTTED)?.confidence ?? 0) - 0.01);
    }
  });

  it("learns from the form of addresses whose owners it does not know", () => {
    expect(confidence([{ name: null, local: "tom.becker" }])).toMatchObject({ local: "ada.brandt", votes: 1 });
    expect(confidence([{ name: null, local: "t.becker" }])).toMatchObject({ local: "a.brandt", votes: 1 });
    // Nobody can tell {first} from {f}{last} here, so it is no vote.
    expect(confidence([{ name: null, local: "tbecker" }])).toMatchObject({ votes: 0 });
  });

  it("takes short forms and numbers for the name they come from", () => {
    expect(addressPatternsOf(nameOf("Robert Nash"), "bob.nash")).toEqual(["{first}.{last}"]);
    expect(addressPatternsOf(nameOf("John Smith"), "john.smith2")).toEqual(["{first}.{last}"]);
    expect(addressPatternsOf(nameOf("John Smith"), "jane.smith")).toEqual([]);
  });

  it("has shares that add up to one, whatever the company", () => {
    for (const sizeBand of [null, "1", "2-10", "11-50", "51-200", "201-500", "501-1000", "5001-10000", "10001+"]) {
      for (const country of [null, "de", "US"]) {
        const shares = patternShares({ sizeBand, country });
        expect(shares).toHaveLength(PATTERNS.length);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      }
    }
  });
});

describe("whose address it is", () => {
  const at = (local: string, name: string | null = null) => ({ local, name: name === null ? null : nameOf(name) });

  it.each([
    ["Ada Brandt", at("ada.brandt"), 0.98],
    ["Ada Brandt", at("abrandt"), 0.98],
    ["Ada Brandt", at("ada"), 0.85],
    ["Ada Brandt", at("ada", "Ada Brandt"), 0.98],
    ["Ada Brandt", at("ada", "Ada Novak"), 0],
    ["Jane Smith", at("jsmith", "John Smith"), 0],
    ["Ada Brandt", at("ada.brandt", "Tom Becker"), 0.95],
    ["Ada Brandt", at("ada.brandt7"), 0.7],
    ["Ada Brandt", at("abrandtx", "Ada Brandt"), 0.95],
    ["Ada Brandt", at("berlin", "Ada Brandt"), 0],
    ["Ada Brandt", at("info", "Ada Brandt"), 0],
    ["Ada Brandt", at("tom.becker"), 0],
    ["Bob Nash", at("robert.nash"), 0.98],
  ])("%s and %o: %d", (person, seen, confidence) => {
    expect(belongsTo(nameOf(person), seen)).toBe(confidence);
  });

  it("is nobody's when two weak ones are as good", () => {
    expect(addressOfPerson(nameOf("Ada Brandt"), [at("ada"), at("brandt")])).toBeNull();
    expect(addressOfPerson(nameOf("Ada Brandt"), [at("ada"), at("ada.brandt")])?.seen.local).toBe("ada.brandt");
  });

  it.each([
    "info",
    "sales.eu",
    "press-office",
    "jobs2026",
    "no-reply",
    "kontakt",
    "customer.service",
    "INFO+x",
    "webinars",
  ])("%s is a function", (local) => expect(isRole(local)).toBe(true));
  it.each(["ada", "ada.brandt", "it.smith", "dev.patel", "grace", "marketa.novak", "artur.rich", "job", "prs"])(
    "%s is not",
    (local) => expect(isRole(local)).toBe(false),
  );
});
