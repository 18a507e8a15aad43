import { readConfig } from "../config.ts";
import { log } from "../lib/log.ts";
import type { WebhookAnswer } from "../platform/outbound/post-webhook.ts";
import { type ClaimedTry, claimTry, endTry, endTryAndClaimNext, type TryOutcome } from "./claim-delivery.ts";
import type { DeliveryDoorbell } from "./enqueue-deliveries.ts";
import { openSecrets } from "./open-secrets.ts";
import { postSigned } from "./post-signed.ts";
import { nextTryAt } from "./retry-schedule.ts";

/** Removes people who have objected from an event's data. */
export type WithholdPeople = (env: Env, data: Record<string, unknown>) => Promise<Record<string, unknown>>;

const TRY_LIMIT_MS = 15_000;
/** A retry due within this time is queued at once with a delay; the cron queues later ones. */
const DELAYED_BELL_MS = 30_000;
const GONE = 410;

/** Makes the attempt that a message names, if it is due. Null when it is not due, else whether it was delivered. */
export async function tryDelivery(
  env: Env,
  bell: DeliveryDoorbell,
  withholdPeople: WithholdPeople,
): Promise<boolean | null> {
  const claimed = await claimTry(env.DB, bell);
  if (!claimed) return null;
  const outcome = await makeTry(env, claimed, withholdPeople);
  await endTry(env.DB, claimed, outcome);
  await ringAgain(env, claimed, outcome);
  return outcome.isDelivered;
}

/** {@link tryDelivery}, then until `endsAt` the deliveries that waited for the same host's parallel limit. */
export async function tryDeliveries(
  env: Env,
  bell: DeliveryDoorbell,
  withholdPeople: WithholdPeople,
  endsAt: number,
): Promise<void> {
  let claimed = await claimTry(env.DB, bell);
  while (claimed) {
    const outcome = await makeTry(env, claimed, withholdPeople);
    const goesOn = Date.now() < endsAt;
    const next: ClaimedTry | null = goesOn ? await endTryAndClaimNext(env.DB, claimed, outcome) : null;
    if (!goesOn) await endTry(env.DB, claimed, outcome);
    await ringAgain(env, claimed, outcome);
    claimed = next;
  }
}

/** The first retry is due sooner than the next cron run. */
async function ringAgain(env: Env, { id, attempt }: ClaimedTry, { nextAt }: TryOutcome): Promise<void> {
  const waitMs = (nextAt ?? Number.POSITIVE_INFINITY) - Date.now();
  if (waitMs > DELAYED_BELL_MS) return;
  const delaySeconds = Math.max(0, Math.ceil(waitMs / 1000));
  const bell: DeliveryDoorbell = { delivery: id, attempt };
  await env.HOOKS.send(bell, { delaySeconds }).catch((cause: unknown) =>
    log("warn", "webhook_doorbell_lost", { delivery: id, cause }),
  );
}

async function makeTry(env: Env, claimed: ClaimedTry, withholdPeople: WithholdPeople): Promise<TryOutcome> {
  const startedAt = Date.now();
  const answer = await send(env, claimed, withholdPeople);
  return outcomeOf(answer, claimed, Date.now() - startedAt);
}

async function send(env: Env, claimed: ClaimedTry, withholdPeople: WithholdPeople): Promise<WebhookAnswer | Failure> {
  const config = readConfig(env);
  try {
    const secrets = await openSecrets(env, config, { ...claimed, id: claimed.endpointId });
    if (secrets.length === 0) return { status: "failed", reason: "secret_unreadable" };
    const data = await withholdPeople(env, JSON.parse(claimed.dataJson));
    const { eventId: id, type, occurredAt } = claimed;
    return await postSigned(env, config, claimed, secrets, { id, type, occurredAt, data }, TRY_LIMIT_MS);
  } catch (cause) {
    log("error", "webhook_not_sent", { delivery: claimed.id, cause });
    return { status: "failed", reason: "internal_error" };
  }
}

type Failure = { status: "failed"; reason: "secret_unreadable" | "internal_error" };
function outcomeOf(answer: WebhookAnswer | Failure, { failures }: ClaimedTry, durationMs: number): TryOutcome {
  const isAnswered = answer.status === "answered";
  const httpStatus = isAnswered ? answer.httpStatus : null;
  const isDelivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  const retryAfter = isAnswered ? answer.retryAfterSeconds : null;
  return {
    isDelivered,
    isGone: httpStatus === GONE,
    httpStatus,
    reason: isAnswered ? null : answer.reason,
    durationMs,
    nextAt: isDelivered ? null : nextTryAt(failures + 1, Date.now(), Math.random(), retryAfter),
  };
}
