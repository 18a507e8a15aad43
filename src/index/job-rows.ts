/** A job as a row of the index and as words. */

import { compoundParts, facet, indexWords } from "../lib/search-words.ts";
import { HOUR_MS } from "../lib/time.ts";
import { sha256Hex } from "../platform/secrets.ts";
import type { Job } from "../readers/jobs/job.ts";
import { withoutPeople } from "../readers/jobs/without-people.ts";
import { dateFacets, titleWords } from "./match.ts";
import { SAMPLED, SAMPLED_SHARE } from "./page-of-matches.ts";

/** Languages that write compounds as one word, and where they are spoken, for advertisements without a text. */
const COMPOUNDING = new Set(["de", "nl", "sv", "da", "no", "nb", "nn", "fi", "hu", "et", "is"]);
const COMPOUNDING_COUNTRIES = new Set(["DE", "AT", "CH", "NL", "SE", "DK", "NO", "FI", "HU", "EE", "IS"]);
/** Long lists come with shortened texts, so only the beginning tells a changed advertisement. */
const HASHED_LENGTH = 200;
/** Ids that begin with the same hour. */
export const IDS_PER_HOUR = 2 ** 33;
/** The facet of every job, for a search without words. */
export const ANY_JOB = "xany0job";
/** The facet of jobs whose company has a proved domain. */
export const PROVED = "xproved0yes";

/** SQL for the facets that a row of `index_jobs i` adds: its board, which never changes, and its dates. */
const ROW_FACETS = `' ${facet("board", "")}' || i.board_id || ${dateFacets("seen", "i.first_seen_at")} || ${dateFacets("posted", "i.posted_at")}`;

/** SQL that writes the words of rows of `index_jobs i`, up to FROM; `j.value` has the words of {@link jobRow}. */
export const PUT_WORDS = `INSERT OR REPLACE INTO index_jobs_fts (rowid, title, body, parts, tokens, facets)
  SELECT i.id, ${["title", "body", "parts", "tokens", "facets"].map((column) => `j.value->>'$.words.${column}'`)} || ${ROW_FACETS}`;

/** SQL for ids of rows `j.value`: the next free ones of the hour in which each begins, its `firstId`. */
export const NEXT_ID = `coalesce((SELECT max(id) + 1 FROM index_jobs WHERE id >= j.value->>'firstId' AND id < j.value->>'firstId' + ${IDS_PER_HOUR}),
    j.value->>'firstId') + row_number() OVER (PARTITION BY j.value->>'firstId' ORDER BY j.key) - 1`;

/** The first id of jobs that came up in the hour of `time` (milliseconds since 1970). */
export function firstIdAt(time: number): number {
  return Math.floor(time / HOUR_MS) * IDS_PER_HOUR;
}

/** What of a job is stored as JSON. */
export type JobRest = Pick<Job, "locations" | "salary" | "language" | "seniority" | "updated_at">;

/** A job for the statements of put-jobs.ts, which read it as JSON. `name`: of the company, which finds its jobs too. No name, address or telephone number of a person is in the words. */
export async function jobRow(job: Job, { name, isProved }: { name: string | null; isProved: boolean }) {
  const { id, title, url, location, country, workplace, department, employment_type: employmentType } = job;
  const { locations, salary, language, seniority, updated_at, posted_at, description } = job;
  const shown = { title, url, location, country, workplace, department, employmentType };
  const rest: JobRest = { locations, salary, language, seniority, updated_at };
  const stable = [isProved, name, ...Object.values(shown), salary];
  const isCompounding = language ? COMPOUNDING.has(language) : COMPOUNDING_COUNTRIES.has(country ?? "");
  const hash = (await sha256Hex(JSON.stringify([...stable, description?.slice(0, HASHED_LENGTH)]))).slice(0, 24);
  const body = [name, ...locations, department, withoutPeople(description ?? "")].filter((text) => text !== null);
  return {
    key: id,
    ...shown,
    postedAt: posted_at === null ? null : Date.parse(posted_at),
    rest,
    hash,
    words: {
      title: indexWords(title),
      body: indexWords(body.join(" ")),
      parts: isCompounding ? compoundParts(title) : "",
      tokens: titleWords(title, department),
      facets: [
        ANY_JOB,
        isProved && PROVED,
        Number.parseInt(hash.slice(0, 8), 16) < 2 ** 32 * SAMPLED_SHARE && SAMPLED,
        country && facet("country", country),
        workplace && facet("workplace", workplace),
      ]
        .filter(Boolean)
        .join(" "),
    },
  };
}
