/** Looks at job boards for the index, which says when, and keeps what is found. */
import type { Config } from "../../config.ts";
import { LOOK_TIME_LIMIT_MS } from "../../constants.ts";
import type { BoardLook, BoardMessage, KnownBoard } from "../../index/board-looks.ts";
import { beginLook, endLook, NO_ADDRESS } from "../../index/board-looks.ts";
import { readState } from "../../ledger/progress.ts";
import { plainHost } from "../../lib/hosts.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/time.ts";
import { type SourceContext, workBudget } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { foldName } from "../../readers/company/name-likeness.ts";
import type { Job } from "../../readers/jobs/job.ts";
import { jobOf } from "../../readers/jobs/job-of.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { type BoardMark, boardPage } from "./board.ts";
import { boardReader, newlySeen } from "./board-reader.ts";
import { openJobs } from "./find-jobs.ts";
import { listedBoard, policyOf } from "./listed-boards.ts";
import { employerNames, isCompanyName } from "./own-board.ts";
import { readBoard } from "./read-board.ts";

/** Under which address the fetcher introduces itself, where `BASE_URL` does not say: the one at which lists were imported. */
export const BASE_URL_NOTED = "index_base_url";
/** A board without a proved domain is tried again this often. */
const PROOF_DAYS = 30;
/** A job takes 2 ms of CPU, and a look has five seconds of it. Of a longer list no job is closed. */
const MAX_JOBS = 2_000;
/** What a system calls a company may be its legal entity. */
const LEGAL_NAMES = new Set(["personio"]);

/** Looks at the boards of some messages. They are never retried: a look that dies here is due again later. */
export async function serveBoards(
  messages: readonly { body: BoardMessage }[],
  env: Env,
  config: Config,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  const baseUrl = config.BASE_URL ?? (await readState(env.DB, BASE_URL_NOTED)) ?? "https://deployment.invalid";
  await Promise.all(
    messages.map(async ({ body }) => {
      const context = {
        env,
        config,
        baseUrl,
        ownHosts: [new URL(baseUrl).hostname],
        caller: { organisationId: "index", plan: "anonymous" as const },
        signal: AbortSignal.timeout(2 * LOOK_TIME_LIMIT_MS),
        work: workBudget(messages.length),
        purpose: "look" as const,
        notBefore: Date.now(),
        waitUntil,
      };
      await lookAtBoard(context, body).catch((cause: unknown) => {
        log("error", "board_look_lost", { boardId: body.boardId, cause });
      });
    }),
  );
}

/** One look. */
export async function lookAtBoard(context: SourceContext, message: BoardMessage): Promise<void> {
  const begun = await beginLook(context.env, message);
  if (!begun || policyOf(begun.board.system, context.config, Date.now()) !== "daily") return;
  const { system, token, url } = begun.board;
  const mark = listedBoard({ system, token, url: url ?? "" });
  await endLook(context.env, begun, mark ? await readListedBoard(context, mark, begun.board) : { status: NO_ADDRESS });
}

/** Reads all jobs of a board, if they have changed. Never throws. */
async function readListedBoard(context: SourceContext, mark: BoardMark, known: KnownBoard): Promise<BoardLook> {
  const seen = newlySeen(known.etag);
  // Without time for details: they would be a request a job.
  const reader = boardReader(context, outboundFor(context), { ownDomains: [], untilMs: 0, seen });
  const answer = await readBoard(reader, mark);
  if (answer.status === "unchanged") return { status: "unchanged" };
  if (answer.status === "not_read" && answer.isRefused) return { status: "system_rests", retryAfterSeconds: null };
  if (!seen.mayIndex || answer.status === "not_read") return { status: "opted_out" };
  if (answer.status === "not_found") return { status: "gone" };
  if (answer.status === "unavailable") return { status: "system_rests", retryAfterSeconds: answer.retryAfterSeconds };
  if (answer.status !== "ok") return { status: "failed", reason: answer.status };
  const bodyHash = (await sha256Hex(JSON.stringify([answer.name, answer.jobs]))).slice(0, 32);
  if (bodyHash === known.bodyHash) return { status: "unchanged" };
  const names = employerNames(answer);
  if (isAnothers(names, mark, known.name)) return { status: "other_company" };
  const now = Date.now();
  const jobs = answer.jobs.slice(0, MAX_JOBS).flatMap((job) => jobOf(job, now, boardPage(mark)) ?? []);
  return {
    status: "read",
    name: names[0] ?? null,
    jobs,
    proved: await proveDomain(context, known, mark, jobs, now),
    isWhole: answer.isTruncated !== true && answer.jobs.length <= MAX_JOBS,
    // The first page of several can stay the same while the others change.
    etag: seen.answers === 1 ? seen.etag : null,
    bodyHash,
  };
}

/** True when every name of an answer is another's than the one that is known; the token often is the name too. */
function isAnothers(names: string[], { board, ref }: BoardMark, known: string | null): boolean {
  if (names.length === 0 || known === null || LEGAL_NAMES.has(board.name)) return false;
  const own = [known, ref.token.split("/")[0] ?? ""].map(foldName).filter((name) => name.length >= 2);
  return own.length > 0 && !names.some((name) => isCompanyName(name, own));
}

/** The company whose own site leads to the board; null unless the site links it and it is recognised as its own. */
async function proveDomain(context: SourceContext, known: KnownBoard, mark: BoardMark, jobs: Job[], now: number) {
  const { id, domain, listedDomain, lastSeenAt } = known;
  const isTried = lastSeenAt !== null && Math.floor(now / DAY_MS) % PROOF_DAYS !== id % PROOF_DAYS;
  const address = boardPage(mark);
  const candidate = listedDomain ?? domainOfJobs(jobs, address);
  if (domain || isTried || !candidate) return null;
  const found = await openJobs(context, candidate, LOOK_TIME_LIMIT_MS).catch(() => null);
  const isOwn = found?.evidence.some(({ kind, url }) => kind === "job_board" && url === address);
  return found && isOwn ? { domain: candidate, proof: found.evidence } : null;
}

/** The one domain of all positions' addresses, if it is not the vendor's. */
function domainOfJobs(jobs: Job[], address: string): string | null {
  const domainOf = (url: URL | null) => (url ? registrableDomain(plainHost(url)) : "");
  const domains = new Set(jobs.map(({ url }) => domainOf(URL.parse(url ?? ""))));
  const [domain] = domains;
  return domain && domains.size === 1 && domain !== domainOf(URL.parse(address)) ? domain : null;
}
