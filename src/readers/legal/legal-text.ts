import { likeness } from "../company/name-likeness.ts";
import type { Document, SitePage } from "../page/document.ts";
import { patternOf } from "../words/sections.ts";
import { findLegalNames } from "./find-legal-names.ts";

/** A page that names the legal entity behind a site. */
export type LegalPageKind = "home" | "imprint" | "terms" | "privacy" | "about";
export type LegalPage = SitePage & { kind: LegalPageKind };

/** A displayed line of a page. `isLabel`: it heads a row or an item and no section. */
type Line = { text: string; isHeading: boolean; isLabel: boolean };

const HOST = patternOf("HOST_OF_SITE");
const MAKER = patternOf("MAKER_OF_SITE");
const OTHERS = patternOf("OTHER_PARTIES");
const CONTROLLER = patternOf("CONTROLLER");
const MAX_LENGTH = 60_000;
const HEADING = /^(h[1-6]|dt|th|summary)$/;
const MAX_HEADING = 120;
const CONTROLLER_LINES = 10;
const OPENING_LINES = 12;
/** Lines below the firm's name that are its address and number. */
const OWN_LINES = 6;
const MAX_NAME = 80;

/** The lines of a page, at most 60,000 characters from both ends: the owner is named at the beginning or in the footer. */
export function legalLines({ outline: { boxes, items } }: Document): Line[] {
  const lines = new Map<number, Line>();
  for (const { kind, text, box, line } of items) {
    if (kind !== "text") continue;
    const known = lines.get(line);
    const tag = boxes[box]?.tag ?? "";
    const isHeading = text.length <= MAX_HEADING && HEADING.test(tag);
    lines.set(line, {
      text: known ? `${known.text} ${text}` : text,
      isHeading: (known?.isHeading ?? false) || isHeading,
      isLabel: tag === "th" || tag === "dt",
    });
  }
  return bounded([...lines.values()]);
}

function bounded(lines: Line[]): Line[] {
  const total = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  if (total <= MAX_LENGTH) return lines;
  const take = (from: Line[]) => {
    let length = 0;
    return from.filter(({ text }) => {
      length += text.length + 1;
      return length <= MAX_LENGTH / 2;
    });
  };
  return [...take(lines), ...take(lines.toReversed()).toReversed()];
}

/**
 * The text of a page about its owner, without sections about hosts, agencies and processors, up to their headings; of a privacy
 * page its opening, and what is below the controller and the site's `names`.
 */
export function ownText(lines: Line[], isPrivacyPage: boolean, names: string[]): string {
  const kept: string[] = [];
  let isForeign = false;
  let isUnderHeading = false;
  let controllerUntil = -1;
  for (const [index, { text, isHeading, isLabel }] of lines.entries()) {
    if (CONTROLLER().test(text)) controllerUntil = index + CONTROLLER_LINES;
    else if (isName(text, names)) controllerUntil = Math.max(controllerUntil, index + OWN_LINES);
    // A section under a heading goes on over the labels of its table.
    if (isHeading && !(isLabel && isUnderHeading)) isForeign = false;
    const start = foreignFrom(text, isHeading);
    if (start === 0) {
      isUnderHeading = isHeading && !isLabel;
      isForeign = true;
    }
    if (!isForeign && (!isPrivacyPage || index < OPENING_LINES || index <= controllerUntil || COPYRIGHT.test(text))) {
      kept.push(start > 0 ? text.slice(0, start) : text);
    }
    // A copyright line belongs to the owner in any section.
    else if (COPYRIGHT.test(text) && start !== 0) kept.push(text);
    if (start > 0) isForeign = true;
  }
  return kept.join("\n");
}

/** A line that is one of the site's names, also behind a label: "Company: Harbour Works (Nora Falk)". */
function isName(text: string, names: string[]): boolean {
  return text.length <= MAX_NAME && likeness(text.replace(/^[^:]+: | \(.*\)$/g, ""), names) !== "other";
}

const COPYRIGHT = /©|\(c\)\s|&copy;|copyright/i;
const LONG_LINE = 300;

/** Index of the sentence in which a line turns to another party; −1 when it does not. */
function foreignFrom(text: string, isHeading: boolean): number {
  const other = HOST().exec(text) ?? (text.length <= LONG_LINE ? MAKER().exec(text) : null);
  if (!other) return isHeading && OTHERS().test(text) ? 0 : -1;
  const stop = Math.max(...[". ", "| ", "; ", "· "].map((mark) => text.lastIndexOf(mark, other.index)));
  return stop < 0 ? 0 : stop + 1;
}

/** Sentences about copyright, and the makers of themes and editors, are no owners. */
const ABOUT_COPYRIGHT = patternOf("ABOUT_COPYRIGHT");

const COPYRIGHT_LINE =
  /(?:[©ⓒ]|\(c\)(?=\s*(?:\d{4}|copyright))|(?<!\p{L})copyright(?!\p{L}))(?:\s|[©ⓒ]|\(c\)|copyright|by|\d{4}|present|[-–—,.]){0,40}([^|\n©]{2,120})/giu;

/** Names in copyright lines: "© 2019–2026 Acme Robotics GmbH, Berlin. All rights reserved" gives "Acme Robotics GmbH". */
export function copyrightNames(text: string): string[] {
  const found = text.matchAll(COPYRIGHT_LINE).take(20);
  // "Acme © 2024"
  const before = text.matchAll(/^([^|\n©]{2,60})(?<! ) ?[©ⓒ] ?\d{4}/gmu).take(20);
  const names = [...found, ...before].flatMap(([line, written = ""]) => {
    const name = cleanName(written);
    const isName = /[©ⓒ]|\(c\)|\d{4}/i.test(line) || /^[\p{Lu}\d]/u.test(name);
    return isName && name.length >= 2 && !name.includes("{{") && !ABOUT_COPYRIGHT().test(name) ? [name] : [];
  });
  return [...new Set(names)];
}

/** What follows the name: the rights of its owner, or a number. */
const RESERVATION =
  /(?<!\s)\s*(?:(?:[.,;·–-]\s*)?(?<!\p{L})(?:all rights|alle rechte|tous droits|todos los derechos|tutti i diritti|alle rechten|alla r[äa]ttigheter|alle rettigheter|todos os direitos|wsz(?:elkie|ystkie) prawa|kaikki oikeudet|všechna práva|toate drepturile|sva prava|reserved|org\.?\s?nr|cvr|kvk|siren|vat|abn|registered|company (?:reg|n))).*$/isu;

function cleanName(text: string): string {
  const line = text
    .replace(/(?<!\s)\s+,/g, ",")
    .replace(RESERVATION, "")
    .split(/ [·•–—] |(?<=\p{L}{4})[.!] (?=\p{Lu})/u)[0] as string;
  const bare = line
    .replace(/(?<!\s)\s*\b\d{4}(?:\s*[-–]\s*(?:\d{4}|present))?\.?\s*$/i, "")
    .replace(/(?<![\s,.;:–-])[\s,.;:–-]+$/u, (mark) => (mark.startsWith(".") ? "." : ""))
    .trim();
  // A place or a description may follow a legal name.
  const [legal] = findLegalNames(bare);
  return legal?.index === 0 ? legal.name : bare;
}
