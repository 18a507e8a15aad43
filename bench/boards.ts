/**
 * `npm run bench:boards`: over the companies of the demo internet, one on each applicant tracking system in its documented
 * shape, how many systems are recognised, how many that can be read are read right, and how often a company is given a board
 * that is not its own. Asks through HTTP. Exits with 1 when a system is missed, a posting is wrong or a board a stranger's.
 * With `--mirrors DIR` also recorded answers and careers pages that `truth/boards.json` labels are read.
 */
import { BOARD_COMPANIES, STRANGERS } from "../test/internet/boards/index.ts";
import { scoreRealBoards } from "./real-boards.ts";
import { mirrorsOption, reportReal } from "./real-pages.ts";
import { startWorker, UNLIMITED } from "./server.ts";

type Answer = {
  board: string | null;
  status: string;
  reason: string | null;
  total: number;
  jobs: Record<string, unknown>[];
};

const server = await startWorker("src/index.ts", {
  internet: true,
  variables: { ...UNLIMITED, PAGE_INTERVAL_MS: "0", NETWORK_HOSTS: "linkedin.com,network.example" },
});
const registered = await fetch(new URL("/agent/identity", server.url), {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ type: "anonymous" }),
});
const { access_token: key } = (await registered.json()) as { access_token: string };

async function ask(domain: string): Promise<Answer> {
  const reply = await fetch(new URL("/api/v0/list_company_jobs", server.url), {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ domain, limit: 50, include: ["description"] }),
  });
  return (await reply.json()) as Answer;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
let recognised = 0;
let said = 0;
const readable = BOARD_COMPANIES.filter(({ expected }) => expected).length;
const wrong: string[] = [];
for (const { domain, board, expected } of BOARD_COMPANIES) {
  const answer = await ask(domain);
  if (answer.board === board) recognised++;
  else wrong.push(`${domain}: board ${answer.board}, not ${board}`);
  if (!expected) {
    if (answer.status === "partial" && answer.reason === "board_not_read") said++;
    else wrong.push(`${domain}: ${answer.status} ${answer.reason}, not board_not_read`);
    continue;
  }
  if (answer.total !== expected.total) wrong.push(`${domain}: ${answer.total} positions, not ${expected.total}`);
  for (const job of expected.jobs) {
    const found = answer.jobs?.find(({ id }) => id === job.id);
    const differing = Object.keys(job).filter((field) => !same(found?.[field], job[field]));
    if (differing.length > 0 && (found || expected.total <= 50))
      wrong.push(`${domain}: ${differing.join(", ")} of ${job.id}`);
  }
}
let strangers = 0;
for (const domain of STRANGERS) {
  const { jobs } = await ask(domain);
  if (jobs.length > 0) strangers++;
}
await server.stop();

const unread = new Set(wrong.map((line) => line.split(":")[0]));
const read = BOARD_COMPANIES.filter(({ domain, expected }) => expected && !unread.has(domain)).length;
console.log(`recognised   ${recognised} of ${BOARD_COMPANIES.length}`);
console.log(`read right   ${read} of ${readable}`);
console.log(`said unread  ${said} of ${BOARD_COMPANIES.length - readable}`);
console.log(`wrong board  ${strangers} of ${STRANGERS.length} companies that link a stranger's`);
for (const line of wrong) console.log(`  ${line}`);
const mirrors = mirrorsOption();
const isRealGood = !mirrors || reportReal("boards", await scoreRealBoards(mirrors));
process.exitCode = wrong.length > 0 || strangers > 0 || !isRealGood ? 1 : 0;
