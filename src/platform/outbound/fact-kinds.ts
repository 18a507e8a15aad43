/**
 * The kinds of facts in `source_cache`. `holdsPeople`: erasure and access find the fact by `fact_subjects`, and its key begins with
 * the company's domain, followed by a space if the key goes on. `isWatched`: looks of watches look it up again (`factsSince`).
 */
const KINDS = {
  brave_profiles: { holdsPeople: true },
  company_facts: { holdsPeople: false },
  company_url: { holdsPeople: false },
  dns: { holdsPeople: false },
  edgar_filings: { holdsPeople: false, isWatched: true },
  edgar_ids: { holdsPeople: false },
  form_d: { holdsPeople: false },
  funding_release: { holdsPeople: false },
  gdelt_mentions: { holdsPeople: false },
  hackernews: { holdsPeople: false },
  hackernews_mentions: { holdsPeople: false },
  host_check: { holdsPeople: false },
  hunter_directory: { holdsPeople: true },
  hunter_finder: { holdsPeople: true },
  company_jobs: { holdsPeople: false, isWatched: true },
  officer_changes: { holdsPeople: true },
  own_posts: { holdsPeople: false, isWatched: true },
  pdl_company: { holdsPeople: false },
  pdl_people: { holdsPeople: true },
  published_emails: { holdsPeople: true },
  reddit_answer: { holdsPeople: false },
  register: { holdsPeople: false, isWatched: true },
  robots: { holdsPeople: false },
  sec_listed: { holdsPeople: false },
  proved_entity: { holdsPeople: false },
  site_people: { holdsPeople: true },
  theirstack_jobs: { holdsPeople: false },
  trustpilot: { holdsPeople: false },
  web_search: { holdsPeople: false },
} satisfies Record<string, Traits>;

type Traits = { holdsPeople: boolean; isWatched?: true };
export type FactKind = keyof typeof KINDS;
export const FACT_KINDS: Readonly<Record<FactKind, Traits>> = KINDS;
