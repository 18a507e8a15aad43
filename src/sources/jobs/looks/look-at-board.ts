import type { Config } from "../../../config.ts";
import { LOOK_TIME_LIMIT_MS } from "../../../constants.ts";
import type { IndexedBoard } from "../../../index/facts.ts";
import { closeBoard, putJobs } from "../../../index/put-jobs.ts";
import { plainHost } from "../../../lib/hosts.ts";
import { log } from "../../../lib/log.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { indexBoards } from "../../../platform/data-schema.ts";
import { type Row, sql } from "../../../platform/database.ts";
import { type SourceContext, workBudget } from "../../../platform/outbound/context.ts";
import type { Job } from "../../../readers/jobs/job.ts";
import { registrableDomain } from "../../../readers/words/company-domain.ts";
import { type BoardMark, boardPage } from "../board-reader.ts";
import { openJobs } from "../find-jobs.ts";
import { afterLook, endRest, readRests, restSystem } from "./after-look.ts";
import { type BoardMessage, NO_ADDRESS } from "./board-schedule.ts";
import { listedBoard, policyOf } from "./look-policy.ts";
import { type BoardLook, readListedBoard } from "./read-listed-board.ts";

type StoredBoard = Pick<
  Row<typeof indexBoards>,
  "id" | "system" | "token" | "url" | "name" | "domain" | "listedDomain" | "etag" | "bodyHash" | "misses" | "failures"
> & { firstSeenAt: number; lastSeenAt: number | null };

/** A board without a proved domain is tried again this often. */
const PROOF_DAYS = 30;

/** Looks at the boards of some messages. They are never retried: a look that dies here is due again later. */
export async function serveBoards(
  messages: readonly { body: BoardMessage }[],
  env: Env,
  config: Config,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  const baseUrl = config.BASE_URL ?? (await readBaseUrl(env.DB));
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
      try {
        await lookAtBoard(context, body);
      } catch (cause) {
        log("error", "board_look_lost", { boardId: body.boardId, cause });
      }
    }),
  );
}

/** One look. What is written first is written again by a look that repeats it, and the row of the board ends it. */
export async function lookAtBoard(context: SourceContext, { boardId, dueAt }: BoardMessage): Promise<void> {
  const { DB, DATA } = context.env;
  const find = `SELECT id, system, token, url, name, domain, listed_domain AS listedDomain, etag, body_hash AS bodyHash, misses,
      failures, first_seen_at AS firstSeenAt, last_seen_at AS lastSeenAt
    FROM index_boards WHERE id = @boardId AND next_look_at = @dueAt`;
  const board = await sql(DATA, find, { boardId, dueAt }).first<StoredBoard>();
  if (!board || policyOf(board.system, context.config, Date.now()) !== "daily") return;
  const { system, token } = board;
  const mark = listedBoard({ system, token, url: board.url ?? "" });
  if (!mark) {
    const leave = "UPDATE index_boards SET next_look_at = NULL, failures = 0, reason = @reason WHERE id = @boardId";
    await sql(DATA, leave, { boardId, reason: NO_ADDRESS }).run();
    return;
  }
  const rest = (await readRests(DB)).get(system);
  const isResting = rest !== undefined && rest.untilMs > Date.now();
  const look: BoardLook = isResting
    ? { status: "system_rests", retryAfterSeconds: null }
    : await readListedBoard(context, mark, board);

  const now = Date.now();
  if (look.status === "read") {
    const { name, jobs, isWhole } = look;
    const proved = await proveDomain(context, board, mark, jobs, now);
    const listed = { system, token, domain: null, proof: [], name: board.name ?? name, ...proved };
    await putJobs(DATA, listed, jobs, now, { isWhole });
  }
  const after = afterLook({ ...board, failures: Math.max(0, board.failures - 1) }, look, now);
  if (after.closes) await closeBoard(DATA, board.id, now);
  const isSeen = look.status === "read" || look.status === "unchanged";
  if (look.status === "system_rests" && !isResting) await restSystem(DB, system, rest, look.retryAfterSeconds, now);
  if (rest && isSeen) await endRest(DB, system);
  const { etag, bodyHash } = look.status === "read" ? look : after.closes ? { etag: null, bodyHash: null } : board;
  const end = `UPDATE index_boards SET state = @state, reason = @reason, misses = @misses, failures = @failures, etag = @etag,
      body_hash = @bodyHash, last_seen_at = iif(@isSeen, @now, last_seen_at), next_look_at = @nextLookAt
    WHERE id = @boardId AND next_look_at = @dueAt`;
  await sql(DATA, end, { ...after, etag, bodyHash, isSeen: isSeen ? 1 : 0, now, boardId, dueAt }).run();
}

/** The company whose own site leads to the board; null unless the site links it and it is recognised as its own. */
async function proveDomain(
  context: SourceContext,
  { id, domain, listedDomain, lastSeenAt }: StoredBoard,
  mark: BoardMark,
  jobs: Job[],
  now: number,
): Promise<Pick<IndexedBoard, "domain" | "proof"> | null> {
  const isTried = lastSeenAt !== null && Math.floor(now / DAY_MS) % PROOF_DAYS !== id % PROOF_DAYS;
  const address = boardPage(mark);
  const candidate = listedDomain ?? domainOfJobs(jobs, address);
  if (domain || isTried || !candidate) return null;
  const found = await openJobs(context, candidate, LOOK_TIME_LIMIT_MS).catch(() => null);
  const isOwn = found?.evidence.some(({ kind, url }) => kind === "job_board" && url === address);
  return found && isOwn ? { domain: candidate, proof: found.evidence } : null;
}

/** The one domain of all positions' addresses, if it is not the vendor's. */
function domainOfJobs(jobs: Job[], address = ""): string | null {
  const [vendor, ...domains] = [address, ...jobs.map(({ url }) => url ?? "")].map((text) => {
    const url = URL.parse(text);
    return url ? registrableDomain(plainHost(url)) : "";
  });
  const [domain] = domains;
  return domain && domain !== vendor && domains.every((other) => other === domain) ? domain : null;
}

const BASE_URL = "index_base_url";

/** Under which address the fetcher introduces itself, where `BASE_URL` does not say: the one at which lists were imported. */
export async function noteBaseUrl(db: D1Database, baseUrl: string): Promise<void> {
  const put =
    "INSERT INTO state (name, value) VALUES (@name, @baseUrl) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await sql(db, put, { name: BASE_URL, baseUrl }).run();
}

async function readBaseUrl(db: D1Database): Promise<string> {
  const noted = await sql(db, "SELECT value FROM state WHERE name = @name", { name: BASE_URL }).first<string>("value");
  return noted ?? "https://deployment.invalid";
}
