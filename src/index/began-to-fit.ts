/** Which companies began to meet a search, for watches. */

import { foldWords } from "../lib/fold.ts";
import { facet } from "../lib/search-words.ts";
import { type Queryable, sql } from "../platform/database.ts";
import type { CompanyFactsJson, Known } from "./facts.ts";
import { industryFacets, passesTitle } from "./match.ts";
import type { CompanySearch, FoundCompany } from "./search-companies.ts";
import { hasWords, openTitles } from "./search-companies.ts";
import { type HiringCriteria, type HiringJob, hiringJobs } from "./search-jobs.ts";

type Values = { [Name in keyof CompanyFactsJson["fields"]]: string | number | undefined };

/** The ids of companies that meet `criteria` now and did not at `at` (milliseconds since 1970). Of a field, one former value is known. */
export async function beganToFit(
  db: Queryable,
  criteria: CompanySearch,
  companies: FoundCompany[],
  at: number,
): Promise<Set<number>> {
  const known = companies.filter(({ firstSeenAt }) => firstSeenAt < at);
  const ids = known.map(({ id }) => id);
  const hiring = criteria.hiring && (await hiringAt(db, ids, criteria.hiring, at));
  const keys = criteria.text === undefined ? [] : known.map(({ key }) => key);
  const titles = Map.groupBy(keys.length > 0 ? await openTitles(db, keys) : [], ({ key }) => key);
  const fitted = known.filter(({ id, key, name, facts }) => {
    const former = (titles.get(key) ?? []).filter(({ firstSeenAt }) => firstSeenAt < at).map(({ title }) => title);
    return (!hiring || hiring.has(id)) && meetsFacts(criteria, facts, at, [name ?? "", ...former]);
  });
  const before = new Set(fitted.map(({ id }) => id));
  return new Set(companies.map(({ id }) => id).filter((id) => !before.has(id)));
}

/** Companies that had an open job as asked for. The words of closed ones are gone, so those count only where title and date say all. */
async function hiringAt(db: Queryable, ids: number[], criteria: HiringCriteria, at: number): Promise<Set<number>> {
  const stillOpen = await hiringJobs(db, ids, { ...criteria, seenBefore: at });
  const { titleFilter, technologies, postedAfter = 0 } = criteria;
  const find = `SELECT b.company_id AS companyId, j.title, j.department FROM json_each(@ids) i
      JOIN index_boards b ON b.company_id = i.value JOIN index_jobs j ON j.board_id = b.id
    WHERE j.closed_at >= @at AND j.first_seen_at < @at AND (@postedAfter = 0 OR j.posted_at >= @postedAfter)`;
  const values = { ids: JSON.stringify(technologies ? [] : ids), at, postedAfter };
  const { results } = await sql(db, find, values).all<Pick<HiringJob, "companyId" | "title" | "department">>();
  const closed = results.filter(passesTitle(titleFilter));
  return new Set([...stillOpen.keys(), ...closed.map(({ companyId }) => companyId)]);
}

function meetsFacts(criteria: CompanySearch, { fields, technologies }: CompanyFactsJson, at: number, texts: string[]) {
  const had = Object.fromEntries(Object.entries(fields).map(([name, known]) => [name, valueAt(known, at)])) as Values;
  const used = technologies.filter(({ since = 0 }) => since < at).map(({ name }) => name);
  const { text, country, city, industry, size, foundedAfter, raisedAfter } = criteria;
  const facets = new Set([
    ...industryFacets(`${had.industry ?? ""}`),
    ...used.map((name) => facet("technology", name)),
  ]);
  const wanted = [
    ...(industry ? industryFacets(industry) : []),
    ...(criteria.technologies ?? []).map((name) => facet("technology", name)),
  ];
  const words = [had.name, had.description, had.industry, had.city, ...used, ...texts].map((one) => `${one ?? ""}`);
  return (
    (!text || hasWords(text, words)) &&
    (!country || had.country === country) &&
    (!city || `-${foldWords(`${had.city ?? ""}`)}-`.includes(`-${foldWords(city)}-`)) &&
    (!size || size.includes(`${had.size}`)) &&
    wanted.every((one) => facets.has(one)) &&
    (foundedAfter === undefined || Number(had.founded ?? 0) >= foundedAfter) &&
    (raisedAfter === undefined || Date.parse(`${had.raised ?? ""}`) >= raisedAfter)
  );
}

function valueAt({ value, since = 0, before }: Known<string | number>, at: number): string | number | undefined {
  return since < at ? value : before;
}
