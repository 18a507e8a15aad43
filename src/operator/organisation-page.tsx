import { AppError } from "../errors.ts";
import { Choice, Country, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { findTransactions } from "../ledger/history.ts";
import { readStatement } from "../ledger/reconciliation.ts";
import { newId } from "../lib/ids.ts";
import { formatCents, formatCount } from "../lib/numbers.ts";
import { type Action, readActions } from "./actions.ts";
import { LedgerSums } from "./ledger-sums.tsx";
import { organisationPath } from "./operator-page.tsx";
import { type Organisation, readOrganisation } from "./organisation-store.ts";

const LATEST = 20;

/** One organisation: its figures, and the forms to change it. */
export async function organisationPage({ c }: PrivateVisit) {
  const id = c.req.param("id") ?? "";
  const { DB } = c.env;
  const [found, statement, actions, moved] = await Promise.all([
    readOrganisation(DB, id),
    readStatement(c.env, id),
    readActions(DB, id, LATEST),
    findTransactions(c.env, id, { limit: LATEST, cursor: null }),
  ]);
  if (!found || !statement) throw new AppError("not_found", "There is no organisation with this id.");
  return (
    <>
      <p>
        <code>{id}</code>, {found.email ?? "anonymous"}, since <Time at={found.createdAt} /> from{" "}
        <Country code={found.country} />. Plan: <strong>{found.plan}</strong>. Available tokens:{" "}
        <strong>{formatCount(found.available)}</strong>. Revenue: <strong>{formatCents(found.revenueCents)}</strong>.
      </p>
      {found.blockedAt !== null && (
        <p class="alert">
          Blocked since <Time at={found.blockedAt} />: its keys are refused.
        </p>
      )}
      {found.mergedInto && (
        <p class="notice">
          Merged into <a href={organisationPath(found.mergedInto)}>{found.mergedInto}</a>.
        </p>
      )}
      <h2>Ledger</h2>
      <LedgerSums statement={statement} />
      {!found.mergedInto && <Changes of={found} />}
      <h2>Operator actions</h2>
      {actions.length === 0 && <p>None.</p>}
      <ul>
        {actions.map((action) => (
          <li>
            <Time at={action.createdAt} />: {whatOf(action)}. {action.reason}
          </li>
        ))}
      </ul>
      <h2>Latest movements</h2>
      <ul>
        {moved.transactions.map(({ created_at, type, tokens, tool }) => (
          <li>
            <Time at={Date.parse(created_at)} />: {type} {tokens} {tool && <code>{tool}</code>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ of: { plan, blockedAt } }: { of: Organisation }) {
  const to = (name: string) => ({ to: name, hidden: { id: newId(Date.now()) } });
  const isBlocked = blockedAt !== null;
  return (
    <>
      <h2>Grant tokens</h2>
      <Form {...to("grants")} submit="Grant">
        <div class="row">
          <Field id="tokens" label="Tokens" type="number" min={1} step={1} required />
          <Reason id="grant_reason" />
        </div>
      </Form>
      <h2>Change the plan</h2>
      <Form {...to("plan")} submit="Change">
        <div class="row">
          <Choice id="plan" label="Plan" options={["free", "paid"]} chosen={plan} />
          <Reason id="plan_reason" />
        </div>
      </Form>
      <h2>Block or revoke keys</h2>
      {isBlocked ? (
        <Sure ask="Unblock" {...to("unblock")} submit="Unblock it">
          <p>Its keys that are not revoked or expired work again.</p>
          <Reason id="block_reason" />
        </Sure>
      ) : (
        <Sure ask="Block" {...to("block")} danger="Block it">
          <p>All its keys are refused at once and its batches stop. Nothing is deleted, and it can be unblocked.</p>
          <Reason id="block_reason" />
        </Sure>
      )}
      <Sure ask="Revoke all keys" {...to("revoke-keys")} danger="Revoke them">
        <p>Every key is revoked permanently and every connection ends. The owner can create new keys.</p>
        <Reason id="revoke_reason" />
      </Sure>
    </>
  );
}

function whatOf({ kind, tokens, plan }: Action): string {
  const done = {
    grant: `granted ${formatCount(tokens ?? 0)} tokens`,
    plan: `set the plan to ${plan}`,
    block: "blocked it",
    unblock: "unblocked it",
    revoke_keys: "revoked all keys",
  };
  return done[kind];
}

function Reason({ id }: { id: string }) {
  const bounds = { minlength: 3, maxlength: 500 };
  return <Field id={id} name="reason" label="Reason, kept in the record" required {...bounds} autocomplete="off" />;
}
