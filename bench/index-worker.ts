/** The Worker on a counted `DATA`, with made-up jobs and days that pass when they are asked to. */
import { readConfig } from "../src/config.ts";
import { putJobs } from "../src/index/put-jobs.ts";
import worker from "../src/index.ts";
import type { Job } from "../src/readers/jobs/job.ts";
import { takeDueBoards } from "../src/sources/jobs/looks/board-schedule.ts";
import { serveBoards } from "../src/sources/jobs/looks/look-at-board.ts";
import { dailySystems } from "../src/sources/jobs/looks/look-policy.ts";
import { countedDatabase, NO_ROWS } from "./count-rows.ts";

export { BatchRunner, OrganisationAccount, RateLimiter, Site } from "../src/index.ts";

const rows = { ...NO_ROWS };
const environments = new WeakMap<D1Database, Env>();
const realNow = Date.now;

/** The Worker remembers by its bindings, so they stay the same from request to request. */
function countedEnvironment(env: Env): Env {
  const known = environments.get(env.DATA) ?? { ...env, DATA: countedDatabase(env.DATA, rows) };
  environments.set(env.DATA, known);
  return known;
}

const ROLES = [
  "Account Executive",
  "Software Engineer",
  "Nurse",
  "Controller",
  "Data Analyst",
  "Sales Manager",
  "Buyer",
  "Recruiter",
];
const LEVELS = ["", "Senior ", "Junior ", "Lead ", "Head of ", "Working Student "];
const FIELDS = [
  "Payments",
  "Logistics",
  "Cloud",
  "Energy",
  "Health",
  "Retail",
  "Security",
  "Mobility",
  "Insurance",
  "Media",
  "RevOps",
];
const TECHNOLOGIES = [
  "Salesforce",
  "Kubernetes",
  "SAP",
  "HubSpot",
  "Snowflake",
  "React",
  "Terraform",
  "Workday",
  "Python",
  "Excel",
];
const PLACES = [
  ["Berlin", "DE"],
  ["Oslo", "NO"],
  ["London", "GB"],
  ["Austin", "US"],
  ["New York", "US"],
  ["Paris", "FR"],
  ["Toronto", "CA"],
  ["Madrid", "ES"],
];
const TEXT =
  "You work with a team that owns its product from the first sketch to the last mile, talk to customers every week and measure what matters. ";

/** Numbers without a pattern that are the same in each run: the finaliser of MurmurHash3 (32 bits). */
function mixed(seed: number): number {
  const once = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
const pick = <T>(list: readonly T[], seed: number): T => list[mixed(seed) % list.length] as T;
/** Most companies have a few jobs and a few have hundreds; ten on average. */
const jobsOf = (company: number) => [1, 2, 3, 4, 5, 6, 7, 9, 13, 50][company % 10] ?? 1;

function madeUpJobs(company: number): Job[] {
  return Array.from({ length: jobsOf(company) }, (_, index): Job => {
    const seed = (company * 64 + index) * 16;
    const [city = "", country = ""] = pick(PLACES, seed + 3);
    return {
      id: `${seed}`,
      title: `${pick(LEVELS, seed + 1)}${pick(ROLES, seed)} ${pick(FIELDS, seed + 2)}`,
      url: `https://jobs.example/${seed}`,
      location: city,
      locations: [city],
      country,
      workplace: pick(["onsite", "hybrid", "remote", null] as const, seed + 5),
      department: pick(FIELDS, seed + 6),
      employment_type: "full_time",
      salary: null,
      language: "en",
      posted_at: new Date(Date.parse("2026-11-23") - (seed % 90) * 86_400_000).toISOString(),
      updated_at: null,
      seniority: null,
      description: `${TEXT.repeat(4)} ${pick(TECHNOLOGIES, seed + 7)} and ${pick(TECHNOLOGIES, seed + 8)} ${pick(FIELDS, seed + 9)}.`,
    };
  });
}

const BOARDS_AT_ONCE = 4;
const COMPANIES_AT_ONCE = 10;

export default {
  async fetch(request, bindings, context) {
    const env = countedEnvironment(bindings);
    const { pathname, searchParams } = new URL(request.url);
    const number = (name: string) => Number(searchParams.get(name) ?? 0);
    if (pathname === "/counted") {
      const answer = Response.json(rows);
      Object.assign(rows, NO_ROWS);
      return answer;
    }
    if (pathname === "/fill") {
      const companies = Array.from({ length: number("to") - number("from") }, (_, index) => number("from") + index);
      const fill = async (company: number) => {
        const list = madeUpJobs(company);
        const domain = `c${company}.example`;
        const board = { system: "lever", token: `c${company}`, domain, proof: [], name: `Company ${company}` };
        await putJobs(env.DATA, board, list, Date.parse("2026-11-23"));
        return list.length;
      };
      let jobs = 0;
      for (let start = 0; start < companies.length; start += COMPANIES_AT_ONCE) {
        const counts = await Promise.all(companies.slice(start, start + COMPANIES_AT_ONCE).map(fill));
        jobs += counts.reduce((sum, count) => sum + count);
      }
      return Response.json(jobs);
    }
    if (pathname === "/internet") {
      await env.OUTBOUND?.fetch(`http://many-boards.internet.example/?day=${number("day")}`);
      return Response.json(null);
    }
    if (pathname === "/look") {
      Date.now = () => number("now");
      const config = readConfig(env);
      let looks = 0;
      for (;;) {
        const taken = await takeDueBoards(env, dailySystems(config, number("now")), 1_000, number("now"));
        if (taken.length === 0) break;
        looks += taken.length;
        for (let start = 0; start < taken.length; start += BOARDS_AT_ONCE) {
          const messages = taken.slice(start, start + BOARDS_AT_ONCE).map((body) => ({ body }));
          await serveBoards(messages, env, config, (work) => context.waitUntil(work));
        }
      }
      Date.now = realNow;
      return Response.json(looks);
    }
    return worker.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;
