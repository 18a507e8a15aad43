import type { SourceContext } from "../../platform/outbound/context.ts";
import { isRole, localOf } from "../../readers/emails/email-address.ts";
import { addressOfPerson, believe, guesses, type Sample } from "../../readers/emails/email-patterns.ts";
import { addressPatternsOf } from "../../readers/emails/local-parts.ts";
import { nameLikeness, pickByName, searchTokens } from "../../readers/names/match-names.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { DIRECTORY, directoryAddresses, directoryCompany, directorySearch } from "../directory/directory.ts";
import { publishedAddresses } from "./published-emails.ts";

/** An address that may be the person's. `confidence` is 0–1; `observedAt` is in milliseconds since 1970. */
export type EmailCandidate = {
  email: string;
  status: "published" | "pattern" | "guess" | "verified";
  source: string;
  confidence: number;
  evidence: Evidence[];
  observedAt: number;
  cached: boolean;
  /** Of a guess: what it rests on. */
  reason?: string;
  /** Of an address that was made: by which pattern, and the next likely ones. */
  pattern?: string;
  alternatives?: string[];
  /** As a verifier says. */
  isCatchAll?: boolean | null;
  demo?: true;
};

type SeenSample = Sample & { source: string; url: string | null; isDemo: boolean };

/** Everything that own sources know about the question. */
export type Known = Awaited<ReturnType<typeof learnFrom>>;

const MAX_ALTERNATIVES = 3;
const MIN_ALTERNATIVE = 0.02;
const MAX_EVIDENCE = 5;
/** More addresses of one company reveal nothing new about its pattern. */
const MAX_SAMPLES = 60;

/** Reads own pages and the directory. Throws what D1 throws; a failed page is only noted. */
export async function learnFrom(context: SourceContext, { name, domain }: { name: PersonName; domain: string }) {
  const [site, people, rows, company] = await Promise.all([
    publishedAddresses(context, domain),
    directorySearch(context, domain, searchTokens(name)),
    directoryAddresses(context, domain),
    directoryCompany(context, domain),
  ]);
  const published = site.addresses
    .map((seen) => ({ ...seen, local: localOf(seen.address), name: seen.name ? parseName(seen.name) : null }))
    .filter(({ local }) => !isRole(local));
  const picked = pickByName(name, people, (person) => parseName(person.name));
  const facts = company.status === "found" ? company.data : null;
  const own = published.map((seen): SeenSample => ({ ...seen, source: "own_site", isDemo: false }));
  const listed = rows.map(({ email, name, sourceUrl: url, isDemo }): SeenSample => {
    return { local: localOf(email), name: parseName(name), source: DIRECTORY, url, isDemo };
  });
  const samples = [...own, ...listed.filter(({ local }) => !isRole(local))];
  return {
    kind: {
      sizeBand: facts?.sizeBand ?? null,
      country: countryCode(facts?.country ?? null) ?? domain.split(".").at(-1) ?? null,
    },
    published,
    publishedAt: site.observedAt,
    isCached: site.cached,
    /** False when pages of the site could not be read this time. */
    isComplete: site.isComplete,
    /** The person in the directory, when the name identifies one; else how many people it fits equally well. */
    person: picked.status === "found" ? { ...picked.candidate, likeness: picked.likeness } : null,
    namesakes: picked.status === "ambiguous" ? picked.count : 1,
    samples: [...new Map(samples.map((sample) => [sample.local, sample])).values()],
  };
}

/** The address on own pages, then the directory's. An address of a function is never a person's. */
export function knownAddresses(latin: PersonName | null, known: Known): EmailCandidate[] {
  const found: EmailCandidate[] = [];
  const status = "published";
  const own = latin && addressOfPerson(latin, known.published);
  if (own) {
    const { address: email, url, kind } = own.seen;
    const seen = { source: "own_site", observedAt: known.publishedAt, cached: known.isCached };
    found.push({ email, status, ...seen, confidence: own.confidence, evidence: [{ url, kind }] });
  }
  const { person } = known;
  if (person?.email && !isRole(localOf(person.email))) {
    const { source, evidence, lastSeenAt: observedAt, cached, demo } = person;
    const seen = { source, evidence, observedAt, cached, ...(demo && { demo }) };
    found.push({ email: person.email.toLowerCase(), status, ...seen, confidence: person.confidence * person.likeness });
  }
  return found;
}

/** The likeliest address by the company's pattern, or by what is usual; never one that belongs to somebody else. */
export function learnedAddress(latin: PersonName, domain: string, known: Known): EmailCandidate | null {
  const { samples, namesakes } = known;
  const telling = samples.slice(0, MAX_SAMPLES);
  const owners = new Map(samples.map(({ local, name }) => [local, name]));
  const isFree = (local: string) => {
    const owner = owners.get(local);
    return !owner || nameLikeness(owner, latin) > 0;
  };
  const [first, ...others] = guesses(latin, believe(telling, known.kind)).filter(({ local }) => isFree(local));
  if (!first) return null;
  const isLearned = first.votes > 0;
  // For a guess the pages with the company's addresses, although they show no pattern that fits the person.
  const shown = isLearned ? telling.filter((sample) => speaksFor(sample, first.pattern)) : telling;
  const evidence = shown.flatMap(({ url, source }) =>
    url ? { url, kind: `${isLearned ? "same_pattern" : "address"}_${source}` } : [],
  );
  const made = {
    email: `${first.local}@${domain}`,
    pattern: first.pattern,
    // Of two people with the same name, at most one has it.
    confidence: first.confidence / namesakes,
    alternatives: others
      .filter(({ confidence }) => confidence >= MIN_ALTERNATIVE)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ local }) => `${local}@${domain}`),
    evidence: [...new Map(evidence.map((one) => [`${one.kind} ${one.url}`, one])).values()].slice(0, MAX_EVIDENCE),
  };
  if (!isLearned) {
    // A fact about the company, so the same for all its people.
    const unseen = known.isComplete ? "no_address_of_the_company_seen" : "site_not_read_completely";
    const reason = telling.length > 0 ? "addresses_of_the_company_show_no_pattern" : unseen;
    return { ...made, status: "guess", reason, source: "pattern_shares", observedAt: Date.now(), cached: false };
  }
  const seen = { source: shown[0]?.source ?? "own_site", observedAt: known.publishedAt, cached: known.isCached };
  return { ...made, status: "pattern", ...seen, ...(shown.some(({ isDemo }) => isDemo) && { demo: true }) };
}

function speaksFor({ name, local }: Sample, pattern: string): boolean {
  return name ? addressPatternsOf(name, local).includes(pattern) : /[._-]/.test(local) === /[._-]/.test(pattern);
}
