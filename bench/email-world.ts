/**
 * Made-up companies and the true addresses of their people. On purpose not the model under test: habits are rules a company
 * keeps (how umlauts, particles and double names are written), patterns change over the years, founders keep short
 * addresses, namesakes get numbers, some people go by another name; nothing here calls the code that guesses.
 */

export type Employee = { name: string; address: string };
export type World = {
  kind: { sizeBand: string | null; country: string | null };
  /** Addresses on the company's pages, some with their owner's name beside them. */
  seen: { local: string; owner: string | null }[];
  /** Whose addresses are asked for. */
  asked: Employee[];
};

type Random = () => number;
type Name = {
  first: string;
  last: string;
  called?: string;
  parts: { first: string[]; last: string[]; particle: string };
};
type Rules = {
  spellOut: boolean;
  hyphen: "join" | "keep" | "cut";
  particle: boolean;
  double: "first" | "join" | "second";
  middle: boolean;
};

/** Head counts, how many of such companies are drawn, and the published shares of first, flast, first.last. */
const SIZES = [
  { band: "2-10", head: 7, share: 0.04, patterns: [71, 13, 10] },
  { band: "11-50", head: 28, share: 0.08, patterns: [42, 27, 23] },
  { band: "51-200", head: 110, share: 0.18, patterns: [17, 42, 30] },
  { band: "501-1000", head: 500, share: 0.2, patterns: [6, 43, 38] },
  { band: "1001-5000", head: 1_500, share: 0.5, patterns: [5, 29, 52] },
];
/** The shares among companies of unknown size, measured on the addresses that staff use in public version control. */
const MEASURED = [8, 20, 68];
const REST = [
  "firstlast",
  "firstl",
  "f.last",
  "first_last",
  "last",
  "lastf",
  "last.first",
  "first-last",
  "fml",
  "number",
];

const PLAIN_FIRST =
  `Ada Tom Grace Priya Kwame Imogen Robert William Susan Michael Daniel Emma Olivia Liam Noah Sofia Lucas Marta Pavel Ivana Ahmed
  Fatima Yuki Kenji Rosa Bruno Clara Felix Hugo Nina Oscar Petra Quentin Rita Simon Thomas Ursula Victor Wendy Yara Zoe Katherine
  Christopher Elizabeth James Aaron Adele Agnes Aidan Alan Alma Amelia Amir Amy Anders Anika Anton Arjun Arne Astrid Audrey Axel
  Basil Beatriz Bella Bente Blanca Boris Brenda Carl Carla Carmen Cedric Celia Chloe Claudia Colin Conrad Dana Darius Dario Dean
  Delia Diana Diego Dora Edgar Edith Elias Elin Ella Elsa Enzo Erica Esther Ethan Eva Fabio Fiona Flora Floris Freya Gareth Gemma
  Gina Gloria Gregor Hana Harriet Hector Heidi Helga Henrik Ida Igor Ilse Ines Ingrid Irene Isaac Ismail Ivo Jade Jana Jasmin Joel
  Jonas Judith Julia Karim Karin Kasper Keith Kira Klara Lara Laura Leila Linda Linus Livia Lorna Luisa Luna Mabel Malik Marco Maren
  Marina Mario Maya Mei Mila Milan Mina Miriam Nadia Naomi Neil Nils Nora Omar Otto Pablo Paula Pia Rafael Ralf Ramon Rana Remy Rhea
  Roman Ruben Ruth Saskia Selma Sinan Sonja Stella Sven Tara Tessa Tilda Tina Tobin Umar Vera Viola Wanda Xenia Yusuf Zara`.split(
    /\s+/,
  );
const PLAIN_LAST =
  `Brandt Becker Hartley Mensah Laurent Smith Jones Brown Taylor Wilson Kowalski Novak Rossi Bianchi Silva Costa Dubois Petit Jansen
  Bakker Hansen Olsen Virtanen Horvat Popescu Ivanov Haddad Khan Patel Sharma Suzuki Tanaka Mbeki Okafor Cooper Fischer Wagner Schulz
  Hoffmann Koch Murphy Walsh Doyle Reid Abbott Adler Ahmadi Albrecht Alvarez Amsel Archer Arnold Bailey Barlow Barnes Bauer Bennett
  Berger Bishop Blake Bond Boyd Brooks Burke Byrne Carter Chapman Clarke Coleman Conti Cross Dalton Dawson Decker Dietrich Drake
  Duncan Eaton Edwards Ellis Engel Esposito Farrell Ferrari Finch Fleming Forster Foster Franklin Fraser Frost Fuchs Gallo Gibson
  Graf Graham Greco Griffin Gruber Haas Hahn Hale Harper Hayes Heller Hughes Hunt Jackson Jansson Kaiser Keller Kelly Kemp Kern
  Krause Kuhn Lambert Lang Larsson Lawson Lehmann Lindgren Lombardi Lorenz Marchetti Marsh Martel Mason Mayer Meyer Mills Moretti
  Morgan Morris Nash Neumann Nielsen Norton Orlando Osborne Palmer Parker Pearson Peters Pohl Porter Power Quinn Ramsay Reyes
  Richter Riley Ritter Roth Russo Sander Sauer Schmitt Schreiber Seidel Shaw Simmons Sommer Spencer Stark Steele Stein Stone Sutton
  Thiel Thorne Tucker Turner Vogel Voss Wade Walker Ward Weber West Winter Wolf Wright Young Zeller Ziegler Zimmer`.split(
    /\s+/,
  );
const HARD =
  `Jürgen Weiß, Käthe Müller, Björn Österberg, Søren Nørgaard, Jean-Luc Moreau, Anne-Marie Lefèvre, Anneliese Müller-Schmidt,
  Ruth Baker-Hill, Ludwig van der Berg, Femke de Vries, Siobhán O’Brien, Chiara D’Angelo, María José+García López,
  Luis Fernández Ruiz, Ana Ortega Silva, Łukasz Wójcik, Zoë Çelik, Karl von Trapp, Ólafur Jónsson, Nguyễn Thành`
    .split(/,\s*/)
    .map((name) => (name.includes("+") ? name.split("+") : [name.split(" ")[0], name.replace(/^\S+ /, "")]));
const CALLED: Record<string, string> = {
  Robert: "Bob",
  William: "Bill",
  Susan: "Sue",
  Michael: "Mike",
  Katherine: "Kate",
  Christopher: "Chris",
  Elizabeth: "Liz",
  James: "Jim",
  Daniel: "Dan",
  Thomas: "Tom",
};
const ROLE_ADDRESSES = ["info", "sales", "press", "jobs"];

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Index by weight. */
function draw(random: Random, weights: number[]): number {
  const at = random() * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    sum += weight;
    if (at < sum) return index;
  }
  return 0;
}

export function makeCompany(seed: number): World {
  const random = randomOf(seed);
  const size = SIZES[
    draw(
      random,
      SIZES.map(({ share }) => share),
    )
  ] as (typeof SIZES)[number];
  const country = random() < 0.35 ? pick(random, ["de", "nl", "se", "at", "fr", "es"]) : random() < 0.5 ? "us" : null;
  const kind = { sizeBand: random() < 0.6 ? size.band : null, country };
  const shares = kind.sizeBand ? size.patterns : MEASURED;
  const main = habit(random, shares, country);
  const older = habit(random, shares, country);
  // Most keep one pattern; some have people from before they changed it.
  const olderShare = random() < 0.25 ? random() * 0.3 : 0;
  // One address in five is made by no pattern; many companies are tidy and some have no rule at all.
  const strays = random() < 0.05 ? 0.9 : random() ** 2 * (size.head > 1_000 ? 0.8 : 0.42);
  // The mailboxes of some are at another domain than their site, whatever their pattern.
  const isElsewhere = random() < 0.04;
  const rules: Rules = {
    spellOut: random() < (["de", "at"].includes(country ?? "") ? 0.8 : 0.5),
    hyphen: (["join", "keep", "cut"] as const)[draw(random, [4, 4, 2])] ?? "join",
    particle: random() < 0.9,
    double: (["first", "join", "second"] as const)[draw(random, [6, 3, 1])] ?? "first",
    middle: random() < 0.2,
  };

  const taken = new Set<string>();
  const staff: Employee[] = [];
  for (let index = 0; index < Math.min(size.head, 120); index++) {
    const name = makeName(random);
    const isFounder = index < 2 && random() < 0.2;
    const pattern = isFounder ? "first" : random() < olderShare ? older : main;
    const used = random() < strays ? strange(random, name, rules) : write(pattern, callName(random, name), rules);
    let address = used;
    for (let number = 2; taken.has(address); number++)
      address = index % 2 ? `${used}${number}` : `${write("first.last", name, rules)}${number > 2 ? number : ""}`;
    taken.add(address);
    staff.push({ name: shown(name), address });
  }

  // Sites that show few addresses show the founders' first, whose addresses are older than the pattern.
  const order = staff
    .map((person, index) => ({ person, at: index < 2 ? random() ** 1.5 : random() }))
    .sort((a, b) => a.at - b.at);
  const people = order.map(({ person }) => person);
  // Two in five sites show nobody's address, the others a few or many.
  const count = random() < 0.4 ? 0 : Math.ceil(random() ** 2 * Math.min(12, staff.length - 3));
  const published = people.slice(0, count);
  const named = random() < 0.7;
  const seen = [
    ...published.map(({ name, address }) => ({ local: address, owner: named ? name : null })),
    ...ROLE_ADDRESSES.filter(() => random() < 0.5).map((local) => ({ local, owner: null })),
  ];
  // One in eight questions is about somebody whose address is there to be read.
  const asked = [...people.slice(count, count + 3)];
  if (count > 0 && random() < 0.4) asked[0] = pick(random, published);
  if (!isElsewhere) return { kind, seen, asked };
  return { kind, seen: [], asked: asked.map(({ name }) => ({ name, address: `${name}@elsewhere` })) };
}

function habit(random: Random, shares: number[], country: string | null): string {
  const [first = 0, flast = 0, dotted = 0] = shares;
  const lean = ["de", "nl", "se", "at"].includes(country ?? "") ? 1 + random() : 0.8 + random() * 0.3;
  const weights = [first, flast, dotted * lean];
  const chosen = draw(random, [...weights, 100 - first - flast - dotted]);
  return ["first", "flast", "first.last"][chosen] ?? pick(random, REST);
}

function makeName(random: Random): Name {
  const [first = "", last = ""] =
    random() < 0.18 ? pick(random, HARD) : [pick(random, PLAIN_FIRST), pick(random, PLAIN_LAST)];
  const [, particle = "", bare = ""] = last.match(/^((?:van der|van|von|de) )?(.*)$/) ?? [];
  const called = CALLED[first];
  return {
    first,
    last,
    ...(called && { called }),
    parts: { first: first.split(" "), last: bare.split(" "), particle: particle.trim() },
  };
}

/** One in seven of those who have a short name writes mails under it. */
function callName(random: Random, name: Name): Name {
  return name.called && random() < 0.15 ? { ...name, parts: { ...name.parts, first: [name.called] } } : name;
}

function shown({ first, last }: Name): string {
  return `${first} ${last}`;
}

const SPELLED: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
const LETTERS: Record<string, string> = { ß: "ss", ø: "o", ł: "l", æ: "ae", đ: "d" };

function ascii(text: string, { spellOut }: Pick<Rules, "spellOut">): string {
  const spelled = [...text.toLowerCase()].map((letter) => (spellOut ? (SPELLED[letter] ?? letter) : letter)).join("");
  const bare = [...spelled].map((letter) => LETTERS[letter] ?? letter).join("");
  return bare.normalize("NFD").replace(/[^a-z-]/g, "");
}

function write(pattern: string, { parts }: Name, rules: Rules): string {
  const hyphens = (text: string) => {
    if (rules.hyphen === "keep") return text;
    return rules.hyphen === "join" ? text.replaceAll("-", "") : (text.split("-")[0] ?? "");
  };
  const given = rules.middle ? parts.first.join("") : (parts.first[0] ?? "");
  const [one = "", two] = parts.last;
  const family = !two || rules.double === "first" ? one : rules.double === "join" ? one + two : two;
  const first = hyphens(ascii(given, rules));
  const last = (rules.particle ? ascii(parts.particle, rules) : "") + hyphens(ascii(family, rules));
  const [f, l] = [first.slice(0, 1), last.slice(0, 1)];
  const forms: Record<string, string> = {
    first,
    last,
    flast: f + last,
    firstlast: first + last,
    firstl: first + l,
    lastf: last + f,
    "first.last": `${first}.${last}`,
    "f.last": `${f}.${last}`,
    "last.first": `${last}.${first}`,
    first_last: `${first}_${last}`,
    "first-last": `${first}-${last}`,
    // Habits that nobody could guess: three letters of each, initials with a number.
    fml: first.slice(0, 3) + last.slice(0, 3),
    number: `${f}${l}${first.length}${last.length}`,
  };
  return forms[pattern] ?? first;
}

/**
 * An address outside all rules: a handle, another name than the one that is shown (a middle initial, a former family name, a
 * name of one's own), letters of a scheme, a department; now and then another pattern.
 */
function strange(random: Random, name: Name, rules: Rules): string {
  const first = ascii(name.first, rules).replaceAll("-", "");
  const last = ascii(name.last, rules).replaceAll("-", "");
  const middle = pick(random, [..."abcdefghjklmprstw"]);
  const other = ascii(pick(random, PLAIN_LAST), rules);
  const ways = [
    () => `${first.slice(0, 2)}${pick(random, ["cat", "ski", "x", "boss"])}`,
    () => `${first.slice(0, 1)}${middle}${last}`,
    () => `${first}.${middle}.${last}`,
    () => `${first.slice(0, 1)}.${other}`,
    () => `${first}.${other}`,
    () => `${first}${pick(random, ["hq", "mail", "s", "o"])}`,
    () => `${first.slice(0, 3)}${last.slice(0, 3)}`,
    () => `${first.slice(0, 1)}${last.slice(0, 6)}${Math.floor(random() * 9)}x`,
    () => `${first.slice(0, 1)}${middle}${last.slice(0, 1)}`,
    () => `${pick(random, ["dr", "prof", "team", "office", "hello"])}.${last}`,
    () => write(pick(random, ["first", "flast", "first.last", ...REST]), name, rules),
  ];
  return pick(random, ways)();
}
