/** Written by `npm run client` from the OpenAPI document. */

export type Evidence = {
  url: string;
  kind: string;
  title?: string;
  date?: string;
};

export type TitleFilter = {
  parsed: string;
  warnings: Array<string>;
};

export type Sources = {
  source: "directory" | "own_site" | "pdl" | "brave";
  state: "found" | "not_found" | "not_configured" | "skipped" | "failed";
};

export type Company = {
  id: string | null;
  name: string;
  domain: string | null;
  number: string | null;
  scheme: string | null;
  country: string | null;
  legal_status: string | null;
  city: string | null;
  description: string | null;
  source: "brreg" | "recherche_entreprises" | "prh" | "ares" | "companies_house" | "cvr" | "bolagsverket" | "sec" | "cro" | "ur" | "rpo" | "ariregister" | "krs" | "white_list" | "gleif" | "vies" | "gleif_import" | "companies_house_import" | "own_site" | "directory";
  url: string | null;
  confidence: number;
  agrees: Array<{
    fact: string;
    value: string;
    url: string | null;
  }>;
  disagrees: Array<{
    fact: string;
    here: string;
    there: string;
  }>;
};

export type Attribution = {
  source: string;
  licence: string;
  text: string;
};

export type Evidence2 = {
  url: string;
  kind: string;
};

export type Salary = {
  min: number | null;
  max: number | null;
  currency: string;
  period: "hour" | "day" | "week" | "month" | "year" | null;
};

export type Coverage = {
  read: Array<{
    kind: "job_board" | "careers_page" | "home_page";
    url: string;
    board: string | null;
  }>;
  not_read: Array<{
    kind: "job_board" | "careers_page" | "home_page";
    url: string;
    board: string | null;
    reason: "board_not_found" | "board_not_read" | "board_timeout" | "board_failed" | "board_unavailable" | "drawn_by_script" | "no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "unreadable" | "refused" | "site_error" | "timeout" | "unavailable";
  }>;
};

export type ByDepartment = {
  value: string | null;
  count: number;
};

export type Opened = {
  last_7_days: number | null;
  last_30_days: number | null;
};

export type Index = {
  companies: number;
  jobs: number;
  boards: number;
  oldest_seen_at: string | null;
  note: string | null;
};

export type Items = {
  id: number;
  type: "story" | "comment" | "job" | "poll";
  title: string | null;
  text: string | null;
  author: string | null;
  url: string | null;
  permalink: string;
  points: number | null;
  num_comments: number | null;
  story_id: number | null;
  created_at: string;
};

export type More = {
  count: number | null;
  next: Array<Record<string, never>>;
};

export type Mx = {
  accepts_mail: boolean | null;
  provider: string | null;
};

export type Checks = {
  disposable: boolean;
  free_provider: boolean;
  role: boolean;
};

export type Posts = {
  id: string;
  title: string;
  text: string | null;
  text_truncated: boolean;
  author: string | null;
  subreddit: string;
  url: string;
  permalink: string;
  score: number | null;
  upvote_ratio: number | null;
  num_comments: number;
  created_at: string;
  edited_at: string | null;
  is_self: boolean;
  nsfw: boolean;
  stickied: boolean;
  locked: boolean;
  flair: string | null;
  distinguished: string | null;
};

export type Subreddits = {
  name: string;
  url: string;
  title: string | null;
  description: string | null;
  subscribers: number | null;
  active_users: number | null;
  type: string | null;
  submission_type: string | null;
  nsfw: boolean | null;
  quarantined: boolean | null;
  language: string | null;
  created_at: string | null;
};

export type Evidence3 = {
  where: string;
  level: "strong" | "medium" | "weak";
  value: string;
  url: string;
};

export type Technologies = {
  name: string;
  domain: string;
  category: string;
  level: "strong" | "medium" | "weak";
  evidence: Array<Evidence3>;
};

export type Incomplete = {
  source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot";
  reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "site_not_read" | "dns_not_read" | "resolver_unavailable" | "not_configured" | "timeout" | "rate_limited" | "unavailable" | "upstream_error" | "upstream_timeout" | "upstream_unavailable" | "temporarily_unavailable" | "internal_error";
};

export type SignalHiringRoleOutput = {
  domain: string;
  is_detected: boolean;
  total_jobs: number | null;
  matching_jobs_count: number;
  matching_jobs: Array<{
    id: string;
    title: string;
    url: string | null;
    location: string | null;
    department: string | null;
    posted_at: string | null;
  }>;
  board: string | null;
  summary: string;
  incomplete: Array<Incomplete>;
  status: "ok" | "partial" | "not_found";
  reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
  source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
  confidence: number;
  evidence: Array<Evidence>;
  observed_at: string;
  cached: boolean;
  demo?: true;
};

export type SignalReviewsNegativeOutput = {
  domain: string;
  is_detected: boolean;
  window_days: number;
  matching_reviews_count: number;
  recent_reviews_count: number;
  average_stars: number | null;
  reviews: Array<{
    stars: number;
    title: string;
    date: string;
    url: string;
  }>;
  summary: string;
  incomplete: Array<Incomplete>;
  status: "ok" | "partial" | "not_found";
  reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
  source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
  confidence: number;
  evidence: Array<Evidence>;
  observed_at: string;
  cached: boolean;
  demo?: true;
};

export type GetSignalsOrderOutput = {
  order: Array<string>;
  omitted: Array<string>;
};

export type CreateBatchOutput = {
  id: string | null;
  name: string | null;
  tool: string;
  made_by: string | null;
  status: "estimated" | "queued" | "running" | "cancelling" | "ended";
  stopped_reason: string | null;
  counts: {
    inputs: number;
    duplicates: number;
    invalid: number;
    succeeded: number;
    failed: number;
    skipped: number;
    cancelled: number;
    expired: number;
    processing: number;
  };
  tokens: {
    max: number;
    reserved: number;
    charged: number;
    returned: number;
  };
  estimate: {
    tokens_max: number;
    tokens_expected: number;
    found_rate: number | null;
    seconds_expected: number;
    inputs: number;
    distinct: number;
    names?: number;
    duplicates: number;
    invalid_count: number;
    invalid: Array<{
      line: number;
      reason: string;
    }>;
  };
  poll_after_seconds: number | null;
  created_at: string | null;
  stopped_at: string | null;
  ended_at: string | null;
  expires_at: string | null;
  results: {
    jsonl: string;
    csv: string;
    unanswered_csv: string;
  } | null;
};

export type DeleteBatchOutput = {
  id: string;
  status: "deleted";
};

export type CreateWatchOutput = {
  id: string;
  search: {
    tool: string;
    input: Record<string, never>;
  } | null;
  name: string | null;
  status: "active" | "paused" | "key_ended";
  events: Array<string>;
  tokens_per_event: Record<string, number>;
  every: "day" | "week";
  deliver: Array<string>;
  max_tokens_month: number;
  tokens_this_month: number;
  events_this_month: number;
  withheld_events: number;
  domain_count: number;
  domains: Array<string>;
  looked_at_count: number;
  last_look_at: string | null;
  next_look_at: string | null;
  unreachable_count: number;
  unreachable: Array<{
    domain: string;
    reason: string;
    since: string;
  }>;
  silent_count: number;
  silent: Array<{
    domain: string;
    events: Array<string>;
    reason: string;
    since: string;
  }>;
  created_at: string;
  updated_at: string;
};

export type Tools = {
  /** Company page on the network. 2 tokens. */
  get_network_company_url: {
    input: {
      domain: string;
    };
    output: {
      url: string | null;
      domain: string;
      alternatives: Array<string>;
      redirected_to: string | null;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_company_link" | "several_companies_linked" | null;
      source: "directory" | "own_site" | "pdl" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Profile of a person on the network. 5 tokens. */
  get_network_profile_url: {
    input: {
      name: string;
      domain: string;
      title_filters?: string | Array<string>;
    };
    output: {
      url: string | null;
      name: string;
      domain: string;
      location: string | null;
      title: string | null;
      ambiguous: boolean;
      status: "ok" | "partial" | "not_found";
      reason: "no_such_person" | "ambiguous" | "no_profile_known" | null;
      source: "directory" | "own_site" | "pdl" | "brave" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Employees of a company, in detail. 30 tokens. */
  list_network_company_employees: {
    input: {
      domain: string;
      title_filters?: string | Array<string>;
      limit?: number;
      page?: number;
    };
    output: {
      domain: string;
      employees: Array<{
        name: string;
        first_name: string | null;
        last_name: string | null;
        title: string | null;
        seniority: string | null;
        department: string | null;
        location: string | null;
        profile_url: string | null;
        email: string | null;
        verified: boolean;
        last_seen_at: string;
        source: string;
      }>;
      page: number;
      limit: number;
      total: number;
      has_more: boolean;
      title_filter: TitleFilter;
      status: "ok" | "partial" | "not_found";
      sources: Array<Sources>;
      source: "directory" | "own_site" | "pdl" | "brave" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search employees of a company by title. 5 tokens. */
  search_network_company_employees: {
    input: {
      domain: string;
      title_filters?: string | Array<string>;
      limit?: number;
      page?: number;
    };
    output: {
      domain: string;
      employees: Array<{
        name: string;
        title: string | null;
        profile_url: string | null;
      }>;
      page: number;
      limit: number;
      total: number;
      has_more: boolean;
      title_filter: TitleFilter;
      status: "ok" | "partial" | "not_found";
      sources: Array<Sources>;
      source: "directory" | "own_site" | "pdl" | "brave" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Facts about a company. 2 tokens. */
  get_network_company: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      name: string | null;
      url: string | null;
      website: string | null;
      industry: string | null;
      size_band: string | null;
      country: string | null;
      city: string | null;
      founded_year: number | null;
      description: string | null;
      sources: Record<string, string>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "not_in_directory" | "home_page_names_no_company" | "not_proved_in_a_register" | "unknown_to_vendor" | null;
      source: "brreg" | "recherche_entreprises" | "prh" | "ares" | "companies_house" | "cvr" | "bolagsverket" | "sec" | "cro" | "ur" | "rpo" | "ariregister" | "krs" | "white_list" | "gleif" | "vies" | "gleif_import" | "companies_house_import" | "own_legal_page" | "own_site" | "directory" | "pdl" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Find a company by name, domain or number. 1 tokens. */
  resolve_company: {
    input: {
      name?: string;
      domain?: string;
      number?: string;
      url?: string;
      country?: string;
      about?: string;
    };
    output: {
      company: Company | null;
      ambiguous: boolean;
      candidates: Array<Company>;
      incomplete: Array<{
        source: string;
        reason: "unavailable" | "not_configured";
      }>;
      attribution: Array<Attribution>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_legal_entity_on_site" | "several_entities_or_no_proof" | "name_not_found" | "name_alone_is_no_proof" | "number_not_in_register" | "register_not_asked" | "number_valid_name_withheld" | "several_registers_have_this_number" | "inputs_contradict_each_other" | "nothing_asked" | "not_found" | null;
      source: "brreg" | "recherche_entreprises" | "prh" | "ares" | "companies_house" | "cvr" | "bolagsverket" | "sec" | "cro" | "ur" | "rpo" | "ariregister" | "krs" | "white_list" | "gleif" | "vies" | "gleif_import" | "companies_house_import" | "own_site" | "directory" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Company record with evidence. 3 tokens. */
  get_company: {
    input: {
      domain?: string;
      id?: string;
      fields?: Array<"name" | "legal_name" | "former_names" | "number" | "vat_number" | "lei" | "status" | "form" | "address" | "office_address" | "country" | "city" | "industry" | "head_count" | "founded" | "business_since" | "parents" | "officers" | "website" | "socials" | "phone" | "description" | "logo" | "feeds" | "careers_page" | "technologies" | "mail_provider">;
      max_crawl_price_usd?: number;
    };
    output: {
      domain: string | null;
      id: string | null;
      fields: Record<string, {
        value: unknown;
        source: string;
        evidence: Array<Evidence2>;
        observed_at: string;
        confidence: number;
        conflict: boolean;
        others: Array<{
          value: unknown;
          source: string;
          evidence: Array<Evidence2>;
          observed_at: string;
          confidence: number;
        }>;
      }>;
      missing: Record<string, string>;
      withheld_by_site?: Array<{
        field: string;
        url: string;
        source: string;
        line: string;
      }>;
      crawl_price_usd?: number;
      crawl_paid_usd?: number;
      ambiguous: boolean;
      candidates: Array<{
        id: string;
        name: string;
      }>;
      incomplete: Array<{
        source: string;
        reason: "not_configured" | "timeout" | "rate_limited" | "unavailable" | "upstream_error" | "upstream_timeout" | "upstream_unavailable" | "temporarily_unavailable" | "internal_error";
      }>;
      attribution: Array<Attribution>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "not_in_directory" | "home_page_names_no_company" | "not_proved_in_a_register" | "unknown_to_vendor" | "no_legal_entity_on_site" | "several_entities_or_no_proof" | "name_not_found" | "name_alone_is_no_proof" | "number_not_in_register" | "register_not_asked" | "number_valid_name_withheld" | "several_registers_have_this_number" | "inputs_contradict_each_other" | "nothing_asked" | "not_found" | "site_not_read" | null;
      source: "brreg" | "recherche_entreprises" | "prh" | "ares" | "companies_house" | "cvr" | "bolagsverket" | "sec" | "cro" | "ur" | "rpo" | "ariregister" | "krs" | "white_list" | "gleif" | "vies" | "gleif_import" | "companies_house_import" | "own_legal_page" | "own_site" | "directory" | "dns" | "pdl" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Open positions of a company. 2 tokens. */
  list_company_jobs: {
    input: {
      domain: string;
      title_filters?: string | Array<string>;
      posted_after?: string;
      department?: string;
      location?: string;
      workplace?: "onsite" | "hybrid" | "remote";
      include?: Array<"description">;
      limit?: number;
      page?: number;
      cursor?: string;
    };
    output: {
      domain: string;
      jobs: Array<{
        id: string;
        title: string;
        url: string | null;
        location: string | null;
        locations: Array<string>;
        country: string | null;
        workplace: "onsite" | "hybrid" | "remote" | null;
        department: string | null;
        employment_type: string | null;
        salary: Salary | null;
        language: string | null;
        posted_at: string | null;
        updated_at: string | null;
        seniority: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern" | null;
        description?: string | null;
      }>;
      board: string | null;
      page: number;
      limit: number;
      total: number | null;
      next_cursor: string | null;
      has_more: boolean;
      truncated: boolean;
      title_filter: TitleFilter;
      coverage: Coverage;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | null;
      source: "own_site" | "job_board" | "theirstack" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Hiring statistics of a company. 3 tokens. */
  get_company_hiring: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      board: string | null;
      total_jobs: number | null;
      by_department: Array<ByDepartment>;
      by_seniority: Array<ByDepartment>;
      by_country: Array<ByDepartment>;
      by_workplace: Array<ByDepartment>;
      salary_ranges: Array<{
        currency: string;
        period: string | null;
        jobs: number;
        min: number | null;
        max: number | null;
      }>;
      opened: Opened;
      closed: Opened;
      compared_since: string | null;
      truncated: boolean;
      coverage: Coverage;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | null;
      source: "own_site" | "job_board" | "theirstack" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search open jobs of all companies. 2 tokens. */
  search_jobs: {
    input: {
      text?: string;
      title_filters?: string | Array<string>;
      technologies?: Array<string>;
      country?: string;
      workplace?: "onsite" | "hybrid" | "remote";
      posted_after?: string;
      company?: {
        country?: string;
        size?: Array<"1" | "2-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+">;
        industry?: string;
        technologies?: Array<string>;
      };
      include_unproved?: boolean;
      order?: "newest" | "best";
      limit?: number;
      cursor?: string;
    };
    output: {
      jobs: Array<{
        id: string;
        title: string;
        url: string | null;
        location: string | null;
        locations: Array<string>;
        country: string | null;
        workplace: "onsite" | "hybrid" | "remote" | null;
        department: string | null;
        employment_type: string | null;
        salary: Salary | null;
        language: string | null;
        posted_at: string | null;
        updated_at: string | null;
        seniority: "owner" | "founder" | "c_suite" | "partner" | "vp" | "head" | "director" | "manager" | "senior" | "entry" | "intern" | null;
        company: {
          domain: string | null;
          name: string | null;
          joined: "proved" | "unproved";
          proof: Array<Evidence2>;
        };
        first_seen_at: string;
        seen_at: string | null;
        reposted: boolean;
      }>;
      total: number;
      total_is_exact: boolean;
      next_cursor: string | null;
      has_more: boolean;
      index: Index;
      title_filter: TitleFilter;
      status: "ok" | "partial" | "not_found";
      reason: "index_empty" | "no_match" | "only_unproved_matches" | "company_not_indexed" | null;
      source: "index" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search companies. 2 tokens. */
  search_companies: {
    input: {
      text?: string;
      country?: string;
      city?: string;
      industry?: string;
      size?: Array<"1" | "2-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+">;
      founded_after?: number;
      technologies?: Array<string>;
      hiring?: {
        title_filters?: string | Array<string>;
        technologies?: Array<string>;
        posted_after?: string;
      };
      raised_after?: string;
      order?: "newest" | "best";
      limit?: number;
      cursor?: string;
    };
    output: {
      companies: Array<{
        domain: string | null;
        name: string | null;
        country: string | null;
        city: string | null;
        industry: string | null;
        size: string | null;
        founded: number | null;
        description: string | null;
        technologies: Array<string>;
        open_jobs: number;
        raised_at: string | null;
        seen_at: string | null;
        why: Array<{
          criterion: string;
          value: unknown;
          evidence: Array<Evidence2>;
          seen_at: string | null;
        }>;
      }>;
      total: number;
      total_is_exact: boolean;
      next_cursor: string | null;
      has_more: boolean;
      index: Index;
      status: "ok" | "partial" | "not_found";
      reason: "index_empty" | "no_match" | "only_unproved_matches" | "company_not_indexed" | null;
      source: "index" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Find similar companies. 3 tokens. */
  find_similar_companies: {
    input: {
      domain: string;
      country?: string;
      limit?: number;
    };
    output: {
      domain: string;
      companies: Array<{
        domain: string | null;
        name: string | null;
        country: string | null;
        city: string | null;
        industry: string | null;
        size: string | null;
        founded: number | null;
        description: string | null;
        technologies: Array<string>;
        open_jobs: number;
        raised_at: string | null;
        seen_at: string | null;
        score: number;
        reasons: Array<{
          kind: "technology" | "industry" | "size" | "role" | "word";
          value: string;
          companies: number;
        }>;
      }>;
      total: number;
      next_cursor: string | null;
      has_more: boolean;
      index: Index;
      status: "ok" | "partial" | "not_found";
      reason: "index_empty" | "no_match" | "only_unproved_matches" | "company_not_indexed" | null;
      source: "index" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search companies by name or words. 2 tokens. */
  search: {
    input: {
      query: string;
    };
    output: {
      results: Array<{
        id: string;
        title: string;
        url: string;
      }>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_legal_entity_on_site" | "several_entities_or_no_proof" | "name_not_found" | "name_alone_is_no_proof" | "number_not_in_register" | "register_not_asked" | "number_valid_name_withheld" | "several_registers_have_this_number" | "inputs_contradict_each_other" | "nothing_asked" | "not_found" | null;
      source: "brreg" | "recherche_entreprises" | "prh" | "ares" | "companies_house" | "cvr" | "bolagsverket" | "sec" | "cro" | "ur" | "rpo" | "ariregister" | "krs" | "white_list" | "gleif" | "vies" | "gleif_import" | "companies_house_import" | "own_site" | "index" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Company record as text. 1 tokens. */
  fetch: {
    input: {
      id: string;
    };
    output: {
      id: string;
      title: string;
      text: string;
      url: string;
      metadata: Record<string, never>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "not_in_directory" | "home_page_names_no_company" | "not_proved_in_a_register" | "unknown_to_vendor" | "no_legal_entity_on_site" | "several_entities_or_no_proof" | "name_not_found" | "name_alone_is_no_proof" | "number_not_in_register" | "register_not_asked" | "number_valid_name_withheld" | "several_registers_have_this_number" | "inputs_contradict_each_other" | "nothing_asked" | "not_found" | "site_not_read" | null;
      source: "brreg" | "recherche_entreprises" | "prh" | "ares" | "companies_house" | "cvr" | "bolagsverket" | "sec" | "cro" | "ur" | "rpo" | "ariregister" | "krs" | "white_list" | "gleif" | "vies" | "gleif_import" | "companies_house_import" | "own_legal_page" | "own_site" | "directory" | "dns" | "pdl" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search Hacker News. 1 tokens. */
  search_hackernews: {
    input: {
      query: string;
      type?: "story" | "comment" | "ask_hn" | "show_hn" | "job" | "poll" | "all";
      sort?: "relevance" | "date";
      author?: string | null;
      min_points?: number | null;
      since?: string | null;
      until?: string | null;
      limit?: number;
      cursor?: string | null;
    };
    output: {
      query: string;
      items: Array<Items>;
      total: number;
      next_cursor: string | null;
      has_more: boolean;
      status: "ok" | "partial" | "not_found";
      reason: "no_results" | null;
      source: "hackernews" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** A Hacker News item with its comments. 1 tokens. */
  get_hackernews_item: {
    input: {
      id: number | string;
      limit?: number;
      depth?: number;
      skip?: number;
    };
    output: {
      item: Items | null;
      comments: Array<{
        id: number;
        parent_id: number;
        author: string | null;
        text: string | null;
        permalink: string;
        created_at: string;
        deleted: boolean;
        depth: number;
        replies: Array<Record<string, never>>;
        more: More | null;
      }>;
      more: More | null;
      status: "ok" | "partial" | "not_found";
      reason: "unknown" | null;
      source: "hackernews" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Business email address of a person. 5 tokens. */
  get_email: {
    input: {
      name: string;
      domain: string;
      input_parameters?: {
        source?: string;
      };
    };
    output: {
      email: string | null;
      domain: string;
      is_catch_all: boolean | null;
      input_parameters: Record<string, unknown> | null;
      status: "published" | "pattern" | "guess" | "verified" | "not_found";
      reason: "free_mail_domain" | "disposable_domain" | "domain_has_no_dns" | "domain_takes_no_mail" | "name_has_no_latin_form" | "no_usable_address" | "person_objected" | "no_address_of_the_company_seen" | "addresses_of_the_company_show_no_pattern" | "site_not_read_completely" | "name_has_one_word" | "too_unlikely" | null;
      pattern: string | null;
      alternatives: Array<string>;
      mx: Mx;
      checks: Checks;
      source: "directory" | "own_site" | "pdl" | "brave" | "hunter" | "pattern_shares" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Verify an email address. 1 tokens. */
  verify_email: {
    input: {
      email: string;
    };
    output: {
      email: string;
      status: "valid" | "invalid" | "risky" | "unknown";
      reason: "bad_syntax" | "domain_has_no_dns" | "domain_takes_no_mail" | "domain_has_no_mail_host" | "disposable_domain" | "free_mail_domain" | "domain_accepts_all" | "mailbox_does_not_exist" | "mail_server_does_not_tell" | "no_verifier" | "daily_vendor_budget_used_up" | "person_objected" | null;
      is_catch_all: boolean | null;
      mx: Mx;
      checks: Checks;
      source: "dns" | "hunter" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search Reddit posts. 2 tokens. */
  search_reddit_posts: {
    input: {
      query: string;
      subreddit?: string | null;
      sort?: "relevance" | "hot" | "top" | "new" | "comments";
      time?: "hour" | "day" | "week" | "month" | "year" | "all";
      limit?: number;
      cursor?: string | null;
    };
    output: {
      query: string;
      posts: Array<Posts>;
      next_cursor: string | null;
      has_more: boolean;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Posts of a subreddit. 1 tokens. */
  list_subreddit_posts: {
    input: {
      subreddit: string;
      sort?: "hot" | "new" | "top" | "rising" | "controversial";
      time?: "hour" | "day" | "week" | "month" | "year" | "all";
      limit?: number;
      cursor?: string | null;
    };
    output: {
      subreddit: string;
      posts: Array<Posts>;
      next_cursor: string | null;
      has_more: boolean;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Search subreddits. 1 tokens. */
  search_reddit_subreddits: {
    input: {
      query: string;
      limit?: number;
      cursor?: string | null;
    };
    output: {
      query: string;
      subreddits: Array<Subreddits>;
      next_cursor: string | null;
      has_more: boolean;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** About a subreddit. 1 tokens. */
  get_subreddit_about: {
    input: {
      subreddit: string;
    };
    output: {
      subreddit: Subreddits | null;
      rules: Array<{
        name: string;
        description: string | null;
        applies_to: string | null;
      }> | null;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** A Reddit post with its comments. 1 tokens. */
  get_reddit_post: {
    input: {
      post_id: string;
      comment_id?: string | null;
      more_children?: Array<string> | null;
      sort?: "confidence" | "top" | "new" | "controversial" | "old" | "qa";
      limit?: number;
      depth?: number;
    };
    output: {
      post: Posts | null;
      comments: Array<{
        id: string;
        post_id: string;
        parent_id: string | null;
        author: string | null;
        text: string | null;
        score: number | null;
        subreddit: string | null;
        permalink: string;
        created_at: string;
        edited_at: string | null;
        is_submitter: boolean;
        stickied: boolean;
        deleted: boolean;
        depth: number;
        replies: Array<Record<string, never>>;
        more: More | null;
      }>;
      more: More | null;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** A Reddit user. 1 tokens. */
  get_reddit_user: {
    input: {
      username: string;
    };
    output: {
      user: {
        username: string;
        url: string;
        description: string | null;
        link_karma: number | null;
        comment_karma: number | null;
        total_karma: number | null;
        created_at: string | null;
        is_moderator: boolean | null;
        is_employee: boolean | null;
        has_verified_email: boolean | null;
      } | null;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Posts and comments of a Reddit user. 1 tokens. */
  list_reddit_user_posts: {
    input: {
      username: string;
      kind?: "all" | "posts" | "comments";
      sort?: "new" | "hot" | "top" | "controversial";
      time?: "hour" | "day" | "week" | "month" | "year" | "all";
      limit?: number;
      cursor?: string | null;
    };
    output: {
      username: string;
      items: Array<{
        id: string;
        title: string;
        text: string | null;
        text_truncated: boolean;
        author: string | null;
        subreddit: string;
        url: string;
        permalink: string;
        score: number | null;
        upvote_ratio: number | null;
        num_comments: number;
        created_at: string;
        edited_at: string | null;
        is_self: boolean;
        nsfw: boolean;
        stickied: boolean;
        locked: boolean;
        flair: string | null;
        distinguished: string | null;
        kind: "post";
      } | {
        id: string;
        post_id: string;
        parent_id: string | null;
        author: string | null;
        text: string | null;
        score: number | null;
        subreddit: string | null;
        permalink: string;
        created_at: string;
        edited_at: string | null;
        is_submitter: boolean;
        stickied: boolean;
        deleted: boolean;
        kind: "comment";
      }>;
      next_cursor: string | null;
      has_more: boolean;
      status: "ok" | "partial" | "not_found";
      reason: "private" | "banned" | "quarantined" | "suspended" | "removed" | "unknown" | "no_results" | null;
      source: "reddit_api" | "reddit_archive" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Detect all signals. 15 tokens. */
  detect_signal: {
    input: {
      domain: string;
      techs?: Array<string>;
    };
    output: {
      domain: string;
      signals: Array<{
        signal_name: string;
        category: string;
        is_detected: true;
        strength: number;
        summary: string;
        observed_at: string;
        evidence: Array<Evidence2>;
        data: Record<string, never>;
      }>;
      checked: Array<string>;
      skipped: Array<{
        signal: "signal_technologies_identified" | "signal_hiring_role" | "signal_hiring_support" | "signal_hiring_sales_rep" | "signal_hiring_sales_leadership" | "signal_hiring_sales_rep_repost" | "signal_funding" | "signal_leadership_change" | "signal_news_mention" | "signal_website_change" | "signal_reviews_negative" | "signal_reviews_positive";
        reason: "not_configured" | "baseline_created" | "needs_input" | "omitted";
      }>;
      errors: Array<{
        signal: "signal_technologies_identified" | "signal_hiring_role" | "signal_hiring_support" | "signal_hiring_sales_rep" | "signal_hiring_sales_leadership" | "signal_hiring_sales_rep_repost" | "signal_funding" | "signal_leadership_change" | "signal_news_mention" | "signal_website_change" | "signal_reviews_negative" | "signal_reviews_positive";
        reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | "not_configured" | "timeout" | "rate_limited" | "unavailable" | "upstream_error" | "upstream_timeout" | "upstream_unavailable" | "temporarily_unavailable" | "internal_error" | "not_found";
      }>;
      incomplete: Array<{
        signal: "signal_technologies_identified" | "signal_hiring_role" | "signal_hiring_support" | "signal_hiring_sales_rep" | "signal_hiring_sales_leadership" | "signal_hiring_sales_rep_repost" | "signal_funding" | "signal_leadership_change" | "signal_news_mention" | "signal_website_change" | "signal_reviews_negative" | "signal_reviews_positive";
        source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot";
        reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "site_not_read" | "dns_not_read" | "resolver_unavailable" | "not_configured" | "timeout" | "rate_limited" | "unavailable" | "upstream_error" | "upstream_timeout" | "upstream_unavailable" | "temporarily_unavailable" | "internal_error";
      }>;
      status: "ok" | "partial";
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** List a company's technologies. 3 tokens. */
  list_technologies: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      technologies: Array<Technologies>;
      categories: Record<string, Array<string>>;
      possible: Array<Technologies>;
      incomplete: Array<{
        source: "own_site" | "dns";
        reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "site_not_read" | "resolver_unavailable";
      }>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "site_not_read" | null;
      source: "own_site" | "dns" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Technologies in use. 5 tokens. */
  signal_technologies_identified: {
    input: {
      domain: string;
      technologies?: Array<string>;
      techs?: Array<string>;
    };
    output: {
      domain: string;
      is_detected: boolean;
      technologies_found: Array<string>;
      matches: Array<{
        technology: string;
        name: string;
        category: string;
        found: boolean;
        status: "seen" | "not_seen" | "unknown";
        reason: "not_in_catalogue" | "not_visible_from_outside" | "weak_evidence" | "site_not_read" | "dns_not_read" | null;
        level: "strong" | "medium" | "weak" | null;
        did_you_mean: Array<string>;
        evidence: Array<Evidence3>;
      }>;
      summary: string;
      incomplete: Array<Incomplete>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Hiring for a role. 5 tokens. */
  signal_hiring_role: {
    input: {
      domain: string;
      job_title_filters: string | Array<string>;
    };
    output: SignalHiringRoleOutput;
  };
  /** Hiring customer support. 5 tokens. */
  signal_hiring_support: {
    input: {
      domain: string;
    };
    output: SignalHiringRoleOutput;
  };
  /** Hiring sales representatives. 5 tokens. */
  signal_hiring_sales_rep: {
    input: {
      domain: string;
    };
    output: SignalHiringRoleOutput;
  };
  /** Hiring sales leadership. 5 tokens. */
  signal_hiring_sales_leadership: {
    input: {
      domain: string;
    };
    output: SignalHiringRoleOutput;
  };
  /** Sales position reposted. 5 tokens. */
  signal_hiring_sales_rep_repost: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      is_detected: boolean;
      window_days: number;
      reposted_jobs: Array<{
        id: string;
        title: string;
        url: string | null;
        location: string | null;
        department: string | null;
        posted_at: string | null;
        previous_id: string;
        previously_open_until: string;
      }>;
      board: string | null;
      summary: string;
      incomplete: Array<Incomplete>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Funding. 5 tokens. */
  signal_funding: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      is_detected: boolean;
      amount: number | null;
      currency: string | null;
      round: string | null;
      investors: Array<string>;
      date: string | null;
      window_days: number;
      events: Array<{
        title: string;
        url: string | null;
        date: string;
        source: "own_site" | "edgar" | "hackernews" | "gdelt";
        confidence: number;
        amount: number | null;
        currency: string | null;
        round: string | null;
        investors: Array<string>;
        form_d: Record<string, never> | null;
      }>;
      summary: string;
      incomplete: Array<Incomplete>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Leadership change. 5 tokens. */
  signal_leadership_change: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      is_detected: boolean;
      person: string | null;
      role: string | null;
      change: "joined" | "left" | null;
      date: string | null;
      window_days: number;
      events: Array<{
        title: string;
        url: string | null;
        date: string;
        source: "own_site" | "edgar" | "hackernews" | "gdelt";
        confidence: number;
        person: string | null;
        role: string | null;
        change: "joined" | "left" | null;
      }>;
      summary: string;
      incomplete: Array<Incomplete>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** News mentions. 5 tokens. */
  signal_news_mention: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      is_detected: boolean;
      window_days: number;
      events: Array<{
        title: string;
        url: string | null;
        date: string;
        source: "own_site" | "edgar" | "hackernews" | "gdelt";
        confidence: number;
      }>;
      summary: string;
      incomplete: Array<Incomplete>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Website changed. 5 tokens. */
  signal_website_change: {
    input: {
      domain: string;
    };
    output: {
      domain: string;
      is_detected: boolean;
      window_days: number;
      changes: Array<{
        field: "title" | "headline" | "navigation" | "plans" | "generator";
        before: unknown;
        after: unknown;
        changed_at: string;
      }>;
      summary: string;
      incomplete: Array<Incomplete>;
      status: "ok" | "partial" | "not_found";
      reason: "domain_has_no_dns" | "disallowed_by_robots" | "blocked_by_site" | "payment_required" | "home_page_not_found" | "home_page_is_not_a_page" | "redirects_to_social_network" | "domain_for_sale" | "domain_is_parked" | "no_careers_page_found" | "no_open_positions_found" | "careers_page_not_read" | "positions_not_described" | "board_not_found" | "board_not_read" | "board_not_confirmed" | "board_truncated" | "board_failed" | "board_unavailable" | "board_timeout" | "baseline_created" | "no_known_technology" | "not_on_trustpilot" | "registrant_not_matched" | null;
      source: "own_site" | "job_board" | "dns" | "edgar" | "gdelt" | "hackernews" | "theirstack" | "trustpilot" | null;
      confidence: number;
      evidence: Array<Evidence>;
      observed_at: string;
      cached: boolean;
      demo?: true;
    };
  };
  /** Negative reviews. 5 tokens. */
  signal_reviews_negative: {
    input: {
      domain: string;
    };
    output: SignalReviewsNegativeOutput;
  };
  /** Positive reviews. 5 tokens. */
  signal_reviews_positive: {
    input: {
      domain: string;
    };
    output: SignalReviewsNegativeOutput;
  };
  /** Get the order of signals. 0 tokens. */
  get_signals_order: {
    input: Record<string, never>;
    output: GetSignalsOrderOutput;
  };
  /** Set the order of signals. 0 tokens. */
  set_signals_order: {
    input: {
      order: Array<"signal_technologies_identified" | "signal_hiring_role" | "signal_hiring_support" | "signal_hiring_sales_rep" | "signal_hiring_sales_leadership" | "signal_hiring_sales_rep_repost" | "signal_funding" | "signal_leadership_change" | "signal_news_mention" | "signal_website_change" | "signal_reviews_negative" | "signal_reviews_positive">;
    };
    output: GetSignalsOrderOutput;
  };
  /** Get an API key. 0 tokens. */
  get_api_key: {
    input: {
      email?: string;
      code?: string;
    };
    output: {
      status: "ok" | "verification_sent";
      api_key?: string;
      access_token?: string;
      token_type?: string;
      expires_in?: number;
      scope?: string;
      email?: string;
    };
  };
  /** Token balance and prices. 0 tokens. */
  get_token_balance: {
    input: Record<string, never>;
    output: {
      balance: number;
      held: number;
      owed: number;
      plan: "anonymous" | "free" | "paid";
      rate_limit: {
        limit: number;
        window_seconds: number;
      };
      auto_reload: {
        state: "on" | "waiting_for_card" | "stopped";
      } | null;
      tools: Record<string, Record<string, {
        cost: number;
      }>>;
    };
  };
  /** Buy tokens. 0 tokens. */
  buy_tokens: {
    input: {
      amount_usd: number;
    };
    output: {
      status: "checkout_created";
      purchase_id: string;
      checkout_url: string;
      amount_usd: number;
      tokens: number;
    };
  };
  /** Top up with a wallet. 0 tokens. */
  top_up: {
    input: {
      amount_usd: number;
    };
    output: {
      status: "credited";
      amount_usd: number;
      tokens: number;
      balance: number;
      transaction: string;
    };
  };
  /** Token transactions. 0 tokens. */
  list_transactions: {
    input: {
      limit?: number;
      cursor?: string;
    };
    output: {
      transactions: Array<{
        id: string;
        type: "grant" | "purchase" | "charge" | "refund" | "transfer" | "reversal" | "expire";
        tokens: number;
        tool: string | null;
        request_id: string | null;
        key_id: string | null;
        calls: number | null;
        transaction_hash: string | null;
        created_at: string;
      }>;
      next_cursor: string | null;
      has_more: boolean;
    };
  };
  /** Usage of paid tools. 0 tokens. */
  get_usage: {
    input: {
      from?: string;
      to?: string;
      group_by?: "tool" | "day" | "key";
    };
    output: {
      from: string;
      to: string;
      groups: Array<{
        key: string;
        calls: number;
        tokens: number;
      }>;
      total: {
        calls: number;
        tokens: number;
      };
    };
  };
  /** API keys. 0 tokens. */
  list_api_keys: {
    input: {
      limit?: number;
      cursor?: string;
    };
    output: {
      api_keys: Array<{
        id: string;
        name: string;
        masked: string;
        created_at: string;
        expires_at: string;
        cap_tokens_per_day: number | null;
        categories: Array<"admin" | "socials" | "reddit" | "email" | "signals"> | null;
        last_used_on: string | null;
        revoked_at: string | null;
        current: boolean;
      }>;
      next_cursor: string | null;
      has_more: boolean;
    };
  };
  /** Create an API key. 0 tokens. */
  create_api_key: {
    input: {
      name: string;
      cap_tokens_per_day?: number;
      categories?: Array<"admin" | "socials" | "reddit" | "email" | "signals">;
      expires_in?: number;
    };
    output: {
      api_key: string;
      id: string;
      name: string;
      masked: string;
      created_at: string;
      expires_at: string;
      cap_tokens_per_day: number | null;
      categories: Array<"admin" | "socials" | "reddit" | "email" | "signals"> | null;
    };
  };
  /** Revoke an API key. 0 tokens. */
  revoke_api_key: {
    input: {
      id: string;
    };
    output: {
      id: string;
      status: "revoked" | "not_found";
    };
  };
  /** Reload tokens automatically. 0 tokens. */
  set_auto_reload: {
    input: {
      enabled?: boolean;
      threshold?: number;
      amount_usd?: number;
      monthly_cap_usd?: number;
    };
    output: {
      enabled: boolean;
      state: "off" | "on" | "waiting_for_card" | "stopped";
      threshold: number | null;
      amount_usd: number | null;
      monthly_cap_usd: number | null;
      spent_this_month_usd: number | null;
      stopped_reason: string | null;
      proposal: {
        threshold: number;
        amount_usd: number;
        monthly_cap_usd: number;
        confirm_url: string;
      } | null;
    };
  };
  /** Billing portal. 0 tokens. */
  get_billing_portal: {
    input: Record<string, never>;
    output: {
      url: string;
    };
  };
  /** Invoices. 0 tokens. */
  list_invoices: {
    input: {
      limit?: number;
      cursor?: string;
    };
    output: {
      invoices: Array<{
        id: string;
        number: string | null;
        status: string | null;
        amount_usd: number;
        created_at: string;
        url: string | null;
        pdf_url: string | null;
        transaction_hash: string | null;
      }>;
      next_cursor: string | null;
      has_more: boolean;
    };
  };
  /** Request or delete personal data. 0 tokens. */
  submit_privacy_request: {
    input: {
      email: string;
      type: "access" | "erasure" | "objection";
      name?: string;
      domain?: string;
    };
    output: {
      status: "confirmation_sent";
      type: "access" | "erasure" | "objection";
      email: string;
      expires_in: number;
    };
  };
  /** Run a tool for a list. 0 tokens. */
  create_batch: {
    input: {
      tool: string;
      inputs?: Array<Record<string, unknown>>;
      csv?: string;
      columns?: Record<string, string>;
      match?: "name";
      max_tokens?: number;
      dry_run?: boolean;
      name?: string;
      deliver?: Array<string>;
    };
    output: CreateBatchOutput;
  };
  /** Progress of a batch. 0 tokens. */
  get_batch: {
    input: {
      id: string;
    };
    output: CreateBatchOutput;
  };
  /** Batches of the organisation. 0 tokens. */
  list_batches: {
    input: {
      limit?: number;
      cursor?: string;
    };
    output: {
      batches: Array<CreateBatchOutput>;
      next_cursor: string | null;
      has_more: boolean;
    };
  };
  /** Results of a batch. 0 tokens. */
  list_batch_results: {
    input: {
      id: string;
      limit?: number;
      cursor?: string;
    };
    output: {
      results: Array<{
        index: number;
        custom_id: string | null;
        input: Record<string, never>;
        status: "succeeded" | "failed" | "invalid" | "skipped" | "cancelled" | "expired" | "pending";
        tokens_charged: number;
        result: Record<string, never> | null;
        match?: {
          name: string;
          domain: string | null;
          confidence: number;
          reason: string | null;
          tokens_charged: number;
        };
        error: {
          code: string;
          detail: string;
        } | null;
        request_id: string | null;
        duplicate_of: number | null;
      }>;
      next_cursor: string;
      has_more: boolean;
      status: "queued" | "running" | "cancelling" | "ended";
    };
  };
  /** Stop a batch. 0 tokens. */
  cancel_batch: {
    input: {
      id: string;
    };
    output: CreateBatchOutput;
  };
  /** Delete a batch's inputs and results. 0 tokens. */
  delete_batch: {
    input: {
      id: string;
    };
    output: DeleteBatchOutput;
  };
  /** Watch companies for changes. 0 tokens. */
  create_watch: {
    input: {
      domains?: Array<string>;
      events?: Array<"jobs.opened" | "jobs.closed" | "jobs.reposted" | "technology.added" | "technology.removed" | "prices.changed" | "leadership.changed" | "funding.raised" | "news.published" | "website.changed" | "mail_provider.changed" | "register_status.changed">;
      every?: "day" | "week";
      max_tokens_month: number;
      deliver?: Array<string>;
      name?: string;
      search?: {
        tool: "search_jobs" | "search_companies";
        input: Record<string, never>;
      };
    };
    output: CreateWatchOutput;
  };
  /** Change, pause or resume a watch. 0 tokens. */
  update_watch: {
    input: {
      id: string;
      status?: "active" | "paused";
      domains?: Array<string>;
      events?: Array<"jobs.opened" | "jobs.closed" | "jobs.reposted" | "technology.added" | "technology.removed" | "prices.changed" | "leadership.changed" | "funding.raised" | "news.published" | "website.changed" | "mail_provider.changed" | "register_status.changed">;
      every?: "day" | "week";
      max_tokens_month?: number;
      deliver?: Array<string>;
      name?: string;
    };
    output: CreateWatchOutput;
  };
  /** Watches and their status. 0 tokens. */
  list_watches: {
    input: {
      watch?: string;
      limit?: number;
      cursor?: string;
    };
    output: {
      watches: Array<CreateWatchOutput>;
      next_cursor: string | null;
      has_more: boolean;
    };
  };
  /** Delete a watch. 0 tokens. */
  delete_watch: {
    input: {
      id: string;
    };
    output: DeleteBatchOutput;
  };
  /** Events of watches. 0 tokens. */
  list_watch_events: {
    input: {
      limit?: number;
      cursor?: string;
      watch?: string;
    };
    output: {
      events: Array<{
        id: string;
        seq: number;
        type: string;
        domain: string;
        watch_ids: Array<string>;
        status: "delivered" | "withheld";
        before: Record<string, never> | null;
        after: Record<string, never> | null;
        evidence: Array<Evidence2>;
        observed_at: string;
        tokens_charged: number;
      }>;
      next_cursor: string;
      has_more: boolean;
      oldest: number | null;
    };
  };
  /** Webhook endpoints. 0 tokens. */
  list_webhook_endpoints: {
    input: Record<string, never>;
    output: {
      endpoints: Array<{
        id: string;
        host: string;
        status: "unverified" | "active" | "disabled";
        disabled_reason: string | null;
        created_at: string;
      }>;
      next_cursor: string | null;
      has_more: boolean;
      console_url: string;
    };
  };
};
