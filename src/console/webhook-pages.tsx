import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_DELIVERIES_DAYS, WEBHOOK_ROTATION_MS } from "../constants.ts";
import { Records } from "../http/pages/figures.tsx";
import { isLocal } from "../http/pages/local-mail.tsx";
import { Checks, Choice, Field, Form, ShownOnce, Sure, Time } from "../http/pages/private-page.tsx";
import { timeOfId } from "../lib/ids.ts";
import { HOUR_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { ALL_EVENT_TYPES } from "../watches/event-types.ts";
import { ENDPOINT_ID, getEndpoint, listEndpoints, type WebhookEndpoint } from "../webhooks/endpoints.ts";
import { explainNoAnswer } from "../webhooks/manage-endpoints.ts";
import { type DeliveryTry, type ListedDelivery, listDeliveries } from "../webhooks/read-deliveries.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { readCursor } from "./list-filter.tsx";

const PAGE_ROWS = 25;
/** How far back failed deliveries can be recovered. */
export const RECOVERY_DAYS = [1, 7, WEBHOOK_DELIVERIES_DAYS];

const REASONS = {
  owner: "by you",
  failures: "after 5 days in which every try failed",
  gone: "because it answered 410",
  not_me: 'by "This wasn\'t me"',
} as const;

export async function endpointsPage({ c, env, organisationId }: Visit) {
  const endpoints = await listEndpoints(env.DB, organisationId);
  return (
    <>
      <p>
        Batches and watches can send their events to your server, signed as in Standard Webhooks. Agents choose among
        the endpoints that you add and verify here; they cannot add one.{" "}
        <a href={PATHS.webhooks}>How to receive and verify events</a>
      </p>
      <Records
        none="There is no endpoint yet."
        columns={["Host", "Status", "Id", "Added"]}
        rows={endpoints.map((endpoint) => [
          <a href={`${CONSOLE.webhooks}/${endpoint.id}`}>{endpoint.host}</a>,
          statusOf(endpoint),
          <code>{endpoint.id}</code>,
          <Time at={endpoint.createdAt} />,
        ])}
      />
      {endpoints.length < MAX_WEBHOOK_ENDPOINTS && (
        <Form to="">
          <Field
            id="url"
            label="URL of a new endpoint"
            type="url"
            required
            maxlength={2000}
            placeholder="https://hooks.example.com/tallygate"
          />
          <button type="submit">Add endpoint</button>
          <p class="hint">
            https on port 443{isLocal(c) && ", or, on this machine, http://localhost on any port"}. You see its signing
            secret once, then verify it. We mail you about it.
          </p>
        </Form>
      )}
    </>
  );
}

function statusOf({ status, disabledReason }: WebhookEndpoint) {
  return [<strong>{status}</strong>, disabledReason && ` ${REASONS[disabledReason]}`];
}

/** A signing secret, shown once. */
export function shownSecret(id: string, secret: string) {
  return (
    <>
      <ShownOnce title="The signing secret" secret={secret}>
        <strong>It is shown only once:</strong> give it to the receiver at your URL, which answers the challenge{" "}
        <code>endpoint.verify</code> with its random value. <a href={PATHS.webhooks}>How to</a>
      </ShownOnce>
      <Form to={`${CONSOLE.webhooks}/${id}/verify`} isInline submit="Verify the endpoint" />{" "}
      <a href={`${CONSOLE.webhooks}/${id}`}>Later</a>
    </>
  );
}

/** One endpoint with its deliveries. */
export async function endpointPage({ c, env, organisationId }: Visit) {
  const id = c.req.param("id") ?? "";
  const endpoint = await getEndpoint(env.DB, organisationId, ENDPOINT_ID.test(id) ? id : "");
  const deliveries = await listDeliveries(env.DB, id, PAGE_ROWS + 1, readCursor(c, /^[0-9a-f]{32}$/, "before"));
  const isActive = endpoint.status === "active";
  return (
    <>
      <p>
        <code>{endpoint.url}</code> {statusOf(endpoint)}
        {isActive && endpoint.failingSince !== null && [" (failing since ", <Time at={endpoint.failingSince} />, ")"]}
      </p>
      <p>
        <Form
          to={isActive ? "test" : "verify"}
          isInline
          submit={isActive ? "Send a test event" : endpoint.status === "disabled" ? "Verify and enable" : "Verify"}
        />
      </p>
      {isActive && (
        <Form to="test" submit="Send a sample event">
          <Choice id="type" label="An invented event, as a watch would send it" options={ALL_EVENT_TYPES} />
          <p class="hint">Signed like a real one, marked with sample: true, and free.</p>
        </Form>
      )}
      <Deliveries of={endpoint} deliveries={deliveries} />
      <h2>Signing secret</h2>
      {(endpoint.previousUntil ?? 0) > Date.now() && (
        <p>
          The previous secret also signs until <Time at={endpoint.previousUntil ?? 0} />.
        </p>
      )}
      <Sure ask="Rotate the secret" to="rotate" submit="Create a new secret">
        <p>Creates a secret and shows it once. The old one also signs for {WEBHOOK_ROTATION_MS / HOUR_MS} hours.</p>
        <Checks of="ends_old_now" legend="If it has leaked" options={[["on", "Stop the old secret at once"]]} />
      </Sure>
      <h2>Disable or delete</h2>
      {isActive && (
        <Sure ask="Disable" to="disable" danger="Disable the endpoint">
          <p>Nothing is sent until you verify it again.</p>
        </Sure>
      )}
      <Sure ask="Delete" to="delete" danger="Delete the endpoint">
        <p>Deletes the endpoint with its deliveries and attempts.</p>
      </Sure>
    </>
  );
}

function Deliveries({ of: endpoint, deliveries }: { of: WebhookEndpoint; deliveries: ListedDelivery[] }) {
  const isActive = endpoint.status === "active";
  return (
    <>
      <h2>Deliveries</h2>
      <Records
        none={`None in the last ${WEBHOOK_DELIVERIES_DAYS} days.`}
        columns={["Event", "Time", "Status", "Attempts", "Actions"]}
        rows={deliveries
          .slice(0, PAGE_ROWS)
          .map((delivery) => [
            [`${delivery.type} `, <code class="id">{delivery.eventId}</code>],
            <Time at={delivery.occurredAt} />,
            delivery.status,
            <Tries of={delivery} />,
            isActive && delivery.status !== "sending" && (
              <Form to="resend" isInline quiet="Resend" hidden={{ delivery: delivery.id }} />
            ),
          ])}
      />
      {deliveries.length > PAGE_ROWS && <a href={`?before=${deliveries[PAGE_ROWS - 1]?.id}`}>Older deliveries</a>}
      {isActive && deliveries.length > 0 && (
        <Form to="recover" submit="Recover">
          <Choice
            id="days"
            label="Resend what failed in the last"
            options={RECOVERY_DAYS.map((days) => [String(days), days === 1 ? "day" : `${days} days`])}
          />
        </Form>
      )}
    </>
  );
}

function Tries({ of: { tries, nextAt, status } }: { of: ListedDelivery }) {
  return (
    <>
      {tries.length > 0 && (
        <ul>
          {tries.map((one) => (
            <li>
              <Time at={timeOfId(one.id)} />: {outcomeOf(one, status)}
            </li>
          ))}
        </ul>
      )}
      {status === "pending" && nextAt !== null && ["next ", <Time at={nextAt} />]}
    </>
  );
}

function outcomeOf({ durationMs, httpStatus, reason }: DeliveryTry, status: ListedDelivery["status"]): string {
  if (durationMs === null) return status === "sending" ? "running" : "interrupted, outcome unknown";
  const how = httpStatus === null ? explainNoAnswer(reason ?? "") : `status ${httpStatus}`;
  return `${how}, ${durationMs} ms`;
}
