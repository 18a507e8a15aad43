import * as z from "zod";
import { similarCompanies } from "../../index/similar-companies.ts";
import { isoTime } from "../../lib/ids.ts";
import { replicaOf } from "../../platform/database.ts";
import { requireWork } from "../../platform/outbound/context.ts";
import { companyDomain } from "../../readers/words/company-domain.ts";
import { countryInput } from "../fields/inputs.ts";
import { nextPage, pageEnd } from "../fields/paging.ts";
import * as fields from "../fields/search-fields.ts";
import { defineTool, rows } from "../tool.ts";

const WORK = 80;
const MIN_SCORE = 0.01;

export const findSimilarCompanies = defineTool({
  name: "find_similar_companies",
  category: "socials",
  cost: 3,
  title: "Find similar companies",
  description:
    "Returns the indexed companies that share most with one. Technologies, words of the industry, size, roles they hire for and words about themselves count, the rarer the more. `reasons` lists what is shared and how many companies share it. The company must be indexed: get_company and list_technologies index it. Asks no site. Nothing found is free.",
  input: z.object({
    domain: companyDomain,
    country: countryInput.optional().describe("Only companies of this country"),
    limit: fields.pageInput.limit,
  }),
  output: z.looseObject({
    domain: z.string(),
    companies: rows({
      ...fields.companyOutput,
      score: z.number().min(0).max(1).describe("Share of what could be shared, weighted by rarity"),
      reasons: rows({
        kind: z.enum(["technology", "industry", "size", "role", "word"]),
        value: z.string(),
        companies: z.int().describe("Others that have it too; from 20 on an estimate"),
      }),
    }),
    total: z.int(),
    ...nextPage,
    index: fields.indexOutput,
    ...fields.INDEX_OUTCOME,
  }),
  example: { domain: "acme-robotics.example" },
  async run({ domain, country, limit }, context) {
    requireWork(context, WORK);
    const found = await similarCompanies(replicaOf(context.env.DATA), domain, { country, limit });
    const alike = (found ?? []).filter(({ score }) => score >= MIN_SCORE);
    const companies = alike.map(({ score, shared, ...company }) => {
      return { ...fields.shownCompany(company), score: Math.round(score * 1_000) / 1_000, reasons: shared };
    });
    const index = await fields.shownIndex(context);
    const facts = alike.map(({ domain: found, facts, seenAt }) => {
      return { domain: found, evidence: facts.fields.name?.evidence ?? [], seenAt: isoTime(seenAt) };
    });
    const none = found ? "no_match" : "company_not_indexed";
    const outcome = fields.indexOutcome(
      facts,
      companies.length === 0 ? (index.companies === 0 ? "index_empty" : none) : null,
    );
    return { domain, companies, total: companies.length, ...pageEnd(null), index, ...outcome };
  },
});
