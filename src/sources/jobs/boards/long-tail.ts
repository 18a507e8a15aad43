import { type Board, segmentAfter, subdomainOf } from "../board.ts";

/** Systems that are recognised only: rare, or without a feed that is meant to be read. */
const NAMES: [string, string[], RegExp[]][] = [
  ["manatal", ["careers-page.com"], [segmentAfter("careers-page\\.com", "api|static|media")]],
  ["careerplug", ["careerplug.com"], [subdomainOf("careerplug\\.com")]],
  ["applicantpro", ["applicantpro.com"], [subdomainOf("applicantpro\\.com")]],
  ["isolvedhire", ["isolvedhire.com"], [subdomainOf("isolvedhire\\.com")]],
  ["gupy", ["gupy.io"], [subdomainOf("gupy\\.io", "portal|login")]],
  ["keka", ["keka.com"], [/\/\/(?!www\.)([a-z0-9][a-z0-9-]{0,62})\.keka\.com\/careers/i]],
  ["darwinbox", ["darwinbox.in", "darwinbox.com"], [subdomainOf("darwinbox\\.(?:in|com)")]],
  ["deel", ["deel.com"], [segmentAfter("jobs\\.deel\\.com", "api|_next|static")]],
  ["trinet", ["trinethire.com"], [/\bapp\.trinethire\.com\/companies\/([\w-]+)/i]],
  ["hibob", ["hibob.com"], [/\/\/(?!www\.)([a-z0-9][a-z0-9-]{0,62})\.careers\.hibob\.com/i]],
  ["recruiterflow", ["recruiterflow.com"], [segmentAfter("recruiterflow\\.com", "api|static|blog|pricing|login")]],
  ["jobscore", ["jobscore.com"], [/\bcareers\.jobscore\.com\/careers\/([\w-]+)/i, subdomainOf("jobscore\\.com")]],
  ["hrmos", ["hrmos.co"], [/\bhrmos\.co\/pages\/([\w-]+)/i]],
  ["herp", ["herp.careers"], [/\bherp\.careers\/v1\/([\w-]+)/i]],
];

export const LONG_TAIL: readonly Board[] = NAMES.map(([name, domains, marks]) => ({
  name,
  verdict: "recognised",
  domains,
  marks,
}));
