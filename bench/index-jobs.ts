/** Made-up jobs for the search index, the same in each run. */
import { putCompany } from "../src/index/put-company.ts";
import { putJobs } from "../src/index/put-jobs.ts";
import type { Job } from "../src/readers/jobs/job.ts";

const SEEN_AT = Date.parse("2026-11-23");
const SIZES = ["2-10", "2-10", "2-10", "11-50", "11-50", "51-200", "201-500", "1001-5000"];

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

export function madeUpJobs(company: number): Job[] {
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

/** Puts a company with its facts and jobs into an index; returns how many jobs it has. */
export async function fillCompany(db: D1Database, company: number): Promise<number> {
  const domain = `c${company}.example`;
  const evidence = [{ url: `https://${domain}/`, kind: "own_site" }];
  const known = <Value>(value: Value) => ({ value, evidence, seenAt: SEEN_AT });
  const technologies = [pick(TECHNOLOGIES, company + 11), pick(TECHNOLOGIES, company + 12)];
  const [city = "", country = ""] = pick(PLACES, company);
  await putCompany(db, {
    key: domain,
    fields: {
      ...{ name: known(`Company ${company}`), country: known(country), city: known(city) },
      ...{ size: known(pick(SIZES, company)), industry: known(pick(FIELDS, company + 13)) },
    },
    technologies: technologies.map((name) => ({ name, category: "x", evidence, seenAt: SEEN_AT })),
  });
  const list = madeUpJobs(company);
  const board = { system: "lever", token: `c${company}`, domain, proof: evidence, name: `Company ${company}` };
  await putJobs(db, board, list, SEEN_AT);
  return list.length;
}
