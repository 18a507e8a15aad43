import {
  BATCH_RESULTS_DAYS,
  BATCH_RESULTS_DAYS_OF_PEOPLE,
  EVENTS_KEPT_DAYS,
  WEBHOOK_DELIVERIES_DAYS,
} from "../constants.ts";
import { clientOf } from "../http/app-env.ts";
import { numbers, Records } from "../http/pages/figures.tsx";
import { Choice, Form, Time } from "../http/pages/private-page.tsx";
import { PATHS } from "../paths.ts";
import { readAggregate, sql } from "../platform/database.ts";
import { readPrivacyForm, WISHES } from "../privacy/form.ts";
import {
  openPrivacyRequest,
  type PrivacyRecord,
  readPrivacyRecords,
  recordedAddress,
  stateOf,
} from "../privacy/records.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";

const LATEST = 20;

async function ownDataPage({ c, env, session, organisationId }: Visit) {
  const { config } = c.var;
  const address = await recordedAddress(config, session.email);
  const [{ records }, kept] = await Promise.all([
    readPrivacyRecords(env.DB, { address, limit: LATEST }),
    countKept(env.DB, organisationId),
  ]);
  return (
    <>
      <h2>What is kept about you</h2>
      <ul>
        <li>Your address, {session.email}, and the country and time of each sign-in while it lasts. No password.</li>
        <li>The workspaces of which you are a member, your role there, and invitations for a week.</li>
        <li>For each key: a hash, its name and the country it was created from, never the key.</li>
        <li>For each connection: the application's name, its redirect address and its spending cap.</li>
        <li>For each paid call: the tool, the time and the price.</li>
      </ul>
      <h2>What your workspace keeps</h2>
      <Records
        columns={["What", ...numbers("Now"), "Holds", "Until"]}
        rows={[
          [
            <a href={CONSOLE.batches}>Batches</a>,
            kept.batches,
            "your list, and the answer to each line",
            `${BATCH_RESULTS_DAYS} days after the end, ${BATCH_RESULTS_DAYS_OF_PEOPLE} for tools about people, or until you delete the results; counts and charges stay`,
          ],
          [
            <a href={CONSOLE.watches}>Watches</a>,
            kept.watches,
            "domains or a search, events to report, cap",
            "you delete them",
          ],
          ["Events of watches", kept.events, "what changed, and where it was seen", `${EVENTS_KEPT_DAYS} days`],
          [
            <a href={CONSOLE.webhooks}>Webhook deliveries</a>,
            kept.deliveries,
            "the event, and time and status of each attempt, never the receiver's response",
            `${WEBHOOK_DELIVERIES_DAYS} days`,
          ],
        ]}
      />
      <h2>What {config.SERVICE_NAME} tells others about you</h2>
      <p>
        {config.SERVICE_NAME} answers questions about companies and the people who work there, and you may be one of
        them. What you ask here does not affect your account or its tokens.
      </p>
      <Form to="" submit="Mail me the link">
        <Choice id="type" label="What you want" options={Object.entries(WISHES)} />
        <p class="hint">
          We mail a link to {session.email}, and nothing happens before you follow it. To also cover what is stored
          under your name alone, <a href={PATHS.privacy}>ask with your name and company</a>.
        </p>
      </Form>
      <h2>Requests for your address</h2>
      <Records
        none="None so far."
        columns={["Received", "Asked for", "State"]}
        rows={records.map((record) => [<Time at={record.receivedAt} />, WISHES[record.type], standingOf(record)])}
      />
    </>
  );
}

/** How many of each an organisation has now; a batch counts until its results are deleted. */
async function countKept(db: D1Database, organisationId: string) {
  const read = `SELECT
    (SELECT count(*) FROM batches WHERE organisation_id = @organisationId
      AND coalesce(status_json->>'$.expires_at', '9') > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) AS batches,
    (SELECT count(*) FROM watches WHERE organisation_id = @organisationId AND state <> 'deleted') AS watches,
    (SELECT count(*) FROM watch_events WHERE organisation_id = @organisationId) AS events,
    (SELECT count(*) FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
      WHERE e.organisation_id = @organisationId) AS deliveries`;
  return readAggregate<Record<"batches" | "watches" | "events" | "deliveries", number>>(
    sql(db, read, { organisationId }),
  );
}

function standingOf(record: PrivacyRecord) {
  return {
    waiting: "waiting: follow the link in the mail we sent you",
    expired: "nothing happened: the link was not followed within three days",
    confirmed: "it failed: follow the link again, or ask again",
    done: ["done ", <Time at={record.doneAt ?? 0} />],
  }[stateOf(record, Date.now())];
}

export const ownData: ConsolePage = {
  title: "Privacy",
  view: ownDataPage,
  forms: {
    async ""({ c, session }, form) {
      const request = readPrivacyForm({ type: form.get("type"), email: session.email });
      await openPrivacyRequest(c.env, c.var.config, { request, ip: clientOf(c).ip, baseUrl: c.var.baseUrl });
      return "We have mailed you the link.";
    },
  },
};
