import { html } from "../sites.ts";
import { type BoardCompany, json, link, paths, xml } from "./board-company.ts";

/** Boards on the company's own host, and systems that are told by name only. */
export const OWN_HOSTS: BoardCompany[] = [
  {
    board: "teamtailor",
    domain: "own-tailor.example",
    name: "Own Tailor",
    careers: link("https://careers.own-tailor.example/jobs", "Careers"),
    hosts: {
      "careers.own-tailor.example": paths({
        "/jobs": () =>
          html(
            `<title>Jobs</title><link rel="stylesheet" href="https://assets-aws.teamtailor-cdn.com/assets/x.css"><h1>Jobs</h1>`,
          ),
        "/jobs.rss?per_page=100&offset=0": xml(
          "<rss><channel><title>Anything</title><item><title>Tailor</title><guid>1</guid><link>https://careers.own-tailor.example/jobs/1</link><pubDate>Mon, 02 Nov 2026 09:00:00 GMT</pubDate></item></channel></rss>",
        ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "1",
          title: "Tailor",
          url: "https://careers.own-tailor.example/jobs/1",
          location: null,
          posted_at: "2026-11-02T09:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "recruitee",
    domain: "own-recruit.example",
    name: "Own Recruit",
    careers: link("https://jobs.own-recruit.example/", "Jobs"),
    hosts: {
      "jobs.own-recruit.example": paths({
        "/": () => html(`<title>Jobs</title><script src="https://careers-assets.recruiteecdn.com/app.js"></script>`),
        "/api/offers/": json({
          offers: [
            {
              id: 5,
              title: "Baker",
              slug: "baker",
              careers_url: null,
              city: "Ghent",
              country_code: "BE",
              published_at: "2026-11-02 09:00:00 UTC",
            },
          ],
        }),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "5",
          title: "Baker",
          url: "https://jobs.own-recruit.example/o/baker",
          location: "Ghent",
          country: "BE",
          posted_at: "2026-11-02T09:00:00.000Z",
        },
      ],
    },
  },
  {
    board: "successfactors",
    domain: "own-factors.example",
    name: "Own Factors",
    careers: link("https://careers.own-factors.example/", "Careers"),
    hosts: {
      "careers.own-factors.example": paths({
        "/": () => html(`<title>Careers</title><script src="https://rmkcdn.successfactors.com/a/b.js"></script>`),
        "/sitemal.xml": xml(
          `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>x</title><item><title>Plant Manager</title><link>https://careers.own-factors.example/job/plant-manager/88/</link><g:id>88</g:id><g:location>Ulm, Germany</g:location><pubDate>Mon, 02 Nov 2026 09:00:00 GMT</pubDate></item></channel></rss>`,
        ),
      }),
    },
    expected: {
      total: 1,
      jobs: [
        {
          id: "88",
          title: "Plant Manager",
          url: "https://careers.own-factors.example/job/plant-manager/88/",
          location: "Ulm, Germany",
          country: "DE",
          posted_at: "2026-11-02T09:00:00.000Z",
        },
      ],
    },
  },
];

const ADDRESSES: Record<string, string> = {
  workday: "https://acme.wd5.myworkdayjobs.com/en-US/Acme_Careers",
  join: "https://join.com/companies/acme",
  oracle: "https://ebxx.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/requisitions",
  taleo: "https://acme.taleo.net/careersection/2/jobsearch.ftl",
  ukg: "https://recruiting2.ultipro.com/ACM1000ACME/JobBoard/0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f/",
  adp: "https://workforcenow.adp.com/mascsr/default/mdf/recruitment/recruitment.html?cid=0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f&amp;ccId=1",
  paycom: "https://www.paycomonline.net/v4/ats/web.php/portal/0A1B2C3D4E5F0A1B2C3D4E5F0A1B2C3D/career-page",
  dayforce: "https://jobs.dayforcehcm.com/en-US/acme/CANDIDATEPORTAL",
  cornerstone: "https://acme.csod.com/ux/ats/careersite/1/home?c=acme",
  eightfold: "https://acme.eightfold.ai/careers",
  avature: "https://acme.avature.net/careers",
  brassring: "https://sjobs.brassring.com/TGnewUI/Search/Home/Home?partnerid=25416&amp;siteid=5429",
  pageup: "https://careers.pageuppeople.com/513/cw/en/listing/",
  dover: "https://app.dover.com/jobs/acme",
  kula: "https://careers.kula.ai/acme",
  hireology: "https://careers.hireology.com/acme",
  smartrecruiters: "https://careers.smartrecruiters.com/AcmeInc1",
  rippling: "https://ats.rippling.com/acme/jobs",
  manatal: "https://www.careers-page.com/acme",
  careerplug: "https://acme.careerplug.com/",
  gupy: "https://acme.gupy.io/",
  hibob: "https://acme.careers.hibob.com/jobs",
  successfactors: "https://career5.successfactors.eu/career?company=acme",
};

/** Nothing of these hosts may be fetched: they have none here. */
export const RECOGNISED: BoardCompany[] = Object.entries(ADDRESSES).map(([board, address]) => ({
  board,
  domain: `on-${board}.example`,
  name: `On ${board}`,
  careers: link(address),
}));
