/** Recording of answers for the documents and the sandbox. */
import { demoEntries } from "../../scripts/demo-index.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { BASE } from "./harness.ts";
import { paidService } from "./machine-payments.ts";
import { STRIPE } from "./stripe-deployment.ts";

/** When recorded answers are made, as far as their readers are told. */
const RECORDED_AT = "2026-11-21T12:00:00.000Z";
/** When they are made: noon two days ago, near the demo internet's news, and late enough for alarms, which the real clock rings. */
export const recordingTime = () => (Math.floor(Date.now() / DAY_MS) - 1.5) * DAY_MS;
/** Lists and texts of longer answers are shortened, and the documents say so. */
const MAX_LENGTH = 2_500;
const MAX_TEXT = 160;

const DEMO = demoEntries();
/** What the demo index holds, as answers count it. */
const DEMO_INDEX = {
  companies: new Set(DEMO.map(({ company }) => company.key)).size,
  jobs: DEMO.reduce((sum, { jobs }) => sum + jobs.length, 0),
  boards: DEMO.filter(({ board }) => board).length,
};

/** What differs from call to call, from day to day and from one deployment to the other. */
const VOLATILE: [RegExp, string][] = [
  [new RegExp(BASE, "g"), "https://tallygate.example"],
  [/tg_[A-Za-z0-9]{30,}/g, "<API_KEY>"],
  [/tg_\w{4}…\w{4}/g, "tg_2J3c…x9Qa"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, RECORDED_AT],
  [/\b20\d\d-\d\d-\d\d\b(?!T)/g, RECORDED_AT.slice(0, 10)],
  // A retried message of an earlier test file may add a company at any time.
  [/"index":\{"companies":\d+,"jobs":\d+,"boards":\d+/g, `"index":${JSON.stringify(DEMO_INDEX).slice(0, -1)}`],
  [/0x[0-9a-f]{64}/g, `0x${"4f2c".repeat(16)}`],
  [/(?<![0-9a-z])[0-9a-f]{24,40}\b/g, "01a1fdd94667c2670154e1b0"],
];

/** A deployment that has a source for every tool. */
export function wholeService() {
  return paidService({
    ...STRIPE,
    REDDIT_CLIENT_ID: "id",
    REDDIT_CLIENT_SECRET: "secret",
    TRUSTPILOT_API_KEY: "trustpilot-key",
  });
}

/** The text of an answer as it is recorded: the same each time, its lists and texts cut where it is long. */
export function recordable(text: string): { answer: unknown; shortened?: true } {
  const answer = JSON.parse(VOLATILE.reduce((shorter, [pattern, value]) => shorter.replace(pattern, value), text));
  const short = [Number.POSITIVE_INFINITY, 3, 2, 1].map((items) => shortened(answer, items));
  const shown = short.find((one) => JSON.stringify(one).length <= MAX_LENGTH) ?? short.at(-1);
  return { answer: shown, ...(JSON.stringify(shown) !== JSON.stringify(answer) && { shortened: true }) };
}

/** An answer whose lists have at most `items` elements and, if any is cut, whose texts are short. */
function shortened(value: unknown, items: number): unknown {
  if (typeof value === "string") {
    return items < 3 && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, items).map((item) => shortened(item, items));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item, items)]));
}
