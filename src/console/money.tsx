import { listKeys } from "../accounts/keys/manage-keys.ts";
import { PURCHASE_MAX_USD, PURCHASE_MIN_USD, TOKENS_PER_USD } from "../config.ts";
import { Form, Records, Time } from "../http/pages/private-page.tsx";
import { flushAccount } from "../ledger/account.ts";
import { readTransactions, TRANSACTION_CURSOR, type Transaction } from "../ledger/history.ts";
import { PATHS } from "../paths.ts";
import { dollarsOf } from "../payments/money.ts";
import { readPurchases } from "../payments/purchase-history.ts";
import { type AutoReload, readAutoReload } from "../payments/reload-settings.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";

const PAGE_ROWS = 50;
const MOVEMENTS: Record<Transaction["type"], string> = {
  grant: "Granted",
  purchase: "Bought",
  charge: "Call of",
  refund: "Refund for",
  transfer: "Moved between workspaces",
  reversal: "Taken back after a refund of money",
  expire: "Trial expired",
};

export async function transactions({ c, session }: Visit) {
  const { DB } = c.env;
  const asked = c.req.query("cursor") ?? "";
  const cursor = TRANSACTION_CURSOR.test(asked) ? asked : null;
  const id = session.organisationId;
  await flushAccount(c.env, id);
  const [page, keys] = await Promise.all([readTransactions(DB, id, PAGE_ROWS, cursor), listKeys(DB, id)]);
  const masked = new Map(keys.map((key) => [key.id, key.masked]));
  return (
    <>
      <p>Every movement of tokens, newest first. A call that failed is a charge and a refund.</p>
      {page.transactions.length === 0 && <p>Nothing has moved yet.</p>}
      <Records
        columns={["Time", "What", "Tokens", "Key"]}
        rows={page.transactions.map(({ created_at, type, tool, tokens, key_id }) => [
          <Time at={Date.parse(created_at)} />,
          <>
            {MOVEMENTS[type]} {tool && <code>{tool}</code>}
          </>,
          tokens > 0 ? `+${tokens}` : tokens,
          key_id ? <Payer masked={masked.get(key_id)} /> : "–",
        ])}
      />
      <p>
        {cursor && <a href={CONSOLE.transactions}>Newest</a>}{" "}
        {page.next_cursor && <a href={`${CONSOLE.transactions}?cursor=${page.next_cursor}`}>Older</a>}
      </p>
    </>
  );
}

/** Access tokens are not among the keys: what they pay is a connection's. */
function Payer({ masked }: { masked: string | undefined }) {
  return masked ? <code>{masked}</code> : <a href={CONSOLE.connections}>a connection</a>;
}

export async function purchases({ c, session, token }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  // The link of a mail that says what an agent asks for fills the form in; only the owner's press of the button counts.
  const asked = (field: string) =>
    /^\d{1,7}(\.\d\d?)?$/.test(c.req.query(field) ?? "") ? Number(c.req.query(field)) : undefined;
  const [bought, reload] = await Promise.all([readPurchases(DB, id, PAGE_ROWS), readAutoReload(DB, id)]);
  return (
    <>
      <p>
        1 USD buys {TOKENS_PER_USD} tokens, from ${PURCHASE_MIN_USD} to ${PURCHASE_MAX_USD.toLocaleString("en")} at
        once. You pay at the payment provider; we see no card.
      </p>
      <Form to={CONSOLE.purchases} token={token}>
        <label for="amount_usd">Amount in US dollars</label>
        <input
          id="amount_usd"
          name="amount_usd"
          type="number"
          required
          value="20"
          min={PURCHASE_MIN_USD}
          max={PURCHASE_MAX_USD}
          step="0.01"
        />
        <button type="submit">Go to checkout</button>
      </Form>
      <h2>Auto-reload</h2>
      <p>{standingOf(reload)}</p>
      <p class="hint">
        An agent's key can lower these amounts or switch auto-reload off. Only you can raise them, here.
      </p>
      {asked("monthly_cap_usd") !== undefined && (
        <p class="notice">The form shows what an agent asks for. Nothing changes until you confirm it.</p>
      )}
      <Form to={CONSOLE.autoReload} token={token}>
        <div class="row">
          <Amount
            name="threshold"
            label="Buy when fewer tokens are left than"
            value={asked("threshold") ?? reload?.threshold}
            min={1}
            step="1"
          />
          <Amount
            name="amount_usd"
            label="Amount each time (USD)"
            id="reload_usd"
            value={asked("amount_usd") ?? reload?.amount_usd}
          />
          <Amount
            name="monthly_cap_usd"
            label="At most per month (USD)"
            value={asked("monthly_cap_usd") ?? reload?.monthly_cap_usd}
          />
        </div>
        <button type="submit">{reload ? "Change" : "Switch on"}</button>
      </Form>
      {reload && (
        <Form to={CONSOLE.autoReload} token={token}>
          <input type="hidden" name="enabled" value="false" />
          <button class="quiet" type="submit">
            Switch auto-reload off
          </button>
        </Form>
      )}
      <h2>Purchases</h2>
      {bought.length === 0 && <p>None yet.</p>}
      <Records
        columns={["Time", "Amount", "Tokens", "State"]}
        rows={bought.map(({ id, kind, createdAt, amountCents, tokens, state }) => [
          <>
            <Time at={createdAt} />
            {kind === "auto_reload" && ", auto-reload"}
            {kind === "machine" && ", by an agent's wallet"}
          </>,
          `$${dollarsOf(amountCents).toFixed(2)}`,
          tokens,
          kind === "checkout" ? <a href={PATHS.checkout.replace(":id", id)}>{state}</a> : state,
        ])}
      />
    </>
  );
}

function standingOf(reload: AutoReload | null): string {
  if (!reload) return "Off. Switched on, it buys with the card of your last purchase and mails you about every charge.";
  const spent = `$${reload.spent_this_month_usd.toFixed(2)} of $${reload.monthly_cap_usd.toFixed(2)} spent this month.`;
  const state = {
    on: "On.",
    waiting_for_card: "Waiting for a card: the next purchase you pay saves one.",
    stopped: "Stopped after a charge failed. Change it to start again.",
  };
  return `${state[reload.state]} ${spent}`;
}

type AmountField = { name: string; label: string; id?: string; value: number | undefined; min?: number; step?: string };

function Amount({ name, label, id = name, value, min = PURCHASE_MIN_USD, step = "0.01" }: AmountField) {
  return (
    <div>
      <label for={id}>{label}</label>
      <input id={id} name={name} type="number" required value={value} min={min} step={step} />
    </div>
  );
}
