import { AppError } from "../errors.ts";
import type { AppContext } from "../http/app-env.ts";
import { IdLink, numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Choice, Country, Field, Filter, Form, Sure, Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { findTransactions } from "../ledger/history.ts";
import { readStatement } from "../ledger/reconciliation.ts";
import { newId } from "../lib/ids.ts";
import { formatCents, formatCount } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import { type Action, readActions } from "./actions.ts";
import { LedgerSums } from "./deployment-pages.tsx";
import { OPERATOR, organisationPath } from "./operator-page.tsx";
import {
  findActiveOrganisations,
  findOrganisations,
  type Organisation,
  readOrganisation,
} from "./organisation-store.ts";

const PAGE_ROWS = 50;
const ACTIVITY_DAYS = 30;

/** The most active first; `q` searches by id or owner, `all` lists by id, `after` is the last id before. */
export async function organisationsPage({ c }: PrivateVisit) {
  const asked = (c.req.query("q") ?? "").trim();
  const isAll = c.req.query("all") === "1";
  return (
    <>
      <Filter to={OPERATOR.organisations} submit="Search">
        <Field
          id="q"
          label="Organisation id, or the start of its owner's address"
          type="search"
          value={asked}
          maxlength={254}
        />
      </Filter>
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
  const active = await findActiveOrganisations(c.env, Date.now() - ACTIVITY_DAYS * DAY_MS, PAGE_ROWS);
  return (
    <>
      <p class="hint">By the tokens their calls were charged in the last {ACTIVITY_DAYS} days.</p>
      <Records
        none="No paid calls in these days."
        columns={["Id", "Owner", "Plan", ...numbers("Calls", "Charged", "Available", "Revenue")]}
        rows={active.map((row) => [
          nameOf(row),
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
      <Records
        none="Nothing found."
        columns={["Id", "Owner", "Plan", ...numbers("Available", "Revenue"), "Since"]}
        rows={page.organisations.map((row) => [
          nameOf(row),
          row.email ?? "–",
          row.plan,
          <Tokens of={row.available} />,
          formatCents(row.revenueCents),
          <Time at={row.createdAt} />,
        ])}
      />
      {more && <a href={`${OPERATOR.organisations}?${more}`}>More</a>}
    </>
  );
}

function nameOf({ id, blockedAt }: Organisation) {
  const link = <IdLink to={organisationPath(id)}>{id}</IdLink>;
  return blockedAt === null ? link : [link, " ", <span class="badge bad">blocked</span>];
}

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
