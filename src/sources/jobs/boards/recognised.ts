import { VENDOR_SEGMENT } from "../../../readers/jobs/board-marks.ts";
import type { Board } from "../board.ts";

/** Systems that are recognised and not read: they have no feed meant for reading, or are rare. */
export const RECOGNISED: readonly Board[] = [
  // Drawn by scripts, or behind a firewall that refuses data centres.
  { name: "adp", marks: ["workforcenow.adp.com/&cid={token}", "myjobs.adp.com/{token}"] },
  { name: "avature", marks: ["{token}.avature.net"], ownHosts: [] },
  { name: "eightfold", marks: ["{token}.eightfold.ai"], ownHosts: ["vscdn.net"] },
  {
    name: "oracle",
    domains: ["oraclecloud.com"],
    marks: [
      "{token}.fa.([\\w-]+.)?([\\w-]+.)?oraclecloud([1-9]\\d?)?.com/hcmUI/CandidateExperience/([\\w-]+/)?sites/{token}",
    ],
    embeds: [{ literal: "/hcmUI/CandidateExperience/" }],
    ownHosts: [],
  },
  { name: "pageup", domains: ["pageuppeople.com"], marks: [/\bcareers\.pageuppeople\.com\/(\d+)/i] },
  { name: "paycom", marks: ["paycomonline.net/v4/ats/web.php/portal/{token}"] },
  // The interface needs a session, or a token that the page makes for its own script.
  {
    name: "brassring",
    domains: ["brassring.com"],
    marks: [/\bsjobs\.brassring\.com\/[^"'\s<>]{0,200}?[?&]partnerid=(\d{1,12})[^"'\s<>]{0,200}?siteid=(\d{1,12})/i],
  },
  { name: "cornerstone", marks: ["{token}.csod.com"] },
  {
    name: "dayforce",
    marks: [
      "jobs.dayforcehcm.com/([a-z]{2}-[a-z]{2}/)?{token}/{token}",
      "dayforcehcm.com/CandidatePortal/([a-z]{2}-[a-z]{2}/)?{token}",
    ],
  },
  { name: "hireology", marks: ["careers.hireology.com/{token}"] },
  {
    name: "join",
    marks: ["join.com/([a-z]{2}/)?companies/{token}"],
    embeds: [{ literal: "join.com/api/widget" }, { literal: "join-widget" }],
  },
  { name: "phenom", domains: ["phenompeople.com"], marks: [], ownHosts: ["phenom.com"] },
  { name: "taleo", marks: ["{token}.taleo.net/careersection", "\\w+.tbe.taleo.net/&org={token}"] },
  // The interface is undocumented (Workday's terms forbid robots and data mining), or there is none.
  { name: "dover", marks: ["app.dover.(com|io)/(jobs|apply)/{name}", "app.dover.(com|io)/{name}/careers"] },
  { name: "kula", marks: ["careers.kula.ai/{token}"] },
  {
    name: "ukg",
    marks: [
      "recruiting\\d?.ultipro.(com|ca)/{token}/JobBoard/{token}",
      "{token}.rec.pro.ukg.net/{token}/JobBoard/{token}",
    ],
  },
  {
    name: "workday",
    domains: ["myworkdayjobs.com", "myworkdayjobs-impl.com", "myworkdaysite.com"],
    marks: [
      new RegExp(
        String.raw`//([\w-]{1,63})\.(wd\d+)\.myworkdayjobs(?:-impl)?\.com/(?:wday/cxs/[\w-]+/)?(?:[a-z]{2}-[A-Z]{2}/)?(?!wday/|[a-z]{2}-[A-Z]{2}/|${VENDOR_SEGMENT})([\w-]+)`,
      ),
      /\/\/(wd\d+)\.myworkdaysite\.com\/(?:[a-z]{2}-[A-Z]{2}\/)?recruiting\/([\w-]+)\/([\w-]+)/,
    ],
  },
  // Rare.
  { name: "manatal", marks: ["careers-page.com/{token} not media"] },
  { name: "careerplug", marks: ["{token}.careerplug.com"] },
  { name: "applicantpro", marks: ["{token}.applicantpro.com"] },
  { name: "isolvedhire", marks: ["{token}.isolvedhire.com"] },
  { name: "gupy", marks: ["{token}.gupy.io not portal"] },
  { name: "keka", marks: ["{token}.keka.com/careers"] },
  { name: "darwinbox", marks: ["{token}.darwinbox.(in|com)"] },
  { name: "deel", marks: ["jobs.deel.com/{token}"] },
  { name: "trinet", marks: ["app.trinethire.com/companies/{token}"] },
  { name: "hibob", marks: ["{token}.careers.hibob.com"] },
  { name: "recruiterflow", marks: ["recruiterflow.com/{token} not blog|pricing"] },
  { name: "jobscore", marks: ["careers.jobscore.com/careers/{token}", "{token}.jobscore.com"] },
  { name: "hrmos", marks: ["hrmos.co/pages/{token}"] },
  { name: "herp", marks: ["herp.careers/v1/{token}"] },
];
