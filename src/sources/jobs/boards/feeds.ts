import { valueAt } from "../../../lib/json-paths.ts";
import { sections } from "../../../readers/jobs/job-fields.ts";
import { linkedPostings } from "../../../readers/jobs/posting-json-ld.ts";
import { type Board, BoardFailure } from "../board-reader.ts";
import { listed } from "../listed-jobs.ts";

const RSS = { at: "rss.channel.item", name: "rss.channel.title" };
const TEAMTAILOR_WORKPLACES: Record<string, string> = { none: "onsite", fully: "remote", temporary: "hybrid" };

/** Systems with a feed. */
export const FEED_BOARDS: readonly Board[] = [
  /** XML feed, which the employer switches on (developer.personio.de). Its `?language=en` empties other descriptions. */
  {
    name: "personio",
    dailyPaceMs: 1_000,
    tenantHost: "{token}.jobs.personio.de",
    marks: ["{token}.jobs.personio.(de|com)"],
    page: "https://{host}/",
    read: listed({
      xml: "https://{host}/xml",
      at: "workzag-jobs.position",
      jobPage: "https://{host}/job/{id}",
      fields: {
        places: ["office + additionalOffices.office[]"],
        department: "department | recruitingCategory",
        employmentType: "schedule + employmentType",
        postedAt: "createdAt",
        description: sections("jobDescriptions.jobDescription[]", "name", "value"),
        company: "subcompany",
      },
    }),
  },
  /** RSS feed of every career site (support.teamtailor.com), on the vendor's host or the company's own. A widget's key is never used. */
  {
    name: "teamtailor",
    dailyPaceMs: 1_000,
    tenantHost: "{token}.teamtailor.com",
    marks: ["{token}.((na|career).)?teamtailor.com not tt|scripts|na"],
    embeds: [{ literal: "teamtailor-jobs-widget" }],
    hasOwnHosts: true,
    assets: ["teamtailor-cdn.com"],
    page: "https://{host}/jobs",
    read: listed({
      xml: "https://{host}/jobs.rss?per_page=100&offset={skip}",
      pageSize: 100,
      ...RSS,
      fields: {
        places: [{ of: "locations.location[]", city: "city | name", country: "country" }],
        workplace(item) {
          const word = String(valueAt(item, "remoteStatus") ?? "").toLowerCase();
          return TEAMTAILOR_WORKPLACES[word] ?? word;
        },
        department: "department | role",
      },
    }),
  },
  /** Atom feed of every company. */
  {
    name: "homerun",
    dailyPaceMs: 1_000,
    marks: ["feed.homerun.co/{token}", "{token}.homerun.co not feed"],
    page: "https://{token}.homerun.co/",
    read: listed({
      xml: "https://feed.homerun.co/{token}",
      at: "feed.entry",
      fields: {
        places: ["location"],
        salary: "salary_indication",
        postedAt: "published",
        // The date of the last edit.
        updatedAt: "updated",
        description: "content | summary | text | description",
        company: "author.name",
      },
    }),
  },
  /** A schema.org DataFeed of JobPostings on the board's host, which may be the company's own. */
  {
    name: "softgarden",
    dailyPaceMs: 1_000,
    tenantHost: "{token}.softgarden.io",
    marks: ["{token}.career.softgarden.de", "{token}.softgarden.io not jhfiles|jobdb|dev"],
    hasOwnHosts: true,
    page: "https://{host}/",
    async read(reader, { host }) {
      const feed = await reader.json(`https://${host}/jobs.feed.json`);
      if (typeof feed !== "object" || feed === null) throw new BoardFailure({ status: "failed" });
      return { name: null, jobs: linkedPostings([feed]) };
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
    hasOwnHosts: true,
    isRead: ({ token }) => token === "",
    read: listed({
      xml: "https://{host}/sitemal.xml",
      at: RSS.at,
      fields: {
        places: ["location"],
        department: "job_function",
        postedAt: "publish_date | pubDate",
        company: "employer",
      },
    }),
  },
  {
    name: "trakstar",
    dailyPaceMs: 1_000,
    marks: [
      "jsapi.recruiterbox.com/v1/openings&client_name={token}",
      "{token}.recruiterbox.com not jsapi",
      "{token}.hire.trakstar.com",
    ],
    page: "https://{token}.hire.trakstar.com/",
    read: listed({
      xml: "https://{token}.hire.trakstar.com/jobfeeds/{token}",
      at: RSS.at,
      fields: {
        places: [
          {
            city: "location_city | city",
            region: "location_state | state",
            country: "location_country | country",
            or: "location",
          },
        ],
        workplace: "allows_remote ? remote | remote ? remote",
        employmentType: "position_type | type",
        postedAt: "pubDate | created_date",
        company: "company | client_name",
      },
    }),
  },
  /** RSS of the career site, whose page may have another name than "Careers". */
  {
    name: "zoho",
    dailyPaceMs: 1_000,
    tenantHost: "{token}.zohorecruit.com",
    marks: ["{token}.zohorecruit.(com.au|com|eu|in|ca|sa|jp) not recruit"],
    page: ({ host, url }) => (url.includes("/jobs/") ? url : `https://${host}/jobs/Careers`),
    read: listed({
      xml: ({ url }) => `https://{host}/jobs/${/\/jobs\/([\w-]{1,60})/.exec(url)?.[1] ?? "Careers"}/rss`,
      gone: "the joblist has been removed",
      ...RSS,
      fields: {
        places: [{ city: "City", region: "State", country: "Country", or: "location" }],
        workplace: "Remote_Job ? remote",
        department: "department | Industry",
        employmentType: "Job_Type",
      },
    }),
  },
];
