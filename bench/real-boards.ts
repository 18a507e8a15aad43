/** Job boards on real careers pages, and what their recorded answers say. */
import { jobOf } from "../src/readers/jobs/job-of.ts";
import { readBoard } from "../src/sources/jobs/read-board.ts";
import { BOARDS, recogniseBoards } from "../src/sources/jobs/recognise-boards.ts";
import { labelledPage, labelsOf, type PageLabel, pageFrom, type Shares } from "./real-pages.ts";

type JobLabel = { id: string; title: string; url: string; date: string | null; places: string[] };
type AnswerLabel = Omit<PageLabel, "url"> & { board: string; jobs: JobLabel[] };
/** A page, or its mark-up around the board; `also` are other boards that it shows. */
type CareersLabel = Partial<PageLabel> & { text?: string; board: string | null; token: string | null; also?: string[] };
type Labels = { answers: AnswerLabel[]; pages: CareersLabel[] };

/** Share of jobs that are read right, and precision and recall of boards on pages; `details` says what is wrong where. */
export async function scoreRealBoards(mirrors: string): Promise<{ shares: Shares; details: string[] }> {
  const { answers, pages } = labelsOf<Labels>("boards");
  const details: string[] = [];
  for (const answer of answers) {
    const read = await jobsOf(answer.board, JSON.parse(pageFrom(mirrors, answer)));
    for (const job of answer.jobs) {
      const found = read.find(({ id }) => id === job.id);
      const isRight = found && isSameJob(found, job);
      if (!isRight) details.push(`${answer.repo} ${answer.path}: ${job.title}: ${found ? "differs" : "missed"}`);
    }
  }
  const jobs = answers.flatMap((answer) => answer.jobs).length;
  const wrongJobs = details.length;
  let [right, missed, wrong] = [0, 0, 0];
  for (const page of pages) {
    const url = page.url ?? "https://www.example.com/careers";
    const text = page.text ?? pageFrom(mirrors, page as PageLabel);
    const found = recogniseBoards(labelledPage(url, text)).map(
      ({ board, ref }) => `${board.name}:${ref.token.toLowerCase()}`,
    );
    const expected = page.board && `${page.board}:${page.token?.toLowerCase()}`;
    const others = found.filter((name) => name !== expected && !page.also?.includes(name));
    wrong += others.length;
    if (expected && found.includes(expected)) right++;
    else if (expected) missed++;
    if (others.length > 0 || (expected && !found.includes(expected)))
      details.push(`${page.path ?? page.text}: ${found.join(", ") || "none"}, not ${expected}`);
  }
  const shares = { jobs: 1 - wrongJobs / jobs, precision: right / (right + wrong), recall: right / (right + missed) };
  return { shares, details };
}

/** What the reader of a board makes of its first answer; any further page is empty. */
async function jobsOf(name: string, body: unknown) {
  const board = BOARDS.find((one) => one.name === name);
  if (!board?.list) throw new Error(`no reader of ${name}`);
  let asked = 0;
  const answer = async () => (asked++ === 0 || !Array.isArray(body) ? body : []);
  const reader = { api: answer, json: answer, isOn: () => true, hasTime: () => asked < 2 };
  const ref = { token: "x", host: "", url: "" };
  const read = await readBoard(reader as never, { board, ref, isEmbedded: false });
  return read.status === "ok" ? read.jobs.flatMap((job) => jobOf(job, Date.now()) ?? []) : [];
}

type Read = { title: string; url: string | null; posted_at: string | null; location: string | null };

function isSameJob(found: Read, { title, url, date, places }: JobLabel): boolean {
  const isNamed = (place: string) => found.location?.toLowerCase().includes(place.toLowerCase()) ?? false;
  return (
    found.title.replace(/\s+/g, " ").trim() === title &&
    found.url !== null &&
    new URL(found.url).href === new URL(url).href &&
    found.posted_at === date &&
    (places.length === 0 || places.some(isNamed))
  );
}
