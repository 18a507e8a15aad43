import { type BoardCompany, json, link, paths, postingPage, xml } from "./board-company.ts";

/** Companies on systems with a documented feed on the tenant's host. */
export const FEED_BOARDS: BoardCompany[] = [
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
];
