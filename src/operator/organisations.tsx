import { AppError } from "../errors.ts";
import type { AppContext } from "../http/app-env.ts";
import { Figure, Tokens } from "../http/pages/figures.tsx";
import { Country, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { readTransactions } from "../ledger/history.ts";
import { readStatement, type Statement } from "../ledger/reconciliation.ts";
import { newId } from "../lib/ids.ts";
import { formatCents, formatCount } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Action, readActions } from "./actions.ts";
import { OPERATOR, type OperatorVisit } from "./operator-page.tsx";
import {
  findActiveOrganisations,
  findOrganisations,
  type Organisation,
  readOrganisation,
} from "./organisation-store.ts";

const PAGE_ROWS = 50;
const LATEST = 20;

const pathOf = (id: string) => OPERATOR.organisation.replace(":id", id);

const ACTIVITY_DAYS = 30;

/**
 * The most active organisations first; `q` searches by id or the beginning of an owner's address, `all` lists every one by id,
 * `after` is where the page before ended.
 */
export async function organisations({ c }: OperatorVisit) {
  const asked = (c.req.query("q") ?? "").trim();
  const isAll = c.req.query("all") === "1";
  return (
    <>
      <form class="filter" method="get" action={OPERATOR.organisations}>
        <div>
          <label for="q">Organisation id, or the beginning of its owner's address</label>
          <input id="q" name="q" type="search" value={asked} maxlength={254} />
        </div>
        <button type="submit">Search</button>
      </form>
      <nav class="tabs" aria-label="Order">
        <a href={OPERATOR.organisations} aria-current={asked || isAll ? undefined : "true"}>
          Most active
        </a>
        <a href={`${OPERATOR.organisations}?all=1`} aria-current={isAll ? "true" : undefined}>
          All
        </a>
      </nav>
      {asked || isAll ? await found(c, asked) : await mostActive(c)}
    </>
  );
}

async function mostActive(c: AppContext) {
  const active = await findActiveOrganisations(c.env.DB, Date.now() - ACTIVITY_DAYS * DAY_MS, PAGE_ROWS);
  return (
    <>
      <p class="hint">By the tokens their calls were charged in the last {ACTIVITY_DAYS} days.</p>
      {active.length === 0 && <p>No paid calls in these days.</p>}
      <Records
        columns={[
          "Id",
          "Owner",
          "Plan",
          numbers("Calls"),
          numbers("Charged"),
          numbers("Available"),
          numbers("Revenue"),
        ]}
        rows={active.map((row) => [
          <Name of={row} />,
          row.email ?? "–",
          row.plan,
          row.calls,
          <Tokens of={row.tokens} />,
          <Tokens of={row.available} />,
          formatCents(row.revenueCents),
        ])}
      />
    </>
  );
}

async function found(c: AppContext, asked: string) {
  const page = await findOrganisations(c.env.DB, asked, c.req.query("after") ?? "", PAGE_ROWS);
  const more = page.next && new URLSearchParams({ ...(asked ? { q: asked } : { all: "1" }), after: page.next });
  return (
    <>
      {page.organisations.length === 0 && <p>Nothing found.</p>}
      <Records
        columns={["Id", "Owner", "Plan", numbers("Available"), numbers("Revenue"), "Since"]}
        rows={page.organisations.map((row) => [
          <Name of={row} />,
          row.email ?? "–",
          row.plan,
          <Tokens of={row.available} />,
          formatCents(row.revenueCents),
          <Time at={row.createdAt} />,
        ])}
      />
      {more && (
        <p>
          <a href={`${OPERATOR.organisations}?${more}`}>More</a>
        </p>
      )}
    </>
  );
}

function Name({ of: { id, blockedAt } }: { of: Organisation }) {
  return (
    <>
      <a href={pathOf(id)}>
        <code>{id}</code>
      </a>{" "}
      {blockedAt !== null && <span class="badge bad">blocked</span>}
    </>
  );
}

export async function organisation({ c, token }: OperatorVisit) {
  const id = c.req.param("id") ?? "";
  const { DB } = c.env;
  const [found, statement, actions, moved] = await Promise.all([
    readOrganisation(DB, id),
    readStatement(DB, id),
    readActions(DB, id, LATEST),
    readTransactions(DB, id, LATEST, null),
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
          Merged into <a href={pathOf(found.mergedInto)}>{found.mergedInto}</a>.
        </p>
      )}
      <h2>Ledger</h2>
      <Sums statement={statement} />
      {!found.mergedInto && (
        <>
          <h2>Grant tokens</h2>
          <Form to={OPERATOR.grants.replace(":id", id)} token={token}>
            <input type="hidden" name="id" value={newId(Date.now())} />
            <label for="tokens">Tokens</label>
            <input id="tokens" name="tokens" type="number" min={1} step={1} required />
            <Reason id="grant_reason" />
            <button type="submit">Grant</button>
          </Form>
          <h2>Change the plan</h2>
          <Form to={OPERATOR.plan.replace(":id", id)} token={token}>
            <input type="hidden" name="id" value={newId(Date.now())} />
            <label for="plan">Plan</label>
            <select id="plan" name="plan">
              {["free", "paid"].map((plan) => (
                <option selected={plan === found.plan}>{plan}</option>
              ))}
            </select>
            <Reason id="plan_reason" />
            <button type="submit">Change</button>
          </Form>
        </>
      )}
      {!found.mergedInto && <Stops id={id} isBlocked={found.blockedAt !== null} token={token} />}
      <h2>What operators did</h2>
      {actions.length === 0 && <p>Nothing.</p>}
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

function Stops({ id, isBlocked, token }: { id: string; isBlocked: boolean; token: string }) {
  const blockTo = (isBlocked ? OPERATOR.unblock : OPERATOR.block).replace(":id", id);
  return (
    <>
      <h2>Stop it</h2>
      <Sure ask={isBlocked ? "Unblock" : "Block"} to={blockTo} token={token}>
        <p>
          {isBlocked
            ? "Its keys that are not revoked or expired work again."
            : "All its keys are refused at once, its batches stop. Nothing is deleted, and it can be unblocked."}
        </p>
        <input type="hidden" name="id" value={newId(Date.now())} />
        <Reason id="block_reason" />
        <button class={isBlocked ? undefined : "danger"} type="submit">
          {isBlocked ? "Unblock it" : "Block it"}
        </button>
      </Sure>
      <Sure ask="Revoke all keys" to={OPERATOR.revokeKeys.replace(":id", id)} token={token}>
        <p>Every key is revoked for good and every connection ends. The owner can make new keys.</p>
        <input type="hidden" name="id" value={newId(Date.now())} />
        <Reason id="revoke_reason" />
        <button class="danger" type="submit">
          Revoke them
        </button>
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

/** The ledger identity of one organisation, term by term. */
export function Sums({ statement }: { statement: Statement }) {
  const { organisationId: _, difference, unlisted, ...terms } = statement;
  return (
    <>
      <dl class="figures">
        {Object.entries(terms).map(([name, tokens]) => (
          <Figure label={name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)}>{tokens}</Figure>
        ))}
      </dl>
      <p class={difference === 0 && unlisted === 0 ? "notice" : "alert"}>
        {difference === 0 && unlisted === 0
          ? "The movements add up to balance minus owed."
          : `The movements and the balance differ by ${difference} tokens, and ${unlisted} charged tokens have no call.`}
      </p>
    </>
  );
}
