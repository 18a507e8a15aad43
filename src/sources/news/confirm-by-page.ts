import { addressKey, plainHost } from "../../lib/hosts.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { type Outbound, outboundFor } from "../../platform/outbound/outbound.ts";
import { readLegalName } from "../../readers/legal/legal-names.ts";
import { legalLines } from "../../readers/legal/legal-text.ts";
import type { NewsItem } from "../../readers/news/feed.ts";
import { tellsOfFunding, tellsOfLeadershipChange } from "../../readers/news/news-headlines.ts";
import { type Document, documentOf } from "../../readers/page/document.ts";
import { isSameSite } from "../../readers/words/company-domain.ts";
import { foldWords } from "../../readers/words/fold.ts";
import { ownLegalNames } from "../companies/choose-entity.ts";
import type { Identity } from "../companies/company.ts";
import { readSiteEvidence, type SiteEvidence } from "../companies/site-evidence.ts";
import { peopleOnSite } from "../people/site-people.ts";
import { openLinked } from "../website/site-pages.ts";
import { NEWSROOM } from "./own-posts.ts";

const MAX_PAGES = 4;
/** Bounds of an article: each sentence is searched for each name of the team. */
const MAX_SENTENCES = 500;
const MAX_SENTENCE_LENGTH = 1_000;
/** Folded words for those who lead a company. An investor may have the same name as one of them. */
const LEADS =
  /-(?:co-?founders?|founders?|founded|ceo|cto|cfo|coo|chief|president|gruender\w*|fondateurs?|fondatrice|fundador\w*)-/;

/**
 * News whose titles name a company by a common word ("Figma"), reduced to those certainly about it: linked by its pages,
 * or with its domain, whole legal name, or a founder or officer of its team. Opens the newest of four publishers.
 */
export async function confirmByPage(context: SourceContext, who: Identity, items: NewsItem[]): Promise<NewsItem[]> {
  const byHost = new Map<string, NewsItem>();
  for (const item of items.toSorted((a, b) => b.date.localeCompare(a.date))) {
    const isTelling =
      tellsOfFunding(item.title, who.name, false) || tellsOfLeadershipChange(item.title, who.name, false);
    const host = plainHost(new URL(item.url ?? "https://invalid"));
    if (item.url && isTelling && !byHost.has(host)) byHost.set(host, item);
  }
  if (byHost.size === 0) return [];
  const outbound = outboundFor(context);
  const proof = proofOf(context, outbound, who);
  const confirmed = await Promise.all(
    [...byHost.values()].slice(0, MAX_PAGES).map(async (item) => {
      const address = item.url ?? "";
      if (isSameSite(address, who.domain)) return item;
      const [page, { isLinked, isProved }] = await Promise.all([outbound.page(address), proof]);
      return isLinked(address) || (page.status === "ok" && isProved(documentOf(page))) ? item : null;
    }),
  );
  return confirmed.filter((item) => item !== null);
}

/** Evidence that only this company's news contains. */
type Proof = { isLinked(address: string): boolean; isProved(document: Document): boolean };

async function proofOf(context: SourceContext, outbound: Outbound, who: Identity): Promise<Proof> {
  const domain = new RegExp(`(?<![\\w-])${who.domain.replaceAll(".", "\\.")}(?![\\w-])`, "i");
  const [site, people] = await Promise.all([readSiteEvidence(context, who.domain), peopleOnSite(context, who)]);
  if (site.status !== "ok") return { isLinked: () => false, isProved: ({ html }) => domain.test(html) };
  const links = await linksOf(outbound, site);
  const legalNames = ownLegalNames(site).filter(isUnlikeOthers).map(foldWords);
  const persons = people.status === "found" ? people.data.map(({ name }) => foldWords(name)) : [];
  const name = foldWords(who.name);
  const isProved = (document: Document) => {
    if (domain.test(document.html)) return true;
    const sentences = legalLines(document)
      .flatMap(({ text }) => text.split(/(?<=[.!?])\s/))
      .slice(0, MAX_SENTENCES)
      .map((sentence) => `-${foldWords(sentence.slice(0, MAX_SENTENCE_LENGTH))}-`);
    return (
      legalNames.some((legalName) => sentences.some((sentence) => sentence.includes(`-${legalName}-`))) ||
      persons.some((person) => isLeader(sentences, `-${person}-`, name))
    );
  };
  return { isLinked: (address) => links.has(addressKey(address)), isProved };
}

/** The addresses that the home page and the newsroom link. */
async function linksOf(outbound: Outbound, { home }: SiteEvidence): Promise<Set<string>> {
  const newsroom = await openLinked(outbound, home, [NEWSROOM]);
  const pages = newsroom ? [home, newsroom] : [home];
  return new Set(pages.flatMap(({ facts }) => facts.anchors.map(({ url }) => addressKey(url.href))));
}

/** A legal name of two words and a form, because many firms are called "Acme, Inc.". */
function isUnlikeOthers(name: string): boolean {
  return readLegalName(name).words.length >= 2;
}

/** Whether a sentence calls the person a founder or officer, of no other firm, and a neighbouring one names the company. */
function isLeader(sentences: string[], person: string, name: string): boolean {
  return sentences.some((sentence, index) => {
    const at = sentence.indexOf(person);
    if (at < 0 || !LEADS.test(sentence)) return false;
    const others = sentence.slice(at + person.length - 1).matchAll(/-(?:of|at|from|de|von|bei|chez)-/g);
    if (
      others.some((other) => !sentence.startsWith(`${name}-`, at + person.length - 1 + other.index + other[0].length))
    )
      return false;
    return sentences.slice(Math.max(0, index - 1), index + 2).some((near) => near.includes(`-${name}-`));
  });
}
