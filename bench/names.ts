/**
 * `npm run bench:names`: `resolve_company` on names and websites of two public lists (`bench/truth/names.json`), by name alone for
 * the one and by name and country for the other, through the Worker, with an Internet that answers for every guessed host 120 ms
 * later (`bench/names-internet.ts`: the lists' own sites say their names; parked domains, namesakes and other firms are made up,
 * so the shares of those are assumptions). Exits with 1 below the goals. `npm run bench:names -- 200` takes every n-th name.
 */
import { registrableDomain } from "../src/readers/words/company-domain.ts";
import { startWorker, UNLIMITED } from "./server.ts";
import truth from "./truth/names.json" with { type: "json" };

const GOALS = { first: 0.75, among: 0.82, wronglyClaimed: 0.01, band: 0.05, seconds: 4 };
/** The most that a name alone can have (readers/company/named-site.ts): there the confidence is a lower bound. */
const BOUND = 0.75;
const AT_ONCE = 3;
/** A band with fewer answers says nothing. */
const MIN_IN_BAND = 25;

type Question = [name: string, domain: string, country?: string];
type Candidate = { domain: string | null; confidence: number };
type Answer = { name: string; domain: string; found: Candidate[]; claimed: string | null; seconds: number };

async function ask(url: URL, key: string, [name, domain, country]: Question): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(new URL("/api/v0/resolve_company", url), {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ name, country }),
  });
  const body = (await response.json()) as { candidates?: Candidate[]; company?: Candidate | null };
  const seconds = (performance.now() - start) / 1000;
  return {
    name,
    domain: registrableDomain(domain),
    found: body.candidates ?? [],
    claimed: body.company?.domain ?? null,
    seconds,
  };
}

/** Of the first candidates, in bands of 0.05: how many, the mean confidence and the share that is right. */
function bandsOf(answers: Answer[]) {
  const bands = Map.groupBy(
    answers.filter(({ found }) => found[0]?.domain),
    ({ found }) => Math.round((found[0]?.confidence ?? 0) * 20),
  );
  return [...bands]
    .sort(([a], [b]) => b - a)
    .map(([, of]) => ({
      claimed: of.reduce((sum, { found }) => sum + (found[0]?.confidence ?? 0), 0) / of.length,
      count: of.length,
      right: of.filter(({ found, domain }) => found[0]?.domain === domain).length / of.length,
    }));
}

const all = [...truth.companies, ...truth.located] as Question[];
const wanted = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? all.length);
const step = Math.max(1, Math.floor(all.length / wanted));
const companies = all.filter((_, index) => index % step === 0);
const server = await startWorker("src/index.ts", {
  internet: "bench/names-internet.ts",
  variables: { ...UNLIMITED, NAME_SUFFIXES: "com own io co ai net org dev app eu tech" },
  onLog: () => {},
});
const { access_token: key } = (await (
  await fetch(new URL("/agent/identity", server.url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "anonymous" }),
  })
).json()) as { access_token: string };

const answers: Answer[] = [];
const queue = [...companies];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      answers.push(await ask(server.url, key, next));
      if (answers.length % 100 === 0) console.log(`${answers.length} of ${companies.length} names`);
    }
  }),
);
const share = (count: number) => count / answers.length;
const first = share(answers.filter(({ found, domain }) => found[0]?.domain === domain).length);
const among = share(answers.filter(({ found, domain }) => found.some((one) => one.domain === domain)).length);
const wrong = share(answers.filter(({ claimed, domain }) => claimed !== null && claimed !== domain).length);
const seconds = answers.map((answer) => answer.seconds).sort((a, b) => a - b);
const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
const p95 = seconds[Math.floor(seconds.length * 0.95)] ?? 0;
const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
console.log(`right domain first ${percent(first)}, among the candidates ${percent(among)} of ${answers.length} names`);
console.log(
  `wrong domain claimed ${percent(wrong)}; seconds, ${AT_ONCE} at once: median ${median.toFixed(1)}, p95 ${p95.toFixed(1)}`,
);
const bands = bandsOf(answers);
for (const { claimed, count, right } of bands)
  console.log(`confidence ${claimed.toFixed(2)}: ${percent(right)} right of ${count}`);
const isCalibrated = bands.every(({ claimed, count, right }) => {
  const isBound = Math.abs(claimed - BOUND) <= 0.025;
  return count < MIN_IN_BAND || (isBound ? claimed - right : Math.abs(claimed - right)) <= GOALS.band;
});
if (process.argv.includes("-v")) {
  for (const { name, domain, found } of answers.filter((answer) => answer.found[0]?.domain !== answer.domain)) {
    console.log(
      `${name} → ${domain}: ${found
        .slice(0, 3)
        .map((one) => `${one.domain} ${one.confidence}`)
        .join(", ")}`,
    );
  }
}
await server.stop();
const isMet =
  first >= GOALS.first &&
  among >= GOALS.among &&
  wrong <= GOALS.wronglyClaimed &&
  isCalibrated &&
  median <= GOALS.seconds;
console.log(isMet ? "all goals met" : "a goal is missed");
process.exit(isMet ? 0 : 1);
