/**
 * The kinds of facts that are remembered. `isOfSite`: found on a company's own site, and kept in its object under the company's
 * domain as key; others are rows of `source_cache`. `holdsPeople`: erasure and access find it, in the object or by `fact_subjects`, and
 * its key begins with the company's domain, followed by a space if the key goes on. `isWatched`: looks of watches look it up
 * again (`notBefore`).
 */
const KINDS = {
  brave_profiles: { holdsPeople: true },
  company_facts: { holdsPeople: false, isOfSite: true },
  company_url: { holdsPeople: false, isOfSite: true },
  edgar_filings: { holdsPeople: false, isWatched: true },
  edgar_ids: { holdsPeople: false },
  form_d: { holdsPeople: false },
  gdelt_mentions: { holdsPeople: false },
  hackernews: { holdsPeople: false },
  hackernews_mentions: { holdsPeople: false },
  hunter_directory: { holdsPeople: true },
  hunter_finder: { holdsPeople: true },
  company_jobs: { holdsPeople: false, isOfSite: true, isWatched: true },
  officer_changes: { holdsPeople: true },
  own_posts: { holdsPeople: false, isOfSite: true, isWatched: true },
  pdl_company: { holdsPeople: false },
  pdl_people: { holdsPeople: true },
  published_emails: { holdsPeople: true, isOfSite: true },
  reddit_answer: { holdsPeople: false },
  register: { holdsPeople: false, isWatched: true },
  sec_listed: { holdsPeople: false },
  proved_entity: { holdsPeople: false, isOfSite: true },
  site_people: { holdsPeople: true, isOfSite: true },
  theirstack_jobs: { holdsPeople: false },
  trustpilot: { holdsPeople: false },
  web_search: { holdsPeople: false },
} satisfies Record<string, Traits>;

type Traits = { holdsPeople: boolean; isOfSite?: true; isWatched?: true };
export type FactKind = keyof typeof KINDS;
export const FACT_KINDS: Readonly<Record<FactKind, Traits>> = KINDS;

/** The facts about people that sites' objects keep. */
export const PEOPLE_OF_SITES = Object.entries(FACT_KINDS).flatMap(([kind, { holdsPeople, isOfSite }]) =>
  holdsPeople && isOfSite ? [kind] : [],
);
