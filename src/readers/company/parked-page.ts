import { plainHost } from "../../lib/hosts.ts";
import type { Document } from "../page/document.ts";
import { textOfHtml } from "../page/html-text.ts";
import { registrableDomain } from "../words/company-domain.ts";
import { matcherOf, patternOf } from "../words/sections.ts";

const SERVER_TITLE = patternOf("SERVER_TITLE");
const NO_SITE_YET = patternOf("NO_SITE_YET");
const DOMAIN_WORD = patternOf("DOMAIN_WORD", "giu");
const SITE_WORD = patternOf("SITE_WORD", "giu");
const tellsOfSale = matcherOf("SALES_TALK");
const PARKING_PAGES = patternOf("PARKING_PAGES");
/** A page with more text than this is not a parking page. */
const MAX_TEXT = 3_000;
/** Under a title like "Coming soon", more text than this is about a company. */
const MAX_NO_SITE_TEXT = 150;
const HEAD_LENGTH = 60_000;

/** True for the placeholder of a server, hosting panel, registrar or dealer, and for a page with little beside the scripts of a parking service. */
export function isParked({ facts, html }: Document): boolean {
  if (SERVER_TITLE().test(facts.title)) return true;
  const head = html.slice(0, HEAD_LENGTH);
  const text = textOfHtml(head, MAX_TEXT + 1);
  if (text.length > MAX_TEXT) return false;
  const site = registrableDomain(plainHost(facts.base));
  const title = nameless(facts.title, site);
  const body = nameless(text.startsWith(facts.title) ? text.slice(facts.title.length) : text, site);
  const opening = title === "" || title === "this site" ? body : title;
  if (body.length <= MAX_NO_SITE_TEXT && NO_SITE_YET().test(opening)) return true;
  if ([title, nameless(facts.description, site), body].some(tellsOfSale)) return true;
  return facts.anchors.length < 15 && PARKING_PAGES().test(head);
}

/** `words` with "this domain" and "this site" in place of the names of both in any language. */
function nameless(words: string, site: string): string {
  return words
    .toLowerCase()
    .replaceAll(site, "this site")
    .replace(DOMAIN_WORD(), "this domain")
    .replace(SITE_WORD(), "this site")
    .trim();
}
