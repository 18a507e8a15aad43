import { AppError } from "../errors.ts";
import { Choice, Country, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { readTransactions } from "../ledger/history.ts";
import { readStatement } from "../ledger/reconciliation.ts";
import { newId } from "../lib/ids.ts";
import { formatCents, formatCount } from "../lib/numbers.ts";
import { type Action, readActions } from "./actions.ts";
import { LedgerSums } from "./ledger-sums.tsx";
import { OPERATOR, type OperatorVisit, organisationPath } from "./operator-page.tsx";
import { readOrganisation } from "./organisation-store.ts";

const LATEST = 20;

/** One organisation: its figures, and the forms to change it. */
export async function organisationPage({ c, token }: OperatorVisit) {
  const id = c.req.param("id") ?? "";
  const { DB } = c.env;
  const [found, statement, actions, moved] = await Promise.all([
    readOrganisation(DB, id),
    readStatement(c.env, id),
    readActions(DB, id, LATEST),
    readTransactions(c.env, id, LATEST, null),
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
      {!found.mergedInto && (
        <>
          <GrantAndPlan id={id} now={found.plan} token={token} />
          <Stops id={id} isBlocked={found.blockedAt !== null} token={token} />
        </>
      )}
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

function GrantAndPlan({ id, now, token }: { id: string; now: string; token: string }) {
  return (
    <>
      <h2>Grant tokens</h2>
      <Form to={OPERATOR.grants.replace(":id", id)} token={token} submit="Grant" hidden={{ id: newId(Date.now()) }}>
        <Field id="tokens" label="Tokens" type="number" min={1} step={1} required />
        <Reason id="grant_reason" />
      </Form>
      <h2>Change the plan</h2>
      <Form to={OPERATOR.plan.replace(":id", id)} token={token} submit="Change" hidden={{ id: newId(Date.now()) }}>
        <Choice
          id="plan"
          label="Plan"
          options={[
            ["free", "free"],
            ["paid", "paid"],
          ]}
          chosen={now}
        />
        <Reason id="plan_reason" />
      </Form>
    </>
  );
}

function Stops({ id, isBlocked, token }: { id: string; isBlocked: boolean; token: string }) {
  const blockTo = (isBlocked ? OPERATOR.unblock : OPERATOR.block).replace(":id", id);
  return (
    <>
      <h2>Block or revoke keys</h2>
      <Sure
        ask={isBlocked ? "Unblock" : "Block"}
        to={blockTo}
        token={token}
        submit={isBlocked ? "Unblock it" : "Block it"}
        look={isBlocked ? undefined : "danger"}
        hidden={{ id: newId(Date.now()) }}
      >
        <p>
          {isBlocked
            ? "Its keys that are not revoked or expired work again."
            : "All its keys are refused at once, its batches stop. Nothing is deleted, and it can be unblocked."}
        </p>
        <Reason id="block_reason" />
      </Sure>
      <Sure
        ask="Revoke all keys"
        to={OPERATOR.revokeKeys.replace(":id", id)}
        token={token}
        submit="Revoke them"
        look="danger"
        hidden={{ id: newId(Date.now()) }}
      >
        <p>Every key is revoked for good and every connection ends. The owner can make new keys.</p>
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
  return (
    <>
      <label for={id}>Reason, kept in the record</label>
      <input id={id} name="reason" required minlength={3} maxlength={500} autocomplete="off" />
    </>
  );
}
