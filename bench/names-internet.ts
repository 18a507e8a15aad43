/**
 * The Internet of `npm run bench:names`: the sites of listed companies say their names in the usual places, and what else their
 * names may lead to is made up: parked domains, domains for sale, other firms, namesakes, and domains that lead on. What a host is
 * depends on its name only.
 */
import { domainStem, registrableDomain } from "../src/readers/words/company-domain.ts";
import truth from "./truth/names.json" with { type: "json" };

const DELAY_MS = 120;

type Company = { name: string; domain: string; country: string };
const COUNTRIES = truth.located.map(([, , country]) => country as string);
const COMPANIES = [...truth.companies, ...truth.located].map(([name = "", site = "", country]): Company => {
  const domain = registrableDomain(site);
  return { name, domain, country: country ?? countryOf(domain) };
});
const OWNERS = new Map(COMPANIES.map((company) => [company.domain, company]));
/** The companies by what guesses are made of. */
const NAMES = new Map(COMPANIES.map((company) => [keyOf(company.name), company]));

type Site =
  | { kind: "none" | "parked" | "blocked" }
  | { kind: "firm"; name: string; country: string }
  | { kind: "leads_to"; domain: string };

/**
 * How a company's site names it, against the list: of 299 domains in two of three public lists (remoteintech/remote-jobs,
 * poteto/hiring-without-whiteboards, colophon-group/jobseek) 250 have equal names, in 36 one contains the other, 13 differ.
 */
const LONGER_NAMES = 0.12;
const OTHER_NAMES = 0.04;
const ADDITIONS = ["Labs", "Systems", "Software", "Bank"];

type Shares = { none: number; parked: number; leads_to: number; namesake: number };

/**
 * Assumed shares of what a domain is that no listed company has; the rest are other firms. Short names are taken, and have
 * namesakes; long ones are mostly free. By the length of the label: up to 7, up to 12, longer.
 */
const MAIN: Shares[] = [
  { none: 0.02, parked: 0.3, leads_to: 0.1, namesake: 0.25 },
  { none: 0.25, parked: 0.25, leads_to: 0.15, namesake: 0.2 },
  { none: 0.65, parked: 0.15, leads_to: 0.1, namesake: 0.05 },
];
const OTHERS: Shares[] = [
  { none: 0.4, parked: 0.2, leads_to: 0.1, namesake: 0.1 },
  { none: 0.65, parked: 0.15, leads_to: 0.1, namesake: 0.04 },
  { none: 0.9, parked: 0.04, leads_to: 0.03, namesake: 0.01 },
];

function siteOf(domain: string): Site {
  const dice = hash(domain);
  const owner = OWNERS.get(domain);
  if (owner) return dice < 0.03 ? { kind: "blocked" } : { kind: "firm", ...owner, name: ownName(owner.name) };
  const label = domainStem(domain);
  const meant = NAMES.get(keyOf(label));
  const length = label.length <= 7 ? 0 : label.length <= 12 ? 1 : 2;
  const { none, parked, leads_to, namesake } = (domain.endsWith(".com") ? MAIN : OTHERS)[length] as Shares;
  if (dice < none) return { kind: "none" };
  if (dice < none + parked) return { kind: "parked" };
  if (meant && dice < none + parked + leads_to) return { kind: "leads_to", domain: meant.domain };
  const country = countryOf(domain);
  if (meant && dice < none + parked + leads_to + namesake) return { kind: "firm", name: meant.name, country };
  return { kind: "firm", name: `${label.slice(0, 1).toUpperCase()}${label.slice(1)} Trading House`, country };
}

function ownName(name: string): string {
  const dice = hash(`name ${name}`);
  if (dice < OTHER_NAMES) return "Northwind Group";
  if (dice >= OTHER_NAMES + LONGER_NAMES) return name;
  const words = name.split(" ");
  return words.length > 1 ? words.slice(0, -1).join(" ") : `${name} ${ADDITIONS[Math.floor(dice * 100) % 4]}`;
}

/** The country of a firm that no list gives one: drawn from those of the list. */
function countryOf(domain: string): string {
  return COUNTRIES[Math.floor(hash(`country ${domain}`) * COUNTRIES.length)] ?? "US";
}

function pageOf(domain: string, { name, country }: Pick<Company, "name" | "country">): string {
  const dice = hash(`page ${domain}`);
  const about = `<p>${name} helps teams everywhere with what they do every day, since many years.</p>`.repeat(12);
  const links = '<a href="/about">About</a><a href="/contact">Contact</a>';
  if (dice < 0.35) {
    const address = { "@type": "PostalAddress", addressCountry: country };
    const node = JSON.stringify({ "@type": "Organization", name, url: `https://${domain}/`, address });
    return `<title>Work that matters</title><script type="application/ld+json">${node}</script>${links}${about}`;
  }
  if (dice < 0.65)
    return `<title>Work that matters</title><meta property="og:site_name" content="${name}">${links}${about}`;
  if (dice < 0.9) return `<title>${name} | Work that matters</title>${links}${about}`;
  return `<title>Work that matters</title>${links}${about}<footer>© 2026 ${name}. All rights reserved.</footer>`;
}

const PARKED =
  "<title>This domain is for sale</title><body>The domain may be for sale by its owner. Buy this domain.</body>";

function answer(url: URL): Response {
  const domain = registrableDomain(url.hostname);
  const site = siteOf(domain);
  if (url.pathname === "/robots.txt") return new Response("", { status: 404 });
  if (site.kind === "blocked") return new Response("no", { status: 403 });
  if (site.kind === "leads_to") return Response.redirect(`https://${site.domain}/`, 301);
  const html = site.kind === "firm" ? pageOf(domain, site) : PARKED;
  return new Response(`<!doctype html><html>${html}</html>`, { headers: { "Content-Type": "text/html" } });
}

function resolveName(url: URL): Response {
  const name = url.searchParams.get("name") ?? "";
  const isKnown = siteOf(registrableDomain(name)).kind !== "none" && !/^[0-9a-f]{32}\./.test(name);
  const isAddress = url.searchParams.get("type") === "A";
  const records = isKnown && isAddress ? [{ name, type: 1, TTL: 300, data: "93.184.215.14" }] : [];
  return Response.json({ Status: isKnown ? 0 : 3, Answer: records });
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** A number from 0 to 1 that depends on the text only. */
function hash(text: string): number {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619);
  value = Math.imul(value ^ (value >>> 15), 2_246_822_519);
  return ((value ^ (value >>> 13)) >>> 0) / 2 ** 32;
}

export default {
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    await new Promise((done) => setTimeout(done, DELAY_MS));
    if (url.hostname === "cloudflare-dns.com") return resolveName(url);
    // Registers know none of them.
    if (/gleif|brreg|gouv\.fr|prh\.fi|ares\.gov|sec\.gov|europa\.eu|data\./.test(url.hostname))
      return new Response("{}", { status: 404 });
    return answer(url);
  },
};
