/** Whether the words around a legal name say that it is the owner of the site. Pure. */
import { foldText } from "../../text/fold.ts";
import { plainText } from "../../text/plain-text.ts";

const REACH = 90;
/** Words before the owner's name, in one sentence with it. */
const BEFORE =
  /(?<!\p{L})(?:(?:operated|owned|provided|published|run|offered|managed|maintained|controlled) (?:and \w+ )?by|between you(?: \(.{0,30}\))? and|(?:agreement|contract) (?:is )?(?:with|between)|(?:company|legal|registered|business) name|(?:trading name|brand|division|service|web ?site|site|policy|statement) of|(?:policy|notice|statement) for|(?:policy|notice) (?:describes|explains|sets out) how|means|entity providing the service is|welcome to|data controller|controller|titular|responsable|raz[óo]n social|denominaci[óo]n(?: social)?|empresa|[ée]diteur|[ée]dit[ée] par|propri[ée]taire|raison sociale|d[ée]nomination(?: sociale)?|nom de la soci[ée]t[ée]|ragione sociale|denominazione(?: sociale)?|titolare|propriet[àa]|gestito da|anbieter|betreiber|betrieben von|diensteanbieter|angaben gem[äa](?:ß|ss)|herausgeber|verantwortlich(?:e stelle|er|e)?|impressum|firmenname|bedrijfsnaam|verwerkingsverantwoordelijke|dataansvarlig|behandlingsansvarlig|personuppgiftsansvarig|rekisterinpit[äa]j[äa]|yritys|yhti[öo]|administrator(?:em)? danych|nazwa firmy|provozovatel|spr[áa]vce|udgiver|utgiver|ansvarig utgivare)(?!\p{L})[^.!?]{0,45}$/iu;
/** Words between an introduction and a name that refer to another party. */
const OTHERS = /representative|vertreter|trade ?marks?|licen[cs]|powered|hosted|maps?\b|insurance|auditor/iu;
/** Words after it: "Acme Ltd ("we", "us")", "Acme, Inc., a Delaware corporation". */
const AFTER =
  /^,?\s*(?:\([^()]{0,60}(?:["“”„'«](?:we|us|our|wir|uns|nous|nosotros|noi|wij|vi|me)["“”'»,]|the ["“]?company|["“ ]+company|(?:nachfolgend|im folgenden|ci-apr[èe]s|en adelante|di seguito|hierna|herefter|hereinafter))|,? ?(?:a|an) (?:\p{L}+ ){0,4}(?:corporation|limited liability company|company (?:registered|incorporated))|(?:is )?registered in (?:england|scotland|ireland|the)|\(?(?:with|having|whose) (?:its )?registered office|(?:is|are) the data controller|and its (?:affiliates|subsidiaries)|(?:online )?privacy (?:policy|notice|statement)|,? ?(?:nachfolgend|dont le si[èe]ge|con (?:domicilio|sede)|mit sitz|met (?:zetel|kantoor)))/iu;
/** Providers that pages of many sites name: hosts, shops, payment, mail, analytics, networks. */
const PROVIDERS = new Set(
  `adobe akamai alphabet amazon apple automattic brevo calendly cloudflare contentsquare cookiebot datadog digitalocean facebook fastly github gitlab godaddy google
  hetzner hotjar hubspot instagram intercom ionos klarna linkedin mailchimp meta microsoft netlify onetrust oracle ovh paypal pinterest salesforce sendgrid sendinblue
  sentry shopify snap squarespace strato stripe tiktok twilio twitter usercentrics vercel vimeo webflow whatsapp wix wordpress x youtube zendesk zoom
  world4you infomaniak gandi o2switch aruba`.split(/\s+/),
);
/** Labels of the name of an entity, with the name on the same line. */
const NAME_LABEL =
  /(?<!\p{L})(?:raison sociale|raz[óo]n social|denominaci[óo]n social|d[ée]nomination sociale|ragione sociale|denominazione sociale|(?:legal|registered|company) name|firmenname|bedrijfsnaam|nazwa firmy)\s?:\s{0,3}(\p{L}[^\n:;]{1,80})/giu;
const MAX_NAME_LENGTH = 120;

/**
 * True when a legal name at `index` is introduced as the owner's, in ten languages. Pages introduce providers in the same
 * words, so ask {@link isProvider} as well.
 */
export function isStatedOwner(text: string, name: string, index: number): boolean {
  const end = index + name.length;
  const [introduction] = BEFORE.exec(text.slice(Math.max(0, index - REACH), index)) ?? [];
  if (introduction !== undefined) return !OTHERS.test(introduction);
  return AFTER.test(text.slice(end, end + REACH));
}

/** True for the name of a provider that sites name beside their owner. */
export function isProvider(name: string): boolean {
  const [first = ""] = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return PROVIDERS.has(first);
}

/** True for a name that is alone on its line, as in the address of an imprint. */
export function isWholeLine(text: string, name: string, index: number): boolean {
  const end = index + name.length;
  return (
    /^$|\n\s{0,3}$/.test(text.slice(Math.max(0, index - 4), index)) && /^\s{0,3}(?:\n|$)/.test(text.slice(end, end + 4))
  );
}

/** The name of an entity without a legal form, as that of an association, after a label that says so. */
export function labelledName(before: string): string | null {
  const [last] = [...before.matchAll(NAME_LABEL)].slice(-1);
  return last?.[1] ? plainText(last[1].replace(/\([^()]{0,40}\)/g, " "), MAX_NAME_LENGTH) || null : null;
}
