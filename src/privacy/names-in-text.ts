import { eq } from "drizzle-orm";
import type { Config } from "../config.ts";
import { type Database, drizzle } from "../platform/database.ts";
import { state, suppressions } from "../platform/schema.ts";
import { lastingHash } from "../platform/secrets.ts";
import { type PersonName, spellings, wordParts } from "../readers/names/person-name.ts";

/**
 * Finds people of the suppression list in running text. A name is a pair of folded words, one given and one family name, in
 * either order: "Jane Doe", "DOE, Jane Mary" and `/jane-doe-joins` all contain the pair `doe jane`. Each pair has a print, 32
 * bits of a seeded hash, so that a text is scanned in memory and only likely matches are looked up.
 */
const MAX_WORDS_BETWEEN = 2;
/** Longer runs of letters are not names. */
const MAX_WORD_LENGTH = 40;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Words of a text that may name a person: their position, and the pairs that they could be, or the word that joins a pair. */
export type NameSighting = { start: number; end: number; pairs: string[] };

/** The pairs by which a person is found: umlauts as written and as two letters, hyphenated names in parts. */
export function pairsOf(name: PersonName): string[] {
  const given = [name.given[0], ...name.nicknames].flatMap((word) => (word ? forms(word.split("-")[0] ?? word) : []));
  const family = wordParts(name.family).flatMap(forms);
  return [...new Set(given.flatMap((one) => family.map((other) => pairOf(one, other))))];
}

/** The same pairs as one word, as in `/team/janedoe`. Parts of two letters would make words of everyday language. */
export function joinedOf(name: PersonName): string[] {
  const pairs = pairsOf(name).map((pair) => pair.split(" "));
  const long = pairs.filter((words) => words.every((word) => word.length > 2));
  return long.flatMap((words) => [words.join(""), words.toReversed().join("")]);
}

function forms(word: string): string[] {
  return [...new Set(looseSpellings([word]))];
}

/** Words as they are compared. "Juergen" may stand for "Jürgen", and folding has removed the dots from that. */
export function looseSpellings(words: string[]): string[] {
  return spellings(words).flatMap((form) => [form, form.replace(/(?<=[aou])e/g, "")]);
}

function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** 32-bit FNV-1a of a pair from a secret seed. */
export function printOf(seed: number, pair: string): number {
  let hash = seed;
  for (let index = 0; index < pair.length; index++) hash = Math.imul(hash ^ pair.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** All pairs of nearby words of `text`, and words that join a pair, that have one of the prints. Linear. */
export function sightings(text: string, seed: number, prints: ReadonlySet<number>): NameSighting[] {
  const words = wordsOf(text);
  const found: NameSighting[] = [];
  for (const [index, word] of words.entries()) {
    const joined = word.forms.filter((form) => prints.has(printOf(seed, form)));
    if (joined.length > 0) found.push({ start: word.start, end: word.end, pairs: joined });
    for (let next = index + 1; next <= index + 1 + MAX_WORDS_BETWEEN; next++) {
      const other = words[next];
      if (!other) break;
      const pairs = word.forms
        .flatMap((one) => other.forms.map((two) => pairOf(one, two)))
        .filter((pair) => prints.has(printOf(seed, pair)));
      if (pairs.length > 0) found.push({ start: word.start, end: other.end, pairs });
    }
  }
  return found;
}

type Word = { start: number; end: number; forms: string[] };

function wordsOf(text: string): Word[] {
  const known = new Map<string, string[]>();
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (word.length > MAX_WORD_LENGTH) return [];
    const folded = known.get(word) ?? forms(word);
    known.set(word, folded);
    return [{ start: index, end: index + word.length, forms: folded }];
  });
}

/** How many words around a name may indicate the company. */
const NEARBY_CHARACTERS = 400;
const MAX_LABEL_WORDS = 3;

/** Keys that words near a name share with a company's domain: `acmerobotics` for Acme Robotics and `acme-robotics.example`. */
export function labelsNear(text: string, { start, end }: NameSighting): string[] {
  const around = text.slice(Math.max(0, start - NEARBY_CHARACTERS), end + NEARBY_CHARACTERS).toLowerCase();
  const words = around.match(/[\p{L}\p{N}]+/gu) ?? [];
  const labels = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= MAX_LABEL_WORDS; count++) labels.add(words.slice(from, from + count).join(""));
  }
  return [...labels];
}

type Context = { env: Pick<Env, "DB">; config: Config };

/** Prints of the names on the suppression list, with their seed (names-in-text.ts). */
export type Prints = { version: string; seed: number; prints: ReadonlySet<number> };

/** A row of `state` that triggers change with the list (migrations/), so that a restored list is noticed too. */
const LIST_VERSION = "suppressions_version";
const MEMORY_MS = 10_000;

type Memory = { list: Prints | null; readAt: number };
const memories = new WeakMap<D1Database, Memory>();

/** The prints as read at most 10 s ago; null for an empty list. For running text only: lists of people query it. */
export async function recentPrints(context: Context): Promise<Prints | null> {
  const memory = memories.get(context.env.DB);
  const age = Date.now() - (memory?.readAt ?? 0);
  return memory && age >= 0 && age < MEMORY_MS ? memory.list : readPrints(context);
}

/** The current prints; null when the list is empty. Throws `temporarily_unavailable`. */
export async function readPrints({ env, config }: Context): Promise<Prints | null> {
  const db = drizzle(env.DB);
  const readAt = Date.now();
  const find = db.select({ value: state.value }).from(state).where(eq(state.name, LIST_VERSION));
  const row = await find.get();
  let list = memories.get(env.DB)?.list ?? null;
  if (list?.version !== row?.value) list = row ? await readList(db, config, row.value) : null;
  memories.set(env.DB, { list, readAt });
  return list;
}

async function readList(db: Database, config: Config, version: string): Promise<Prints> {
  const find = db.select({ hash: suppressions.hash }).from(suppressions).where(eq(suppressions.kind, "print"));
  const hashes = await find.all();
  const prints = new Set(hashes.map(({ hash }) => Number.parseInt(hash, 16)));
  return { version, seed: await printSeed(config), prints };
}

/** Makes this isolate reload the list, after an addition. */
export function forgetPrints(db: D1Database): void {
  const memory = memories.get(db);
  if (memory) memory.readAt = 0;
}

/** The seed of prints: without the secret, a print reveals nothing about a name. */
export async function printSeed(config: Config): Promise<number> {
  return Number.parseInt((await lastingHash(config, "suppression", "print-seed")).slice(0, 8), 16);
}
