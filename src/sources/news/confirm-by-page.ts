import { foldWords } from "../../lib/fold.ts";
import { addressKey, plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import type { NewsItem } from "../../readers/news/feed.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../readers/news/news-headlines.ts";
import { type Document, documentOf } from "../../readers/page/document.ts";
import { ownLegalNames } from "../companies/choose-entity.ts";
import { hasDomain, type Identity, isAbout, namesCompany } from "../companies/company.ts";
import { readSiteEvidence } from "../companies/site-evidence.ts";
import { peopleOnSite } from "../people/site-people.ts";
import { openLinked } from "../website/site-pages.ts";

const MAX_PAGES = 4;
/** Bounds of an article: each sentence is searched for each name of the team. */
const MAX_SENTENCES = 500;
const MAX_SENTENCE_LENGTH = 1_000;
/** Folded words for those who lead a company. An investor may have the same name as one of them. */
const LEADS =
  /-(?:co-?founders?|founders?|founded|ceo|cto|cfo|coo|chief|president|gruender\w*|fondateurs?|fondatrice|fundador\w*)-/;

/** `text` is that of a post without an article. */
type Candidate = NewsItem & { text?: string };

/** The news that is certainly about the company; if its name is common, by what the newest of four publishers write. */
export async function certainlyAbout(context: SourceContext, who: Identity, found: Candidate[]): Promise<NewsItem[]> {
  const sure = found.filter((item) => isAbout(who, item));
  const articles = who.isTelling ? [] : found.filter((item) => !item.text && !sure.includes(item));
  const doubtful = articles.filter(({ title }) => namesCompany(who, title));
  const confirmed = await confirmByPage(context, who, doubtful);
  return [...sure, ...confirmed].map(({ text: _, ...item }) => item);
}

async function confirmByPage(context: SourceContext, who: Identity, items: Candidate[]): Promise<Candidate[]> {
  const byHost = new Map<string, Candidate & { url: string }>();
  for (const item of items.toSorted((a, b) => b.date.localeCompare(a.date))) {
    const { title, url } = item;
    const tells = tellsOfFunding(title, who.name, false) || tellsOfLeadershipChange(title, who.name, false);
    const host = url && plainHost(new URL(url));
    if (host && tells && !byHost.has(host)) byHost.set(host, { ...item, url });
  }
  if (byHost.size === 0) return [];
  const outbound = outboundFor(context);
  const proof = proofOf(context, outbound, who);
  const confirmed = await Promise.all(
    [...byHost.values()].slice(0, MAX_PAGES).map(async (item) => {
      const [page, known] = await Promise.all([outbound.page(item.url), proof]);
      if (known.links.has(addressKey(item.url))) return [item];
      return page.status === "ok" && isOn(documentOf(page), who, known) ? [item] : [];
    }),
  );
  return confirmed.flat();
}

/** What only this company's news has: addresses that its pages link, and names. */
type Proof = { links: Set<string>; legalNames: string[]; persons: string[] };

async function proofOf(context: SourceContext, outbound: Outbound, who: Identity): Promise<Proof> {
  const [site, people] = await Promise.all([readSiteEvidence(context, who.domain), peopleOnSite(context, who)]);
  if (site.status !== "ok") return { links: new Set(), legalNames: [], persons: [] };
  const newsroom = await openLinked(outbound, site.home, ["newsrooms"]);
  const pages = newsroom ? [site.home, newsroom] : [site.home];
  return {
    links: new Set(pages.flatMap(({ facts }) => facts.anchors.map(({ url }) => addressKey(url.href)))),
    // Two words and a form, because many firms are called "Acme, Inc.".
    legalNames: ownLegalNames(site).filter((name) => readLegalName(name).words.length >= 2),
    persons: people.status === "found" ? people.data.map(({ name }) => name) : [],
  };
}

function isOn(document: Document, who: Identity, { legalNames, persons }: Proof): boolean {
  if (hasDomain(who, document.html)) return true;
  const sentences = legalLines(document)
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s/))
    .slice(0, MAX_SENTENCES)
    .map((sentence) => `-${foldWords(sentence.slice(0, MAX_SENTENCE_LENGTH))}-`);
  return (
    legalNames.some((name) => sentences.some((sentence) => sentence.includes(`-${foldWords(name)}-`))) ||
    persons.some((person) => isLeader(sentences, `-${foldWords(person)}-`, foldWords(who.name)))
  );
}

/** Whether a sentence calls the person a founder or officer, of no other firm, and a neighbouring one names the company. */
function isLeader(sentences: string[], person: string, name: string): boolean {
  return sentences.some((sentence, index) => {
    const at = sentence.indexOf(person);
    if (at < 0 || !LEADS.test(sentence)) return false;
    const rest = sentence.slice(at + person.length - 1);
    const firms = rest.matchAll(/-(?:of|at|from|de|von|bei|chez)-/g);
    if (firms.some(({ 0: of, index }) => !rest.startsWith(`${name}-`, index + of.length))) return false;
    return sentences.slice(Math.max(0, index - 1), index + 2).some((near) => near.includes(`-${name}-`));
  });
}
