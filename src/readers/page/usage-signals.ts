/** What a site allows to be done with a page, by what its files, headers and tags say. Pure; the page itself was allowed to be fetched. */

import { lazyPer } from "../../lib/lazy.ts";
import { parseJson, records } from "../../lib/loose-json.ts";
import { idOf } from "../rule.ts";
import { documentOf, type FetchedPage, type HouseTexts } from "./document.ts";
import type { PageFacts } from "./page-facts.ts";
import { pathRank, robotsLines } from "./robots-lines.ts";

type SignalSource = "robots.txt" | "header" | "meta" | "tdmrep.json" | "ai.txt";
/** One thing that a site says about its pages, as `key=value`; `line` as written. */
type Statement = { source: SignalSource; said: string; line: string };

/** A limit, and who said so. The strictest of all statements holds. */
type Limit<Value> = { value: Value; saidBy: Pick<Statement, "source" | "line"> | null };
type Quote = "passage" | "excerpt" | "nothing";
/** `mayUseAsInput`: words of the page may be given to a model; facts with a link may be in any case. */
type PageUse = { mayIndex: Limit<boolean>; mayQuote: Limit<Quote>; mayUseAsInput: Limit<boolean> };

/** What is read of a page and its site. */
type UsageTexts = HouseTexts & { url: URL; now: number; headers: Headers; metas: PageFacts["metas"] };

/** What may not be done with a page. */
type Limits = { index?: false; quote?: Exclude<Quote, "passage">; input?: false };

const RESERVED = { quote: "nothing", input: false } as const;
const SHORT_LIVED = { index: false, quote: "excerpt" } as const;

/** Statements, with the limits that follow from them. */
const LIMITS: Record<string, [statement: RegExp, limits: Limits]> = {
  "search_no: not for search": [/^search=no?$/, { index: false }],
  "ai_input_no: not as input of a model": [/^ai-input=no?$/, RESERVED],
  "use_reference: a link with a short excerpt": [/^use=reference$/, { quote: "excerpt" }],
  "use_immediate: for the answer at hand, not to be kept": [/^use=immediate$/, SHORT_LIVED],
  "noindex: not indexed": [/^no(?:index|ne)=/, { index: false }],
  "unavailable_after: no longer indexed": [/^unavailable_after=past$/, { index: false }],
  "nosnippet: no excerpt": [/^(?:nosnippet=|max-snippet=0+$)/, { quote: "nothing" }],
  "max_snippet: excerpts of a length": [/^max-snippet=0*[1-9]/, { quote: "excerpt" }],
  "noai: not for models": [/^noai=/, RESERVED],
  "tdm_reserved: rights to mine text and data are reserved": [/^tdm-reservation=1$/, RESERVED],
  "ai_txt_disallow: ai.txt disallows the page": [/^ai\.txt disallow=/, RESERVED],
};

export const USE_RULES = Object.entries(LIMITS).map(([key, [statement, limits]]) => ({
  id: idOf(key),
  holds: (said: string) => statement.test(said),
  limits,
}));

const MAX_STATEMENTS = 200;
const MAX_LINE = 200;
const STRICTNESS: Record<Quote, number> = { passage: 0, excerpt: 1, nothing: 2 };

/** What may be done with a page. Where statements contradict each other, the stricter one holds. */
export function readPageUse(texts: UsageTexts): PageUse {
  const use: PageUse = {
    mayIndex: { value: true, saidBy: null },
    mayQuote: { value: "passage", saidBy: null },
    mayUseAsInput: { value: true, saidBy: null },
  };
  for (const { source, said, line } of statementsOf(texts)) {
    const saidBy = { source, line: line.slice(0, MAX_LINE) };
    for (const { limits } of USE_RULES.filter(({ holds }) => holds(said))) {
      const { index, input, quote } = limits;
      if (index === false && use.mayIndex.value) use.mayIndex = { value: false, saidBy };
      if (input === false && use.mayUseAsInput.value) use.mayUseAsInput = { value: false, saidBy };
      if (quote && STRICTNESS[quote] > STRICTNESS[use.mayQuote.value]) use.mayQuote = { value: quote, saidBy };
    }
  }
  return use;
}

/** Of a site whose files were not asked for. */
export const NO_FILES: HouseTexts = { token: "", robots: "", tdmrep: "", aiTxt: "" };

function textsOf(page: FetchedPage, house: HouseTexts): UsageTexts {
  const { url, headers, fetchedAt: now = 0 } = page;
  return { url, headers, now, metas: documentOf(page).facts.metas, ...house };
}

/** {@link readPageUse} of a fetched page. */
export const useOf = lazyPer((page: FetchedPage) => readPageUse(textsOf(page, page.house ?? NO_FILES)));

/** True when a page itself opts out of data mining, by its tags or headers: `noai`, or a reservation of TDMRep. */
export function optsOut(page: FetchedPage): boolean {
  return statementsOf(textsOf(page, NO_FILES)).some(({ said }) => /^(?:noai=|tdm-reservation=1$)/.test(said));
}

const EXCERPT_LENGTH = 160;

/** As much of a passage as its page lets be quoted: all, an excerpt of up to 160 characters, or null. */
export function quote(passage: string | null, { mayQuote }: PageUse): string | null {
  if (passage === null || mayQuote.value === "nothing") return null;
  if (mayQuote.value === "passage" || passage.length <= EXCERPT_LENGTH) return passage;
  return `${passage.slice(0, EXCERPT_LENGTH).replace(/(?<!\s)\s{1,100}\S{0,200}$/, "")}…`;
}

function statementsOf(texts: UsageTexts): Statement[] {
  const { headers, metas, token } = texts;
  const inHeader = (name: string) => {
    const value = headers.get(name);
    return value === null ? [] : ofNamed("header", name, value, texts);
  };
  const inMeta = metas.flatMap(({ name, content }) => {
    if (name.toLowerCase() === token.toLowerCase()) return ofDirectives("meta", name, content, texts);
    // A tag that tells another bot so still says what the owner thinks of models.
    if (/^[\w-]*bot$/i.test(name))
      return ofDirectives("meta", name, content, texts).filter(({ said }) => said.startsWith("noai="));
    return ofNamed("meta", name, content, texts);
  });
  const found = [
    ...ofRobots(texts),
    ...["Content-Signal", "Content-Usage", "X-Robots-Tag", "tdm-reservation"].flatMap(inHeader),
    ...inMeta,
    ...ofTdmFile(texts),
    ...ofAiTxt(texts),
  ];
  return found.slice(0, MAX_STATEMENTS);
}

/** The statements of a header or a meta element by its name. `tdm-reservation` is of TDMRep (w3.org/community/reports/tdmrep). */
function ofNamed(source: "header" | "meta", name: string, value: string, texts: UsageTexts): Statement[] {
  if (/^content-(?:signal|usage)$/i.test(name)) return pairs(source, value, `${name}: ${value}`);
  if (/^tdm-reservation$/i.test(name))
    return [{ source, said: `tdm-reservation=${value.trim()}`, line: `${name}: ${value}` }];
  return /^(?:x-robots-tag|robots)$/i.test(name) ? ofDirectives(source, name, value, texts) : [];
}

/** `Content-Signal` (contentsignals.org) and `Content-Usage` (draft-ietf-aipref-attach) of the group for us and of the file's head. */
function ofRobots({ robots, url, token }: UsageTexts): Statement[] {
  const signals = robotsLines(robots, token)
    .filter(({ key }) => key === "content-signal" || key === "content-usage")
    .map((line) => {
      const [path = ""] = /^\/\S*/.exec(line.value) ?? [];
      return { ...line, value: line.value.slice(path.length).trim(), rank: pathRank(path || "/", url) };
    });
  return mostSpecific(signals).flatMap(({ value, text }) => pairs("robots.txt", value, text));
}

/** The longest path that matches speaks for the page (RFC 9309, section 2.2.2). */
function mostSpecific<Item extends { rank: number }>(items: Item[]): Item[] {
  const best = Math.max(1, ...items.map(({ rank }) => rank));
  return items.filter(({ rank }) => rank === best);
}

/** `search=yes, ai-input=no` */
function pairs(source: SignalSource, list: string, line: string): Statement[] {
  const found = list.toLowerCase().matchAll(/([a-z][a-z-]{0,30})\s*=\s*"?([a-z]{1,20})/g);
  return [...found].map(([, key, value]) => ({ source, said: `${key}=${value}`, line }));
}

/** Rules of robots meta tags and `X-Robots-Tag` (developers.google.com/search); a name before a colon says for whom. */
function ofDirectives(source: SignalSource, name: string, list: string, { token, now }: UsageTexts): Statement[] {
  let isOurs = true;
  const found: Statement[] = [];
  for (const part of list.split(/,(?!\s*\d{1,2}[\s-]\w{3}[\s-]\d{2,4})/).slice(0, MAX_STATEMENTS)) {
    const [, bot, rule = ""] = /^(?:(?!max-|unavailable_after)([\w-]{1,60})\s{0,20}:)?(.*)$/s.exec(part.trim()) ?? [];
    if (bot !== undefined) isOurs = bot.toLowerCase() === token.toLowerCase();
    const [, written = "", value = ""] = /^([\w-]{1,40})(?:\s*:\s*(.*))?/s.exec(rule.trim()) ?? [];
    const key = written.toLowerCase();
    const isOver = key === "unavailable_after" && Date.parse(value) < now;
    if (isOurs && key) found.push({ source, said: `${key}=${isOver ? "past" : value}`, line: `${name}: ${list}` });
  }
  return found;
}

/** `/.well-known/tdmrep.json`: the most specific location speaks for the page. */
function ofTdmFile({ tdmrep, url }: UsageTexts): Statement[] {
  const rules = records(parseJson(tdmrep)).slice(0, MAX_STATEMENTS);
  const ranked = rules.map((rule) => ({ rule, rank: pathRank(String(rule.location ?? ""), url) }));
  return mostSpecific(ranked).map(({ rule }) => {
    const said = `tdm-reservation=${rule["tdm-reservation"]}`;
    return { source: "tdmrep.json", said, line: JSON.stringify(rule) };
  });
}

/** `/ai.txt` in the form of robots.txt (site.spawning.ai/spawning-ai-txt), whose paths are mostly endings of files. */
function ofAiTxt({ aiTxt, url, token }: UsageTexts): Statement[] {
  const isBare = !/\.\w{1,8}$/.test(url.pathname);
  const page = isBare ? new URL(`${url.pathname.replace(/\/$/, "")}/index.html`, url) : url;
  const rules = robotsLines(aiTxt, token)
    .filter(({ key, value }) => (key === "allow" || key === "disallow") && value !== "")
    .map((line) => ({ ...line, rank: Math.max(pathRank(line.value, page), pathRank(line.value, url)) }));
  return mostSpecific(rules).map(({ key, value, text }) => {
    return { source: "ai.txt", said: `ai.txt ${key}=${value}`, line: text };
  });
}
