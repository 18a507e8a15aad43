import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { AppError } from "../errors.ts";
import { type AppContext, type AppEnv, callContextOf } from "../http/app-env.ts";
import { log } from "../lib/log.ts";
import { mapDatabaseErrors } from "../platform/database.ts";
import { endpointBudgets, spendBudgets } from "../platform/limits/limits.ts";
import { sendMail } from "../platform/mail.ts";
import { withholdPeopleOfEvent } from "../privacy/withhold-event.ts";
import { addedEndpointMail } from "../webhooks/endpoint-mails.ts";
import { getEndpoint } from "../webhooks/endpoints.ts";
import { type DeliveryDoorbell, enqueueDeliveries, ringDeliveries } from "../webhooks/enqueue-deliveries.ts";
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
import { CONSOLE, consolePage, type Visit } from "./console-page.tsx";
import { endpointPage, endpointsPage, RECOVERY_DAYS, shownSecret } from "./webhook-pages.tsx";

type Work = (visit: Visit, form: URLSearchParams) => Promise<Response>;
/** The console's ways to answer a signed-in person (routes.tsx). */
type Guards = {
  show(title: string, view: (visit: Visit) => Promise<Child>): (c: AppContext) => Promise<Response>;
  act(work: Work): (c: AppContext) => Promise<Response>;
};

/**
 * The owner's webhook endpoints. They are managed here only, by a signed-in person: a model that could add an endpoint could be
 * talked into sending the workspace's data to a stranger.
 */
export function webhooks({ show, act }: Guards) {
  const action = (name: string) => `${CONSOLE.webhook}/${name}`;
  return new Hono<AppEnv>()
    .get(CONSOLE.webhooks, show("Webhooks", endpointsPage))
    .get(CONSOLE.webhook, show("Webhook endpoint", endpointPage))
    .post(CONSOLE.webhooks, act(add))
    .post(action("verify"), act(verify))
    .post(action("rotate"), act(rotate))
    .post(action("test"), act(test))
    .post(action("resend"), act(resendOne))
    .post(action("recover"), act(recoverFailed))
    .post(
      action("disable"),
      act(async (visit) => {
        await disableEndpoint(ownerOf(visit), idOf(visit));
        return toEndpoint(visit);
      }),
    )
    .post(
      action("delete"),
      act(async (visit) => {
        await deleteEndpoint(ownerOf(visit), idOf(visit));
        return visit.c.redirect(CONSOLE.webhooks, 303);
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

function toEndpoint(visit: Visit): Response {
  return visit.c.redirect(`${CONSOLE.webhooks}/${idOf(visit)}`, 303);
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
    // Whoever adds an endpoint with a stolen session cannot do so unnoticed.
    const mail = addedEndpointMail(c.var.config.SERVICE_NAME, host, `${c.var.baseUrl}${CONSOLE.keys}`);
    await sendMail(c.env, c.var.config, { to: session.email, ...mail });
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

const verify: Work = async (visit) => {
  await spendRequest(visit);
  const problem = await verifyEndpoint(ownerOf(visit), idOf(visit));
  if (problem === null) return toEndpoint(visit);
  const body = await endpointPage(visit, `The endpoint is not verified: ${problem}.`);
  return visit.c.html(consolePage(visit, "Webhook endpoint", body), 422);
};

const test: Work = async (visit) => {
  await spendRequest(visit);
  const { c, session } = visit;
  const event = testEvent(idOf(visit));
  const to = { organisationId: session.organisationId, endpointIds: [idOf(visit)] };
  await mapDatabaseErrors(() => c.env.DB.batch(enqueueDeliveries(c.env.DB, event, to)));
  await ringDeliveries(c.env, [event.id]);
  return toEndpoint(visit);
};

const resendOne: Work = async (visit, form) => {
  await spendRequest(visit);
  const bell = await resend(ownerOf(visit), form.get("delivery") ?? "");
  if (bell) await tryNow(visit.c, bell);
  return toEndpoint(visit);
};

/** While the person waits, so that the page that follows shows how it ended. */
async function tryNow(c: AppContext, bell: DeliveryDoorbell): Promise<void> {
  await mapDatabaseErrors(() => tryDelivery(c.env, bell, withholdPeopleOfEvent));
}

const recoverFailed: Work = async (visit, form) => {
  const days = Number(form.get("days"));
  if (!RECOVERY_DAYS.includes(days)) throw new AppError("invalid_request", `days: one of ${RECOVERY_DAYS.join(", ")}.`);
  await recover(ownerOf(visit), idOf(visit), days);
  return toEndpoint(visit);
};
