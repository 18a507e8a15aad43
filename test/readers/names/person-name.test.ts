import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameLikeness, nameTokens, pickByName, searchTokens } from "../../../src/readers/names/match-names.ts";
import {
  displayParts,
  foldedName,
  type PersonName,
  parseName,
  spellings,
} from "../../../src/readers/names/person-name.ts";

function read(text: string): PersonName {
  const name = parseName(text);
  if (!name) throw new Error(`not a name: ${text}`);
  return name;
}

function likeness(a: string, b: string): number {
  const there = nameLikeness(read(a), read(b));
  expect(nameLikeness(read(b), read(a)), "likeness is symmetrical").toBe(there);
  return there;
}

describe("a name is read", () => {
  const PARTS: [text: string, given: string, particles: string, family: string][] = [
    ["Ada Brandt", "Ada", "", "Brandt"],
    ["Dr. María José de la Cruz, MBA", "María José", "de la", "Cruz"],
    ["Prof. Dr. Ólafur Jónsson", "Ólafur", "", "Jónsson"],
    ["Avv. Chiara Neri", "Chiara", "", "Neri"],
    ["Arch. Chiara Neri", "Chiara", "", "Neri"],
    ["Ludwig van der Berg", "Ludwig", "van der", "Berg"],
    ["Vincent Van Gogh", "Vincent", "Van", "Gogh"],
    ["Van Nguyen", "Van", "", "Nguyen"],
    ["José Ortega y Gasset", "José", "", "Ortega y Gasset"],
    ["Gabriel García Márquez", "Gabriel", "", "García Márquez"],
    ["María José García López", "María José", "", "García López"],
    ["Ana de los Ángeles Pérez", "Ana", "de los", "Ángeles Pérez"],
    ["Mary Jane Watson", "Mary Jane", "", "Watson"],
    ["Siobhán O’Brien", "Siobhán", "", "O’Brien"],
    ["Aoife Ní Bhriain", "Aoife", "Ní", "Bhriain"],
    ["Siobhán Ó Súilleabháin", "Siobhán", "Ó", "Súilleabháin"],
    ["Luis D. Lafaurie", "Luis D.", "", "Lafaurie"],
    ["Anneliese Müller-Schmidt", "Anneliese", "", "Müller-Schmidt"],
    ["Doe, Jane", "Jane", "", "Doe"],
    ["DOE, JANE", "JANE", "", "DOE"],
    ["van der Berg, Ludwig", "Ludwig", "van der", "Berg"],
    ["DUPONT Jean", "Jean", "", "DUPONT"],
    ["VAN DER BERG Ludwig", "Ludwig", "VAN DER", "BERG"],
    ["AJ Smith", "AJ", "", "Smith"],
    ["J.R.R. Tolkien", "J. R. R.", "", "Tolkien"],
    ["Jane Doe, Ph.D., SHRM-CP", "Jane", "", "Doe"],
    ["Martin King Jr.", "Martin", "", "King"],
    ["Jack Ma", "Jack", "", "Ma"],
    ["Aaron Acca", "Aaron", "", "Acca"],
    ["Ing Tan", "Ing", "", "Tan"],
    ["Ing. Petr Novák", "Petr", "", "Novák"],
    ["Jane Doe (she/her)", "Jane", "", "Doe"],
    ["Jane Doe | Growth, ex-Acme", "Jane", "", "Doe"],
    ["  Jane \t  Doe 🚀 ", "Jane", "", "Doe"],
    ["Иванова Анна Петровна", "Анна Петровна", "", "Иванова"],
    ["Анна Иванова", "Анна", "", "Иванова"],
    ["田中 太郎", "太郎", "", "田中"],
    ["김 민수", "민수", "", "김"],
    ["田中太郎", "田中太郎", "", ""],
    ["Suharto", "Suharto", "", ""],
  ];
  it.each(PARTS)("%s", (text, given, particles, family) => {
    const name = read(text);
    expect([name.given, name.particles, name.family].map((words) => words.join(" "))).toEqual([
      given,
      particles,
      family,
    ]);
  });

  it.each(['Robert "Bob" Smith', "Robert (Bob) Smith", "Robert “Bob” Smith", "Robert ‘Bob’ Smith"])(
    "%s has a call name",
    (text) => expect(read(text)).toMatchObject({ given: ["Robert"], family: ["Smith"], nicknames: ["Bob"] }),
  );

  it.each(["", "   ", "—", "x@acme.example", "https://acme.example", "Agent 007", "a b c d e f g h i", "<img src=x>"])(
    "or refused: %j",
    (text) => expect(parseName(text)).toBeNull(),
  );

  it("never throws, whatever the text, and parts hold no control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const name = parseName(text);
        if (name) {
          expect(foldedName(name)).not.toBe("");
          expect(JSON.stringify(displayParts(name))).not.toMatch(/[<>\p{Cc}]/u);
        }
      }),
    );
  });
});

describe("spellings", () => {
  it.each([
    [["Müller"], ["muller", "mueller"]],
    [["Weiß"], ["weiss"]],
    [["Sørensen"], ["sorensen", "soerensen"]],
    [["Łukasz"], ["lukasz"]],
    [["O’Brien"], ["obrien"]],
    [["van", "der", "Berg"], ["vanderberg"]],
    [["がんばる"], ["がんばる"]],
  ])("of %j", (words, forms) => expect(spellings(words)).toEqual(forms));
});

describe("two names", () => {
  const SAME: [string, string, number][] = [
    ["Jürgen Weiß", "Juergen Weiss", 1],
    ["Jürgen Müller", "JURGEN MULLER", 1],
    ["Dr. Jane Doe", "Doe, Jane, PhD", 1],
    ["Jean Luc Moreau", "Jean-Luc Moreau", 1],
    ["Siobhan OBrien", "Siobhán O’Brien", 1],
    ["Ludwig VanderBerg", "Ludwig van der Berg", 1],
    ["田中太郎", "田中 太郎", 1],
    ["Suharto", "SUHARTO", 1],
    ["Ludwig Berg", "Ludwig van der Berg", 0.95],
    ["John Smith", "John A. Smith", 0.95],
    ["Bob Smith", "Robert Smith", 0.9],
    ["Bob Smith", "Rob Smith", 0.9],
    ["Hans Bauer", "Johann Bauer", 0.9],
    ["Gabriel García", "Gabriel García Márquez", 0.85],
    ["Robert Oppenheimer", "J. Robert Oppenheimer", 0.85],
    ["Ana Schmidt", "Ana Müller-Schmidt", 0.8],
    ["J. Smith", "Jane Smith", 0.8],
    ["Wei Chen", "Chen Wei", 0.8],
    ["Wang Xiao Ming", "Xiaoming Wang", 0.8],
  ];
  it.each(SAME)("may be one person's: %s, %s", (a, b, expected) => expect(likeness(a, b)).toBeCloseTo(expected));

  it("meet in a call name", () => {
    expect(likeness('Robert "Bo" Smith', "Bo Smith")).toBe(1);
  });

  const DIFFERENT: [string, string][] = [
    ["John Smith", "Jane Smith"],
    ["John Smith", "John Smithson"],
    ["John A. Smith", "John B. Smith"],
    ["John Adam Smith", "John Brian Smith"],
    ["James Thomas", "Thomas James"],
    ["James Thomas", "James Thomas Wilson"],
    ["Ludwig von Berg", "Ludwig van Berg"],
    ["J. Lopez", "José García López"],
    ["Alexander Reed", "Alexandra Reed"],
    ["Suharto", "Suharto Wijaya"],
    ["田中太郎", "田中次郎"],
    ["राम शर्मा", "रमा शर्मा"],
    ["Mette Nørgaard", "Lars Nørgaard"],
  ];
  it.each(DIFFERENT)("are two people's: %s, %s", (a, b) => expect(likeness(a, b)).toBe(0));

  it("that may be one person's share a token to search by", () => {
    for (const [a, b] of SAME) {
      expect(
        searchTokens(read(a)).some((token) => nameTokens(read(b)).includes(token)),
        `${a} finds ${b}`,
      ).toBe(true);
      expect(
        searchTokens(read(b)).some((token) => nameTokens(read(a)).includes(token)),
        `${b} finds ${a}`,
      ).toBe(true);
    }
  });

  it("share one whatever they are, as long as likeness says they may be one person's", () => {
    const word = fc.constantFrom(
      ..."Jean Luc Jean-Luc J. Bob Robert van de Müller Mueller García Chen Wei O’Neil 田中".split(" "),
    );
    const names = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .chain((words) =>
        fc.tuple(fc.constant(words), fc.shuffledSubarray([...words, "Bob", "Mueller"], { minLength: 1 })),
      );
    let alike = 0;
    fc.assert(
      fc.property(names, ([one, other]) => {
        const [a, b] = [read(one.join(" ")), read(other.join(" "))];
        if (nameLikeness(a, b) === 0) return;
        alike++;
        expect(searchTokens(a).some((token) => nameTokens(b).includes(token))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(alike).toBeGreaterThan(50);
  });
});

describe("of several people", () => {
  const pick = (asked: string, names: string[]) => pickByName(read(asked), names, (name) => read(name));

  it("the best fit is meant", () => {
    expect(pick("Bob Smith", ["Robert Smith", "Bob Smith", "Bob Jones"])).toEqual({
      status: "found",
      candidate: "Bob Smith",
      likeness: 1,
    });
  });

  it("two equally good ones are ambiguous", () => {
    expect(pick("J. Smith", ["John Smith", "Jane Smith", "Bob Jones"])).toEqual({ status: "ambiguous", count: 2 });
    expect(pick("John Smith", ["John A. Smith", "John B. Smith"])).toEqual({ status: "ambiguous", count: 2 });
  });

  it("nobody is meant by a strange name", () => {
    expect(pick("Ada Brandt", ["John Smith"])).toEqual({ status: "not_found" });
    expect(pick("Ada Brandt", [])).toEqual({ status: "not_found" });
  });
});
