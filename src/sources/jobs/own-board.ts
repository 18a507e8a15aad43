import { decodeUri } from "../../lib/decode-uri.ts";
import { isWithin } from "../../lib/hosts.ts";
import { string } from "../../lib/loose-json.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { foldName, likeness } from "../../readers/company/name-likeness.ts";
import { isOnSite, type SiteIdentity } from "../../readers/company/site-owner.ts";
import type { BoardContents, RawJob } from "../../readers/jobs/job.ts";
import { line } from "../../readers/jobs/job-of.ts";
import { linkedPostings } from "../../readers/jobs/posting-json-ld.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { patternOf } from "../../readers/words/sections.ts";
import { openPage } from "../website/site-pages.ts";
import { type BoardMark, boardPage, isOnOwnHost } from "./board.ts";

const MAX_JOBS = 50;
const MAX_NAMES = 5;
/** Prefixes used when the name itself is taken. */
const PREFIXES = /^(?:get|try|join|use|hello|team|go|hey|with|weare)/;
const AROUND_A_NAME = patternOf("AROUND_EMPLOYER", "gi");

const GENERIC = new Set(["home", "homepage", "welcome", "start", "startseite", "accueil", "inicio", "index", "main"]);
const MAX_NAME_WORDS = 4;

/** Names in the title of a home page: "dbt Labs" of "dbt Labs | Transform data in your warehouse"; folded. */
export function titleNames(title: string): string[] {
  const pieces = title.split(/\s[|–—·:-]\s/).filter((piece) => piece.trim().split(/\s+/).length <= MAX_NAME_WORDS);
  return pieces.map(foldName).filter((name) => name.length >= 3 && !GENERIC.has(name));
}

/** True when a name is the company's own: equal, or one begins with the other. */
export function isCompanyName(text: string, names: string[]): boolean {
  const found = likeness(text, names);
  if (found !== "alike") return found === "same";
  const folded = foldName(text);
  const bare = folded.replace(PREFIXES, "");
  // Neither contains the other: compare the initials.
  if (!names.some((name) => folded.includes(name) || name.includes(folded))) return true;
  const isBeginning = (name: string) => folded.startsWith(name) || name.startsWith(folded);
  return names.some((name) => isBeginning(name) || bare === name || bare === name.replace(PREFIXES, ""));
}

/** Whether a board is the company's own: an embed, a host or a posting of its own proves it, else name or link. */
export async function isOwnBoard(outbound: Outbound, mark: BoardMark, contents: BoardContents, site: SiteIdentity) {
  if (mark.isEmbedded || isOnOwnHost(mark.ref)) return true;
  if (contents.jobs.slice(0, MAX_JOBS).some((job) => leadsBack(job, site))) return true;
  const names = employerNames(contents);
  if (names.some((text) => saysName(text, site))) return true;
  // The company links a board under exactly its own name. Feeds may name a legal entity that the site does not mention.
  const token = decodeUri(mark.ref.token.split("/")[0] ?? "");
  if (likeness(token, site.names) === "same") return true;

  const page = await openPage(outbound, boardPage(mark));
  if (page.status !== "ok") return names.length === 0 && isCompanyName(token, site.names);
  const { facts } = page;
  if (facts.anchors.some(({ url }) => /^https?:$/.test(url.protocol) && isOnSite(url, site))) return true;
  const postings = linkedPostings(facts.jsonLd);
  if (postings.some(({ homes }) => homes.some((home) => isWrittenOn(home, site)))) return true;
  if (names.length > 0) return false;
  const companies = postings.flatMap(({ company }) => line(company) ?? []);
  const titles = [...facts.siteNames, facts.title, ...facts.title.split(/\s[|–—·:-]\s/), ...companies];
  return titles.some((title) => saysName(title, site));
}

/** True for the company's name, also in "Jobs at Acme". */
function saysName(text: string, { names }: SiteIdentity): boolean {
  const bare = text.replace(AROUND_A_NAME(), " ").trim();
  return bare !== "" && (isCompanyName(text, names) || isCompanyName(bare, names));
}

/** The employers that a board names, for itself and in its first jobs. */
export function employerNames({ name, jobs }: BoardContents): string[] {
  const names = [name, ...jobs.slice(0, MAX_JOBS).map(({ company }) => company)].flatMap((text) => line(text) ?? []);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** True when a posting's address, or an address in its text, is on the company's domain. */
function leadsBack({ url, description }: RawJob, site: SiteIdentity): boolean {
  if (isWrittenOn(line(url) ?? "", site)) return true;
  const text = (string(description) ?? "").slice(0, 20_000).toLowerCase();
  return text.split(/[^a-z0-9.-]+|\.(?![a-z0-9])/).some((host) => isWithin(host, site.domains));
}

function isWrittenOn(address: string, site: SiteIdentity): boolean {
  const url = URL.parse(address);
  return url !== null && isOnSite(url, site);
}

/** True when a page off the company's domain links back to it, or has its name. */
export function isOwnCareersSite({ facts }: SitePage, site: SiteIdentity): boolean {
  const leadsBack = facts.anchors.some(({ url }) => isOnSite(url, site));
  return leadsBack || facts.siteNames.some((name) => isCompanyName(name, site.names));
}
