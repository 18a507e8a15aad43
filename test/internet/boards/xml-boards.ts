import { type BoardCompany, link, paths, xml } from "./board-company.ts";

/** Companies on systems that publish RSS or Atom without documents. */
export const XML_BOARDS: BoardCompany[] = [
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
];
