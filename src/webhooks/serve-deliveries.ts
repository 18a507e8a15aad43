import { log } from "../lib/log.ts";
import { findDue } from "./claim-delivery.ts";
import { type DeliveryMessage, sendMessages } from "./enqueue-deliveries.ts";
import { tryDeliveries, type WithholdPeople } from "./send-delivery.ts";

const MAX_DUE_PER_RUN = 1_000;
/** After this long, no further attempts at the same host are started, so that messages for other hosts are served. */
const TURN_MS = 60_000;

/** The consumer of the delivery queue. Messages are never retried: the cron queues lost ones again. */
export async function serveDeliveries(
  messages: readonly Message<DeliveryMessage>[],
  env: Env,
  withholdPeople: WithholdPeople,
): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  await Promise.all(
    messages.map(({ body }) =>
      tryDeliveries(env, body, withholdPeople, endsAt).catch((cause: unknown) =>
        log("error", "webhook_delivery_lost", { delivery: body.delivery, cause }),
      ),
    ),
  );
}

/** For the cron: queues messages for due deliveries. */
export async function sendDueDeliveries(env: Env): Promise<void> {
  await sendMessages(env, await findDue(env.DB, MAX_DUE_PER_RUN));
}
