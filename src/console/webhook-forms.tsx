import { invalidRequest } from "../errors.ts";
import { callContextOf } from "../http/app-env.ts";
import { Alert } from "../http/pages/private-page.tsx";
import { tell } from "../http/pages/private-routes.ts";
import { log } from "../lib/log.ts";
import { endpointBudgets } from "../platform/limits/budgets.ts";
import { spendBudgets } from "../platform/limits/limits.ts";
import { sendMail } from "../platform/mail.ts";
import { withholdPeopleOfEvent } from "../privacy/withhold.ts";
import { ALL_EVENT_TYPES, sampleEvent } from "../watches/event-types.ts";
import { addedEndpointMail } from "../webhooks/endpoint-mails.ts";
import { getEndpoint } from "../webhooks/endpoints.ts";
import { type DeliveryMessage, enqueueDeliveries, findDueMessages } from "../webhooks/enqueue-deliveries.ts";
import {
  addEndpoint,
  deleteEndpoint,
  disableEndpoint,
  type OwnerContext,
  recover,
  resend,
  rotateSecret,
  testEvent,
  verifyEndpoint,
} from "../webhooks/manage-endpoints.ts";
import { tryDelivery } from "../webhooks/send-delivery.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { endpointPage, endpointsPage, RECOVERY_DAYS, shownSecret } from "./webhook-pages.tsx";

/** Only a signed-in person manages endpoints: a model that could add one could be tricked into sending data to a stranger. */
export const webhooks: ConsolePage = {
  title: "Webhooks",
  view: endpointsPage,
  forms: {
    async ""(visit, form) {
      const { id, secret } = await addEndpoint(ownerOf(visit), form.get("url") ?? "");
      await announce(visit, id);
      return { title: "Your new webhook endpoint", body: shownSecret(id, secret) };
    },
  },
};

export const webhook: ConsolePage = {
  title: "Webhook endpoint",
  view: endpointPage,
  forms: {
    async rotate(visit, form) {
      const secret = await rotateSecret(ownerOf(visit), idOf(visit), form.get("ends_old_now") === "on");
      return { title: "Your new signing secret", body: shownSecret(idOf(visit), secret) };
    },
    async verify(visit) {
      await spendRequest(visit);
      const problem = await verifyEndpoint(ownerOf(visit), idOf(visit));
      if (problem === null) return "The endpoint is verified and active.";
      const body = [<Alert>The endpoint is not verified: {problem}.</Alert>, await endpointPage(visit)];
      return { title: "Webhook endpoint", body, status: 422 };
    },
    /** Queues a test event, or a sample of a watch's, and delivers it at once, so that the page shows the result. */
    async test(visit, form) {
      const type = form.get("type");
      const sample = ALL_EVENT_TYPES.find((known) => known === type);
      if (type && !sample) throw invalidRequest(`type: one of ${ALL_EVENT_TYPES.join(", ")}.`);
      await spendRequest(visit);
      const { env, organisationId } = ownerOf(visit);
      const event = sample ? sampleEvent(sample, Date.now()) : testEvent(idOf(visit));
      const queue = enqueueDeliveries(env.DB, event, { organisationId, endpointIds: [idOf(visit)] });
      await env.DB.batch(queue);
      const [message] = await findDueMessages(env, [event.id]);
      return tryNow(visit, message ?? null);
    },
    async resend(visit, form) {
      await spendRequest(visit);
      return tryNow(visit, await resend(ownerOf(visit), form.get("delivery") ?? ""));
    },
    async recover(visit, form) {
      const days = Number(form.get("days"));
      if (!RECOVERY_DAYS.includes(days)) throw invalidRequest(`days: one of ${RECOVERY_DAYS.join(", ")}.`);
      const count = await recover(ownerOf(visit), idOf(visit), days);
      return count === 1 ? "One event is sent again." : `${count} events are sent again, within a minute or so.`;
    },
    async disable(visit) {
      await disableEndpoint(ownerOf(visit), idOf(visit));
      return "The endpoint is disabled.";
    },
    async delete(visit) {
      await deleteEndpoint(ownerOf(visit), idOf(visit));
      return tell(visit.c, CONSOLE.webhooks, "The endpoint is deleted.");
    },
  },
};

function ownerOf({ c, organisationId }: Visit): OwnerContext {
  return { ...callContextOf(c), organisationId };
}

function idOf({ c }: Visit): string {
  return c.req.param("id") ?? "";
}

/** Counts a request that a person has sent to a stranger's host. Throws `not_found`, `rate_limited`. */
async function spendRequest(visit: Visit, id = idOf(visit)): Promise<string> {
  const { env, organisationId } = ownerOf(visit);
  const { host } = await getEndpoint(env.DB, organisationId, id);
  await spendBudgets(env, endpointBudgets(organisationId, host));
  return host;
}

/** Mails the owner about a new endpoint, which reveals one that was added with a stolen session. It is deleted if that fails. */
async function announce(visit: Visit, id: string): Promise<void> {
  const { c, session } = visit;
  try {
    const host = await spendRequest(visit, id);
    const mail = addedEndpointMail(c.var.config.SERVICE_NAME, host, `${c.var.baseUrl}${CONSOLE.keys}`);
    await sendMail(c.env, c.var.config, { to: session.workspace ?? session.email, ...mail });
  } catch (error) {
    await deleteEndpoint(ownerOf(visit), id).catch((cause: unknown) =>
      log("error", "webhook_endpoint_stays", { endpoint: id, cause }),
    );
    throw error;
  }
}

async function tryNow({ c }: Visit, message: DeliveryMessage | null): Promise<string> {
  if (!message) return "Nothing was sent: the endpoint is not active, or a try is under way.";
  const isDelivered = await tryDelivery(c.env, message, withholdPeopleOfEvent);
  if (isDelivered === null) return "It will be sent when one of its host's deliveries has ended.";
  return isDelivered ? "The event was delivered." : "The event was not delivered; it is tried again.";
}
