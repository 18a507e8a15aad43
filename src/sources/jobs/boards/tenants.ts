import { record } from "../../../lib/loose-json.ts";
import { jobOfRow, sections } from "../../../readers/jobs/job-fields.ts";
import { linkedPostings } from "../../../readers/jobs/posting-json-ld.ts";
import { type Board, filled } from "../board.ts";
import { listOrFail, postingDetail } from "../read-board.ts";

const RIPPLING = "https://api.rippling.com/platform/api/ats/v1/board/{token}/jobs";
const WELCOMEKIT = "https://www.welcomekit.co/api/v1/embed?organization_reference={token}";
const RSS = { at: "rss.channel.item", name: "rss.channel.title" };
const TEAMTAILOR_WORKPLACES: Record<string, string> = { none: "onsite", fully: "remote", temporary: "hybrid" };
const BAMBOOHR_WORKPLACES: Record<string, string> = { "0": "onsite", "1": "remote", "2": "hybrid" };

/** Systems with a feed or JSON of each customer, on its own host or the vendor's. */
export const TENANT_BOARDS: readonly Board[] = [
  /** XML feed, which the employer switches on (developer.personio.de). Its `?language=en` empties other descriptions. */
  {
    name: "personio",
    tenantHost: "{token}.jobs.personio.de",
    marks: ["{token}.jobs.personio.(de|com)"],
    list: {
      xml: "https://{host}/xml",
      at: "workzag-jobs.position",
      jobPage: "https://{host}/job/{id}",
      fields: {
        employmentType: "schedule + employmentType",
        description: sections("jobDescriptions.jobDescription[]", "name", "value"),
      },
    },
  },
  /** RSS feed of every career site (support.teamtailor.com), on the vendor's host or the company's own. A widget's key is never used. */
  {
    name: "teamtailor",
    tenantHost: "{token}.teamtailor.com",
    marks: ["{token}.((na|career).)?teamtailor.com not tt|scripts|na"],
    embeds: [{ literal: "teamtailor-jobs-widget" }],
    ownHosts: ["teamtailor-cdn.com"],
    page: "https://{host}/jobs",
    list: {
      xml: "https://{host}/jobs.rss?per_page=100&offset={skip}",
      pageSize: 100,
      ...RSS,
      fields: { workplace: ({ remoteStatus }) => TEAMTAILOR_WORKPLACES[String(remoteStatus)] ?? remoteStatus },
    },
  },
  /** Atom feed of every company. */
  {
    name: "homerun",
    marks: ["feed.homerun.co/{token}", "{token}.homerun.co not feed"],
    page: "https://{token}.homerun.co/",
    list: { xml: "https://feed.homerun.co/{token}", at: "feed.entry" },
  },
  /** A schema.org DataFeed of JobPostings on the board's host, which may be the company's own. */
  {
    name: "softgarden",
    tenantHost: "{token}.softgarden.io",
    marks: ["{token}.career.softgarden.de", "{token}.softgarden.io not jhfiles|jobdb|dev"],
    ownHosts: [],
    list: {
      json: "https://{host}/jobs.feed.json",
      jobs: (feed) => linkedPostings(listOrFail(record(feed).dataFeedElement)),
    },
  },
  /** Career sites on the employer's own host publish a feed, `/sitemal.xml` (sic); the legacy page is recognised only. */
  {
    name: "successfactors",
    marks: [
      "career\\d*.successfactors.(com|eu)/&(career_)?company={token}",
      "career\\d*.sapsf.(com|eu|cn)/&(career_)?company={token}",
      "{token}.jobs.hr.cloud.sap",
      "{token}.jobs2web.com",
    ],
    ownHosts: [],
    page: ({ url }) => url,
    onDemand: true,
    list: ({ token }) => (token === "" ? { xml: "https://{host}/sitemal.xml", at: RSS.at } : null),
  },
  {
    name: "trakstar",
    marks: [
      "jsapi.recruiterbox.com/v1/openings&client_name={token}",
      "{token}.recruiterbox.com not jsapi",
      "{token}.hire.trakstar.com",
    ],
    page: "https://{token}.hire.trakstar.com/",
    list: { xml: "https://{token}.hire.trakstar.com/jobfeeds/{token}", at: RSS.at },
  },
  /** RSS of the career site, whose page may have another name than "Careers". */
  {
    name: "zoho",
    tenantHost: "{token}.zohorecruit.com",
    marks: ["{token}.zohorecruit.(com.au|com|eu|in|ca|sa|jp) not recruit"],
    page: ({ host, url }) => (url.includes("/jobs/") ? url : `https://${host}/jobs/Careers`),
    list: ({ url }) => ({
      xml: `https://{host}/jobs/${/\/jobs\/([\w-]{1,60})/.exec(url)?.[1] ?? "Careers"}/rss`,
      gone: "the joblist has been removed",
      ...RSS,
    }),
  },
  /** Careers site API (docs.recruitee.com), until 2027-02-10 without a token. Intake addresses are not kept. */
  {
    name: "recruitee",
    tenantHost: "{token}.recruitee.com",
    // From then on the list needs a token of the employer.
    dailyUntil: "2027-02-10",
    marks: ["career.recruitee.com/api/c/{token}/widget", "{token}.recruitee.com not hosted|beta"],
    embeds: [{ literal: "RTWidget(", token: /^RTWidget\(\s*\{[^}]*?["']?companies["']?\s*:\s*\[\s*(\d+)/ }],
    ownHosts: ["recruiteecdn.com"],
    list({ token, host }) {
      const isNumber = /^\d+$/.test(token) && !host.startsWith(`${token}.`);
      const widget = "https://career.recruitee.com/api/c/{token}/widget/?widget=true";
      return {
        json: isNumber ? widget : "https://{host}/api/offers/",
        at: "offers",
        isHidden: ({ kind, status }) => kind === "talent_pool" || (status ?? "published") !== "published",
        fields: {
          url: ({ careers_url, slug }) => careers_url ?? (isNumber || !slug ? null : `https://${host}/o/${slug}`),
        },
      };
    },
  },
  /** Jobs JSON endpoint (developers.pinpointhq.com). It has no dates: the pages of the first jobs do. */
  {
    name: "pinpoint",
    tenantHost: "{token}.pinpointhq.com",
    marks: ["{token}.pinpointhq.com"],
    ownHosts: [],
    list: {
      json: "https://{host}/postings.json",
      at: (body) =>
        listOrFail(record(body).data).map((posting) =>
          posting.compensation_visible === false ? { ...posting, compensation_currency: null } : posting,
        ),
      // The feed is sometimes empty although there are jobs.
      whenEmpty: "ask_again",
      async detail(reader, job) {
        const posting = await postingDetail(reader, job);
        return posting && { postedAt: posting.postedAt, country: posting.country };
      },
    },
  },
  /** List and details of the careers page; only the details have dates. Every sub-domain answers, also for unknown companies. */
  {
    name: "bamboohr",
    marks: ["{token}.bamboohr.com"],
    page: "https://{token}.bamboohr.com/careers",
    list: {
      json: "https://{token}.bamboohr.com/careers/list",
      nameFrom: "https://{token}.bamboohr.com/careers/company-info",
      name: "result.name",
      at: "result",
      jobPage: "https://{token}.bamboohr.com/careers/{id}",
      async detail(reader, { url }) {
        const { result } = record(await reader.json(`${url}/detail`));
        const { datePosted, description } = record(record(result).jobOpening);
        return { postedAt: datePosted, description };
      },
      fields: {
        places: [
          {
            city: "location.city | atsLocation.city",
            region: "location.state | atsLocation.state | atsLocation.province",
            country: "location.country | location.addressCountry | atsLocation.country",
          },
        ],
        // `isRemote` is null on remote jobs too.
        workplace: ({ locationType, isRemote }) =>
          BAMBOOHR_WORKPLACES[String(locationType ?? "")] ?? (Number(isRemote) === 1 ? "remote" : null),
      },
    },
  },
  /** JSON of every careers portal. */
  {
    name: "breezy",
    tenantHost: "{token}.breezy.hr",
    marks: ["{token}.breezy.hr not attachments|gallery|breezy"],
    list: { json: "https://{host}/json" },
  },
  /** Job board API, v1 as the vendor's own pages use it. One row for each place; only the details have dates. */
  {
    name: "rippling",
    dailyPaceMs: 6_000,
    needsOperator: true,
    marks: [
      "ats.rippling.com/(embed/)?([a-z]{2}-[a-z]{2}/)?{name}/jobs not internal",
      "api.rippling.com/platform/api/ats/v\\d/board/{name}/jobs",
    ],
    page: "https://ats.rippling.com/{token}/jobs",
    list: {
      json: RIPPLING,
      isHidden: (row) => row.unlistedFromSearch === true,
      detail: async (reader, { id }, ref) => jobOfRow(record(await reader.json(`${filled(RIPPLING, ref)}/${id}`))),
    },
  },
  /** JSON of the vendor's embed (Welcome to the Jungle). Only an embed has the reference; a company page does not. */
  {
    name: "welcomekit",
    marks: [
      "welcomekit.co/api/v1/embed&organization_reference={token}",
      "welcometothejungle.com/([a-z]{2}/)?companies/{token}",
      "{token}.welcomekit.co",
    ],
    page: (ref) => ref.url || filled(WELCOMEKIT, ref),
    list: ({ url }) =>
      url.includes("organization_reference=") ? { json: WELCOMEKIT, name: "name", at: "jobs" } : null,
  },
];
