import { PURCHASE_MAX_USD, PURCHASE_MIN_USD, TOKENS_PER_USD } from "../constants.ts";
import { Field, Form, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { formatCents } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { type ListedPurchase, readPurchases } from "../payments/purchase-history.ts";
import { type AutoReload, readAutoReload } from "../payments/reload-settings.ts";
import { TransactionLink, WalletLink } from "../payments/x402/chain-links.tsx";
import { CONSOLE, type Visit } from "./console-page.tsx";

const PAGE_ROWS = 50;

export async function purchasesPage({ c, session, token }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  // A link in a mail about an agent's request prefills the form; only the owner's submit has an effect.
  const asked = (field: string) =>
    /^\d{1,7}(\.\d\d?)?$/.test(c.req.query(field) ?? "") ? Number(c.req.query(field)) : undefined;
  const [bought, reload] = await Promise.all([readPurchases(DB, id, PAGE_ROWS), readAutoReload(DB, id)]);
  return (
    <>
      <p>
        1 USD buys {TOKENS_PER_USD} tokens, from ${PURCHASE_MIN_USD} to ${PURCHASE_MAX_USD.toLocaleString("en")} at
        once. You pay at the payment provider; we see no card.
      </p>
      <Form to={CONSOLE.purchases} token={token} submit="Go to checkout">
        <Field
          id="amount_usd"
          label="Amount in US dollars"
          type="number"
          required
          value="20"
          min={PURCHASE_MIN_USD}
          max={PURCHASE_MAX_USD}
          step="0.01"
        />
      </Form>
      <AutoReloadForms reload={reload} asked={asked} token={token} />
      <h2>Purchases</h2>
      {bought.length === 0 && <p>None yet.</p>}
      <Records
        columns={["Time", ...numbers("Amount", "Tokens"), "State"]}
        rows={bought.map((purchase) => [
          <>
            <Time at={purchase.createdAt} />
            {purchase.kind === "auto_reload" && ", auto-reload"}
            {purchase.wallet && (
              <>
                , by wallet <WalletLink reference={purchase.wallet.reference}>{purchase.wallet.payer}</WalletLink>
              </>
            )}
          </>,
          formatCents(purchase.amountCents),
          purchase.tokens,
          <State of={purchase} />,
        ])}
      />
    </>
  );
}

type AutoReloadProps = { reload: AutoReload | null; asked(field: string): number | undefined; token: string };

function AutoReloadForms({ reload, asked, token }: AutoReloadProps) {
  return (
    <>
      <h2>Auto-reload</h2>
      <p>{standingOf(reload)}</p>
      <p class="hint">
        An agent's key can lower these amounts or switch auto-reload off. Only you can raise them, here.
      </p>
      {asked("monthly_cap_usd") !== undefined && (
        <p class="notice">The form shows what an agent asks for. Nothing changes until you confirm it.</p>
      )}
      <Form to={CONSOLE.autoReload} token={token} submit={reload ? "Change" : "Switch on"}>
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
      </Form>
      {reload && (
        <Form
          to={CONSOLE.autoReload}
          token={token}
          submit="Switch auto-reload off"
          look="quiet"
          hidden={{ enabled: "false" }}
        />
      )}
    </>
  );
}

function State({ of: { id, kind, state, wallet } }: { of: ListedPurchase }) {
  if (kind === "checkout") return <a href={PATHS.checkout.replace(":id", id)}>{state}</a>;
  if (!wallet?.transaction) return <>{state}</>;
  return (
    <>
      {state}, transaction <TransactionLink reference={wallet.reference}>{wallet.transaction}</TransactionLink>
    </>
  );
}

function standingOf(reload: AutoReload | null): string {
  if (!reload) return "Off. Switched on, it buys with the card of your last purchase and mails you about every charge.";
  const [spentUsd, capUsd] = [reload.spent_this_month_usd, reload.monthly_cap_usd].map((usd) => formatCents(usd * 100));
  const spent = `${spentUsd} of ${capUsd} spent this month.`;
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
