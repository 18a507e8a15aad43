import type { SourceContext } from "../../platform/outbound/context.ts";
import { isRole, localOf } from "../../readers/emails/email-address.ts";
import { addressOfPerson, believe, guesses, type Sample } from "../../readers/emails/email-patterns.ts";
import { addressPatternsOf } from "../../readers/emails/local-parts.ts";
import { nameLikeness, pickByName, searchTokens } from "../../readers/names/match-names.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { DIRECTORY, directoryAddresses, directoryCompany, directorySearch } from "../directory/directory.ts";
import { publishedAddresses } from "./published-emails.ts";

/** An address that may be the person's. `confidence` is 0–1; `observedAt` is in milliseconds since 1970. */
export type EmailCandidate = {
  email: string;
  status: "published" | "pattern" | "guess" | "verified";
  /** The basis of a guess; null when the address was seen. */
  reason: string | null;
  source: string;
  confidence: number;
  pattern: string | null;
  alternatives: string[];
  /** Null without a verifier. */
  isCatchAll: boolean | null;
  evidence: Evidence[];
  observedAt: number;
  cached: boolean;
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
  const listed = rows.map(({ email, name, sourceUrl, isDemo }) => ({
    local: localOf(email),
    name: parseName(name),
    url: sourceUrl,
    isDemo,
  }));
  const samples: SeenSample[] = [
    ...published.map((seen) => ({ ...seen, source: "own_site", isDemo: false })),
    ...listed.filter(({ local }) => !isRole(local)).map((row) => ({ ...row, source: DIRECTORY })),
  ];
  return {
    kind: { sizeBand: facts?.sizeBand ?? null, country: countryOf(facts?.country ?? null, domain) },
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
  const seen = (email: string) => ({
    ...{ email, status: "published" as const, reason: null, alternatives: [], isCatchAll: null },
    pattern: (latin && addressPatternsOf(latin, localOf(email))[0]) ?? null,
  });
  const found: EmailCandidate[] = [];
  const own = latin && addressOfPerson(latin, known.published);
  if (own) {
    const { address, url, kind } = own.seen;
    const said = { source: "own_site", confidence: own.confidence, evidence: [{ url, kind }] };
    found.push({ ...seen(address), ...said, observedAt: known.publishedAt, cached: known.isCached });
  }
  const { person } = known;
  if (person?.email && !isRole(localOf(person.email))) {
    const { source, evidence, lastSeenAt, cached, demo } = person;
    const confidence = person.confidence * person.likeness;
    const said = { source, confidence, evidence, observedAt: lastSeenAt, cached, ...(demo && { demo }) };
    found.push({ ...seen(person.email.toLowerCase()), ...said });
  }
  return found;
}

/** The likeliest address by the company's pattern, or by what is usual; never one that belongs to somebody else. */
export function learnedAddress(
  latin: PersonName,
  domain: string,
  { samples, kind, namesakes, publishedAt, isCached, isComplete }: Known,
): EmailCandidate | null {
  const telling = samples.slice(0, MAX_SAMPLES);
  const owners = new Map(samples.map(({ local, name }) => [local, name]));
  const isFree = (local: string) => {
    const owner = owners.get(local);
    return !owner || nameLikeness(owner, latin) > 0;
  };
  const [first, ...others] = guesses(latin, believe(telling, kind)).filter(({ local }) => isFree(local));
  if (!first) return null;
  const isLearned = first.votes > 0;
  const votes = isLearned ? telling.filter((sample) => speaksFor(sample, first.pattern)) : [];
  // The pages with the company's addresses, also those with no pattern that fits the person.
  const evidence = (isLearned ? votes : telling).flatMap(({ url, source }) =>
    url ? { url, kind: `${isLearned ? "same_pattern" : "address"}_${source}` } : [],
  );
  return {
    email: `${first.local}@${domain}`,
    status: isLearned ? "pattern" : "guess",
    reason: isLearned ? null : guessReason(telling.length, isComplete),
    source: isLearned ? (votes[0]?.source ?? "own_site") : "pattern_shares",
    // Of two people with the same name, at most one has it.
    confidence: first.confidence / namesakes,
    pattern: first.pattern,
    alternatives: others
      .filter(({ confidence }) => confidence >= MIN_ALTERNATIVE)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ local }) => `${local}@${domain}`),
    isCatchAll: null,
    evidence: [...new Map(evidence.map((one) => [`${one.kind} ${one.url}`, one])).values()].slice(0, MAX_EVIDENCE),
    observedAt: isLearned ? publishedAt : Date.now(),
    cached: isLearned && isCached,
    ...(votes.some(({ isDemo }) => isDemo) && { demo: true }),
  };
}

/** Why there is only a guess. A fact about the company, so the same for all its people. */
function guessReason(samples: number, isComplete: boolean): string {
  if (samples > 0) return "addresses_of_the_company_show_no_pattern";
  return isComplete ? "no_address_of_the_company_seen" : "site_not_read_completely";
}

function speaksFor({ name, local }: Sample, pattern: string): boolean {
  return name ? addressPatternsOf(name, local).includes(pattern) : /[._-]/.test(local) === /[._-]/.test(pattern);
}

/** The directory's ISO code, else the country of the top-level domain. */
function countryOf(country: string | null, domain: string): string | null {
  return country && /^[a-z]{2}$/i.test(country) ? country : (domain.split(".").at(-1) ?? null);
}
