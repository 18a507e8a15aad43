import * as z from "zod";
import { dnsFootprint } from "../../sources/companies/dns-footprint.ts";
import { matchTechnology } from "../../sources/companies/technologies.ts";
import { knownTechnology, type Technology, unknownTechnology } from "../../sources/companies/technology-list.ts";
import { readResources } from "../../sources/website/page-resources.ts";
import { homeFailure, strangerReason } from "../../sources/website/site.ts";
import { normaliseDomain } from "../../text/company-domain.ts";
import { defineDetector } from "./shared/detector.ts";

const MAX_TECHNOLOGIES = 50;
const MAX_NAME_LENGTH = 253;
const JOB_ADS_WAIT_MS = 3_000;

/** A technology by the domain of its vendor, or by a name we know. */
const technology = z
  .string()
  .max(MAX_NAME_LENGTH)
  .transform((text, issues): { asked: string; technology: Technology } => {
    const asked = text.trim();
    const result = normaliseDomain(asked);
    const known = knownTechnology(asked) ?? ("domain" in result ? knownTechnology(result.domain) : undefined);
    if (known) return { asked, technology: known };
    if ("domain" in result) return { asked, technology: unknownTechnology(result.domain) };
    issues.addIssue({ code: "custom", message: 'Send the domain of the technology\'s vendor, e.g. "intercom.com".' });
    return z.NEVER;
  })
  .meta({ description: "Domain of the technology's vendor, e.g. intercom.com" });

export const technologyList = z.array(technology).max(MAX_TECHNOLOGIES);

export const signalTechnologiesIdentified = defineDetector({
  name: "signal_technologies_identified",
  category: "technology",
  title: "Technologies in use",
  description:
    "Whether the company uses the given technologies, with the evidence for each. Looks at what its home page loads (scripts, frames, forms, styles), its headers and cookies, and its DNS (mail, SPF, aliases). found means one strong trace or two medium ones; job ads and verification records are weak and never enough. Scripts are not run: what appears only after consent or behind a login is missed. Up to 20 seconds.",
  input: { technologies: technologyList.min(1).describe("Technologies to look for") },
  output: {
    technologies_found: z.array(z.string()).describe("Those in use, as they were asked for"),
    matches: z
      .array(
        z.looseObject({
          technology: z.string().describe("As it was asked for"),
          name: z.string().describe("Its name, or the domain when we do not know it"),
          category: z.string(),
          found: z.boolean(),
          level: z.enum(["strong", "medium", "weak"]).nullable().describe("The best trace; null without any"),
          evidence: z.array(
            z.looseObject({ where: z.string(), level: z.string(), value: z.string(), url: z.string() }),
          ),
        }),
      )
      .describe("One for each technology, in the order asked"),
  },
  example: { domain: "acme-robotics.example", technologies: ["intercom.com", "zendesk.com"] },
  inputFrom: ({ techs }) => (techs.length > 0 ? { technologies: techs } : null),
  async run(company, { technologies }) {
    const [home, dns, jobs] = await Promise.all([
      company.home(),
      dnsFootprint(company.context, company.domain),
      // Job ads are weak evidence: nobody waits long for them, and without them the answer is the same.
      Promise.race([company.jobs().catch(() => null), scheduler.wait(JOB_ADS_WAIT_MS).then(() => null)]),
    ]);
    const seen = "status" in home ? homeFailure(company.domain, home) : strangerReason(home);
    const failure = typeof seen === "string" ? { reason: seen } : seen;
    const page =
      "status" in home || failure ? null : { page: home, resources: await readResources(home.page.text, home.url) };
    const traces = { domain: company.domain, home: page, dns, jobs: jobs?.jobs ?? [] };
    const matches = technologies.map(({ asked, technology }) => {
      const { name, category } = technology;
      const { technology: label, ...match } = matchTechnology(asked, technology, traces);
      return { technology: label, name, category, ...match };
    });
    const found = matches.filter((match) => match.found);
    // The DNS alone can show a technology, but not its absence.
    if (failure && "error" in failure && found.length === 0) throw failure.error;
    const isSure = found.some(({ level }) => level === "strong");
    return {
      isDetected: found.length > 0,
      strength: technologies.length > 0 ? found.length / technologies.length : 0,
      summary: `${found.length} of ${matches.length} technologies are in use.`,
      data: { technologies_found: found.map((match) => match.technology), matches },
      source:
        found.length === 0
          ? null
          : found.some(({ evidence }) => evidence.some(({ url }) => !url.startsWith("dns:")))
            ? "own_site"
            : "dns",
      confidence: found.length === 0 ? 0 : isSure ? 0.95 : 0.8,
      evidence: found.flatMap(({ evidence }) => evidence.slice(0, 3).map(({ url, where }) => ({ url, kind: where }))),
      observedAt: Date.now(),
      cached: false,
      reason: failure && "reason" in failure ? failure.reason : null,
    };
  },
});
