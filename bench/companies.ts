/**
 * `npm run bench:companies`: which legal entity is found behind made-up sites, amid namesakes, groups and processors; whether the
 * head-count band is right for each register's notation; and which headlines of money raised are told, with the amount.
 * Exits with 1 below the goals: entity precision 98 % without a mixed-up namesake, bands 85 %, funding recall 60 % without
 * a wrong company. With `--mirrors DIR` also the links to the professional network of the real pages of `truth/links.json`.
 */

import { siteOf } from "../src/readers/company/site-owner.ts";
import { bandOf } from "../src/readers/company/size-band.ts";
import { legalFactsOf, readLegalPage } from "../src/readers/legal/legal-entities.ts";
import { compareLegalNames } from "../src/readers/legal/legal-names.ts";
import { legalNumber } from "../src/readers/legal/legal-numbers.ts";
import type { RegisterRecord } from "../src/readers/legal/register-record.ts";
import { readFundingTerms } from "../src/readers/news/funding-terms.ts";
import { tellsOfFunding } from "../src/readers/news/news-headlines.ts";
import { sitePageOf } from "../src/readers/page/document.ts";
import { chooseEntity, ownLegalNames } from "../src/sources/companies/choose-entity.ts";
import { domainOf, isNamesakeAmong, matchEntity } from "../src/sources/companies/match-entity.ts";
import type { SiteEvidence } from "../src/sources/companies/site-evidence.ts";
import { ares } from "../src/sources/registers/ares.ts";
import type { RegisterClient } from "../src/sources/registers/ask-register.ts";
import { brreg } from "../src/sources/registers/brreg.ts";
import { rechercheEntreprises } from "../src/sources/registers/recherche-entreprises.ts";
import type { Register } from "../src/sources/registers/register.ts";
import { recordOfNumber } from "../src/sources/registers/registers.ts";
import { HEAD_COUNTS, HEADLINES } from "./company-answers.ts";
import { type Case, cases } from "./company-world.ts";
import { scoreRealLinks } from "./real-links.ts";
import { mirrorsOption, percent, reportReal } from "./real-pages.ts";

const GOALS = { precision: 0.98, recall: 0.9, bands: 0.85, funding: 0.6 };
const SUFFIX_COUNTRY: Record<string, string> = { uk: "GB" };

/** The id or the name that a site gets, or null. */
function entityOf({ domain, pages, records }: Case): string | null {
  const read = pages.map(([kind, html]) => {
    const url = new URL(`https://${domain}/${kind === "home" ? "" : kind}`);
    return { ...sitePageOf({ status: "ok", url, headers: new Headers(), text: html, truncated: false }), kind };
  });
  const home = read[0];
  if (!home) return null;
  const legal = legalFactsOf(read.map(readLegalPage));
  const suffix = domain.split(".").at(-1) ?? "";
  const site: SiteEvidence = {
    status: "ok",
    domain,
    home,
    redirectedTo: null,
    names: siteOf(domain, home.facts, home.url, []).names,
    legal,
    countries: suffix === "example" ? [] : [SUFFIX_COUNTRY[suffix] ?? suffix.toUpperCase()],
    isComplete: true,
  };
  const stated = ownLegalNames(site);
  const numbers = legal.entities.flatMap((entity) => entity.numbers.map(({ number }) => number));
  // As the registers answer: by number, by domain, by exact name.
  const isAnswered = (record: RegisterRecord) =>
    numbers.includes(record.number.number) ||
    domainOf(record.website) === domain ||
    stated.some((name) => compareLegalNames(name, record.name) === "exact");
  const matches = records
    .filter(isAnswered)
    .map((record) => matchEntity(site, record, { hasNamesake: isNamesakeAmong(record, records) }));
  const { winner } = chooseEntity(site, matches, []);
  return winner?.record?.id ?? winner?.site?.name ?? null;
}

export function scoreEntities() {
  const oddities = new Map<string, { right: number; wrong: number; missed: number }>();
  const wrong: string[] = [];
  for (const { oddity, firm, given } of cases()) {
    const score = oddities.get(oddity) ?? { right: 0, wrong: 0, missed: 0 };
    oddities.set(oddity, score);
    const answer = entityOf(given);
    const isRight =
      answer === given.expected ||
      // Where no register confirms it, the entity that the site states is right by its name.
      (answer !== null && given.expected !== null && compareLegalNames(answer, given.expected) === "exact");
    if (isRight) score.right++;
    else if (answer === null) score.missed++;
    else {
      score.wrong++;
      wrong.push(`${oddity} (${firm.name}): ${answer}`);
    }
  }
  const all = [...oddities.values()];
  const sum = (part: "right" | "wrong" | "missed") => all.reduce((total, score) => total + score[part], 0);
  return {
    sites: sum("right") + sum("wrong") + sum("missed"),
    precision: sum("right") / (sum("right") + sum("wrong")),
    recall: sum("right") / (sum("right") + sum("wrong") + sum("missed")),
    mixedUp: wrong.filter((text) => text.includes("namesake")).length,
    wrong,
    oddities: [...oddities].map(([name, { right, wrong: bad, missed }]) => ({ name, right, wrong: bad, missed })),
  };
}

const REGISTERS: Record<string, Register> = { brreg, rechercheEntreprises, ares };

/** Share of head counts whose band, or whose reason for none, is right. */
export async function scoreHeadCounts() {
  const wrong: string[] = [];
  for (const { register, scheme, number, bodies, expected } of HEAD_COUNTS) {
    const asked = [...bodies];
    const ask: RegisterClient["ask"] = async () => ({ httpStatus: 200, body: asked.shift(), text: "" });
    const read = legalNumber(scheme, number);
    const known = REGISTERS[register];
    const found = read && known && (await recordOfNumber({ ask } as RegisterClient, known, read));
    const count = found?.employees ?? null;
    const shown =
      count && "min" in count && count.min !== null && count.state !== "withheld"
        ? bandOf(count.min, count.max)
        : count?.state;
    if ((shown ?? null) !== expected) wrong.push(`${register} ${expected}: ${shown}`);
  }
  return { counts: HEAD_COUNTS.length, share: 1 - wrong.length / HEAD_COUNTS.length, wrong };
}

export function scoreFunding() {
  const name = "Acme";
  const told = HEADLINES.filter(({ amount }) => amount !== undefined);
  const missed = told.filter(({ title, amount, currency }) => {
    const terms = readFundingTerms(title);
    return !tellsOfFunding(title, name, false) || terms.amount !== amount || terms.currency !== (currency ?? null);
  });
  const wrong = HEADLINES.filter(({ title, amount }) => amount === undefined && tellsOfFunding(title, name, false));
  return {
    recall: 1 - missed.length / told.length,
    missed: missed.map(({ title }) => title),
    wrong: wrong.map(({ title }) => title),
  };
}

type Scores = {
  entities: Pick<ReturnType<typeof scoreEntities>, "precision" | "recall" | "mixedUp">;
  bands: { share: number };
  funding: Pick<ReturnType<typeof scoreFunding>, "recall" | "wrong">;
};

export function meetsGoals({ entities, bands, funding }: Scores): boolean {
  return (
    entities.precision >= GOALS.precision &&
    entities.recall >= GOALS.recall &&
    entities.mixedUp === 0 &&
    bands.share >= GOALS.bands &&
    funding.recall >= GOALS.funding &&
    funding.wrong.length === 0
  );
}

if (import.meta.main) {
  const [entities, bands, funding] = [scoreEntities(), await scoreHeadCounts(), scoreFunding()];
  console.log(
    `entities: ${entities.sites} sites: precision ${percent(entities.precision)}, right ${percent(entities.recall)}, mixed-up namesakes ${entities.mixedUp}`,
  );
  for (const { name, right, wrong, missed } of entities.oddities)
    if (wrong + missed > 0) console.log(`  ${name}: ${right} right, ${wrong} wrong, ${missed} missed`);
  for (const text of entities.wrong) console.log(`  wrong: ${text}`);
  console.log(`head counts: ${bands.counts}: right ${percent(bands.share)}`);
  for (const text of bands.wrong) console.log(`  wrong: ${text}`);
  console.log(`funding headlines: recall ${percent(funding.recall)}, wrong companies ${funding.wrong.length}`);
  for (const title of funding.missed) console.log(`  missed: ${title}`);
  for (const title of funding.wrong) console.log(`  wrong: ${title}`);
  const mirrors = mirrorsOption();
  const isRealGood = !mirrors || reportReal("links", scoreRealLinks(mirrors));
  process.exit(meetsGoals({ entities, bands, funding }) && isRealGood ? 0 : 1);
}
