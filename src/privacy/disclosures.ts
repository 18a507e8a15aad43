/** Who was told about whom (GDPR, article 15 (1) (c)): kept for a year in the object of the company's site, under keyed hashes of people. */

import type { Config } from "../config.ts";
import type { Plan } from "../constants.ts";
import { foldWords } from "../lib/fold.ts";
import { isoTime } from "../lib/ids.ts";
import { isObject, record, records } from "../lib/loose-json.ts";
import { DAY_MS } from "../lib/time.ts";
import { sql } from "../platform/database.ts";
import { lastingHash } from "../platform/secrets.ts";
import type { StoredFact } from "../platform/sites/site-store.ts";
import { siteOf } from "../platform/sites/sites.ts";
import { type PersonName, parseName } from "../readers/names/person-name.ts";
import { registrableDomain } from "../readers/words/company-domain.ts";

/** Where a person was shown. `page` is the first evidence; null without any. */
type Shown = { name: PersonName; page: string | null };
type Told = { plan: Plan; tool: string; page: string | null };

const KEPT_MS = 365 * DAY_MS;
const MAX_PEOPLE = 100;
/** What an object about a person has beside a name. */
const OF_PEOPLE = ["title", "role", "email", "profile_url", "seniority", "first_name"];
/** Recipients by their plan, where the operator does not name them. */
const KINDS: Record<Plan, string> = {
  anonymous: "an agent that gave no address",
  free: "an organisation with a verified address",
  paid: "a paying organisation",
};

/** Records the people of an answer, one row each, which a later answer to the same recipient replaces. */
export async function recordDisclosures(
  { env, config, caller }: { env: Env; config: Config; caller: { organisationId: string; plan: Plan } },
  tool: string,
  input: unknown,
  answer: Record<string, unknown>,
): Promise<void> {
  const domain = record(answer).domain ?? record(input).domain;
  if (config.DISCLOSURES === "off" || typeof domain !== "string") return;
  const site = registrableDomain(domain);
  const now = Date.now();
  const facts = await Promise.all(
    peopleIn(input, answer).map(async ({ name, page }): Promise<StoredFact> => {
      const dataJson = JSON.stringify({ plan: caller.plan, tool, page } satisfies Told);
      const kind = await kindOf(config, name, site);
      return { kind, key: caller.organisationId, dataJson, observedAt: now, expiresAt: now + KEPT_MS };
    }),
  );
  if (facts.length > 0) await siteOf(env, site).keepFacts(facts);
}

/** Whom a person at a company was shown to in the last year, for an access request; newest first. Throws what the object throws. */
export async function findDisclosures(env: Env, config: Config, name: PersonName, domain: string) {
  const site = registrableDomain(domain);
  const facts = await siteOf(env, site).facts([await kindOf(config, name, site)]);
  const names = config.DISCLOSURE_RECIPIENTS === "names" ? await namesOf(env.DB, facts) : new Map<string, string>();
  return facts
    .toSorted((a, b) => b.observedAt - a.observedAt)
    .map(({ key, dataJson, observedAt, expiresAt }) => {
      const { plan, tool, page } = JSON.parse(dataJson) as Told;
      const recipient = names.get(key) ?? KINDS[plan];
      const times = { last_told_at: isoTime(observedAt), deleted_at: isoTime(expiresAt) };
      return { company: site, recipient, tool, page, ...times };
    });
}

/** Deletes what {@link findDisclosures} finds. */
export async function forgetDisclosures(env: Env, config: Config, name: PersonName, domain: string): Promise<void> {
  const site = registrableDomain(domain);
  await siteOf(env, site).forget([await kindOf(config, name, site)]);
}

/** The kind of fact under which a site's object keeps them. Middle names are left out: pages disagree on them. */
async function kindOf(config: Config, { given, family }: PersonName, site: string): Promise<string> {
  const folded = foldWords([...given.slice(0, 1), ...family].join(" "));
  return `told ${(await lastingHash(config, "disclosure", `${folded} ${site}`)).slice(0, 32)}`;
}

/** The domains of recipients' verified addresses, by organisation. */
async function namesOf(db: D1Database, facts: StoredFact[]): Promise<Map<string, string>> {
  const ids = JSON.stringify(facts.map(({ key }) => key));
  const find = `SELECT organisation_id AS id, email FROM users
    WHERE organisation_id IN (SELECT value FROM json_each(@ids))`;
  const { results } = await sql(db, find, { ids }).all<{ id: string; email: string }>();
  return new Map(results.map(({ id, email }) => [id, email.slice(email.lastIndexOf("@") + 1)]));
}

/** The person asked for, where the answer has an address or profile, and the objects about people in the answer. */
function peopleIn(input: unknown, answer: Record<string, unknown>): Shown[] {
  const asked = record(input).name;
  const hasFound = [answer.email, answer.url].some((value) => typeof value === "string");
  const own = hasFound && asked ? [{ evidence: answer.evidence, name: record(asked).text ?? asked }] : [];
  const people = [...own, ...objectsAboutPeople(answer)].flatMap(({ name, evidence }) => {
    const parsed = parseName(`${name}`);
    const page = records(evidence)[0]?.url ?? records(answer.evidence)[0]?.url;
    return parsed ? [{ name: parsed, page: typeof page === "string" ? page : null }] : [];
  });
  return people.slice(0, MAX_PEOPLE);
}

function objectsAboutPeople(value: unknown): { name?: unknown; evidence?: unknown }[] {
  if (Array.isArray(value)) return value.flatMap(objectsAboutPeople);
  if (!isObject(value)) return [];
  const isPerson = typeof value.name === "string" && OF_PEOPLE.some((field) => field in value);
  return [...(isPerson ? [value] : []), ...Object.values(value).flatMap(objectsAboutPeople)];
}
