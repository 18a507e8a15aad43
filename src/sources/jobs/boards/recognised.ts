import { segmentAfter, subdomainOf } from "../../../readers/jobs/board-marks.ts";
import type { Board } from "../board.ts";

/** Systems that are recognised and not read: they have no feed meant for reading, or are rare. */
export const RECOGNISED: readonly Board[] = [
  // Script-only pages.
  {
    name: "adp",
    domains: ["adp.com"],
    marks: [
      /\bworkforcenow\.adp\.com\/[\w./-]*recruitment\.html\?[^"'\s<>]*?\bcid=([0-9a-f-]{36})/i,
      /\bmyjobs\.adp\.com\/([\w-]+)/i,
    ],
  },
  // Pages are behind a firewall.
  { name: "avature", domains: ["avature.net"], marks: [subdomainOf("avature\\.net")], hasOwnHosts: true },
  // Pages need a session.
  {
    name: "brassring",
    domains: ["brassring.com"],
    marks: [/\bsjobs\.brassring\.com\/[^"'\s<>]{0,200}?[?&]partnerid=(\d{1,12})[^"'\s<>]{0,200}?siteid=(\d{1,12})/i],
  },
  // The interface needs a token made in the page.
  { name: "cornerstone", domains: ["csod.com"], marks: [subdomainOf("csod\\.com")] },
  // The interface needs an anonymous token.
  {
    name: "dayforce",
    domains: ["dayforcehcm.com"],
    marks: [/\bjobs\.dayforcehcm\.com\/(?:[a-z]{2}-[A-Z]{2}\/)?([\w-]+)\/([\w-]+)/],
  },
  // An undocumented interface without texts or dates; its pages check for people.
  {
    name: "dover",
    domains: ["dover.com", "dover.io"],
    marks: [
      /\bapp\.dover\.(?:com|io)\/(?:jobs|apply)\/([\w.%-]{1,100})/i,
      /\bapp\.dover\.(?:com|io)\/([\w.%-]{1,100})\/careers\b/i,
    ],
  },
  // Pages are behind a firewall.
  {
    name: "eightfold",
    domains: ["eightfold.ai"],
    marks: [subdomainOf("eightfold\\.ai", "static")],
    hasOwnHosts: true,
    assets: ["vscdn.net"],
  },
  // The interface wants a bearer that the page makes for its own script.
  { name: "hireology", domains: ["hireology.com"], marks: [segmentAfter("careers\\.hireology\\.com", "api|static")] },
  // No public interface: the documented one needs a token.
  {
    name: "join",
    domains: ["join.com"],
    marks: [/\bjoin\.com\/(?:[a-z]{2}\/)?companies\/([\w-]+)/i],
    embeds: [{ literal: "join.com/api/widget" }, { literal: "join-widget" }],
  },
  // Static pages without a feed.
  { name: "kula", domains: ["kula.ai"], marks: [segmentAfter("careers\\.kula\\.ai", "api|_next|static")] },
  // Script-only pages behind a firewall that refuses data centres.
  {
    name: "oracle",
    domains: ["oraclecloud.com"],
    marks: [
      /\/\/([\w-]{1,63})\.fa\.(?:[\w-]+\.){0,4}oraclecloud(?:[1-9]\d?)?\.com\/hcmUI\/CandidateExperience\/(?:[\w-]+\/)?sites\/([\w-]+)/i,
    ],
    embeds: [{ literal: "/hcmUI/CandidateExperience/" }],
    hasOwnHosts: true,
  },
  // Pages are behind a firewall.
  { name: "pageup", domains: ["pageuppeople.com"], marks: [/\bcareers\.pageuppeople\.com\/(\d+)/i] },
  // Script-only pages.
  {
    name: "paycom",
    domains: ["paycomonline.net"],
    marks: [/\bpaycomonline\.net\/v4\/ats\/web\.php\/portal\/([0-9a-f]{32})/i],
  },
  // The interface needs a token of the page.
  { name: "phenom", domains: ["phenompeople.com"], marks: [], hasOwnHosts: true, assets: ["phenom.com"] },
  // Pages need a session.
  {
    name: "taleo",
    domains: ["taleo.net"],
    marks: [/\/\/([\w-]{1,63})\.taleo\.net\/careersection/i, /\b\w+\.tbe\.taleo\.net\/[^"'\s<>]*?[?&]org=([\w-]+)/i],
  },
  // The list is a POST search.
  {
    name: "ukg",
    domains: ["ultipro.com", "ultipro.ca", "ukg.net"],
    marks: [
      /\brecruiting\d?\.ultipro\.(?:com|ca)\/(\w+)\/JobBoard\/([0-9a-f-]{36})/i,
      /\b([\w-]{1,63})\.rec\.pro\.ukg\.net\/(\w+)\/JobBoard\/([0-9a-f-]{36})/i,
    ],
  },
  // Undocumented POST interface; the vendor's site terms forbid robots and data mining.
  {
    name: "workday",
    domains: ["myworkdayjobs.com", "myworkdayjobs-impl.com", "myworkdaysite.com"],
    marks: [
      /\/\/([\w-]{1,63})\.(wd\d+)\.myworkdayjobs(?:-impl)?\.com\/(?:wday\/cxs\/[\w-]+\/)?(?:[a-z]{2}-[A-Z]{2}\/)?(?!(?:wday|robots\.txt)(?:[/?"'#]|$))([\w-]+)/,
      /\/\/(wd\d+)\.myworkdaysite\.com\/(?:[a-z]{2}-[A-Z]{2}\/)?recruiting\/([\w-]+)\/([\w-]+)/,
    ],
  },
  // Rare.
  { name: "manatal", domains: ["careers-page.com"], marks: [segmentAfter("careers-page\\.com", "api|static|media")] },
  { name: "careerplug", domains: ["careerplug.com"], marks: [subdomainOf("careerplug\\.com")] },
  { name: "applicantpro", domains: ["applicantpro.com"], marks: [subdomainOf("applicantpro\\.com")] },
  { name: "isolvedhire", domains: ["isolvedhire.com"], marks: [subdomainOf("isolvedhire\\.com")] },
  { name: "gupy", domains: ["gupy.io"], marks: [subdomainOf("gupy\\.io", "portal|login")] },
  { name: "keka", domains: ["keka.com"], marks: [/\/\/(?!www\.)([a-z0-9][a-z0-9-]{0,62})\.keka\.com\/careers/i] },
  { name: "darwinbox", domains: ["darwinbox.in", "darwinbox.com"], marks: [subdomainOf("darwinbox\\.(?:in|com)")] },
  { name: "deel", domains: ["deel.com"], marks: [segmentAfter("jobs\\.deel\\.com", "api|_next|static")] },
  { name: "trinet", domains: ["trinethire.com"], marks: [/\bapp\.trinethire\.com\/companies\/([\w-]+)/i] },
  { name: "hibob", domains: ["hibob.com"], marks: [/\/\/(?!www\.)([a-z0-9][a-z0-9-]{0,62})\.careers\.hibob\.com/i] },
  {
    name: "recruiterflow",
    domains: ["recruiterflow.com"],
    marks: [segmentAfter("recruiterflow\\.com", "api|static|blog|pricing|login")],
  },
  {
    name: "jobscore",
    domains: ["jobscore.com"],
    marks: [/\bcareers\.jobscore\.com\/careers\/([\w-]+)/i, subdomainOf("jobscore\\.com")],
  },
  { name: "hrmos", domains: ["hrmos.co"], marks: [/\bhrmos\.co\/pages\/([\w-]+)/i] },
  { name: "herp", domains: ["herp.careers"], marks: [/\bherp\.careers\/v1\/([\w-]+)/i] },
];
