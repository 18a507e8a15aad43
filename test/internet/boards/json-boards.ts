import { type BoardCompany, json, link, paths } from "./board-company.ts";

/** Companies on systems that publish JSON without documents. */
export const JSON_BOARDS: BoardCompany[] = [
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
];
