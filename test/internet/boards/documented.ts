import { type BoardCompany, json, link, paths, postingPage, xml } from "./board-company.ts";

/** Companies on systems that document their feed. */
export const DOCUMENTED: BoardCompany[] = [
  {
    board: "greenhouse",
    domain: "greenhouse-works.example",
    name: "Greenhouse Works",
    careers: `<div id="grnhse_app"></div><script src="https://boards.greenhouse.io/embed/job_board/js?for=ghworks"></script><a href="?gh_jid=4001">Apply</a>`,
    hosts: {
      "boards-api.greenhouse.io/ghworks": json({
        jobs: [
          {
            id: 4001,
            internal_job_id: 91,
            title: "Head of Partnerships",
            absolute_url: "https://boards.greenhouse.io/ghworks/jobs/4001",
            location: { name: "Remote" },
            offices: [{ id: 1, name: "Berlin Office", location: "Berlin, Germany" }],
            departments: [{ id: 2, name: "Sales" }],
            metadata: null,
            language: "en",
            company_name: "Greenhouse Works",
            first_published: "2026-10-02T09:00:00-04:00",
            updated_at: "2026-11-19T09:00:00-05:00",
            pay_input_ranges: [
              { min_cents: 9000000, max_cents: 11000000, currency_type: "EUR", title: "Annual salary, Berlin" },
              { min_cents: 8500000, max_cents: 10500000, currency_type: "EUR", title: "Annual salary, Leipzig" },
            ],
            content:
              "&lt;p&gt;Find &amp;amp; keep partners. Write to jobs@ghworks.example or call +49 30 1234567.&lt;/p&gt;",
          },
          {
            id: 4002,
            internal_job_id: null,
            title: "Talent community",
            absolute_url: "https://boards.greenhouse.io/ghworks/jobs/4002",
            location: { name: "Anywhere" },
          },
        ],
        meta: { total: 2 },
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "4001",
          title: "Head of Partnerships",
          url: "https://boards.greenhouse.io/ghworks/jobs/4001",
          location: "Berlin, Germany",
          country: "DE",
          workplace: "remote",
          department: "Sales",
          seniority: "head",
          posted_at: "2026-10-02T13:00:00.000Z",
          updated_at: "2026-11-19T14:00:00.000Z",
          salary: { min: 85000, max: 110000, currency: "EUR", period: "year" },
          description: "Find & keep partners. Write to or call .",
        },
      ],
    },
  },
  {
    board: "lever",
    domain: "lever-works.example",
    name: "Lever Works",
    careers: `<div id="lever-jobs-container"></div><script>window.leverJobsOptions = {accountName: 'leverworks', includeCss: true};</script>`,
    hosts: {
      "api.lever.co/leverworks": json([
        {
          id: "5ac21346-8e0c-4494-8e7a-3eb92ff77902",
          text: "Account Manager",
          categories: {
            location: "Lyon",
            allLocations: ["Lyon", "Paris, France"],
            commitment: "CDI",
            team: "Field",
            department: "Sales",
          },
          country: "FR",
          workplaceType: "hybrid",
          createdAt: 1762770000000,
          hostedUrl: "https://jobs.lever.co/leverworks/5ac21346-8e0c-4494-8e7a-3eb92ff77902",
          applyUrl: "https://jobs.lever.co/leverworks/5ac21346-8e0c-4494-8e7a-3eb92ff77902/apply",
          descriptionPlain: "Nous cherchons.",
          lists: [{ text: "Vos missions", content: "<li>Vendre</li>" }],
          salaryRange: { currency: "EUR", interval: "per-year-salary", min: 45000, max: 55000 },
        },
        {
          id: "b",
          text: "Driver",
          country: null,
          categories: { location: null, allLocations: null },
          workplaceType: "unspecified",
          hostedUrl: "https://jobs.lever.co/leverworks/b",
        },
      ]),
    },
    expected: {
      total: 2,
      jobs: [
        {
          id: "5ac21346-8e0c-4494-8e7a-3eb92ff77902",
          title: "Account Manager",
          url: "https://jobs.lever.co/leverworks/5ac21346-8e0c-4494-8e7a-3eb92ff77902",
          location: "Lyon; Paris, France",
          locations: ["Lyon", "Paris, France"],
          country: "FR",
          workplace: "hybrid",
          department: "Sales",
          employment_type: "full_time",
          posted_at: "2025-11-10T10:20:00.000Z",
          salary: { min: 45000, max: 55000, currency: "EUR", period: "year" },
        },
        {
          id: "b",
          title: "Driver",
          url: "https://jobs.lever.co/leverworks/b",
          location: null,
          posted_at: null,
          workplace: null,
        },
      ],
    },
  },
  {
    board: "ashby",
    domain: "ashby-works.example",
    name: "Ashby Works",
    careers: `<script>fetch("https:\\/\\/api.ashbyhq.com\\/posting-api\\/job-board\\/Ashby%20Works?includeCompensation=true")</script>`,
    hosts: {
      "api.ashbyhq.com/Ashby Works": json({
        apiVersion: "1",
        jobs: [
          {
            title: "Staff Engineer",
            location: "New York",
            secondaryLocations: [{ location: "Toronto", address: { postalAddress: { addressCountry: "Canada" } } }],
            address: { postalAddress: { addressLocality: "New York", addressCountry: "USA" } },
            isRemote: true,
            workplaceType: "Hybrid",
            isListed: true,
            department: "R&D",
            team: "Core",
            employmentType: "FullTime",
            publishedAt: "2026-09-30T10:00:00.000+00:00",
            jobUrl: "https://jobs.ashbyhq.com/Ashby%20Works/0b1c",
            compensation: {
              summaryComponents: [
                { compensationType: "EquityPercentage", interval: "NONE", minValue: 0.1, maxValue: 0.2 },
                { compensationType: "Salary", interval: "1 YEAR", currencyCode: "USD", minValue: 180000, maxValue: 0 },
              ],
            },
            descriptionPlain: "Build",
          },
          { id: "hidden", title: "Stealth", isListed: false, jobUrl: "https://jobs.ashbyhq.com/Ashby%20Works/hidden" },
        ],
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "0b1c",
          title: "Staff Engineer",
          url: "https://jobs.ashbyhq.com/Ashby%20Works/0b1c",
          location: "New York; Toronto",
          country: "US",
          workplace: "hybrid",
          employment_type: "full_time",
          posted_at: "2026-09-30T10:00:00.000Z",
          salary: { min: 180000, max: null, currency: "USD", period: "year" },
        },
      ],
    },
  },
  {
    board: "workable",
    domain: "workable-works.example",
    name: "Workable Works",
    careers: `<div id="whr_embed_hook"></div><script src="https://www.workable.com/assets/embed.js"></script><script>whr(document).ready(function(){whr_embed(407621, {detail: 'titles'})})</script>`,
    hosts: {
      "apply.workable.com/407621": json({
        name: "Workable Works",
        jobs: [
          {
            title: "Nurse",
            shortcode: "AB12",
            url: "https://apply.workable.com/j/AB12",
            employment_type: "Part-time",
            telecommuting: false,
            department: "",
            published_on: "2026-11-03",
            created_at: "2026-11-01",
            country: "Greece",
            city: "Athens",
            state: "Attica",
            locations: [{ country: "Greece", countryCode: "GR", city: "Athens", region: "Attica", hidden: false }],
          },
          {
            title: "Nurse",
            shortcode: "AB12",
            url: "https://apply.workable.com/j/AB12",
            employment_type: "Part-time",
            telecommuting: false,
            published_on: "2026-11-03",
            country: "Greece",
            city: "Patras",
            locations: [{ country: "Greece", countryCode: "GR", city: "Patras", hidden: true }],
          },
        ],
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "AB12",
          title: "Nurse",
          url: "https://apply.workable.com/j/AB12",
          location: "Athens, Attica, Greece; Greece",
          country: "GR",
          employment_type: "part_time",
          posted_at: "2026-11-03T00:00:00.000Z",
          department: null,
        },
      ],
    },
  },
  {
    board: "personio",
    domain: "personio-works.example",
    name: "Personio Works",
    careers: link("https://personioworks.jobs.personio.de/?language=de"),
    hosts: {
      "personioworks.jobs.personio.de": paths({
        "/xml":
          xml(`<workzag-jobs><position><id>1234</id><subcompany>Personio Works GmbH</subcompany><office>Leipzig</office>
<additionalOffices><office>Berlin</office><office>Wien</office></additionalOffices><department>Vertrieb &amp; Partner</department>
<name>Vertriebsmitarbeiter (m/w/d)</name><jobDescriptions><jobDescription><name>Aufgaben</name><value><![CDATA[<position>Du bist und wirst der Partner für die Kunden und das Team, mit dem du bei uns von der Idee bis zu dem Erfolg arbeitest.</position>]]></value></jobDescription></jobDescriptions>
<employmentType>permanent</employmentType><schedule>part-time</schedule><createdAt>2026-10-15T08:30:00+0200</createdAt></position></workzag-jobs>`),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "1234",
          title: "Vertriebsmitarbeiter (m/w/d)",
          url: "https://personioworks.jobs.personio.de/job/1234",
          location: "Leipzig; Berlin; Wien",
          department: "Vertrieb & Partner",
          employment_type: "part_time",
          language: "de",
          posted_at: "2026-10-15T06:30:00.000Z",
        },
      ],
    },
  },
  {
    board: "personio",
    domain: "personio-empty.example",
    name: "Personio Empty",
    careers: link("https://personio-empty.jobs.personio.com"),
    hosts: { "personio-empty.jobs.personio.com": paths({ "/xml": xml("<workzag-jobs/>") }) },
    expected: { total: 0, jobs: [] },
  },
  {
    board: "teamtailor",
    domain: "teamtailor-works.example",
    name: "Teamtailor Works",
    careers: link("https://teamtailorworks.na.teamtailor.com/jobs"),
    hosts: {
      "teamtailorworks.na.teamtailor.com": paths({
        "/jobs.rss?per_page=100&offset=0": xml(
          `<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>Teamtailor Works</title>${Array.from({ length: 100 }, (_, index) => `<item><title>Barista ${index}</title><guid>${9000 + index}</guid><link>https://teamtailorworks.na.teamtailor.com/jobs/${9000 + index}</link><pubDate>Mon, 02 Nov 2026 09:00:00 +0100</pubDate><remoteStatus>none</remoteStatus></item>`).join("")}</channel></rss>`,
        ),
        "/jobs.rss?per_page=100&offset=100": xml(
          `<rss version="2.0" xmlns:tt="https://teamtailor.com/locations"><channel><title>Teamtailor Works</title><item><title>Lead Roaster &amp; Buyer</title><description>&lt;p&gt;Roast&lt;/p&gt;</description><pubDate>Tue, 03 Nov 2026 09:00:00 +0100</pubDate><link>https://teamtailorworks.na.teamtailor.com/jobs/9100-lead-roaster</link><remoteStatus>fully</remoteStatus><guid isPermaLink="false">9100</guid><tt:locations><tt:location><tt:name>HQ</tt:name><tt:city>Malmö</tt:city><tt:country>Sweden</tt:country></tt:location></tt:locations><tt:department>Roastery</tt:department></item></channel></rss>`,
        ),
      }),
    },
    expected: {
      total: 101,
      jobs: [
        {
          id: "9100",
          title: "Lead Roaster & Buyer",
          url: "https://teamtailorworks.na.teamtailor.com/jobs/9100-lead-roaster",
          location: "Malmö, Sweden",
          country: "SE",
          workplace: "remote",
          department: "Roastery",
          posted_at: "2026-11-03T08:00:00.000Z",
          description: "Roast",
        },
        {
          id: "9000",
          title: "Barista 0",
          url: "https://teamtailorworks.na.teamtailor.com/jobs/9000",
          location: null,
          workplace: "onsite",
          posted_at: "2026-11-02T08:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "recruitee",
    domain: "recruitee-works.example",
    name: "Recruitee Works",
    careers: link("https://recruiteeworks.recruitee.com/"),
    hosts: {
      "recruiteeworks.recruitee.com": paths({
        "/api/offers/": json({
          offers: [
            {
              id: 77,
              slug: "koerier",
              title: "Koerier",
              company_name: "Recruitee Works BV",
              careers_url: "https://recruiteeworks.recruitee.com/o/koerier",
              city: "Utrecht",
              country: "Netherlands",
              country_code: "NL",
              location: "Utrecht, Nederland",
              locations: [{ city: "Utrecht", state: "Utrecht", country: "Netherlands", country_code: "NL" }],
              remote: true,
              hybrid: true,
              on_site: true,
              department: null,
              employment_type_code: "parttime_permanent",
              salary: { min: "15.5", max: null, period: "hour", currency: "EUR" },
              published_at: "2026-01-31 09:00:00 UTC",
              updated_at: "2026-02-02 09:00:00 UTC",
              close_at: null,
              mailbox_email: "job.secret@recruitee.example",
              open_questions: [],
              description: "<p>Fiets</p>",
              requirements: "",
            },
          ],
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "77",
          title: "Koerier",
          url: "https://recruiteeworks.recruitee.com/o/koerier",
          location: "Utrecht, Netherlands",
          country: "NL",
          workplace: "hybrid",
          employment_type: "part_time",
          salary: { min: 15.5, max: null, currency: "EUR", period: "hour" },
          posted_at: "2026-01-31T09:00:00.000Z",
          updated_at: "2026-02-02T09:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "pinpoint",
    domain: "pinpoint-works.example",
    name: "Pinpoint Works",
    careers: link("https://pinpointworks.pinpointhq.com/"),
    hosts: {
      "pinpointworks.pinpointhq.com": paths({
        "/postings.json": json({
          data: [
            {
              id: "31",
              title: "Payroll Officer",
              url: "https://pinpointworks.pinpointhq.com/en/postings/31",
              workplace_type: "onsite",
              location: { id: 1, city: "London", name: "United Kingdom", province: "England" },
              job: { department: { name: "Finance" }, division: { name: "" } },
              employment_type: "full_time",
              employment_type_text: "Full Time",
              compensation_visible: true,
              compensation_minimum: 32000.0,
              compensation_maximum: 36000.0,
              compensation_currency: "GBP",
              compensation_frequency: "year",
              deadline_at: null,
              description: "<p>Pay people</p>",
              key_responsibilities: "<p>Accurately</p>",
            },
          ],
        }),
        "/en/postings/31": postingPage({
          title: "Payroll Officer",
          datePosted: "2026-11-05",
          jobLocation: { "@type": "Place", address: { addressLocality: "London", addressCountry: "GB" } },
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "31",
          title: "Payroll Officer",
          url: "https://pinpointworks.pinpointhq.com/en/postings/31",
          location: "London, England",
          country: "GB",
          workplace: "onsite",
          department: "Finance",
          salary: { min: 32000, max: 36000, currency: "GBP", period: "year" },
          posted_at: "2026-11-05T00:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "gem",
    domain: "gem-works.example",
    name: "Gem Works",
    careers: link("https://jobs.gem.com/gem-works"),
    hosts: {
      "api.gem.com": paths({
        "/job_board/v0/gem-works/job_posts/": json([
          {
            id: "am9iOjE",
            title: "Data Scientist",
            absolute_url: "https://jobs.gem.com/gem-works/am9iOjE",
            location: { name: "Oakland, California, United States" },
            location_type: "in_office",
            departments: [{ id: "1", name: "Data" }],
            offices: [],
            employment_type: "full_time",
            first_published_at: "2026-08-01T12:00:00Z",
            updated_at: "2026-08-09T12:00:00Z",
            content_plain: "Text",
          },
        ]),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "am9iOjE",
          title: "Data Scientist",
          url: "https://jobs.gem.com/gem-works/am9iOjE",
          location: "Oakland, California, United States",
          country: "US",
          workplace: "onsite",
          posted_at: "2026-08-01T12:00:00.000Z",
          updated_at: "2026-08-09T12:00:00.000Z",
        },
      ],
    },
  },
];
