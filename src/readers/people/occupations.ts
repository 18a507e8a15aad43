/** Whether a short text names a job, in any of many languages, also where it says no rank and no department. Pure. */
import { rememberingUpTo } from "../../lib/memoize.ts";
import { readTitle } from "../titles/job-title.ts";
import { titleTokens } from "../titles/title-filter.ts";
import { patternOf } from "../words/sections.ts";
import { jobWords, namesNativeJob } from "./people-words.ts";

/** Suffixes of agent nouns ("-er", "-ist"); they count in the first and the last word of a text. */
const AGENTS = patternOf("AGENT_NOUN", "u");

/** What a list of words in scripts without capitals cannot say. */
const NATIVE = /[长長]$|יו[״"]ר|עו[״"]ד|רואה חשבון/;

/** More than the lines of a page, whose readers ask for the same texts one after the other. */
export const MAX_REMEMBERED = 20_000;

export type JobEvidence = "rank" | "field" | null;

/** `rank`: the text says a rank or a job; `field`: only a field of work ("Sales"); null: neither. */
export const jobEvidence = rememberingUpTo(MAX_REMEMBERED, readEvidence);

function readEvidence(text: string): JobEvidence {
  const { seniority, department } = readTitle(text);
  if (seniority !== null || NATIVE.test(text) || namesNativeJob(text)) return "rank";
  const tokens = titleTokens(text);
  const ends = [tokens[0] ?? "", tokens.at(-1) ?? ""];
  if (tokens.some((token) => jobWords().has(token)) || ends.some((token) => AGENTS().test(token))) return "rank";
  return department === null ? null : "field";
}
