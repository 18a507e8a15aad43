/** The demo index: the demo companies and some made-up ones with their jobs, the same on every run. Any likeness is coincidental. */
import type { CompanyUpdate, IndexedBoard } from "../src/index/facts.ts";
import { putCompany } from "../src/index/put-company.ts";
import { putJobs } from "../src/index/put-jobs.ts";
import { DAY_MS } from "../src/lib/time.ts";
import { sizeBand } from "../src/readers/company/size-band.ts";
import type { Job } from "../src/readers/jobs/job.ts";
import { jobOf } from "../src/readers/jobs/job-of.ts";
import { countryCode } from "../src/readers/words/countries.ts";
import { COMPANY_TABLE } from "./demo-words.ts";

const SEEN_AT = Date.parse("2026-11-02T00:00:00Z");
const MADE_UP = 120;
const JOBS_EACH = 3;
const SEED = 38;
const FIRST =
  "Alder Birch Cedar Delta Ember Fjord Grove Harbor Iris Juniper Kestrel Larch Maple Nimbus Orchid Pine Quartz Raven Slate Tundra".split(
    " ",
  );
const SECOND = "Works Labs Systems Cloud Goods Freight".split(" ");
const PLACES = [
  "Oslo NO",
  "Bergen NO",
  "Stockholm SE",
  "Berlin DE",
  "München DE",
  "London GB",
  "Dublin IE",
  "Paris FR",
  "Austin US",
  "Boston US",
];
const INDUSTRIES = [
  "Computer software",
  "Logistics",
  "Building materials",
  "Medical devices",
  "Financial services",
  "Renewable energy",
];
const WORK = [
  "CRM for plumbers",
  "route planning for small fleets",
  "invoices for craftsmen",
  "sensors for greenhouses",
  "booking for clinics",
];
const SIZES = ["2-10", "11-50", "51-200", "201-500", "1001-5000"];
const TECHNOLOGIES: [string, string][] = [
  ["Salesforce", "CRM"],
  ["HubSpot", "Marketing automation"],
  ["Google Analytics", "Analytics"],
  ["Segment", "Analytics"],
  ["Intercom", "Support"],
  ["Stripe", "Payments"],
  ["Shopify", "Shop"],
  ["Odoo", "ERP"],
];
const POSITIONS = [
  "Revenue Operations Lead",
  "Account Executive",
  "Head of Sales",
  "Customer Success Manager",
  "Backend Engineer",
  "Vertriebsleiter",
  "Softwareentwickler",
  "Marketing Manager",
  "SDR",
  "Data Engineer",
];

const AT_ONCE = 20;

export type DemoEntry = { company: CompanyUpdate; board: IndexedBoard | null; jobs: Job[] };

// Node gets it in version 25.
Uint8Array.prototype.toHex ??= function toHex() {
  return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Fills the index with the demo entries; what is there already is left as it is. */
export async function fillDemoIndex(db: D1Database): Promise<void> {
  const entries = demoEntries();
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const fill = async ({ company, board, jobs }: DemoEntry) => {
      await putCompany(db, company);
      if (board) await putJobs(db, board, jobs, SEEN_AT);
    };
    await Promise.all(entries.slice(start, start + AT_ONCE).map(fill));
  }
}

export function demoEntries(): DemoEntry[] {
  const random = generator();
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return [...demoCompanies(), ...Array.from({ length: MADE_UP }, (_, at) => madeUp(at, pick))];
}

/** The companies of the demo directory, without jobs: their boards are in the demo internet. */
function demoCompanies(): DemoEntry[] {
  return COMPANY_TABLE.trim()
    .split("\n")
    .map((line) => {
      const [slug = "", name = "", industry = "", people = "", country = "", cities = "", founded = "", words = ""] =
        line.split("|").map((cell) => cell.trim());
      const known = knownOn(`${slug}.example`);
      const fields = {
        name: known(name),
        country: known(countryCode(country) ?? ""),
        city: known(cities.split(" ")[0] ?? ""),
        industry: known(industry),
        size: known(sizeBand(people) ?? ""),
        founded: known(Number(founded)),
        description: known(words),
      };
      return { company: { key: `${slug}.example`, fields }, board: null, jobs: [] };
    });
}

function madeUp(at: number, pick: <T>(items: readonly T[]) => T): DemoEntry {
  const name = `${FIRST[at % FIRST.length]} ${SECOND[Math.floor(at / FIRST.length) % SECOND.length]}`;
  const domain = `${name.toLowerCase().replace(" ", "-")}.example`;
  const known = knownOn(domain);
  const [city = "", country = ""] = pick(PLACES).split(" ");
  const work = pick(WORK);
  const technologies = TECHNOLOGIES.filter(() => pick([true, false, false]));
  const jobs = Array.from({ length: JOBS_EACH }, (_, index) => {
    const title = pick(POSITIONS);
    const daysAgo = pick([1, 3, 8, 20, 45]);
    return jobOf(
      {
        id: `${at}-${index}`,
        title,
        url: `https://${domain}/careers/${at}-${index}`,
        places: [{ city, country }],
        workplace: pick(["remote", "hybrid", "onsite"]),
        department: /engineer|entwickler/i.test(title) ? "Engineering" : "Revenue",
        postedAt: new Date(SEEN_AT - daysAgo * DAY_MS).toISOString(),
        language: /leiter|entwickler/.test(title) ? "de" : "en",
        description: `${name} makes ${work}. You work with ${pick(TECHNOLOGIES)[0]} and ${pick(TECHNOLOGIES)[0]}.`,
      },
      SEEN_AT,
    );
  });
  return {
    company: {
      key: domain,
      fields: {
        name: known(name),
        country: known(country),
        city: known(city),
        industry: known(pick(INDUSTRIES)),
        size: known(pick(SIZES)),
        founded: known(pick([1998, 2009, 2016, 2022])),
        description: known(`${name} makes ${work}.`),
        ...(at % 6 === 0 && { raised: known(new Date(SEEN_AT - (at + 5) * DAY_MS).toISOString().slice(0, 10)) }),
      },
      technologies: technologies.map(([technology, category]) => {
        return {
          name: technology,
          category,
          evidence: [{ url: `https://${domain}/`, kind: "script" }],
          seenAt: SEEN_AT,
        };
      }),
    },
    board: {
      system: "own_site",
      token: domain,
      domain,
      proof: [{ url: `https://${domain}/careers`, kind: "careers_page" }],
      name,
    },
    jobs: jobs.filter((job) => job !== null),
  };
}

const knownOn =
  (domain: string) =>
  <Value>(value: Value) => ({ value, evidence: [{ url: `https://${domain}/`, kind: "own_site" }], seenAt: SEEN_AT });

/** Numbers from 0 to 1, the same on every run. */
function generator(): () => number {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
