/** How the tools over the search index show a company. */
import * as z from "zod";
import type { FoundCompany } from "../../index/search-companies.ts";
import { isoTime } from "../../lib/ids.ts";
import { text } from "../tool.ts";

const MAX_TECHNOLOGIES = 25;

export const companyOutput = {
  domain: text.describe("Null for a company that is known by an unproved job board only"),
  name: text,
  country: text,
  city: text,
  industry: text,
  size: text.describe("Head count as a band"),
  founded: z.int().nullable(),
  description: text.describe("The company's own words"),
  technologies: z.array(z.string()),
  open_jobs: z.int().describe("Open jobs in the index"),
  raised_at: text.describe("Date of the latest funding round that was seen"),
  seen_at: text,
};

/** A criterion that a company meets, with where that was seen. */
export const whyOutput = z.looseObject({
  criterion: z.string(),
  value: z.unknown(),
  evidence: z.array(z.looseObject({ url: z.string(), kind: z.string() })),
  seen_at: text,
});

export function shownCompany({ domain, name, facts, openJobs, seenAt }: FoundCompany) {
  const { country, city, industry, size, founded, description, raised } = facts.fields;
  return {
    domain,
    name,
    country: country?.value ?? null,
    city: city?.value ?? null,
    industry: industry?.value ?? null,
    size: size?.value ?? null,
    founded: founded?.value ?? null,
    description: description?.value ?? null,
    technologies: facts.technologies.slice(0, MAX_TECHNOLOGIES).map((technology) => technology.name),
    open_jobs: openJobs,
    raised_at: raised?.value ?? null,
    seen_at: isoTime(seenAt),
  };
}
