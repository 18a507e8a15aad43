import { type Row, record, records, string, valueAt } from "../../../lib/loose-json.ts";
import type { RawJob } from "../../../readers/jobs/job.ts";
import { type JobFields, sections } from "../../../readers/jobs/job-fields.ts";
import { decodeEntities } from "../../../readers/page/html-text.ts";
import type { Board } from "../board.ts";

const GREENHOUSE = "https://boards-api.greenhouse.io/v1/boards";
const PLACELESS = /^(?:(?:fully )?(?:remote|hybrid|in[- ]office|on[- ]?site)|(?:multiple|various) locations)$/i;
const GREENHOUSE_FIELDS: JobFields = {
  places(job) {
    const place = string(record(job.location).name);
    const offices = records(job.offices).map(({ location, name }) => string(location) ?? string(name));
    return PLACELESS.test(place ?? "") && offices.some(Boolean) ? offices : [place];
  },
  workplace: "location.name",
  salary: (job) => salaryOfRanges(records(job.pay_input_ranges)),
  // Entity-encoded HTML: the outer layer is decoded here, the inner one with the markup.
  description: (job) => decodeEntities(string(job.content) ?? ""),
};

const LEVER_FIELDS: JobFields = {
  places: ["categories.location + categories.allLocations[]"],
  country: "country",
  description: (posting) => [
    valueAt(posting, "descriptionPlain | description"),
    sections("lists[]", "text", "content")(posting),
    valueAt(posting, "additionalPlain"),
  ],
};

/** Systems with a documented interface on a host of the vendor. */
export const API_BOARDS: readonly Board[] = [
  /** Job Board API (developers.greenhouse.io/job-board). */
  {
    name: "greenhouse",
    dailyPaceMs: 250,
    marks: [
      "(job-)?boards(.eu)?.greenhouse.io/embed/job_(board|app)&for={token}",
      "(boards-api|api|(job-)?boards(.eu)?).greenhouse.io/v1/boards/{token}",
      "(job-)?boards(.eu)?.greenhouse.io/{token}",
    ],
    embeds: [{ literal: "grnhse_app" }, { literal: "grnhse_iframe" }, { literal: "gh_jid=" }],
    page: ({ token, host }) => `https://boards${host.includes(".eu.") ? ".eu" : ""}.greenhouse.io/${token}`,
    list: ({ host }) => ({
      api: [
        `${GREENHOUSE}/{token}/jobs?content=true&pay_transparency=true`,
        ...(host.includes(".eu.") ? ["https://boards.eu.greenhouse.io/v1/boards/{token}/jobs?content=true"] : []),
      ],
      leanUrl: `${GREENHOUSE}/{token}/jobs`,
      nameFrom: `${GREENHOUSE}/{token}`,
      name: "name",
      at: "jobs",
      // A post without an internal job collects prospects and is not a position.
      isHidden: (job) => job.internal_job_id === null,
      fields: GREENHOUSE_FIELDS,
    }),
  },
  /** Postings API (github.com/lever/postings-api). The global and the European host may hold different firms under one token. */
  {
    name: "lever",
    marks: ["jobs.(eu.)?lever.co/{name} not css", "api.(eu.)?lever.co/v0/postings/{name}"],
    embeds: [
      {
        literal: "leverJobsOptions",
        token: /^leverJobsOptions["'\]]*\s*=\s*\{[^}]*?accountName["']?\s*:\s*["']([\w.%&-]{1,100})/i,
      },
      { literal: "lever-jobs-container" },
    ],
    page: ({ token, host }) => `https://jobs.${leverDomain(host)}/${token}`,
    list: ({ host }) => ({
      // A script names the company without the region.
      api: (host === "" ? ["lever.co", "eu.lever.co"] : [leverDomain(host)]).map(
        (domain) => `https://api.${domain}/v0/postings/{token}?mode=json&skip={skip}&limit=100`,
      ),
      pageSize: 100,
      pagePaceMs: 1_000,
      fields: LEVER_FIELDS,
    }),
  },
  /** Public job posting API (developers.ashbyhq.com). Tokens keep their case and may hold `%20`. */
  {
    name: "ashby",
    marks: ["jobs.ashbyhq.com/{name} not b|meeting", "api.ashbyhq.com/posting-api/job-board/{name}"],
    embeds: [{ literal: "ashby_embed" }, { literal: "ashby_jid=" }],
    page: "https://jobs.ashbyhq.com/{token}",
    list: {
      api: "https://api.ashbyhq.com/posting-api/job-board/{token}?includeCompensation=true",
      // The vendor's own answers can take ten seconds.
      timeoutMs: 22_000,
      at: "jobs",
      isHidden: (job) => job.isListed === false,
      fields: {
        id: (job) => job.id ?? string(job.jobUrl)?.split(/[?#]/)[0]?.split("/").at(-1),
        places: ["location + secondaryLocations[].location"],
      },
    },
  },
  /** Widget endpoint of the careers page (help.workable.com); an embed gives the company's number in place of its name. */
  {
    name: "workable",
    dailyPaceMs: 2_000,
    marks: [
      "apply.workable.com/{token} not j",
      "workable.com/api/(v\\d/widget/)?accounts/{token}",
      "{token}.workable.com not apply|eu|candidates|spi",
    ],
    embeds: [{ literal: "whr_embed(", token: /^whr_embed\(\s*(\d+)/ }, { literal: "whr_embed_hook" }],
    page: "https://apply.workable.com/{token}/",
    list: {
      api: "https://apply.workable.com/api/v1/widget/accounts/{token}?details=true",
      // The vendor limits requests by address over all its customers.
      paceMs: 2_000,
      at: "jobs",
      name: "name",
      fields: {
        places(job) {
          const places = records(job.locations).map(({ city, region, country, hidden }) =>
            hidden === true ? { country } : { city, region, country },
          );
          return places.length > 0 ? places : [{ city: job.city, region: job.state, country: job.country }];
        },
      },
    },
  },
  /** Job board API (api.gem.com/job_board/v0/reference). */
  {
    name: "gem",
    marks: ["jobs.gem.com/{name}", "api.gem.com/job_board/v0/{name} not reference"],
    page: "https://jobs.gem.com/{token}",
    list: { api: "https://api.gem.com/job_board/v0/{token}/job_posts/", at: "job_posts" },
  },
  /** Posting API (developers.smartrecruiters.com). Public by design, but robots.txt of its host refuses everybody: the operator decides. */
  {
    name: "smartrecruiters",
    needsOperator: true,
    marks: [
      "(careers|jobs).smartrecruiters.com/{token} not external-referrals|oneclick-ui|sr-jobs|job-widget|my",
      "api.smartrecruiters.com/v1/companies/{token}",
    ],
    embeds: [{ literal: "company_code", token: /^company_code["']?\s*:\s*["']([\w-]+)/i }],
    page: "https://careers.smartrecruiters.com/{token}",
    list: {
      api: "https://api.smartrecruiters.com/v1/companies/{token}/postings?limit=100&offset={skip}",
      pageSize: 100,
      at: "content",
      jobPage: "https://jobs.smartrecruiters.com/{token}/{id}",
      // The API answers an unknown company like an empty one, so the two cannot be told apart.
      whenEmpty: "not_found",
    },
  },
];

/** One range for each region; those in the first one's currency are merged. Only the title has the period. */
function salaryOfRanges(ranges: Row[]): RawJob["salary"] {
  const [first] = ranges;
  if (!first) return null;
  const alike = ranges.filter(({ currency_type: currency }) => currency === first.currency_type);
  const amounts = (key: string) => alike.map((range) => Number(range[key]) / 100).filter((amount) => amount > 0);
  const [min, max] = [Math.min(...amounts("min_cents")), Math.max(...amounts("max_cents"))];
  return { min, max, currency: first.currency_type, period: first.title };
}

function leverDomain(host: string): string {
  return host.endsWith("eu.lever.co") ? "eu.lever.co" : "lever.co";
}
