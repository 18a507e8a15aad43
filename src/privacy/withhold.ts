import { type Config, readConfig } from "../config.ts";
import { decodeUri } from "../lib/decode-uri.ts";
import { registrableDomain } from "../readers/words/company-domain.ts";
import type { WithholdPeople } from "../webhooks/send-delivery.ts";
import { labelsNear, type NameSighting, type Prints, printOf, recentPrints, sightings } from "./names-in-text.ts";
import { type Key, listed, nameKeys, nameOf } from "./suppressions.ts";

/** Every answer about people passes here: who is on the suppression list is not named, also not in texts and URLs. */
type Context = { env: Pick<Env, "DB">; config: Config };

export const WITHHELD = "[withheld]";
const ADDRESS = /[^\s@<>()"',;:]{1,64}@[a-z0-9.-]{1,253}/gi;
/** Possible names of an answer that are looked up, each with all words near it; further ones are withheld without that. */
const MAX_SIGHTINGS = 200;
const MAX_SITES = 20;

/** A string that may name a person: `wholes` are its addresses and its profile. */
type Text = { text: string; read: string; sightings: NameSighting[]; wholes: Key[] };
/** A sighting by what the list may have of it; null for one that is withheld without a look. */
type Named = { start: number; end: number; keys: Key[] | null };

/** `answer` without people on the list; what the caller sent stays. Throws: a failed look-up must name nobody. */
export async function withhold<T>(context: Context, list: Prints | null, input: unknown, answer: T): Promise<T> {
  if (list === null) return answer;
  const given = new Set(stringsOf(input));
  const strings = [...new Set(stringsOf(answer))].filter((text) => !given.has(text));
  const texts = strings.map((text) => textOf(text, list)).filter((text) => text !== null);
  if (texts.length === 0) return answer;
  const sites = [...new Set([...sitesOf(input), ...sitesOf(answer)])].slice(0, MAX_SITES);
  let left = MAX_SIGHTINGS;
  const seen = texts.map(({ sightings, ...text }) => ({
    ...text,
    names: sightings.map((one): Named => ({ ...one, keys: left-- > 0 ? pairKeys(one, text.read, sites) : null })),
  }));
  const keys = seen.flatMap(({ names, wholes }) => [...names.flatMap((name) => name.keys ?? []), ...wholes]);
  const hidden = await listed(context, keys);
  const cleaned = new Map(seen.map(({ text, names, wholes }) => [text, cleanedText(text, names, wholes, hidden)]));
  return replaceStrings(answer, (text) => cleaned.get(text) ?? text) as T;
}

/** The data of an event without people on the list, at each attempt, because one may object between. */
export const withholdPeopleOfEvent: WithholdPeople = async (env, data) => {
  const context = { env, config: readConfig(env) };
  return withhold(context, await recentPrints(context), null, data);
};

/** Null for a text that cannot contain a person's name. */
function textOf(text: string, { seed, prints }: Prints): Text | null {
  // "Jörg" is `J%C3%B6rg` in a URL.
  const read = isUrl(text) ? decodeUri(text) : text;
  const seen = sightings(read, seed, prints);
  const addresses = (text.match(ADDRESS) ?? []).map((address): Key => ({ kind: "email", text: address.toLowerCase() }));
  const profile: Key[] = isUrl(text) ? [{ kind: "profile", text }] : [];
  const wholes = [...addresses, ...profile].filter((key) => prints.has(printOf(seed, nameOf(key))));
  return seen.length > 0 || wholes.length > 0 ? { text, read, sightings: seen, wholes } : null;
}

function pairKeys(sighting: NameSighting, text: string, sites: string[]): Key[] {
  const labels = labelsNear(text, sighting);
  return sighting.pairs.flatMap((pair) => nameKeys(pair, sites, labels));
}

function cleanedText(text: string, names: Named[], wholes: Key[], hidden: ReadonlySet<string>): string {
  const isHidden = (key: Key) => hidden.has(nameOf(key));
  const named = names.filter(({ keys }) => keys === null || keys.some(isHidden));
  const written = wholes.filter(isHidden);
  if (named.length === 0 && written.length === 0) return text;
  // Part of an address would still lead to the page about the person.
  if (isUrl(text)) return `${new URL(text).origin}/`;
  let clean = "";
  let at = 0;
  for (const { start, end } of named) {
    if (start >= at) clean += text.slice(at, start) + WITHHELD;
    at = Math.max(at, end);
  }
  clean += text.slice(at);
  const addresses = new Set(written.map((key) => key.text));
  return clean.replace(ADDRESS, (address) => (addresses.has(address.toLowerCase()) ? WITHHELD : address));
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** The companies that a question or an answer is about. */
function sitesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "domain" && typeof part === "string" ? [registrableDomain(part)] : sitesOf(part),
  );
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function replaceStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaceStrings(item, replace));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaceStrings(part, replace)]));
}
