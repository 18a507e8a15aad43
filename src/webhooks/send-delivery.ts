import { readConfig } from "../config.ts";
import { log } from "../lib/log.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import type { WebhookAnswer } from "../platform/outbound/post-webhook.ts";
import { type ClaimedTry, claimTry, endTry, findDue, type TryOutcome } from "./claim-delivery.ts";
import { type DeliveryMessage, sendMessages } from "./enqueue-deliveries.ts";
import { openSecrets, postSigned } from "./post-signed.ts";

/** Removes people who have objected from an event's data. */
export type WithholdPeople = (env: Env, data: Record<string, unknown>) => Promise<Record<string, unknown>>;

const MAX_DUE_PER_RUN = 1_000;
/** After this long, no further attempts at the same host are started, so that messages for other hosts are served. */
const TURN_MS = 60_000;
const TRY_LIMIT_MS = 15_000;
const SLOW_MS = 5_000;
/** A retry due within this time is queued immediately with a delay; the cron queues later ones. */
const MAX_MESSAGE_DELAY_MS = 30_000;
const GONE = 410;

/** A try that failed before anything was sent. */
type Failure = { status: "failed"; reason: "secret_unreadable" | "internal_error" };

/** Makes the due attempt of a message, then until `endsAt` others at its host. Whether the first was delivered, or null. */
export async function tryDelivery(
  env: Env,
  message: DeliveryMessage,
  withholdPeople: WithholdPeople,
  endsAt = 0,
): Promise<boolean | null> {
  let isDelivered: boolean | null = null;
  for (let claimed = await claimTry(env.DB, message); claimed; ) {
    const startedAt = Date.now();
    const answer = await send(env, claimed, withholdPeople);
    const outcome = outcomeOf(answer, claimed, Date.now() - startedAt);
    isDelivered ??= outcome.isDelivered;
    const goesOn = Date.now() < endsAt && outcome.durationMs < SLOW_MS;
    const next = await endTry(env.DB, claimed, outcome, goesOn);
    await sendNextMessage(env, claimed, outcome);
    claimed = next;
  }
  return isDelivered;
}

/** The consumer of the delivery queue. Messages are never retried: the cron queues lost ones again. */
export async function serveDeliveries(
  messages: readonly Message<DeliveryMessage>[],
  env: Env,
  withholdPeople: WithholdPeople,
): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  await Promise.all(
    messages.map(({ body }) =>
      tryDelivery(env, body, withholdPeople, endsAt).catch((cause: unknown) =>
        log("error", "webhook_delivery_lost", { delivery: body.delivery, cause }),
      ),
    ),
  );
}

/** For the cron: queues messages for due deliveries. */
export async function sendDueDeliveries(env: Env): Promise<void> {
  await sendMessages(env, await findDue(env.DB, MAX_DUE_PER_RUN));
}

/** Queues the message of a retry that is due before the next run of the cron. */
async function sendNextMessage(env: Env, { id, attempt }: ClaimedTry, { nextAt }: TryOutcome): Promise<void> {
  const waitMs = (nextAt ?? Number.POSITIVE_INFINITY) - Date.now();
  if (waitMs > MAX_MESSAGE_DELAY_MS) return;
  const delaySeconds = Math.max(0, Math.ceil(waitMs / 1000));
  const message: DeliveryMessage = { delivery: id, attempt };
  await env.HOOKS.send(message, { delaySeconds }).catch((cause: unknown) =>
    log("warn", "webhook_message_lost", { delivery: id, cause }),
  );
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

/** Delay before the next attempt after one, two, … failures (Standard Webhooks, "Deliverability and reliability"). */
const DELAYS_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)];
const JITTER = 0.1;

/** The next attempt after the `failures`th failure, ± 10 % by `random`, not before `Retry-After`; null at the end. */
function nextTryAt(failures: number, now: number, random: number, retryAfterSeconds: number | null): number | null {
  const delayMs = DELAYS_MS[failures - 1];
  if (delayMs === undefined) return null;
  const planned = delayMs * (1 - JITTER + 2 * JITTER * random);
  return now + Math.round(Math.max(planned, (retryAfterSeconds ?? 0) * 1000));
}
