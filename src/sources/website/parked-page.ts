import { plainHost } from "../../lib/hosts.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { textOfHtml } from "../../text/html-text.ts";
import type { PageFacts } from "./page-facts.ts";

/** Titles that servers and hosting panels show until there is a site, or after it. */
const SERVER_TITLE =
  /^(?:welcome to (?:nginx|openresty|tengine|caddy|centos|xampp)(?:!|$)|apache2? (?:\w{1,20} )?default page: it works|(?:apache |nginx )?http server test page|test page for the (?:\w{1,20} )?http server|iis windows|iis\d|microsoft internet information services|default (?:web ?site|(?:parallels )?plesk|web|server)(?: panel)? page|domain default page|web server's default page|directadmin default page|apache tomcat\/\d|index of \/$|parked (?:at|by|domain)\b|(?:account|website|site|domain) suspended$|compte suspendu$|cuenta suspendida$|conta suspensa$)/i;
/** A whole title, or a whole page without one, that says only that there is no site yet. */
const NO_SITE_YET =
  /^(?:it works|(?:this |our )?(?:new )?(?:website |site )?(?:is )?(?:coming|launching|opening) soon|(?:(?:this |our )?(?:website|site|page) )?(?:is )?under construction|(?:site |web )?en (?:construction|construcción)|próximamente|bientôt disponible|em (?:breve|construção)|(?:sito )?in costruzione|website in aanbouw|strona w budowie|hier entsteht (?:eine|ein) (?:neuer? )?(?:website|webseite|homepage|internetpräsenz|internetauftritt))[.!… ]{0,5}$/i;
const DOMAIN_WORD =
  /\b(?:this domain(?: name)?|diese (?:domain|domainname)|ce (?:nom de )?domaine|este (?:nombre de dominio|dominio|domínio)|questo dominio|deze domein(?:naam)?|domænet|domenet|domänen|domännamnet|ta domena|tato doména)(?!\p{L})/giu;
const SITE_WORD =
  /\b(?:this web ?(?:site|page)|diese web(?:site|seite)|ce site (?:web|internet)|este sitio web|questo sito web|deze website)(?!\p{L})/giu;
/** What registrars, dealers and parking services say of the domain of the page. A company that sells domains says so of others. */
const SALES_TALK = [
  /\bthis (?:domain|site) (?:(?:is|may be|might be|could be) (?:for sale|available for (?:sale|purchase))|(?:steht|könnte) zum verkauf|ist (?:zu verkaufen|geparkt)|(?:est|pourrait être) (?:à vendre|en vente)|(?:está|podría estar|pode estar) (?:en venta|a la venta|à venda)|(?:è|potrebbe essere) in vendita|is te koop|er til salgs?|är till salu|jest na sprzedaż|je na prodej|is parked)(?!\p{L})/iu,
  /\b(?:this domain|domain this site) (?:(?:is|has|was)(?: been| just| recently| already){0,2} (?:registered|purchased|reserved|parked|expired)|(?:ist|wurde)(?: im kundenauftrag| bereits)? (?:registriert|reserviert)|kaufen|est (?:réservé|enregistré)|está registrado|er parke(?:re|r)t|är (?:köpt och )?parkera[dt])(?!\p{L})/iu,
  /\b(?:buy|get|purchase|inquire about) this domain\b|\bdomain parked\b|\bparked free\b|\boffering (?:it|this (?:domain|site)) for sale\b|\bdomain (?:name )?for sale$|\bdomain zu verkaufen$|\bfuture home of something quite cool\b/i,
];
/** Addresses of parking services, and of dealers' pages about one domain: a link to the dealer alone may be on any page. */
const PARKING_PAGES =
  /\b(?:sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|above\.com\/marketplace|img1?\.wsimg\.com\/parking-lander|namecheap\.com\/domains\/parking|dan\.com\/buy-domain|afternic\.com\/forsale|godaddy\.com\/forsale|hugedomains\.com\/domain_profile|undeveloped\.com\/buy-domain)/i;
/** A page with more text than this is not a parking page. */
const MAX_TEXT = 3_000;
/** Under a title like "Coming soon", more text than this is about a company. */
const MAX_NO_SITE_TEXT = 150;
const HEAD_LENGTH = 60_000;

/** True for the placeholder of a server, hosting panel, registrar or dealer, and for a page with little beside the scripts of a parking service. */
export function isParked(facts: PageFacts, html: string): boolean {
  if (SERVER_TITLE.test(facts.title)) return true;
  const head = html.slice(0, HEAD_LENGTH);
  const text = textOfHtml(head, MAX_TEXT + 1);
  if (text.length > MAX_TEXT) return false;
  const site = registrableDomain(plainHost(facts.base));
  const title = nameless(facts.title, site);
  const body = nameless(text.startsWith(facts.title) ? text.slice(facts.title.length) : text, site);
  const opening = title === "" || title === "this site" ? body : title;
  if (body.length <= MAX_NO_SITE_TEXT && NO_SITE_YET.test(opening)) return true;
  const said = [title, nameless(facts.description, site), body];
  if (said.some((words) => SALES_TALK.some((talk) => talk.test(words)))) return true;
  return facts.anchors.length < 15 && PARKING_PAGES.test(head);
}

/** `words` with "this domain" and "this site" in place of the names of both in any language. */
function nameless(words: string, site: string): string {
  return words
    .toLowerCase()
    .replaceAll(site, "this site")
    .replace(DOMAIN_WORD, "this domain")
    .replace(SITE_WORD, "this site")
    .trim();
}
