import { sql as sqlText } from "drizzle-orm";
import type { Config } from "../config.ts";
import { drizzle, sql } from "../platform/database.ts";
import { suppressions } from "../platform/schema.ts";
import { lastingHash } from "../platform/secrets.ts";
import { type PersonName, parseName, spellings, wholeName, wordParts } from "../readers/names/person-name.ts";
import { domainStem, registrableDomain } from "../readers/words/company-domain.ts";
import { forgetPrints, joinedOf, looseSpellings, pairsOf, printOf, printSeed } from "./names-in-text.ts";

/**
 * What must not be shown again: an address, a person at a company, a profile. A person whose address proves the name is also
 * withheld from texts that are about no company; others only from those about theirs.
 */
export type Subject =
  | { kind: "email"; email: string }
  | { kind: "person"; name: PersonName; domain: string; isProved?: boolean }
  | { kind: "profile"; url: string };

/** A row of the list before it is hashed. `mark`: a subject of its kind exists; `name`, `print`: for running text. */
export type Key = { kind: Subject["kind"] | "mark" | "name"; text: string };
type Context = { env: Pick<Env, "DB">; config: Config };

const KEYS_AT_ONCE = 5_000;

/** Adds subjects to the list of people whom no source may show. Only hashes are stored. Idempotent. */
export async function suppress(context: Context, subjects: Subject[]): Promise<void> {
  const { env, config } = context;
  const seed = await printSeed(config);
  const prints = subjects
    .flatMap((subject) => (subject.kind === "person" ? textNamesOf(subject) : keysOf(subject).map(nameOf)))
    .map((text) => ({ kind: "print", hash: printOf(seed, text).toString(16).padStart(8, "0") }));
  const rows = JSON.stringify([...(await hashed(config, subjects.flatMap(rowsOf))), ...prints]);
  const insert = `INSERT INTO suppressions (kind, hash, created_at)
     SELECT value->>'$.kind', value->>'$.hash', @now FROM json_each(@rows) WHERE true ON CONFLICT DO NOTHING`;
  await sql(env.DB, insert, { rows, now: Date.now() }).run();
  forgetPrints(env.DB);
}

/** True when one of the subjects is on the list. Throws what D1 throws: a failed look-up must not show a person. */
export async function isSuppressed(context: Context, subjects: Subject[]): Promise<boolean> {
  return (await listed(context, subjects.flatMap(keysOf))).size > 0;
}

/** The parts of a person at a company that the list compares. `nameFolded` is the same for all spellings of the name. */
export type Showable = { nameFolded: string; profileUrl: string | null; email: string | null };

/** The people of a company who may be shown; every source's people pass here. Throws what D1 throws. */
export async function withoutSuppressed<T extends Showable>(context: Context, domain: string, people: T[]) {
  const emailDomains = new Set(people.flatMap(({ email }) => (email ? [domainOf(email)] : [])));
  const marks: Key[] = [markAt("person", domain), PROFILE_MARK, ...[...emailDomains].map((at) => markAt("email", at))];
  const marked = await listed(context, marks);
  if (marked.size === 0) return people;
  const doubtful = people.map((person) => {
    const subjects = subjectsOf(person, domain).filter((subject) => marked.has(nameOf(markOf(subject))));
    return { person, keys: subjects.flatMap(keysOf) };
  });
  const asked = doubtful.flatMap(({ keys }) => keys);
  const hidden = await listed(context, asked);
  return doubtful.filter(({ keys }) => !keys.some((key) => hidden.has(nameOf(key)))).map(({ person }) => person);
}

/** True when the list treats two names as one person's. */
export function isSameOnList(a: PersonName, b: PersonName): boolean {
  const texts = (name: PersonName) => [...personTexts(name), ...looseTexts(name)];
  return (
    personTexts(a).some((text) => texts(b).includes(text)) || personTexts(b).some((text) => texts(a).includes(text))
  );
}

function subjectsOf({ nameFolded, profileUrl, email }: Showable, domain: string): Subject[] {
  const name = parseName(nameFolded);
  return [
    ...(name ? [{ kind: "person" as const, name, domain }] : []),
    ...(email ? [{ kind: "email" as const, email }] : []),
    ...(profileUrl ? [{ kind: "profile" as const, url: profileUrl }] : []),
  ];
}

const PROFILE_MARK: Key = { kind: "mark", text: "profile" };

function markAt(kind: "person" | "email", domain: string): Key {
  return { kind: "mark", text: `${kind}@${registrableDomain(domain)}` };
}

function markOf(subject: Subject): Key {
  if (subject.kind === "profile") return PROFILE_MARK;
  return markAt(subject.kind, subject.kind === "person" ? subject.domain : domainOf(subject.email));
}

function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
}

function keysOf(subject: Subject): Key[] {
  const { kind } = subject;
  if (kind === "email") return [{ kind, text: subject.email.trim().toLowerCase() }];
  if (kind === "profile") return [{ kind, text: subject.url }];
  return personTexts(subject.name).map((text) => ({ kind, text: `${text}@${registrableDomain(subject.domain)}` }));
}

/** A pair of name words as it may be listed: at a company of the answer, near a company's name, or, without companies, anywhere. */
export function nameKeys(pair: string, sites: string[], labels: string[]): Key[] {
  const where = [
    ...(sites.length === 0 ? [""] : []),
    ...sites.map((site) => `@${site}`),
    ...labels.map((label) => `~${label}`),
  ];
  return where.map((place) => ({ kind: "name", text: pair + place }));
}

/** All keys of a subject on the list. */
function rowsOf(subject: Subject): Key[] {
  const rows = [markOf(subject), ...keysOf(subject)];
  if (subject.kind !== "person") return rows;
  const { name, domain, isProved } = subject;
  const site = registrableDomain(domain);
  const places = [`@${site}`, `~${labelOf(domain)}`, ...(isProved ? [""] : [])];
  return [
    ...rows,
    ...looseTexts(name).map((text): Key => ({ kind: "person", text: `${text}@${site}` })),
    ...textNamesOf(subject).flatMap((pair) => places.map((place): Key => ({ kind: "name", text: pair + place }))),
  ];
}

/** What names a person in running text. Anybody can object as "Acme Robotics" of acme.example: without proof it is the company's. */
function textNamesOf({ name, domain, isProved }: Extract<Subject, { kind: "person" }>): string[] {
  if (isProved) return [...pairsOf(name), ...joinedOf(name)];
  const label = labelOf(domain);
  return pairsOf(name).filter((pair) => {
    const words = pair.split(" ");
    return ![...words, words.join(""), words.toReversed().join("")].includes(label);
  });
}

function labelOf(domain: string): string {
  return domainStem(domain).replace(/[^\p{L}\p{N}]/gu, "");
}

/** The spellings of a name on the list: also without middle and second family names, in any order, with umlauts. */
function personTexts(name: PersonName): string[] {
  const first = spellings(name.given.slice(0, 1));
  const families = [name.family, wordParts(name.family).slice(0, 1)].flatMap(spellings);
  return [...new Set([...spellings(wholeName(name)), ...pairs(first, families)])];
}

function looseTexts({ given, family }: PersonName): string[] {
  return pairs(looseSpellings(given.slice(0, 1)), [family, wordParts(family).slice(0, 1)].flatMap(looseSpellings));
}

function pairs(given: string[], families: string[]): string[] {
  return given.flatMap((one) => (families.length > 0 ? families : [""]).map((other) => [one, other].sort().join(" ")));
}

/** Which of the keys are on the list, by {@link nameOf}. */
export async function listed({ env, config }: Context, keys: Key[]): Promise<Set<string>> {
  const unique = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const found = new Set<string>();
  for (let from = 0; from < unique.length; from += KEYS_AT_ONCE) {
    const part = unique.slice(from, from + KEYS_AT_ONCE);
    const hashes = await hashed(config, part);
    // All keys in one parameter, because D1 binds at most 100.
    const isAsked = sqlText`(${suppressions.kind}, ${suppressions.hash}) IN
      (SELECT value->>'$.kind', value->>'$.hash' FROM json_each(${JSON.stringify(hashes)}))`;
    const find = drizzle(env.DB).select({ hash: suppressions.hash }).from(suppressions).where(isAsked);
    const rows = await find.all();
    const onList = new Set(rows.map(({ hash }) => hash));
    for (const [index, key] of part.entries()) if (onList.has(hashes[index]?.hash ?? "")) found.add(nameOf(key));
  }
  return found;
}

export function nameOf({ kind, text }: Key): string {
  return `${kind}:${text}`;
}

function hashed(config: Config, keys: Key[]): Promise<{ kind: Key["kind"]; hash: string }[]> {
  return Promise.all(
    keys.map(async (key) => ({ kind: key.kind, hash: await lastingHash(config, "suppression", nameOf(key)) })),
  );
}
