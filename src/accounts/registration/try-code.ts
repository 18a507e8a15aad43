import type { Config } from "../../config.ts";
import { USER_CODE_DIGITS } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { sql } from "../../platform/database.ts";
import { wrongCodeBudgets } from "../../platform/limits/budgets.ts";
import { returnBudget, spendBudgets } from "../../platform/limits/limits.ts";
import {
  CLAIM_RETRY_SECONDS,
  checkClaim,
  deadClaim,
  getClaim,
  isRightCode,
  type PresentedClaim,
  readClaimRow,
} from "./claims.ts";

const SETTLE_TRIES = 20;
const SETTLE_WAIT_MS = 100;

/**
 * Tries a user code and returns once the claim is bound. Before the comparison the attempt is counted per claim, per address
 * and network, and per address; a correct code refunds it. Throws `invalid_grant` with `attempts_remaining`, `claim_expired`,
 * `rate_limited`, `temporarily_unavailable`.
 */
export async function tryCode(env: Env, config: Config, claim: PresentedClaim, code: string): Promise<void> {
  for (let round = 0; round < SETTLE_TRIES; round++) {
    const row = await readClaimRow(env.DB, claim.hash);
    if (checkClaim(claim, row, Date.now()) === "bound") {
      if (await isRightCode(config, claim.hash, code, row?.codeHash ?? "")) return;
      throw deadClaim();
    }
    if (await tryPending(env, config, claim, code)) return;
    // Concurrent attempts are being compared; their results decide this one.
    await scheduler.wait(SETTLE_WAIT_MS);
  }
  throw wrongCode(0);
}

const IS_PENDING = "hash = @hash AND state = 'pending'";
const COUNT = `INSERT INTO claims (hash, state, attempts, created_at) SELECT @hash, 'pending', 1, @now WHERE @limit > 0
  ON CONFLICT (hash) DO UPDATE SET attempts = attempts + 1 WHERE state = 'pending' AND attempts < @limit RETURNING attempts`;
const UNCOUNT = `UPDATE claims SET attempts = attempts - 1 WHERE ${IS_PENDING}`;
const FAIL = `UPDATE claims SET failures = failures + 1, state = iif(failures + 1 >= @limit, 'dead', state) WHERE ${IS_PENDING}`;
const BIND = `UPDATE claims SET state = 'bound', bound_at = @now, email = @email, code_hash = @codeHash,
    anonymous_organisation_id = @anonymousOrganisationId, anonymous_key_hash = @anonymousKeyHash WHERE ${IS_PENDING}`;

/** False when concurrent comparisons use up all attempts, or the claim has just changed. */
async function tryPending(env: Env, config: Config, claim: PresentedClaim, code: string): Promise<boolean> {
  const { DB, CLAIMS } = env;
  const record = await getClaim(CLAIMS, claim.hash);
  if (!record) {
    const detail = `The claim is not readable here yet. Try again in ${CLAIM_RETRY_SECONDS} seconds.`;
    throw new AppError("temporarily_unavailable", detail, { retryAfterSeconds: CLAIM_RETRY_SECONDS });
  }
  const limit = config.CODE_FAILURES_PER_CLAIM;
  const values = { ...record, hash: claim.hash, now: Date.now(), limit };
  const attempts = await sql(DB, COUNT, values).first<number>("attempts");
  if (attempts === null) return false;
  const budgets = wrongCodeBudgets(config, record);
  await spendBudgets(env, budgets).catch(async (error: unknown) => {
    await sql(DB, UNCOUNT, values).run();
    throw error;
  });

  if (!(await isRightCode(config, claim.hash, code, record.codeHash))) {
    await sql(DB, FAIL, values).run();
    throw wrongCode(Math.max(0, limit - attempts));
  }
  const { meta } = await sql(DB, BIND, { ...values, now: Date.now() }).run();
  await Promise.allSettled(budgets.map((budget) => returnBudget(env, budget)));
  return meta.changes === 1;
}

function wrongCode(remaining: number): AppError {
  const [again, dead] = [
    "Ask the user for the code again.",
    "This claim is dead. Start again at POST /agent/identity.",
  ];
  const detail = `The code is wrong. ${remaining > 0 ? again : dead}`;
  return new AppError("invalid_grant", detail, { fields: { attempts_remaining: remaining } });
}

/** A user code from a request. Anything but a string of 6 digits is `invalid_request` and does not count as an attempt. */
export function readUserCode(value: unknown, field: string): string {
  if (typeof value === "string" && /^[0-9]{6}$/.test(value)) return value;
  throw invalidRequest(`\`${field}\` must be a string of ${USER_CODE_DIGITS} digits.`);
}
