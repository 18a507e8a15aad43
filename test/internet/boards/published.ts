import { html } from "../sites.ts";
import { type BoardCompany, json, link, paths, postingPage, xml } from "./board-company.ts";

/** Companies on systems whose feed is published without documents: JSON and XML. */
export const PUBLISHED: BoardCompany[] = [
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
    board: "homerun",
    domain: "homerun-works.example",
    name: "Homerun Works",
    careers: link("https://homerunworks.homerun.co/"),
    hosts: {
      "feed.homerun.co": paths({
        "/homerunworks": xml(
          `<feed xmlns="http://www.w3.org/2005/Atom"><title>Jobs</title><entry><id>hr-1</id><title>Visual Designer</title><link href="https://homerunworks.homerun.co/visual-designer/en"/><author><name>Homerun Works</name></author><department>Design</department><location>Amsterdam</location><type>Freelance</type><updated>2026-11-11T11:11:11Z</updated><content type="html">&lt;p&gt;Draw&lt;/p&gt;</content></entry></feed>`,
        ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "hr-1",
          title: "Visual Designer",
          url: "https://homerunworks.homerun.co/visual-designer/en",
          location: "Amsterdam",
          department: "Design",
          employment_type: "contract",
          posted_at: null,
          updated_at: "2026-11-11T11:11:11.000Z",
        },
      ],
    },
  },
  {
    board: "breezy",
    domain: "breezy-works.example",
    name: "Breezy Works",
    careers: `<div id="bzOpeningsContainer"></div><script src="https://breezyworks.breezy.hr/embed/js?inline=true"></script>`,
    hosts: {
      "breezyworks.breezy.hr": paths({
        "/json": json([
          {
            id: "bz1",
            name: "Carpenter",
            url: "https://breezyworks.breezy.hr/p/bz1-carpenter",
            published_date: "2026-11-01T10:00:00.000Z",
            type: { id: "fullTime", name: "Full-Time" },
            location: {
              country: { name: "Canada", id: "CA" },
              state: { id: "ON", name: "Ontario" },
              city: "Toronto",
              is_remote: false,
              name: "Toronto, ON",
            },
            department: "Shop",
            salary: "$25 – $30 / hour",
            company: { name: "Breezy Works" },
          },
        ]),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "bz1",
          title: "Carpenter",
          url: "https://breezyworks.breezy.hr/p/bz1-carpenter",
          location: "Toronto, Ontario, Canada",
          country: "CA",
          department: "Shop",
          employment_type: "full_time",
          salary: { min: 25, max: 30, currency: "CAD", period: "hour" },
          posted_at: "2026-11-01T10:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "bamboohr",
    domain: "bamboo-works.example",
    name: "Bamboo Works",
    careers: `<div id="BambooHR" data-domain="bambooworks.bamboohr.com" data-version="1.0.0"></div>`,
    hosts: {
      "bambooworks.bamboohr.com": paths({
        "/careers/list": json({
          meta: { totalCount: 2 },
          result: [
            {
              id: "18",
              jobOpeningName: "Bookkeeper",
              departmentLabel: "Finance",
              employmentStatusLabel: "Part-Time",
              location: { city: "Boise", state: "Idaho" },
              atsLocation: { country: "United States", state: null, city: null },
              isRemote: null,
              locationType: "2",
            },
            {
              id: 19,
              jobOpeningName: "Writer",
              departmentLabel: null,
              employmentStatusLabel: "Full-Time",
              location: { city: null, state: null },
              atsLocation: { country: "Portugal", province: "Lisboa", city: "Lisbon" },
              isRemote: 1,
              locationType: "1",
            },
          ],
        }),
        "/careers/company-info": json({ result: { name: "Bamboo Works" } }),
        "/careers/18/detail": json({
          result: { jobOpening: { datePosted: "2026-10-20", description: "<p>Count</p>" } },
        }),
        "/careers/19/detail": json({
          result: { jobOpening: { datePosted: "2026-10-21", description: "<p>Write</p>" } },
        }),
      }),
    },
    expected: {
      total: 2,
      jobs: [
        {
          id: "18",
          title: "Bookkeeper",
          url: "https://bambooworks.bamboohr.com/careers/18",
          location: "Boise, Idaho, United States",
          country: "US",
          workplace: "hybrid",
          posted_at: "2026-10-20T00:00:00.000Z",
        },
        {
          id: "19",
          title: "Writer",
          url: "https://bambooworks.bamboohr.com/careers/19",
          location: "Lisbon, Lisboa, Portugal",
          country: "PT",
          workplace: "remote",
          posted_at: "2026-10-21T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "softgarden",
    domain: "softgarden-works.example",
    name: "Softgarden Works",
    careers: link("https://softgardenworks.career.softgarden.de/"),
    hosts: {
      "softgardenworks.career.softgarden.de": paths({
        "/jobs.feed.json": json({
          "@context": "https://schema.org",
          "@type": "DataFeed",
          dataFeedElement: [
            {
              "@type": "DataFeedItem",
              item: {
                "@type": "JobPosting",
                title: "Pflegefachkraft (w/m/d)",
                url: "https://softgardenworks.career.softgarden.de/job/55",
                identifier: { "@type": "PropertyValue", value: "55" },
                datePosted: "2026-11-12",
                employmentType: ["FULL_TIME", "PART_TIME"],
                hiringOrganization: { "@type": "Organization", name: "Softgarden Works GmbH" },
                jobLocation: [
                  {
                    "@type": "Place",
                    address: { "@type": "PostalAddress", addressLocality: "Graz", addressCountry: "Österreich" },
                  },
                ],
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
          id: "55",
          title: "Pflegefachkraft (w/m/d)",
          url: "https://softgardenworks.career.softgarden.de/job/55",
          location: "Graz, Österreich",
          country: "AT",
          posted_at: "2026-11-12T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "trakstar",
    domain: "trakstar-works.example",
    name: "Trakstar Works",
    careers: link("https://trakstarworks.recruiterbox.com/"),
    hosts: {
      "trakstarworks.hire.trakstar.com": paths({
        "/jobfeeds/trakstarworks": xml(
          `<rss version="2.0" xmlns:job="https://recruiterbox.com/rss/job/"><channel><title>Trakstar Works</title><item><title>Teacher</title><link>https://trakstarworks.hire.trakstar.com/jobs/fk0a</link><guid>fk0a</guid><pubDate>Wed, 04 Nov 2026 00:00:00 +0000</pubDate><description><![CDATA[<p>Teach</p>]]></description><job:location>Denver, Colorado, United States</job:location><job:team>School</job:team><job:position_type>full_time</job:position_type></item></channel></rss>`,
          "application/rss+xml",
        ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "fk0a",
          title: "Teacher",
          url: "https://trakstarworks.hire.trakstar.com/jobs/fk0a",
          location: "Denver, Colorado, United States",
          country: "US",
          department: "School",
          posted_at: "2026-11-04T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "zoho",
    domain: "zoho-works.example",
    name: "Zoho Works",
    careers: `<script>rec_embed_js.load({widget_id:"rec_job_listing_div",site:"https://zohoworks.zohorecruit.in",page_name:"Careers"})</script>`,
    hosts: {
      "zohoworks.zohorecruit.in": paths({
        "/jobs/Careers/rss": xml(
          `<rss version="2.0"><channel><title>Zoho Works</title><item><title>Sales Executive</title><link>https://zohoworks.zohorecruit.in/jobs/Careers/88</link><guid>88</guid><pubDate>Thu, 05 Nov 2026 00:00:00 GMT</pubDate><City>Pune</City><Country>India</Country><Remote_Job>false</Remote_Job><Job_Type>Full time</Job_Type><description>&lt;p&gt;Sell&lt;/p&gt;</description></item></channel></rss>`,
        ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "88",
          title: "Sales Executive",
          url: "https://zohoworks.zohorecruit.in/jobs/Careers/88",
          location: "Pune, India",
          country: "IN",
          posted_at: "2026-11-05T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "polymer",
    domain: "polymer-works.example",
    name: "Polymer Works",
    careers: link("https://jobs.polymer.co/polymerworks"),
    hosts: {
      "api.polymer.co": paths({
        "/v1/hire/organizations/polymerworks/jobs": json({
          items: [
            {
              id: 501,
              title: "Community Lead",
              organization_name: "Polymer Works",
              city: null,
              country: "Spain",
              remoteness_pretty: "Remote",
              kind_pretty: "Full-time",
              salary_pretty: "€40k – €50k / year",
              published_at: "2026-10-01T00:00:00Z",
              job_post_url: "https://jobs.polymer.co/polymerworks/501",
            },
          ],
          meta: { page: 1, total: 1, count: 1, is_last: false },
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "501",
          title: "Community Lead",
          url: "https://jobs.polymer.co/polymerworks/501",
          location: "Spain",
          country: "ES",
          workplace: "remote",
          salary: { min: 40000, max: 50000, currency: "EUR", period: "year" },
          posted_at: "2026-10-01T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "welcomekit",
    domain: "welcomekit-works.example",
    name: "Welcomekit Works",
    careers: `<script>var u = "https://www.welcomekit.co/api/v1/embed?organization_reference=Pk8vAb"</script>`,
    hosts: {
      "www.welcomekit.co": paths({
        "/api/v1/embed?organization_reference=Pk8vAb": json({
          name: "Welcomekit Works",
          jobs: [
            {
              reference: "WK_1",
              name: "Chef de projet",
              description: "<p>Gérer</p>",
              published_at: "2026-11-06T08:00:00Z",
              office: { city: "Nantes", country: { fr: "France", en: "France" } },
              contract_type: { fr: "CDI", en: "Permanent contract" },
              websites_urls: [
                { website_reference: "wttj_fr", url: "https://www.welcometothejungle.com/fr/companies/wk/jobs/chef" },
              ],
            },
          ],
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "WK_1",
          title: "Chef de projet",
          url: "https://www.welcometothejungle.com/fr/companies/wk/jobs/chef",
          location: "Nantes, France",
          country: "FR",
          posted_at: "2026-11-06T08:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "freshteam",
    domain: "freshteam-works.example",
    name: "Freshteam Works",
    careers: link("https://freshteamworks.freshteam.com/jobs"),
    hosts: {
      "freshteamworks.freshteam.com": paths({
        "/hire/widgets/jobs.json": json({
          jobs: [
            {
              id: 9,
              title: "Support Agent",
              url: "https://freshteamworks.freshteam.com/jobs/x9/support-agent",
              remote: "true",
              branch_id: 3,
              job_role_id: 4,
              created_at: "2026-09-09T09:09:09Z",
              deleted: false,
              status: "published",
              description: "<p>Help</p>",
            },
            { id: 10, title: "Old", deleted: true, branch_id: 3 },
            { id: 11, title: "Paused", status: "on_hold" },
          ],
          branches: [{ id: 3, city: "Chennai", country_code: "IN" }],
          job_roles: [{ id: 4, name: "Support" }],
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "9",
          title: "Support Agent",
          url: "https://freshteamworks.freshteam.com/jobs/x9/support-agent",
          location: "Chennai, IN",
          country: "IN",
          workplace: "remote",
          department: "Support",
          posted_at: "2026-09-09T09:09:09.000Z",
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
