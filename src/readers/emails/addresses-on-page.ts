/** Addresses in pages and text files, also those written so that only people can read them. Nothing is fetched here. */

import { decodeUri } from "../../lib/decode-uri.ts";
import { isWithin } from "../../lib/hosts.ts";
import { remembering } from "../../lib/memoize.ts";
import { type PersonName, parseName } from "../names/person-name.ts";
import type { Document } from "../page/document.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { isOf, linkedNodes, texts } from "../page/structured-data.ts";
import { isRole, localOf } from "./email-address.ts";
import { resembles } from "./email-patterns.ts";
import { addressPatternsOf } from "./local-parts.ts";

/** An address as a page shows it, and its owner's name if one is near. */
export type SeenAddress = {
  address: string;
  name: string | null;
  /** `mailto`, `text`, `spelled_out` ("ada [at] acme [dot] example"), `json_ld`, `security_txt`, `humans_txt`. */
  kind: string;
};

const LOCAL = "(?<![\\p{L}\\d.!#$%&'*+/=?^_{|}~-])([a-z0-9][a-z0-9._%+'-]{0,63})";
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,62})";
const PLAIN = new RegExp(`${LOCAL}@(${LABEL}(?:\\.${LABEL}){1,5})`, "giu");
/** A word for @ counts in brackets, or when a word for the dot follows. */
const IN_BRACKETS = new RegExp(
  `${LOCAL}\\s?[[({<]\\s?(?:at|@|ät|arroba|chez)\\s?[\\])}>]\\s?(${LABEL}(?:\\s?(?:\\.|[[({<]\\s?(?:dot|punkt|point|punto|ponto)\\s?[\\])}>])\\s?${LABEL}){1,5})`,
  "giu",
);
const IN_WORDS = new RegExp(`${LOCAL}\\s(?:at|arroba)\\s(${LABEL}(?:\\s(?:dot|punto|punkt)\\s${LABEL}){1,5})`, "giu");
const SPELLED_DOT = /\s?[[({<]\s?(dot|punkt|point|punto|ponto)\s?[\])}>]\s?|\s(dot|punto|punkt)\s|\s/gi;
/** How many lines above an address its owner's name may be, and how many below. */
const NAME_REACH = 6;
const MAX_NAME_LENGTH = 60;
const MAX_LINE_LENGTH = 5_000;
const MAX_ON_PAGE = 300;
/** Limits on comparing names with addresses: hundreds of each would take minutes. */
const MAX_COMPARED = 40;
const MAX_NAMES_ON_PAGE = 500;
/** Part of every spelling of an address. Most lines have none of these and are not searched. */
const HAS_AT = /@|\bat\b|ät|arroba|chez/i;

/** The addresses at `domains`, sub-domains included, in one line of text, in order, as `{address, kind}`. */
function addressesIn(line: string, domains: string[]): Pick<SeenAddress, "address" | "kind">[] {
  const text = line.slice(0, MAX_LINE_LENGTH);
  if (!HAS_AT.test(text)) return [];
  const found = [PLAIN, IN_BRACKETS, IN_WORDS].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ match, kind: pattern === PLAIN ? "text" : "spelled_out" })),
  );
  return found.flatMap(({ match: [, local = "", host = ""], kind }) => {
    const domain = host.replace(SPELLED_DOT, (spelled) => (spelled.trim() ? "." : "")).toLowerCase();
    const isOurs = isWithin(domain, domains);
    return isOurs && !local.endsWith(".") ? [{ address: `${local.toLowerCase()}@${domain}`, kind }] : [];
  });
}

/** All addresses at `domains` that a page shows. A nearby name is the owner's when the address has part of it. */
export function addressesOnPage({ facts, outline: { items } }: Document, domains: string[]): SeenAddress[] {
  const lines = [...Map.groupBy(items, ({ line }) => line).values()].map((pieces) => ({
    text: pieces.flatMap(({ kind, text }) => (kind === "text" ? text : [])).join(" "),
    links: pieces.flatMap(({ kind, text }) => (kind === "link" && /^mailto:/i.test(text) ? mailto(text) : [])),
  }));
  return unique([...inJsonLd(facts, domains), ...inLines(lines, domains)]);
}

/** The addresses at `domains` in a text file such as security.txt (RFC 9116). */
export function addressesInText(text: string, kind: string, domains: string[]): SeenAddress[] {
  const lines = text.split("\n").map((line) => ({ text: line.replace(/mailto:/gi, " "), links: [] }));
  return unique(inLines(lines, domains).map((seen) => ({ ...seen, kind })));
}

function inLines(lines: { text: string; links: string[] }[], domains: string[]): SeenAddress[] {
  let namesLeft = MAX_NAMES_ON_PAGE;
  const namesOf = remembering((line) => {
    const names = namesIn(line ?? "").slice(0, namesLeft);
    namesLeft -= names.length;
    return names;
  });
  const seen: SeenAddress[] = [];
  for (const [index, { text, links }] of lines.entries()) {
    if (seen.length >= MAX_ON_PAGE) break;
    const linked = links.flatMap((link) => addressesIn(link, domains)).map((one) => ({ ...one, kind: "mailto" }));
    const here = [...linked, ...addressesIn(text, domains)].slice(0, MAX_ON_PAGE);
    if (here.length === 0) continue;
    const nearby = [index, ...Array.from({ length: NAME_REACH }, (_, step) => index - step - 1), index + 1];
    const names = nearby.flatMap((near) => namesOf(lines[near]?.text ?? "")).slice(0, MAX_COMPARED);
    seen.push(...here.map((one) => ({ ...one, name: ownerOf(one.address, names) })));
  }
  return seen;
}

function mailto(link: string): string[] {
  const [recipients = ""] = link.replace(/^mailto:/i, "").split("?");
  return decodeUri(recipients).split(/[,;]/);
}

/** The parts of a line that are a full name: two to five words, each capitalised or short. */
function namesIn(line: string): { text: string; name: PersonName }[] {
  const pieces = line.slice(0, MAX_LINE_LENGTH).split(/[|:,;–—()<>]|\s-\s|\s{2,}|\S{1,64}@\S{1,255}/);
  return pieces.flatMap((piece) => {
    const text = piece.trim();
    const words = text.split(/\s+/);
    if (words.length < 2 || words.length > 5 || text.length > MAX_NAME_LENGTH) return [];
    if (!words.every((word) => /^(\p{Lu}|\p{Ll}{1,4}$)/u.test(word) && !isRole(word))) return [];
    const name = parseName(text);
    const isWritten = name?.given.concat(name.family).every((word) => /^\p{Lu}/u.test(word));
    return name && isWritten && name.family.length > 0 ? [{ text, name }] : [];
  });
}

/** The nearest name that fully explains an address, else the nearest of which it has a part. */
function ownerOf(address: string, near: ReturnType<typeof namesIn>): string | null {
  const local = localOf(address);
  if (isRole(local)) return null;
  const owner =
    near.find(({ name }) => addressPatternsOf(name, local).length > 0) ??
    near.find(({ name }) => resembles(name, local));
  return owner?.text ?? null;
}

function inJsonLd(facts: PageFacts, domains: string[]): SeenAddress[] {
  return linkedNodes(facts.jsonLd).flatMap(({ node }) => {
    const isPerson = isOf(node, /(^|\/)Person$/);
    const name = isPerson && typeof node.name === "string" ? node.name.slice(0, MAX_NAME_LENGTH) : null;
    const addresses = texts(node.email).flatMap((text) => addressesIn(text.replace(/^mailto:/i, ""), domains));
    return addresses.map(({ address }) => ({ address, name, kind: "json_ld" }));
  });
}

/** Each address once, with the name if any of its places has one. */
function unique(seen: SeenAddress[]): SeenAddress[] {
  const places = [...Map.groupBy(seen, ({ address }) => address).values()].slice(0, MAX_ON_PAGE);
  const nameOf = (same: SeenAddress[]) => same.find(({ name }) => name !== null)?.name ?? null;
  return places.flatMap((same) => same.slice(0, 1).map((first) => ({ ...first, name: nameOf(same) })));
}
