import * as z from "zod";
import { invalidField } from "../../errors.ts";
import * as catalogues from "../../readers/technologies/catalogue.ts";
import { answerFor, findInJobAds } from "../../readers/technologies/find-technologies.ts";
import { normaliseDomain } from "../../readers/words/company-domain.ts";
import { lookForTechnologies, sourceOf } from "../../sources/technologies/look-for-technologies.ts";
import { codeField } from "../fields/answer-codes.ts";
import { list, rows } from "../tool.ts";
import { defineDetector } from "./shared/detector.ts";

const JOB_ADS_WAIT_MS = 3_000;
const NEEDED = 'Send the technologies to look for, e.g. ["intercom.com", "HubSpot"].';
const NOTHING_KNOWN = "no_known_technology";

/** `technology` is null for a name that is neither in the catalogue nor a domain. */
type Asked = { asked: string; technology: catalogues.Technology | null; isInCatalogue: boolean };

export const levelField = z.enum(["strong", "medium", "weak"]);

/** Where a technology was seen, as both technology tools describe it. */
export const technologyEvidence = rows({
  where: z
    .string()
    .describe("script, stylesheet, frame, header, cookie, generator, markup, inline_script, dns_mx, dns_cname …"),
  level: levelField,
  value: z.string().describe("The matching value"),
  url: z.string().describe("URL of the page, or dns: and the name queried"),
});

/** Finds a technology by name, alias or vendor domain. */
const technology = z
  .string()
  .max(253)
  .refine(
    (text) => /[\p{L}\p{N}]/u.test(text),
    'Send a technology by name or by its vendor\'s domain, e.g. "intercom.com".',
  )
  .trim()
  .meta({ description: "Name of the technology, or domain of its vendor, e.g. Intercom or intercom.com" });

export const technologyList = z.array(technology).max(50);

export const signalTechnologiesIdentified = defineDetector({
  name: "signal_technologies_identified",
  category: "technology",
  title: "Technologies in use",
  description: `Returns whether the company uses the given technologies, with the evidence for each. Reads the
    company's home page (what it loads, its markup and inline scripts), its headers and cookies, and its DNS (mail,
    SPF, name servers, aliases). \`seen\` needs one strong trace or two medium ones; job ads and verification records
    are weak and never enough. \`not_seen\` means that it would be visible there and is not; \`unknown\` that it is
    not visible from outside: internal tools, vendors not in the catalogue, traces too weak, a site that could not be
    read. Scripts are not run, so technologies that load only after consent or behind a login are missed. To list all
    technologies, use list_technologies. Up to 20 seconds.`,
  input: {
    technologies: technologyList.min(1).optional().describe("Technologies to look for, by name or vendor's domain"),
    techs: technologyList.min(1).optional().describe("The same as technologies; send one of the two"),
  },
  output: {
    technologies_found: z.array(z.string()).describe("The requested technologies that were seen"),
    matches: list("One entry for each requested technology, in order", {
      technology: z.string().describe("As requested"),
      name: z.string().describe("Name in the catalogue, or as requested when it is not there"),
      category: z.string(),
      found: z.boolean().describe("True when status is seen"),
      status: z.enum(["seen", "not_seen", "unknown"]),
      reason: codeField(
        ["not_in_catalogue", "not_visible_from_outside", "weak_evidence", "site_not_read", "dns_not_read"],
        "Why the status is unknown; null otherwise",
      ),
      level: levelField.nullable().describe("Level of the strongest evidence; null without any"),
      did_you_mean: z.array(z.string()).describe("Similar names in the catalogue"),
      evidence: technologyEvidence,
    }),
  },
  example: { domain: "acme-robotics.example", technologies: ["intercom.com", "zendesk.com"] },
  inputFrom: ({ techs }) => (techs.length > 0 ? { technologies: techs } : null),
  async run(company, { technologies = [], techs = [] }) {
    const names = [...technologies, ...techs];
    if (names.length === 0) throw invalidField("technologies", NEEDED);
    const catalogue = catalogues.technologyCatalogue();
    const asked = names.map((name) => identify(catalogue, name));
    const wanted = asked.flatMap(({ technology }) => technology ?? []);
    const others = asked.flatMap(({ technology, isInCatalogue }) => (technology && !isInCatalogue ? technology : []));
    const [look, jobs] = await Promise.all([
      lookForTechnologies(company.context, company.domain, company.home(), others),
      // Job ads are weak evidence, so their time limit is short.
      Promise.race([company.jobs().catch(() => null), scheduler.wait(JOB_ADS_WAIT_MS).then(() => null)]),
    ]);
    const ads = findInJobAds(wanted, jobs?.jobs ?? [], company.domain);
    const matches = asked.map(({ asked: text, technology, isInCatalogue }) => {
      const found = technology ? look.found.get(technology) : undefined;
      const ad = technology && ads.get(technology);
      const evidence = [...(found?.evidence ?? []), ...(ad ? [ad] : [])];
      const answer = answerFor(technology, found, ad ? [ad] : [], { ...look, isInCatalogue });
      return {
        technology: text,
        name: technology?.name ?? text,
        category: technology?.category ?? "other",
        found: answer.status === "seen",
        ...answer,
        level: found?.level ?? (ad ? ("weak" as const) : null),
        did_you_mean: technology ? [] : catalogues.nearestTechnologies(catalogue, text),
        evidence,
      };
    });
    const seen = wanted.flatMap((technology) => look.found.get(technology) ?? []).filter(({ isSeen }) => isSeen);
    const { failure } = look;
    // DNS alone can show a technology, but not its absence.
    if (failure?.status === "failed" && seen.length === 0) throw failure.error;
    const missing = failure?.status === "not_found" ? failure.reason : look.hasPage ? null : "site_not_read";
    return {
      isDetected: seen.length > 0,
      strength: asked.length > 0 ? seen.length / asked.length : 0,
      summary: `Technologies in use: ${seen.length} of ${matches.length}.`,
      data: { technologies_found: matches.filter(({ found }) => found).map((match) => match.technology), matches },
      source: sourceOf(seen),
      confidence: seen.length === 0 ? 0 : seen.some(({ level }) => level === "strong") ? 0.95 : 0.8,
      evidence: seen.flatMap(({ evidence }) => evidence.slice(0, 3).map(({ url, where }) => ({ url, kind: where }))),
      reason: failure?.status === "not_found" ? failure.reason : wanted.length === 0 ? NOTHING_KNOWN : null,
      ...(missing && (seen.length > 0 || !failure) && { incomplete: [{ source: "own_site", reason: missing }] }),
    };
  },
});

function identify(catalogue: catalogues.Catalogue, asked: string): Asked {
  const result = normaliseDomain(asked);
  const domain = result.status === "ok" ? result.domain : null;
  const known =
    catalogues.knownTechnology(catalogue, asked) ??
    (domain ? catalogues.knownTechnology(catalogue, domain) : undefined);
  if (known) return { asked, technology: known, isInCatalogue: true };
  return { asked, technology: domain ? catalogues.technologyOfDomain(domain) : null, isInCatalogue: false };
}
