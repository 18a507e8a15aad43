import * as z from "zod";
import type { FoundTechnology } from "../../readers/technologies/find-technologies.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { lookForTechnologies, sourceOf } from "../../sources/technologies/look-for-technologies.ts";
import { missingSources, SITE_REASONS } from "../fields/answer-codes.ts";
import { distinctEvidence, outcomeFields, provenanceOf } from "../fields/answers.ts";
import { defineTool } from "../tool.ts";
import { begin } from "./shared/detector.ts";
import { levelField, technologyEvidence } from "./signal-technologies-identified.ts";

const TIME_LIMIT_MS = 20_000;
const MAX_EVIDENCE_PER_TECHNOLOGY = 3;

const listed = z.looseObject({
  name: z.string(),
  domain: z.string().describe("Domain of the vendor or project"),
  category: z.string(),
  level: levelField.describe("Level of the strongest evidence"),
  evidence: technologyEvidence,
});

export const listTechnologies = defineTool({
  name: "list_technologies",
  category: "signals",
  cost: 3,
  title: "List a company's technologies",
  description: `Lists every technology that a company's home page, headers, cookies and DNS show, out of a catalogue
    of some 830: CMS, shop, framework, hosting and CDN, analytics, advertising, consent, marketing automation, chat
    and support, scheduling, payments, reviews, recruiting, mail and more, each with its category, level and evidence.
    A file hosted on a CDN or cloud is not counted as the site's own use of it. \`possible\` lists technologies whose
    evidence is too weak. Scripts are not run, and internal tools are not visible, so a technology that is not listed
    may still be in use. To check specific technologies, use signal_technologies_identified. Up to 20 seconds.`,
  input: z.object({ domain: companyDomain }),
  output: z.looseObject({
    domain: z.string().describe("The normalised domain that was looked up"),
    technologies: z.array(listed).describe("Technologies in use, sorted by category and name"),
    categories: z.record(z.string(), z.array(z.string())).describe("Names of the technologies in use, by category"),
    possible: z.array(listed).describe("Technologies with only one medium trace or weak traces"),
    incomplete: missingSources(
      ["own_site", "dns"],
      [...SITE_REASONS, "site_not_read", "resolver_unavailable"],
    ).describe("What could not be read"),
    ...outcomeFields({
      sources: ["own_site", "dns"],
      reasons: [...SITE_REASONS, "site_not_read"],
      why: "Why the site could not be read",
      partial: "site or DNS could not be read",
    }),
  }),
  example: { domain: "acme-robotics.example" },
  async run({ domain }, context) {
    const company = begin(context, domain, TIME_LIMIT_MS);
    const { found, hasPage, hasDns, failure } = await lookForTechnologies(company.context, domain, company.home());
    const all = [...found.values()].sort(
      (a, b) =>
        a.technology.category.localeCompare(b.technology.category) ||
        a.technology.name.localeCompare(b.technology.name),
    );
    const seen = all.filter(({ isSeen }) => isSeen);
    if (failure?.status === "failed" && seen.length === 0) throw failure.error;
    const reason = failure && (failure.status === "not_found" ? failure.reason : "site_not_read");
    const incomplete = [
      ...(reason || !hasPage ? [{ source: "own_site", reason: reason ?? "site_not_read" }] : []),
      ...(hasDns ? [] : [{ source: "dns", reason: "resolver_unavailable" }]),
    ];
    const isEmpty = reason !== null && seen.length === 0;
    const byCategory = Map.groupBy(seen, ({ technology }) => technology.category);
    return {
      domain,
      technologies: seen.map(shown),
      categories: Object.fromEntries(
        [...byCategory].map(([category, some]) => [category, some.map(({ technology }) => technology.name)]),
      ),
      possible: all.filter(({ isSeen }) => !isSeen).map(shown),
      reason,
      incomplete,
      status: isEmpty ? ("not_found" as const) : incomplete.length > 0 ? ("partial" as const) : ("ok" as const),
      ...provenanceOf({
        source: sourceOf(seen),
        confidence: seen.length === 0 ? 0 : 0.95,
        evidence: distinctEvidence(seen.flatMap(({ evidence }) => evidence.slice(0, 1).map(({ url }) => pageOf(url)))),
        observedAt: Date.now(),
        cached: false,
      }),
    };
  },
});

const pageOf = (url: string) => ({ url, kind: url.startsWith("dns:") ? "dns" : "own_site" });

function shown({ technology, level, evidence }: FoundTechnology) {
  const { name, domain, category } = technology;
  return { name, domain, category, level, evidence: evidence.slice(0, MAX_EVIDENCE_PER_TECHNOLOGY) };
}
