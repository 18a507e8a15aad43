import { valueAt } from "../../../lib/json-paths.ts";
import { record } from "../../../lib/loose-json.ts";
import { sections } from "../../../readers/jobs/job-fields.ts";
import { linkedPostings } from "../../../readers/jobs/posting-json-ld.ts";
import type { Board } from "../board.ts";
import { listOrFail } from "../read-board.ts";

const RSS = { at: "rss.channel.item", name: "rss.channel.title" };
const TEAMTAILOR_WORKPLACES: Record<string, string> = { none: "onsite", fully: "remote", temporary: "hybrid" };

/** Systems with a feed. */
export const FEED_BOARDS: readonly Board[] = [
  /** XML feed, which the employer switches on (developer.personio.de). Its `?language=en` empties other descriptions. */
  {
    name: "personio",
    tenantHost: "{token}.jobs.personio.de",
    marks: ["{token}.jobs.personio.(de|com)"],
    page: "https://{host}/",
    list: {
      xml: "https://{host}/xml",
      at: "workzag-jobs.position",
      jobPage: "https://{host}/job/{id}",
      fields: {
        places: ["office + additionalOffices.office[]"],
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
    hasOwnHosts: true,
    assets: ["teamtailor-cdn.com"],
    page: "https://{host}/jobs",
    list: {
      xml: "https://{host}/jobs.rss?per_page=100&offset={skip}",
      pageSize: 100,
      ...RSS,
      fields: {
        places: [{ of: "locations.location[]", city: "city | name", country: "country" }],
        workplace(item) {
          const word = String(valueAt(item, "remoteStatus") ?? "").toLowerCase();
          return TEAMTAILOR_WORKPLACES[word] ?? word;
        },
      },
    },
  },
  /** Atom feed of every company. */
  {
    name: "homerun",
    marks: ["feed.homerun.co/{token}", "{token}.homerun.co not feed"],
    page: "https://{token}.homerun.co/",
    list: {
      xml: "https://feed.homerun.co/{token}",
      at: "feed.entry",
      fields: { salary: { text: "salary_indication" }, description: "content | summary | text | description" },
    },
  },
  /** A schema.org DataFeed of JobPostings on the board's host, which may be the company's own. */
  {
    name: "softgarden",
    tenantHost: "{token}.softgarden.io",
    marks: ["{token}.career.softgarden.de", "{token}.softgarden.io not jhfiles|jobdb|dev"],
    hasOwnHosts: true,
    page: "https://{host}/",
    list: {
      json: "https://{host}/jobs.feed.json",
      at: (feed) => linkedPostings(listOrFail(record(feed).dataFeedElement)),
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
    onDemand: true,
    list: ({ token }) => (token === "" ? { xml: "https://{host}/sitemal.xml", at: RSS.at, fields: {} } : null),
  },
  {
    name: "trakstar",
    marks: [
      "jsapi.recruiterbox.com/v1/openings&client_name={token}",
      "{token}.recruiterbox.com not jsapi",
      "{token}.hire.trakstar.com",
    ],
    page: "https://{token}.hire.trakstar.com/",
    list: {
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
      },
    },
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
      fields: {
        places: [{ city: "City", region: "State", country: "Country", or: "location" }],
        department: "department | Industry",
      },
    }),
  },
];
