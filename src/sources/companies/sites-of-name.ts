import { indexedNamesakes } from "../../index/search-companies.ts";
import { plainHost } from "../../lib/hosts.ts";
import { replicaOf } from "../../platform/database.ts";
import { type SourceContext, takeWork } from "../../platform/outbound/context.ts";
import { resolve } from "../../platform/outbound/dns.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { guessDomains } from "../../readers/company/domain-guesses.ts";
import { foldName } from "../../readers/company/name-likeness.ts";
import { judgeSite, type NameQuestion } from "../../readers/company/named-site.ts";
import { legalNameKey } from "../../readers/legal/legal-names.ts";
import { copyrightNames, legalLines } from "../../readers/legal/legal-text.ts";
import type { RegisterRecord } from "../../readers/legal/register-record.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { companyDomain, domainStem, registrableDomain } from "../../readers/words/company-domain.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { directoryCompaniesNamed } from "../directory/directory.ts";
import { searchWeb } from "../vendors/brave.ts";
import { factsOnHome } from "../website/company-site.ts";
import { leftFor, openHome, strangerReason } from "../website/site-pages.ts";
import type { EntityCandidate } from "./choose-entity.ts";
import { domainOf, type Fact } from "./match-entity.ts";
import { countryOfSuffix } from "./site-evidence.ts";

/** Sites that are opened for one name. Each takes its home page, robots.txt and two DNS questions. */
const MAX_SITES = 6;
/** Of these, the guesses that are opened before the registers have answered. */
const MAX_GUESSED = 4;
const MAX_SEARCHED = 3;
/** The directory's word alone. */
const MAX_WITHOUT_SITE = 0.8;
/** Two sites are as likely when the better one is no more than this ahead. */
export const CLEAR_LEAD = 0.2;

/** The sites that a name may belong to, most likely first. What a site says about itself decides. Never throws. */
export async function sitesOfName(context: SourceContext, question: NameQuestion, records: Promise<RegisterRecord[]>) {
  const listing = directoryCompaniesNamed(context, question.name);
  const indexing = indexedDomains(context, question.name);
  const guessing = knownGuesses(context, question);
  const searching = searchedDomains(context, question);
  const listed = await listing;
  const opening = new Map<string, ReturnType<typeof openCandidate>>();
  const open = (domains: string[]) => {
    for (const domain of domains) {
      if (opening.size >= MAX_SITES || opening.has(domain)) continue;
      opening.set(domain, openCandidate(context, domain, listed.find((one) => one.domain === domain) ?? null));
    }
  };
  // The best of each kind first; the registers, which take longest, wait for none of them.
  open([...listed.map(({ domain }) => domain), ...(await indexing)]);
  const guessed = await guessing;
  open(guessed.domains.slice(0, MAX_GUESSED));
  const [searched, known] = await Promise.all([searching, records]);
  const ofRegisters = known.flatMap(({ website }) => domainOf(website) ?? []);
  open([...ofRegisters, ...searched.domains, ...guessed.domains.slice(MAX_GUESSED)]);
  const opened = (await Promise.all(opening.values())).filter((site) => site !== null);
  // Two domains that lead to one site are one; the better-known one stays.
  const found = [...Map.groupBy(opened, ({ domain }) => domain).values()].flatMap(
    (some) => some.find(({ site }) => !site.isRedirected) ?? some.slice(0, 1),
  );
  const asked = foldName(question.name);
  const sayers = found.filter(({ site }) => site.names.some((name) => foldName(name) === asked));
  const sites = found.map((one): EntityCandidate => {
    const { domain, url, name = question.name, words } = one;
    const hasRival = sayers.length > 1 && sayers.includes(one);
    const known = { ...one.site, isInRegister: ofRegisters.includes(domain), hasRival };
    const { signs, ...judged } = judgeSite(known, question);
    const confidence = Math.min(judged.confidence, url === null ? MAX_WITHOUT_SITE : 1);
    const agrees: Fact[] = [];
    const isNamed = signs.includes("says_name") || signs.includes("similar_name");
    if (isNamed) agrees.push({ fact: "name_on_own_site", value: name, url });
    if (signs.includes("in_directory")) agrees.push({ fact: "name_in_directory", value: name, url: null });
    const seen = url === null ? [] : [{ url, kind: "home" as const }];
    const site = { name, numbers: [], seen, confidence, words };
    return { record: null, site, domain, agrees, disagrees: [], confidence };
  });
  return {
    sites: sites.filter(({ confidence }) => confidence > 0).sort((a, b) => b.confidence - a.confidence),
    isDnsDown: guessed.isDown,
    hasSearch: searched.isOn,
  };
}

/** Domains of companies of this name in the search index; none when it cannot be asked, because it is one of many hints. */
async function indexedDomains(context: SourceContext, name: string): Promise<string[]> {
  const key = legalNameKey(name);
  if (!key || !takeWork(context)) return [];
  const found = await indexedNamesakes(replicaOf(context.env.DATA), key).catch(() => []);
  return found.map(({ domain }) => domain);
}

/** The guesses that have an address. A resolver that answers for any name is found out by a name that cannot exist. */
async function knownGuesses(context: SourceContext, { name, country }: NameQuestion) {
  const guesses = guessDomains(name, country, context.config.NAME_SUFFIXES);
  const unused = `${crypto.randomUUID().replaceAll("-", "")}.${context.config.NAME_SUFFIXES[0]}`;
  const asked = guesses.length > 0 ? [unused, ...guesses] : [];
  const [wild, ...answers] = await Promise.all(asked.map((domain) => resolve(context, domain, "A")));
  const invented = wild?.status === "ok" ? wild.records : [];
  const domains = guesses.filter((_, index) => {
    const answer = answers[index];
    return answer?.status === "ok" && answer.records.some((address) => !invented.includes(address));
  });
  return { domains, isDown: answers.some((answer) => answer.status === "down") };
}

async function searchedDomains(context: SourceContext, { name, country, about }: NameQuestion) {
  const finding = await searchWeb(context, [name, about, country].filter(Boolean).join(" "));
  const urls = finding.status === "found" ? finding.data : [];
  const domains = urls.flatMap((url) => companyDomain.safeParse(url).data ?? []).map(registrableDomain);
  return { domains: [...new Set(domains)].slice(0, MAX_SEARCHED), isOn: finding.status !== "not_configured" };
}

type Listed = Awaited<ReturnType<typeof directoryCompaniesNamed>>[number];

/** Null for a domain whose site certainly belongs to no company. What the site does not say, or cannot, is what the directory has. */
async function openCandidate(context: SourceContext, asked: string, listed: Listed | null) {
  const opened = await openHome(outboundFor(context), asked);
  const isGone = opened.status === "no_dns" || opened.status === "not_found";
  if (isGone && !listed) return null;
  const home = opened.status === "ok" ? opened : null;
  if (home && strangerReason(asked, home)) return null;
  const domain = (home && leftFor(asked, home)) ?? asked;
  const facts = home && factsOnHome(home, domain, context.config.NETWORK_HOSTS).facts;
  const { name = listed?.name ?? null, description = null, city = null, industry } = facts ?? {};
  const stated = countryCode(facts?.country ?? null) ?? countryCode(listed?.country ?? null);
  const country = stated ?? countryOfSuffix(domain);
  return {
    domain,
    url: isGone ? null : (home?.url.href ?? `https://${asked}/`),
    name: name ?? undefined,
    words: { description, country: home || listed ? country : null, city },
    site: {
      domain,
      hasMainSuffix: domain === `${domainStem(domain)}.${context.config.NAME_SUFFIXES[0]}`,
      names: home ? namesOn(home, name) : [],
      about: home ? [home.facts.title, description, industry, city, plainHost(home.url)].join(" ") : "",
      country,
      saysCountry: stated !== null,
      isInDirectory: listed !== null,
      isRedirected: domain !== asked && listed === null,
    },
  };
}

/** The names that a home page gives its owner, else its title. */
function namesOn({ facts, document }: SitePage, name: string | null): string[] {
  const text = legalLines(document).map((line) => line.text);
  const names = [...(name ? [name] : []), ...facts.siteNames, ...copyrightNames(text.join("\n"))];
  return names.length > 0 ? names : [facts.title];
}
