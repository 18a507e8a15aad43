/**
 * `npm run bench:email`: what the confidence of `get_email` is worth. Makes up companies whose habits are drawn from measured
 * shares, one address in five made by no pattern, asks the ladder for people whose true addresses
 * are known, and compares what it claims with what is right. Same seed, same people. Exits with 1 when a band lies.
 */

import { isRole } from "../src/readers/emails/email-address.ts";
import {
  addressOfPerson,
  believe,
  type CompanyKind,
  guesses,
  type Sample,
} from "../src/readers/emails/email-patterns.ts";
import { latinName } from "../src/readers/emails/local-parts.ts";
import { type Employee, makeCompany } from "./email-world.ts";

export const LARGEST_ERROR = 0.05;
export const FEWEST_IN_BAND = 100;
const BAND_WIDTH = 0.1;
const COMPANIES = 3_000;

type Rung = "published" | "pattern, 1 address" | "pattern, 2–3" | "pattern, 4 or more" | "guess" | "not_found";
export type Answer = { rung: Rung; confidence: number; rank: number };
export type Band = { from: number; people: number; claimed: number; correct: number };
export type Score = { people: number; top1: number; top3: number; bands: Band[]; rungs: Record<string, Band> };

/** The ladder as the tool walks it, without the network: own pages, learned pattern, size. `rank` is 1 for a right answer, 0 for a wrong one. */
function ask({ name, address }: Employee, { seen, kind }: { seen: Sample[]; kind: CompanyKind }): Answer {
  const person = latinName(name);
  if (!person) return { rung: "not_found", confidence: 0, rank: 0 };
  const samples = seen.filter(({ local }) => !isRole(local));
  const published = addressOfPerson(person, samples);
  const [first, ...others] = guesses(person, believe(samples, kind));
  const rankOf = (locals: string[]) => locals.slice(0, 4).indexOf(address) + 1;
  if (published && published.confidence >= (first?.confidence ?? 0)) {
    const rank = rankOf([published.seen.local]);
    return { rung: "published", confidence: published.confidence, rank };
  }
  if (!first) return { rung: "not_found", confidence: 0, rank: 0 };
  const rank = rankOf([first, ...others].map(({ local }) => local));
  const learned =
    samples.length === 1 ? "pattern, 1 address" : samples.length < 4 ? "pattern, 2–3" : "pattern, 4 or more";
  return { rung: first.votes > 0 ? learned : "guess", confidence: first.confidence, rank };
}

/** Asks for three people of each of 3,000 companies. */
export function score(seed: number): Score {
  const answers: Answer[] = [];
  for (let index = 0; index < COMPANIES; index++) {
    const world = makeCompany(seed * COMPANIES + index);
    const seen = world.seen.map(({ local, owner }) => ({ local, name: owner ? latinName(owner) : null }));
    answers.push(...world.asked.map((employee) => ask(employee, { seen, kind: world.kind })));
  }
  const found = answers.filter(({ rung }) => rung !== "not_found");
  const bandOf = ({ confidence }: Answer) => Math.min(9, Math.floor(confidence / BAND_WIDTH + 1e-9)) * BAND_WIDTH;
  const bands = [...Map.groupBy(found, bandOf)].map(([from, some]) => ({ from, ...measure(some) }));
  const rungs = [...Map.groupBy(found, ({ rung }) => rung)].map(([rung, some]) => [
    rung,
    { from: 0, ...measure(some) },
  ]);
  return {
    people: answers.length,
    top1: answers.filter(({ rank }) => rank === 1).length / answers.length,
    top3: answers.filter(({ rank }) => rank >= 1 && rank <= 3).length / answers.length,
    bands: bands.sort((a, b) => a.from - b.from),
    rungs: Object.fromEntries(rungs),
  };
}

function measure(answers: Answer[]) {
  return {
    people: answers.length,
    claimed: answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length,
    correct: answers.filter(({ rank }) => rank === 1).length / answers.length,
  };
}

/** Bands of at least 100 people that claim more than 5 points more or less than is right. */
export function lyingBands({ bands }: Score): Band[] {
  return bands.filter(
    ({ people, claimed, correct }) => people >= FEWEST_IN_BAND && Math.abs(claimed - correct) > LARGEST_ERROR,
  );
}

function print(result: Score): void {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
  const row = (label: string, { people, claimed, correct }: Band) =>
    console.log(`${label.padEnd(20)} ${String(people).padStart(6)} ${percent(claimed)} ${percent(correct)}`);
  console.log(`${result.people} people of ${COMPANIES} companies\n`);
  console.log(`${"confidence".padEnd(20)} people  claimed  correct`);
  for (const band of result.bands) row(`${band.from.toFixed(1)}–${(band.from + BAND_WIDTH).toFixed(1)}`, band);
  console.log("");
  for (const [rung, band] of Object.entries(result.rungs)) row(rung, band);
  console.log(`\nright at first ${percent(result.top1)}, among the first three ${percent(result.top3)}`);
}

if (typeof process !== "undefined" && process.argv[1]?.endsWith("bench/email.ts")) {
  const result = score(Number(process.argv[2] ?? 1));
  print(result);
  const lies = lyingBands(result);
  if (lies.length > 0) console.error(`\n${lies.length} of the bands are off by more than 5 points.`);
  process.exitCode = lies.length > 0 ? 1 : 0;
}
