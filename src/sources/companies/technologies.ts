import { isWithin, plainHost } from "../../lib/hosts.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { plainText } from "../../text/plain-text.ts";
import type { Job } from "../facts/job.ts";
import type { PageResources } from "../website/page-resources.ts";
import type { SitePage } from "../website/site.ts";
import type { DnsFootprint } from "./dns-footprint.ts";
import type { Technology } from "./technology-list.ts";

/** `strong`: the site loads it or the DNS points there. `medium`: the site prepares for it. `weak`: somebody mentions it. */
export type Level = "strong" | "medium" | "weak";

/** One place that speaks for a technology. `value` is inert and at most 200 characters. */
export type TechnologyEvidence = { where: string; level: Level; value: string; url: string };

export type TechnologyMatch = {
  /** The technology as it was asked for. */
  technology: string;
  found: boolean;
  level: Level | null;
  evidence: TechnologyEvidence[];
};

/** What is known of a company, as far as it could be looked at. */
export type Traces = {
  domain: string;
  home: { page: SitePage; resources: PageResources } | null;
  dns: DnsFootprint | null;
  jobs: Job[];
};

const MAX_VALUE_LENGTH = 200;
const MAX_EVIDENCE = 10;
const LEVELS: Level[] = ["strong", "medium", "weak"];
const LOADED: Record<PageResources["loads"][number]["where"], Level> = {
  script: "strong",
  stylesheet: "strong",
  frame: "strong",
  form: "strong",
  image: "medium",
  hint: "medium",
};

/** Whether `traces` show the technology in use: at least one strong trace, or two medium ones. A link or a mention in a text is none. */
export function matchTechnology(asked: string, technology: Technology, traces: Traces): TechnologyMatch {
  const own = registrableDomain(traces.domain);
  // A vendor's own site loads from its own domain, which says nothing.
  const hosts = technology.hosts.filter((host) => registrableDomain(host.split("/")[0] ?? "") !== own);
  const all = [
    ...onPage(technology, hosts, traces),
    ...inDns(technology, hosts, traces),
    ...inJobs(technology, traces),
  ];
  const evidence = distinct(all).sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const of = (level: Level) => evidence.filter((item) => item.level === level).length;
  return {
    technology: asked,
    found: of("strong") >= 1 || of("medium") >= 2,
    level: evidence[0]?.level ?? null,
    evidence: evidence.slice(0, MAX_EVIDENCE),
  };
}

function onPage(technology: Technology, hosts: string[], { home }: Traces): TechnologyEvidence[] {
  if (!home) return [];
  const { page, resources } = home;
  const url = page.url.href;
  const found: TechnologyEvidence[] = [];
  const add = (where: string, level: Level, value: string) => found.push({ where, level, value: bounded(value), url });

  for (const { where, url: address } of resources.loads) {
    if (hosts.some((host) => isAt(address, host))) add(where, LOADED[where], address.origin + address.pathname);
  }
  for (const script of resources.inlineScripts) {
    const text = script.toLowerCase().replaceAll("\\/", "/");
    const host = hosts.find((candidate) => namesHost(text, candidate));
    // The vendor's own domain in a script may be a mere link; a host that only serves the technology is its loader.
    if (host) add("inline_script", host === technology.domain ? "medium" : "strong", host);
    const mark = technology.global.find((global) => text.includes(global));
    if (mark) add("inline_script", "medium", mark);
  }
  const headers = page.page.headers;
  const policy = `${headers.get("Content-Security-Policy") ?? ""} ${resources.policy ?? ""}`.toLowerCase();
  const allowed = hosts.find((host) => namesHost(policy, host.split("/")[0] ?? ""));
  if (allowed) add("csp", "medium", allowed);
  for (const cookie of headers.getSetCookie()) {
    const name = cookie.split("=")[0]?.trim() ?? "";
    const scope = /;\s*domain=\.?([^;\s]+)/i.exec(cookie)?.[1]?.toLowerCase() ?? "";
    const isTheirs = technology.cookie.some((prefix) => name.toLowerCase().startsWith(prefix));
    if (isTheirs || (scope && isWithin(scope, hosts))) add("cookie", "medium", name);
  }
  for (const mark of technology.header) {
    const [name = "", text = ""] = mark.split("=");
    for (const [header, value] of headers) {
      const isNamed = name.endsWith("-") ? header.startsWith(name) : header === name;
      if (isNamed && value.toLowerCase().includes(text)) add("header", "strong", `${header}: ${value}`);
    }
  }
  const generator = resources.generator;
  if (generator && technology.meta.some((prefix) => generator.toLowerCase().startsWith(prefix))) {
    add("generator", "strong", generator);
  }
  return found;
}

function inDns(technology: Technology, hosts: string[], { dns }: Traces): TechnologyEvidence[] {
  if (!dns) return [];
  const found: TechnologyEvidence[] = [];
  const add = (where: string, level: Level, name: string, value: string) =>
    found.push({ where, level, value: bounded(value), url: `dns:${name}` });
  const names = hosts.filter((host) => !host.includes("/"));
  for (const { name, target } of dns.aliases) if (isWithin(target, names)) add("dns_cname", "strong", name, target);
  for (const host of dns.mailHosts) if (isWithin(host, names)) add("dns_mx", "strong", dns.domain, host);
  for (const record of dns.texts) {
    const text = record.toLowerCase();
    if (technology.txt.some((prefix) => text.startsWith(prefix)))
      add("dns_txt", "weak", dns.domain, record.split("=")[0] ?? "");
    if (!text.startsWith("v=spf1")) continue;
    const included = [...text.matchAll(/\b(?:include:|redirect=)([\w.-]+)/g)].map(([, host = ""]) => host);
    for (const host of included) if (isWithin(host, names)) add("dns_spf", "medium", dns.domain, host);
  }
  return found;
}

function inJobs(technology: Technology, { domain, jobs }: Traces): TechnologyEvidence[] {
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(technology.name)}(?![\\p{L}\\p{N}])`, "iu");
  const job = jobs.find(({ description }) => description && word.test(description));
  return job
    ? [{ where: "job_ad", level: "weak", value: bounded(job.title), url: job.url ?? `https://${domain}/` }]
    : [];
}

/** `mark` is a host, or a host with the path that only the technology uses. */
function isAt(url: URL, mark: string): boolean {
  const [host = "", ...path] = mark.split("/");
  return isWithin(plainHost(url), [host]) && url.pathname.toLowerCase().startsWith(`/${path.join("/")}`);
}

/** True when `text` has the host, or one below it, as a whole. */
function namesHost(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + 1)) {
    const after = text.slice(at + host.length, at + host.length + 2);
    if (!/[\w-]/.test(text[at - 1] ?? "") && !/^([\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}

function distinct(evidence: TechnologyEvidence[]): TechnologyEvidence[] {
  return [...new Map(evidence.map((item) => [`${item.where} ${item.value}`, item])).values()];
}

function bounded(value: string): string {
  return plainText(value, MAX_VALUE_LENGTH);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
