import * as z from "zod";
import { TOKENS_PER_USD } from "../../constants.ts";
import { isWithin } from "../../lib/hosts.ts";
import { isoTime } from "../../lib/ids.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { type CompanyRecord, type Field, RECORD_FIELDS } from "../../readers/company/record-fields.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { type AskedCompany, companyRecord, numberOfId } from "../../sources/companies/company-record.ts";
import { lookUpMail } from "../../sources/emails/mail-domain.ts";
import { lookForTechnologies, sourceOf } from "../../sources/technologies/look-for-technologies.ts";
import { notACompany, openHome } from "../../sources/website/site-pages.ts";
import { COMPANY_REASONS, ENTITY_REASONS, FAILURE_REASONS, oneOf, REGISTER_NAMES } from "../fields/answer-codes.ts";
import { distinctEvidence, outcomeFields, provenanceOf } from "../fields/answers.ts";
import { requireCriterion } from "../fields/search-fields.ts";
import { defineTool, list, rows, type ToolContext } from "../tool.ts";
import { attributionOf } from "./resolve-company.ts";

const ALL_FIELDS = [...RECORD_FIELDS, "technologies", "mail_provider"] as const;
/** Names of people are included only on request. */
const ON_REQUEST = new Set<string>(["officers"]);

const proof = z.array(z.looseObject({ url: z.string(), kind: z.string() }));
const claim = {
  value: z.unknown(),
  source: z.string().describe("A register, own_legal_page, own_site, gleif, dns, directory or a vendor"),
  evidence: proof,
  observed_at: z.string(),
  confidence: z.number().min(0).max(1),
};
const field = z.looseObject({
  ...claim,
  conflict: z.boolean().describe("True when sources disagree; nothing is averaged"),
  others: z.array(z.looseObject(claim)).describe("What other sources say differently"),
});

/** How a look for a company's record comes out. */
export const RECORD_OUTCOME = outcomeFields({
  sources: [...REGISTER_NAMES, "own_legal_page", "own_site", "directory", "dns", "pdl"],
  reasons: [...COMPANY_REASONS, ...ENTITY_REASONS, "site_not_read"],
  why: "Why nothing is known",
  partial: "a source could not be asked",
});

const companyId = z
  .string()
  .trim()
  .max(300)
  .transform((id, issues): AskedCompany => {
    const named = /^domain:(.*)$/.exec(id)?.[1];
    const read = named === undefined ? null : companyDomain.safeParse(named);
    if (read?.success) return { kind: "domain", domain: read.data };
    const number = numberOfId(id);
    if (number && number.isValid !== false) return { kind: "number", number };
    const wrong = number
      ? "The check digits of the number in this id are wrong: look for a typing error."
      : "This is not an id of resolve_company. Send e.g. NO_ORGNR:923609016, or a domain.";
    issues.addIssue({ code: "custom", message: read?.error.issues[0]?.message ?? wrong });
    return z.NEVER;
  })
  .meta({ description: "Id from resolve_company, e.g. NO_ORGNR:923609016; domain wins" });

const fieldNames = z.array(z.enum(ALL_FIELDS)).min(1).max(ALL_FIELDS.length);
const crawlPrice = z.number().positive().max(10).optional();

export const getCompany = defineTool({
  name: "get_company",
  category: "socials",
  aboutPeople: true,
  cost: 3,
  title: "Company record with evidence",
  description: `Returns a company field by field, each with value, source, evidence, time and confidence. Fields: legal name and number, VAT
    number, LEI, status, form, registered and office address, country, industry (code and label), head count (state is value, band,
    withheld or absent; of the legal unit), founding, parents, website, social profiles, phone, description, logo, feeds, careers page,
    technologies and mail provider. Public registers prove the legal fields, the company's own pages the others; where sources disagree,
    \`value\` is from the better source, the others are listed beside it, and \`conflict\` is true. Officers and directors are returned
    only when \`fields\` names them. \`missing\` says why a field has no value. Up to 28 seconds; kept for 7 to 30 days.`,
  input: z
    .object({
      domain: companyDomain.optional(),
      id: companyId.optional(),
      fields: fieldNames.optional().describe("Fields to return; default: all except officers"),
      max_crawl_price_usd: crawlPrice.describe(
        "Lets a page be paid for that the site sells to crawlers, where the deployment pays; default: nothing is paid",
      ),
    })
    .check(requireCriterion(["domain", "id"])),
  output: z.looseObject({
    domain: z.string().nullable(),
    id: z.string().nullable().describe("The legal entity: scheme and number"),
    fields: z.record(z.string(), field).describe("Fields by name; those without a value are listed in `missing`"),
    missing: z
      .record(z.string(), z.string())
      .describe("Why a field has no value, e.g. not_found, not_reported, register_has_no_officers"),
    withheld_by_site: rows({ field: z.string(), url: z.string(), source: z.string(), line: z.string() })
      .optional()
      .describe("Fields that the site does not let be quoted, or only in an excerpt, and which of its lines says so"),
    crawl_price_usd: z.number().optional().describe("With the reason payment_required: the site's price for a page"),
    crawl_paid_usd: z.number().optional().describe("What was paid for pages"),
    ambiguous: z.boolean().describe("True when several legal entities fit: the legal fields are then left out"),
    candidates: list("The entities that fit, when `ambiguous`", { id: z.string(), name: z.string() }),
    incomplete: list("Sources that could not be asked", {
      source: z.string().describe("A register, own_site, a vendor, or the secret that a deployment lacks for one"),
      reason: oneOf(FAILURE_REASONS),
    }),
    attribution: z.array(z.looseObject({ source: z.string(), licence: z.string(), text: z.string() })),
    ...RECORD_OUTCOME,
  }),
  example: { domain: "nordlys.example", fields: ["legal_name", "number", "head_count"] },
  async run({ domain, id, fields, max_crawl_price_usd: maxPriceUsd = 0 }, given) {
    const charged = (given.findTool("get_company")?.cost ?? 0) / TOKENS_PER_USD;
    const crawlBudget = { leftUsd: Math.min(maxPriceUsd, given.config.MAX_CRAWL_PRICE_USD, charged), paidUsd: 0 };
    const context = { ...given, pages: given.pages ?? new Map(), crawlBudget };
    const wanted = new Set<string>(fields ?? ALL_FIELDS.filter((name) => !ON_REQUEST.has(name)));
    // The schema requires one of the two.
    const asked = domain ? { kind: "domain" as const, domain } : (id as AskedCompany);
    if (asked.kind === "domain" && isWithin(asked.domain, given.config.NETWORK_HOSTS)) throw notACompany();
    // The DNS needs nothing of the record; what it says is shown only with one.
    const early = asked.kind === "domain" ? technical(context, asked.domain, wanted) : null;
    const record = await companyRecord(context, asked, new Set(RECORD_FIELDS.filter((name) => wanted.has(name))));
    const extra = record.domain && !record.reason ? await (early ?? technical(context, record.domain, wanted)) : {};
    const answer = answerOf(record, extra, wanted);
    return crawlBudget.paidUsd > 0 ? { ...answer, crawl_paid_usd: crawlBudget.paidUsd } : answer;
  },
});

type Extra = Partial<Record<"technologies" | "mail_provider", Field<unknown>>>;

async function technical(context: ToolContext, domain: string, wanted: ReadonlySet<string>): Promise<Extra> {
  const shared = { observedAt: Date.now(), conflict: false, others: [] };
  const extra: Extra = {};
  const mail = wanted.has("mail_provider") ? await lookUpMail(context, domain).catch(() => null) : null;
  if (mail?.provider) {
    const evidence = [{ url: `dns:${domain}`, kind: "mx" }];
    extra.mail_provider = { ...shared, value: mail.provider, source: "dns", evidence, confidence: 0.95 };
  }
  if (!wanted.has("technologies")) return extra;
  const look = await lookForTechnologies(context, domain, openHome(outboundFor(context), domain));
  const found = [...look.found.values()].filter(({ isSeen }) => isSeen);
  if (found.length > 0) {
    extra.technologies = {
      ...shared,
      value: found.map(({ technology: { name, category }, level }) => ({ name, category, level })),
      source: sourceOf(found) ?? "own_site",
      evidence: found.flatMap(({ evidence }) => evidence.slice(0, 1).map(({ url, where }) => ({ url, kind: where }))),
      confidence: 0.9,
    };
  }
  return extra;
}

function answerOf(record: CompanyRecord, extra: Extra, wanted: ReadonlySet<string>) {
  const all: Record<string, Field<unknown>> = { ...record.fields, ...extra };
  const isKnown = Object.keys(all).length > 0;
  const isPartial =
    record.reason === "register_not_asked" || record.incomplete.some(({ reason }) => reason !== "not_configured");
  const reason = isKnown ? null : (record.reason ?? (isPartial ? "site_not_read" : "not_found"));
  const why = { technologies: "not_found", mail_provider: "not_found", ...record.missing };
  const missing = Object.entries(why).filter(([name]) => wanted.has(name) && !(name in all));
  return {
    domain: record.domain,
    id: record.id,
    fields: Object.fromEntries(
      Object.entries(all).map(([name, { conflict, others, ...claim }]) => {
        return [name, { ...shown(claim), conflict, others: others.map(shown) }];
      }),
    ),
    // When nothing was read, no field is known to be missing.
    missing: Object.fromEntries(missing.map(([name, own]) => [name, (isPartial && reason) || own])),
    ...(record.withheld.length > 0 && { withheld_by_site: record.withheld }),
    ...(record.crawlPriceUsd !== null && { crawl_price_usd: record.crawlPriceUsd }),
    ambiguous: record.isAmbiguous,
    candidates: record.candidates,
    incomplete: record.incomplete,
    attribution: attributionOf(record.registers),
    status: isPartial ? ("partial" as const) : isKnown ? ("ok" as const) : ("not_found" as const),
    reason,
    ...provenanceOf({
      ...record,
      source: isKnown ? (record.registers[0] ?? Object.values(all)[0]?.source ?? null) : null,
      confidence: isKnown ? record.confidence : 0,
      evidence: distinctEvidence(Object.values(all).flatMap((one) => one.evidence)),
    }),
  };
}

function shown({ value, source, evidence, observedAt, confidence }: Omit<Field<unknown>, "conflict" | "others">) {
  return { value, source, evidence, observed_at: isoTime(observedAt), confidence };
}
