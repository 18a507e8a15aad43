import { html } from "../sites.ts";
import { type BoardCompany, link, paths, postingPage, xml } from "./board-company.ts";

/** Companies on systems whose pages hold the positions. */
export const PAGE_BOARDS: BoardCompany[] = [
  {
    board: "comeet",
    domain: "comeet-works.example",
    name: "Comeet Works",
    careers: link("https://www.comeet.com/jobs/comeetworks/30.005"),
    hosts: {
      "www.comeet.com": paths({
        "/jobs/comeetworks/30.005": () =>
          html(`<script>COMPANY_DATA = {"name": "Comeet Works", "note": "a \\"};\\" inside"};
COMPANY_POSITIONS_DATA = [{"uid":"2A.12F","name":"QA Engineer","location":{"name":"Haifa","city":"Haifa","country":"IL","is_remote":true},"workplace_type":"Hybrid","department":"R&D","employment_type":"Full-time","time_updated":"2026-11-10T10:00:00Z","company_name":"Comeet Works","url_active_page":"https://comeet-works.example/jobs/qa","url_comeet_hosted_page":"https://www.comeet.com/jobs/comeetworks/30.005/qa/2A.12F","details":[{"name":"Description","value":"<p>Test</p>"}]}];</script>`),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "2A.12F",
          title: "QA Engineer",
          url: "https://comeet-works.example/jobs/qa",
          location: "Haifa, IL",
          country: "IL",
          workplace: "hybrid",
          posted_at: null,
          updated_at: "2026-11-10T10:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "paylocity",
    domain: "paylocity-works.example",
    name: "Paylocity Works",
    careers: link(
      "https://recruiting.paylocity.com/Recruiting/Jobs/All/6f9619ff-8b86-4011-b42d-00c04fc964ff/Paylocity-Works",
    ),
    hosts: {
      "recruiting.paylocity.com": paths({
        "/Recruiting/Jobs/All/6f9619ff-8b86-4011-b42d-00c04fc964ff": () =>
          html(
            `<script>window.pageData = {"ModuleTitle":"Paylocity Works","Jobs":[{"JobId":71,"JobTitle":"Line Cook","LocationName":"Austin, TX","PublishedDate":"2026-11-07T00:00:00","IsRemote":false,"IsInternal":false,"HiringDepartment":"Kitchen"},{"JobId":72,"JobTitle":"Inside only","IsInternal":true}]};</script>`,
          ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "71",
          title: "Line Cook",
          url: "https://recruiting.paylocity.com/Recruiting/Jobs/Details/71",
          location: "Austin, TX",
          country: "US",
          department: "Kitchen",
          posted_at: "2026-11-07T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "jazzhr",
    domain: "jazz-works.example",
    name: "Jazz Works",
    careers: link("https://jazzworks.applytojob.com/apply"),
    hosts: {
      "jazzworks.applytojob.com": paths({
        "/apply/jobs": () =>
          html(
            `<title>Jazz Works - Career Page</title><table id="jobs_table">${'<tr><td><a class="job_title_link" href="/apply/jobs/details/Ab12Cd34Ef?&amp;">Welder</a><br><span class="resumator_department">Shop</span></td><td>Tulsa, OK</td></tr>'.repeat(2)}</table>`,
          ),
        "/apply/jobs/details/Ab12Cd34Ef": postingPage({
          title: "Welder",
          datePosted: "2026-11-02",
          hiringOrganization: { name: "Jazz Works" },
          employmentType: "FULL_TIME",
          baseSalary: { currency: "USD", value: { minValue: "25", maxValue: 32, unitText: "HOUR" } },
          jobLocation: {
            "@type": "Place",
            address: { addressLocality: "Tulsa", addressRegion: "OK", addressCountry: "US" },
          },
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "Ab12Cd34Ef",
          title: "Welder",
          url: "https://jazzworks.applytojob.com/apply/jobs/details/Ab12Cd34Ef",
          location: "Tulsa, OK, US",
          country: "US",
          department: "Shop",
          employment_type: "full_time",
          salary: { min: 25, max: 32, currency: "USD", period: "hour" },
          posted_at: "2026-11-02T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "jobvite",
    domain: "jobvite-works.example",
    name: "Jobvite Works",
    careers: `<div class="jv-careersite" data-careersite="jobviteworks"></div><script src="https://jobs.jobvite.com/__assets__/scripts/careersite/public/iframe.js"></script>`,
    hosts: {
      "jobs.jobvite.com": paths({
        "/jobviteworks/search/?p=0": () =>
          html(`<table class="jv-job-list"><tr><td class="jv-job-list-name"><a href="/jobviteworks/job/oX1y2z">Buyer</a></td><td class="jv-job-list-location">Dublin,
 Ireland</td></tr></table>`),
        "/jobviteworks/search/?p=1": () => html("<p>No more</p>"),
        "/jobviteworks/job/oX1y2z": postingPage({
          title: "Buyer",
          datePosted: "2026-10-31",
          hiringOrganization: "Jobvite Works",
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "oX1y2z",
          title: "Buyer",
          url: "https://jobs.jobvite.com/jobviteworks/job/oX1y2z",
          location: "Dublin, Ireland",
          country: "IE",
          posted_at: "2026-10-31T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "icims",
    domain: "icims-works.example",
    name: "Icims Works",
    careers: `<iframe id="icims_content_iframe" src="https://careers-icimsworks.icims.com/jobs/search?in_iframe=1"></iframe>`,
    hosts: {
      "careers-icimsworks.icims.com": paths({
        "/sitemap.xml": xml(
          "<urlset><url><loc>https://careers-icimsworks.icims.com/jobs/1201/store-manager/job</loc></url><url><loc>https://careers-icimsworks.icims.com/jobs/intro</loc></url></urlset>",
        ),
        "/jobs/1201/store-manager/job": postingPage({
          title: "Store Manager",
          datePosted: "2026-11-01T05:00:00.000Z",
          hiringOrganization: { name: "UNAVAILABLE" },
          jobLocation: [
            {
              "@type": "Place",
              address: {
                // A template's leftover, as the system itself leaves it.
                addressLocality: ["$", "{12781}"].join(""),
                addressRegion: "Ohio",
                addressCountry: { "@type": "Country", name: "USA" },
              },
            },
          ],
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "1201",
          title: "Store Manager",
          url: "https://careers-icimsworks.icims.com/jobs/1201/store-manager/job",
          location: "Ohio, USA",
          country: "US",
          posted_at: "2026-11-01T05:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "factorial",
    domain: "factorial-works.example",
    name: "Factorial Works",
    careers: link("https://factorialworks.factorialhr.es/"),
    hosts: {
      "factorialworks.factorialhr.es": paths({
        "/": () =>
          html(
            `<title>Factorial Works</title><ul><li><a href="/job_posting/camarero-2231">Camarero</a><p>Sevilla</p></li></ul>`,
          ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "2231",
          title: "Camarero",
          url: "https://factorialworks.factorialhr.es/job_posting/camarero-2231",
          location: "Sevilla",
          posted_at: null,
        },
      ],
    },
  },
];
