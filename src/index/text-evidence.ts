import { isoTime } from "../lib/ids.ts";
import { type Queryable, sql } from "../platform/database.ts";
import type { Evidence } from "../readers/page/evidence.ts";
import { indexWords, queryTerms, type SearchTerm } from "../readers/words/search-words.ts";
import type { FoundCompany } from "./search-companies.ts";

export type TextEvidence = { criterion: "text"; value: string; evidence: Evidence[]; seen_at: string | null };

/** Titles that are read for the companies of one page. */
const MAX_TITLES = 5_000;

/** The texts of each company in which words of a search occur, each shown once, until all words are shown; by the company's key. */
export async function textEvidence(
  db: Queryable,
  text: string,
  companies: FoundCompany[],
): Promise<Map<string, TextEvidence[]>> {
  const terms = queryTerms(text);
  const found = new Map(companies.map((company) => [company.key, evidenceIn(terms, factTexts(company))] as const));
  const missing = companies.filter(({ key }) => (found.get(key)?.missing.length ?? 0) > 0).map(({ key }) => key);
  const titles = missing.length === 0 ? [] : await openTitles(db, missing);
  const byKey = Map.groupBy(titles, ({ key }) => key);
  return new Map(
    [...found].map(([key, { shown, missing: rest }]) => {
      const jobs = (byKey.get(key) ?? []).map(({ title, url, firstSeenAt }) => {
        return { text: title, evidence: url ? [{ url, kind: "job_posting" }] : [], seenAt: firstSeenAt };
      });
      return [key, [...shown, ...evidenceIn(rest, jobs).shown]];
    }),
  );
}

type Title = { key: string; title: string; url: string | null; firstSeenAt: number };

/** Titles of open jobs of companies by key, newest first. */
export async function openTitles(db: Queryable, keys: string[]): Promise<Title[]> {
  const read = `SELECT c.key, j.title, j.url, j.first_seen_at AS firstSeenAt FROM json_each(@keys) k
      JOIN index_companies c ON c.key = k.value JOIN index_boards b ON b.company_id = c.id JOIN index_jobs j ON j.board_id = b.id
    WHERE j.closed_at IS NULL ORDER BY j.id DESC LIMIT ${MAX_TITLES}`;
  return (await sql(db, read, { keys: JSON.stringify(keys) }).all<Title>()).results;
}

/** Whether all words of a search occur in some of the texts. */
export function hasWords(text: string, texts: string[]): boolean {
  return (
    evidenceIn(
      queryTerms(text),
      texts.map((one) => ({ text: one, evidence: [], seenAt: 0 })),
    ).missing.length === 0
  );
}

type Shown = { text: string; evidence: Evidence[]; seenAt: number };

function factTexts({ name, seenAt, facts: { fields, technologies } }: FoundCompany): Shown[] {
  const { name: own, description, industry, city } = fields;
  const known = [own, description, industry, city].flatMap((field) => field ?? []);
  return [
    ...(name && !own ? [{ text: name, evidence: [], seenAt }] : []),
    ...known.map(({ value, ...rest }) => ({ text: value, ...rest })),
    ...technologies.map(({ name: value, evidence, seenAt: at }) => ({ text: value, evidence, seenAt: at })),
  ];
}

function evidenceIn(terms: SearchTerm[][], texts: Shown[]): { shown: TextEvidence[]; missing: SearchTerm[][] } {
  let missing = terms;
  const shown: TextEvidence[] = [];
  for (const { text, evidence, seenAt } of texts) {
    if (missing.length === 0) break;
    const words = indexWords(text).split(" ");
    const isThere = ({ word, isPrefix }: SearchTerm) =>
      words.some((one) => (isPrefix ? one.startsWith(word) : one === word));
    const left = missing.filter((spellings) => !spellings.some(isThere));
    if (left.length === missing.length) continue;
    missing = left;
    shown.push({ criterion: "text", value: text, evidence, seen_at: isoTime(seenAt) });
  }
  return { shown, missing };
}
