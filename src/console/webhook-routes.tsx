import { Hono } from "hono";
import { invalidRequest } from "../errors.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { log } from "../lib/log.ts";
import { endpointBudgets, spendBudgets } from "../platform/limits/limits.ts";
import { sendMail } from "../platform/mail.ts";
import { withholdPeopleOfEvent } from "../privacy/withhold-event.ts";
import { SAMPLE_TYPES, sampleEvent } from "../watches/sample-events.ts";
import { addedEndpointMail } from "../webhooks/endpoint-mails.ts";
import { getEndpoint } from "../webhooks/endpoints.ts";
import { type DeliveryMessage, enqueueDeliveries, findDueMessages } from "../webhooks/enqueue-deliveries.ts";
import {
  addEndpoint,
  deleteEndpoint,
  disableEndpoint,
  type OwnerContext,
  rotateSecret,
} from "../webhooks/manage-endpoints.ts";
import { recover, resend, testEvent } from "../webhooks/resend-deliveries.ts";
import { tryDelivery } from "../webhooks/send-delivery.ts";
import { verifyEndpoint } from "../webhooks/verify-endpoint.ts";
import { CONSOLE, consolePage, type FormPage, type Visit } from "./console-page.tsx";
import { act, done, show, tell, type Work } from "./guards.ts";
import { endpointPage, endpointsPage, RECOVERY_DAYS, shownSecret } from "./webhook-pages.tsx";

const WEBHOOKS: FormPage = { path: CONSOLE.webhooks, title: "Webhooks", view: endpointsPage };

/**
 * The owner's webhook endpoints. Only a signed-in person manages them: a model that could add an endpoint could be tricked into
 * sending the workspace's data to a stranger.
 */
export function webhooks() {
  const on = (action: string) => `${CONSOLE.webhook}/${action}`;
  /** Handles a form of an endpoint's page and redirects there with a message. */
  const acts = (work: (visit: Visit, form: URLSearchParams) => Promise<string>) =>
    act(async (visit, form) => done(visit.c, `${CONSOLE.webhooks}/${idOf(visit)}`, await work(visit, form)));
  return new Hono<AppEnv>()
    .get(CONSOLE.webhooks, show(WEBHOOKS.title, endpointsPage))
    .get(CONSOLE.webhook, show("Webhook endpoint", endpointPage))
    .post(CONSOLE.webhooks, act(add, WEBHOOKS))
    .post(on("rotate"), act(rotate))
    .post(
      on("verify"),
      act(async (visit) => {
        await spendRequest(visit);
        const problem = await verifyEndpoint(ownerOf(visit), idOf(visit));
        if (problem !== null) return notVerified(visit, problem);
        return done(visit.c, `${CONSOLE.webhooks}/${idOf(visit)}`, "The endpoint is verified and active.");
      }),
    )
    .post(on("test"), acts(test))
    .post(on("resend"), acts(resendOne))
    .post(on("recover"), acts(recoverFailed))
    .post(
      on("disable"),
      acts(async (visit) => {
        await disableEndpoint(ownerOf(visit), idOf(visit));
        return "The endpoint is disabled.";
      }),
    )
    .post(
      on("delete"),
      tell(CONSOLE.webhooks, async (visit) => {
        await deleteEndpoint(ownerOf(visit), idOf(visit));
        return "The endpoint is deleted.";
      }),
    );
}

function ownerOf({ c, session }: Visit): OwnerContext {
  const { env, config, baseUrl, ownHosts, requestHost } = callContextOf(c);
  return { env, config, baseUrl, ownHosts, requestHost, organisationId: session.organisationId };
}

function idOf({ c }: Visit): string {
  return c.req.param("id") ?? "";
}

/** Counts a request that a person has sent to a stranger's host. Throws `not_found`, `rate_limited`. */
async function spendRequest(visit: Visit): Promise<void> {
  const { env, organisationId } = ownerOf(visit);
  const { host } = await getEndpoint(env.DB, organisationId, idOf(visit));
  await spendBudgets(env, endpointBudgets(organisationId, host));
}

const add: Work = async (visit, form) => {
  const { c, session } = visit;
  const owner = ownerOf(visit);
  const { id, secret } = await addEndpoint(owner, form.get("url") ?? "");
  const { host } = await getEndpoint(c.env.DB, session.organisationId, id);
  try {
    await spendBudgets(c.env, endpointBudgets(session.organisationId, host));
    // The mail reveals an endpoint that was added with a stolen session.
    const mail = addedEndpointMail(c.var.config.SERVICE_NAME, host, `${c.var.baseUrl}${CONSOLE.keys}`);
    await sendMail(c.env, c.var.config, { to: session.workspace ?? session.email, ...mail });
  } catch (error) {
    await deleteEndpoint(owner, id).catch((cause: unknown) =>
      log("error", "webhook_endpoint_stays", { endpoint: id, cause }),
    );
    throw error;
  }
  return c.html(consolePage(visit, "Your new webhook endpoint", shownSecret(visit, id, secret)));
};

const rotate: Work = async (visit, form) => {
  const secret = await rotateSecret(ownerOf(visit), idOf(visit), form.get("ends_old_now") === "on");
  return visit.c.html(consolePage(visit, "Your new signing secret", shownSecret(visit, idOf(visit), secret)));
};

async function notVerified(visit: Visit, problem: string): Promise<Response> {
  const body = await endpointPage(visit, `The endpoint is not verified: ${problem}.`);
  return visit.c.html(consolePage(visit, "Webhook endpoint", body), 422);
}

/** Queues a test event, or a sample of a watch's, and delivers it at once, so that the page shows the result. */
async function test(visit: Visit, form: URLSearchParams): Promise<string> {
  const type = form.get("type");
  const sample = SAMPLE_TYPES.find((known) => known === type);
  if (type && !sample) throw invalidRequest(`type: one of ${SAMPLE_TYPES.join(", ")}.`);
  await spendRequest(visit);
  const { env, organisationId } = ownerOf(visit);
  const event = sample ? sampleEvent(sample, Date.now()) : testEvent(idOf(visit));
  const queue = enqueueDeliveries(env.DB, event, { organisationId, endpointIds: [idOf(visit)] });
  await env.DB.batch(queue);
  const [message] = await findDueMessages(env, [event.id]);
  return tryNow(visit, message ?? null);
}

async function resendOne(visit: Visit, form: URLSearchParams): Promise<string> {
  await spendRequest(visit);
  return tryNow(visit, await resend(ownerOf(visit), form.get("delivery") ?? ""));
}

async function tryNow({ c }: Visit, message: DeliveryMessage | null): Promise<string> {
  if (!message) return "Nothing was sent: the endpoint is not active, or a try is under way.";
  const isDelivered = await tryDelivery(c.env, message, withholdPeopleOfEvent);
  if (isDelivered === null) return "It will be sent when one of its host's deliveries has ended.";
  return isDelivered ? "The event was delivered." : "The event was not delivered; it is tried again.";
}

async function recoverFailed(visit: Visit, form: URLSearchParams): Promise<string> {
  const days = Number(form.get("days"));
  if (!RECOVERY_DAYS.includes(days)) throw invalidRequest(`days: one of ${RECOVERY_DAYS.join(", ")}.`);
  const count = await recover(ownerOf(visit), idOf(visit), days);
  return count === 1 ? "One event is sent again." : `${count} events are sent again, within a minute or so.`;
}
