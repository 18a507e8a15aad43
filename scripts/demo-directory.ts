/** The demo directory: fictional companies and their people, the same on every run. `npm run demo:data` writes it to a file. */

import { type Row, readRow } from "../src/operator/imports/rows.ts";
import { parseName, spellings } from "../src/readers/names/person-name.ts";
import { COMPANIES } from "../test/internet/companies.ts";
import { COMPANY_TABLE, CULTURES, LEADERS, TITLES, WHOLE_NAMES } from "./demo-words.ts";

type Culture = keyof typeof CULTURES;
type DemoCompany = {
  domain: string;
  name: string;
  industry: string;
  size: string;
  country: string;
  cities: string[];
  founded: string;
  description: string;
  cultures: Culture[];
  people: number;
  /** The pattern of addresses; `none` if unknown. */
  pattern: "first.last" | "flast" | "first" | "none";
};

const SEED = 20_261_121;
const OBSERVED_AT = Date.parse("2026-11-02T00:00:00Z");
const NETWORK = "network.example";
const RULES = { networkHosts: [NETWORK], retentionDays: 1 };

/** Companies with a site in the demo internet that are in the directory too; the others show answers from the site alone. */
const WITH_SITES = ["acme-robotics.example", "brightwater.example", "hazel-and-oak.example", "lumenta.example"];

const DEMO_COMPANIES: DemoCompany[] = COMPANY_TABLE.trim()
  .split("\n")
  .map((line) => {
    const [slug, name, industry, size, country, cities, founded, description, cultures, people, pattern] = line
      .split("|")
      .map((cell) => cell.trim()) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    return {
      domain: `${slug}.example`,
      name,
      industry,
      size,
      country,
      founded,
      description,
      cities: cities.split(" "),
      cultures: cultures.split(" ") as Culture[],
      people: Number(people),
      pattern: pattern as DemoCompany["pattern"],
    };
  });

/** Every row of the demo directory, ready for its tables. */
export function demoRows(): { companies: Row[]; people: Row[] } {
  const random = generator(SEED);
  const slugs = new Set<string>();
  const people: Row[] = [];
  for (const company of DEMO_COMPANIES) people.push(...peopleOf(company, random, slugs));
  const wholeNames = WHOLE_NAMES.map((name, index) => {
    const company = DEMO_COMPANIES[(index * 5) % DEMO_COMPANIES.length] as DemoCompany;
    return personRow(company, {
      name,
      title: TITLES[(index * 7) % TITLES.length] ?? "",
      profile: `whole-name-${9000 + index}`,
    });
  });
  return { companies: DEMO_COMPANIES.map(companyRow), people: [...people, ...wholeNames] };
}

function companyRow(company: DemoCompany): Row {
  const site = COMPANIES.find(({ domain }) => domain === company.domain);
  return demoRow("companies", {
    domain: company.domain,
    name: company.name,
    industry: company.industry,
    size_band: company.size,
    country: company.country,
    city: company.cities[0] ?? "",
    founded_year: company.founded,
    description: company.description,
    network_url: `https://www.${NETWORK}/company/${site?.slug ?? company.domain.replace(".example", "")}`,
  });
}

function peopleOf(company: DemoCompany, random: () => number, slugs: Set<string>): Row[] {
  const site = WITH_SITES.includes(company.domain)
    ? COMPANIES.find(({ domain }) => domain === company.domain)
    : undefined;
  const rows = (site?.people ?? []).map(({ name, title, profile, city, email }) =>
    personRow(company, { name, title, ...(profile && { profile }), ...(city && { city }), ...(email && { email }) }),
  );
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const taken = new Set(rows.map((row) => row.name_folded));
  for (let index = rows.length; index < company.people; ) {
    const name = nameFrom(pick(company.cultures), random);
    const title = index < 4 ? pick(LEADERS) : random() < 0.06 ? "" : pick(TITLES);
    const profile = random() < 0.85 ? slugOf(name, slugs, index) : undefined;
    const email = company.pattern !== "none" && random() < 0.6 ? localPart(name, company.pattern) : "";
    const row = personRow(company, {
      name,
      title,
      email,
      city: pick(company.cities),
      hasLeft: random() < 0.07,
      ...(profile && { profile }),
      emailStatus: pick(["verified", "verified", "unverified", "guessed"]),
    });
    if (taken.has(row.name_folded ?? "")) continue;
    taken.add(row.name_folded ?? "");
    rows.push(row);
    index++;
  }
  // Two people with the same name: a query by name alone must not return either.
  const namesake = rows.find((row, index) => index > 5 && row.profile_url && row.is_current && row.title);
  if (namesake && company.people >= 26) {
    const profile = slugOf(String(namesake.name), slugs, 77);
    rows.push(personRow(company, { name: String(namesake.name), title: "Warehouse Supervisor", profile }));
  }
  return rows;
}

type DemoPerson = {
  name: string;
  title: string;
  profile?: string;
  email?: string;
  emailStatus?: string;
  city?: string;
  hasLeft?: boolean;
};

function personRow(company: DemoCompany, person: DemoPerson): Row {
  return demoRow("people", {
    domain: company.domain,
    name: person.name,
    title: person.title,
    is_current: person.hasLeft ? "no" : "yes",
    profile_url: person.profile ? `${NETWORK}/in/${person.profile}` : "",
    email: person.email ? `${person.email}@${company.domain}` : "",
    email_status: person.emailStatus ?? "verified",
    city: person.city ?? company.cities[0] ?? "",
    country: company.country,
  });
}

/** Demo rows never expire: the demo works next year too. */
function demoRow(kind: "people" | "companies", fields: Record<string, string>): Row {
  const { row, dropped } = readRow(kind, fields, RULES, OBSERVED_AT);
  if (dropped.length > 0) throw new Error(`bad demo row: ${JSON.stringify(row)}`);
  return { ...row, source: "demo", expires_at: null };
}

function nameFrom(culture: Culture, random: () => number): string {
  const [given = [], family = []] = CULTURES[culture].split(" | ").map((words) => words.split(" "));
  const pick = (words: string[]) => (words[Math.floor(random() * words.length)] ?? "").replaceAll("_", " ");
  return `${pick(given)} ${pick(family)}`;
}

function slugOf(name: string, taken: Set<string>, number: number): string {
  const parsed = parseName(name);
  const words = [...(parsed?.given ?? []), ...(parsed?.particles ?? []), ...(parsed?.family ?? [])];
  const base = words.map((word) => spellings([word])[0]).join("-");
  for (let suffix = 8000 + number; ; suffix++) {
    const slug = `${base}-${suffix}`;
    if (!taken.has(slug)) {
      taken.add(slug);
      return slug;
    }
  }
}

function localPart(name: string, pattern: DemoCompany["pattern"]): string {
  const { given = [], particles = [], family = [] } = parseName(name) ?? {};
  const [first = "", last = ""] = [given.slice(0, 1), [...particles, ...family]].map(
    (words) => spellings(words)[0] ?? "",
  );
  if (pattern === "first") return first;
  return pattern === "flast" ? `${first[0]}${last}` : `${first}.${last}`;
}

/** A small pseudo-random generator (mulberry32): the same numbers from 0 to 1 for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The demo directory as SQL that can be run any number of times; rows that an operator has imported since are left alone. */
export function demoSql(): string {
  const { companies, people } = demoRows();
  const ofCompany = ({ domain }: Row) => people.filter((person) => person.domain === domain);
  return [
    "-- Fictional companies and people of the demo. Made by `npm run demo:data`; a test compares.",
    "DELETE FROM people WHERE source = 'demo';",
    "DELETE FROM companies WHERE source = 'demo';",
    insert("companies", companies, "domain"),
    ...companies.map((company) => insert("people", ofCompany(company), "domain, name_folded, profile_url")),
    "",
  ].join("\n");
}

function insert(table: string, rows: Row[], key: string): string {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => `(${columns.map((column) => literal(column, row[column] ?? null)).join(", ")})`);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES\n${values.join(",\n")}\nON CONFLICT (${key}) DO NOTHING;`;
}

function literal(column: string, value: string | number | null): string {
  // Part of the key, so never null.
  if (value === null && column === "profile_url") return "''";
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
