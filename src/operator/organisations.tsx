import { AppError } from "../errors.ts";
import { Figure, Tokens } from "../http/pages/figures.tsx";
import { Country, Form, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { readTransactions } from "../ledger/history.ts";
import { readStatement, type Statement } from "../ledger/reconciliation.ts";
import { newId } from "../lib/ids.ts";
import { type Action, readActions } from "./actions.ts";
import { OPERATOR, type OperatorVisit } from "./operator-page.tsx";
import { findOrganisations, readOrganisation } from "./organisation-store.ts";

const PAGE_ROWS = 50;
const LATEST = 20;

const pathOf = (id: string) => OPERATOR.organisation.replace(":id", id);

/** Search and list: `q` is an id or the beginning of an owner's address, `after` where the page before ended. */
export async function organisations({ c }: OperatorVisit) {
  const asked = (c.req.query("q") ?? "").trim();
  const found = await findOrganisations(c.env.DB, asked, c.req.query("after") ?? "", PAGE_ROWS);
  return (
    <>
      <form method="get" action={OPERATOR.organisations}>
        <label for="q">Organisation id, or the beginning of its owner's address</label>
        <input id="q" name="q" type="search" value={asked} maxlength={254} />
        <button type="submit">Search</button>
      </form>
      {found.organisations.length === 0 && <p>Nothing found.</p>}
      <Records
        columns={["Id", "Owner", "Plan", numbers("Available"), "Since"]}
        rows={found.organisations.map(({ id, email, plan, available, createdAt }) => [
          <a href={pathOf(id)}>
            <code>{id}</code>
          </a>,
          email ?? "–",
          plan,
          <Tokens of={available} />,
          <Time at={createdAt} />,
        ])}
      />
      {found.next && (
        <p>
          <a href={`${OPERATOR.organisations}?${new URLSearchParams({ q: asked, after: found.next })}`}>More</a>
        </p>
      )}
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
        <strong>{found.available}</strong>.
      </p>
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

function whatOf({ kind, tokens, plan }: Action): string {
  return kind === "grant" ? `granted ${tokens} tokens` : `set the plan to ${plan}`;
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
