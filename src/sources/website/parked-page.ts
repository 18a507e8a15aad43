import { withoutScripts } from "../../text/html-text.ts";
import type { PageFacts } from "./page-facts.ts";

/** Phrases of registrars, domain dealers and parking services. */
const SALES_TALK =
  /\b(?:this |the )?domain(?: name)?(?: [\w.-]{3,80})? (?:is|may be|might be|could be) (?:for sale|available for (?:sale|purchase))\b|\bbuy this domain\b|\bdomain (?:is )?parked\b|\bparked (?:free|domain)\b|\bdomain (?:has been )?(?:registered (?:by|with|at)|expired)\b|\bthis domain has been (?:recently )?registered\b|\binquire about this domain\b|\bdiese domain (?:steht zum verkauf|wurde registriert|kaufen)\b|\bdomain zu verkaufen\b|\bce (?:nom de )?domaine est (?:à vendre|en vente|réservé)\b|\beste dominio está (?:en venta|registrado|a la venta)\b|\bquesto dominio è in vendita\b|\bdeze domein(?:naam)? is te koop\b|\bdomænet er (?:parkeret|til salg)\b|\bdomenet er (?:parkert|til salgs)\b|\bdomänen är (?:parkerad|till salu)\b|\bfuture home of something quite cool\b/i;
const PARKING_HOSTS =
  /\b(?:sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|dan\.com|afternic\.com|hugedomains\.com|undeveloped\.com|above\.com\/marketplace|img1?\.wsimg\.com\/parking-lander|domainmarket\.com|uniregistry\.com|namecheap\.com\/domains\/parking)\b/i;
/** A page with more text than this is not a parking page. */
const MAX_TEXT = 3_000;
const HEAD_LENGTH = 60_000;

/** True for a registrar's or dealer's placeholder: its sentences on a page with little else, or the scripts of a parking service. */
export function isParked(facts: PageFacts, html: string): boolean {
  const head = html.slice(0, HEAD_LENGTH);
  const text = `${facts.title} ${facts.description} ${visible(head)}`.replace(/\s+/g, " ");
  if (text.length > MAX_TEXT) return false;
  return SALES_TALK.test(text) || (facts.anchors.length < 15 && PARKING_HOSTS.test(head));
}

function visible(html: string): string {
  return withoutScripts(html).replace(/<[^<>]*>/g, " ");
}
