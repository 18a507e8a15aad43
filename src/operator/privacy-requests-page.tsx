import { readAddress } from "../http/asserted-address.ts";
import { IdLink, numbers, Records } from "../http/pages/figures.tsx";
import { Field, Form, Time } from "../http/pages/private-page.tsx";
import type { Page, PrivateVisit } from "../http/pages/private-routes.ts";
import { type PrivacyRecord, readPrivacyRecords, recordedAddress, stateOf } from "../privacy/records.ts";
import { OPERATOR } from "./operator-page.tsx";

const PAGE_ROWS = 50;
const CODE_DIGITS = 12;
const ADDRESS = /^[0-9a-f]{64}$/;

const STATES: Record<ReturnType<typeof stateOf>, string> = {
  waiting: "waiting for the person",
  expired: "never confirmed",
  confirmed: "confirmed, not carried out",
  done: "done",
};

/** The record of privacy requests. It holds no names; an operator who knows an address can list its requests. */
async function privacyRequestsPage({ c }: PrivateVisit) {
  const asked = c.req.query("address") ?? "";
  const address = ADDRESS.test(asked) ? asked : null;
  const before = c.req.query("before");
  const { records, next } = await readPrivacyRecords(c.env.DB, { address, before, limit: PAGE_ROWS });
  return (
    <>
      <p>
        A request takes effect when the person follows the mailed link. One that is confirmed but not carried out has
        failed: the log says why, and the link works again for three days after the request.
      </p>
      <Form to="" submit="Find">
        <Field id="email" label="Find the requests of this address" type="email" required autocomplete="off" />
        <p class="hint">Addresses are not stored, only a code derived from each, shown here as “Person”.</p>
      </Form>
      {address && (
        <p>
          Requests of <code>{address.slice(0, CODE_DIGITS)}</code> only. <a href={OPERATOR.privacy}>All requests</a>
        </p>
      )}
      <Records
        none={before ? "No more requests." : "No requests yet."}
        columns={["Received", "Asked for", "State", ...numbers("Directory rows", "Look-ups"), "Person"]}
        rows={records.map((record) => [
          <Time at={record.receivedAt} />,
          record.type,
          standingOf(record),
          record.directoryRows ?? "–",
          record.lookups ?? "–",
          <IdLink to={recordsOf({ address: record.addressHash })}>{record.addressHash.slice(0, CODE_DIGITS)}</IdLink>,
        ])}
      />
      {next && <a href={recordsOf({ ...(address && { address }), before: next })}>Older</a>}
    </>
  );
}

function standingOf(record: PrivacyRecord) {
  const at = record.doneAt ?? record.confirmedAt;
  return [<strong>{STATES[stateOf(record, Date.now())]}</strong>, " ", at !== null && <Time at={at} />];
}

function recordsOf(asked: Record<string, string>): string {
  return `${OPERATOR.privacy}?${new URLSearchParams(asked)}`;
}

export const privacyRequests: Page<PrivateVisit> = {
  title: "Privacy requests",
  view: privacyRequestsPage,
  forms: {
    /** Leads to the requests of an address, which is not in the URL, because URLs are logged. */
    async ""({ c }, form) {
      const address = await recordedAddress(c.var.config, readAddress(form.get("email"), "email"));
      return c.redirect(recordsOf({ address }), 303);
    },
  },
};
