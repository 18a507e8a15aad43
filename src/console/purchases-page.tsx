import { PURCHASE_MAX_USD, PURCHASE_MIN_USD, TOKENS_PER_USD } from "../constants.ts";
import { callAsOwner } from "../gateway/run-uncharged.ts";
import { numbers, Records } from "../http/pages/figures.tsx";
import { Field, Form, Time } from "../http/pages/private-page.tsx";
import { formatCents } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { type AutoReload, readAutoReload } from "../payments/auto-reload.ts";
import { type ListedPurchase, readPurchases } from "../payments/purchases.ts";
import { TransactionLink, WalletLink } from "../payments/x402/chain-links.tsx";
import { type ConsolePage, numberOf, type Visit } from "./console-page.tsx";

const PAGE_ROWS = 50;

async function purchasesPage({ c, env: { DB }, organisationId: id }: Visit) {
  // A link in a mail about an agent's request prefills the form; only the owner's submit has an effect.
  const asked = (field: string) =>
    /^\d{1,7}(\.\d\d?)?$/.test(c.req.query(field) ?? "") ? Number(c.req.query(field)) : undefined;
  const [bought, reload] = await Promise.all([readPurchases(DB, id, PAGE_ROWS), readAutoReload(DB, id)]);
  return (
    <>
      <p>
        1 USD buys {TOKENS_PER_USD} tokens, from ${PURCHASE_MIN_USD} to ${PURCHASE_MAX_USD.toLocaleString("en")} at
        once. You pay at the payment provider; we never see the card.
      </p>
      <Form to="" submit="Go to checkout">
        <Amount id="amount_usd" label="Amount in US dollars" value={20} max={PURCHASE_MAX_USD} />
      </Form>
      <AutoReloadForms reload={reload} asked={asked} />
      <h2>Purchases</h2>
      <Records
        none="None yet."
        columns={["Time", ...numbers("Amount", "Tokens"), "State"]}
        rows={bought.map((purchase) => [
          [
            <Time at={purchase.createdAt} />,
            purchase.kind === "auto_reload" && ", auto-reload",
            purchase.wallet && ", by wallet ",
            purchase.wallet && <WalletLink reference={purchase.wallet.reference}>{purchase.wallet.payer}</WalletLink>,
          ],
          formatCents(purchase.amountCents),
          purchase.tokens,
          stateOf(purchase),
        ])}
      />
    </>
  );
}

function AutoReloadForms({ reload, asked }: { reload: AutoReload | null; asked(field: string): number | undefined }) {
  const threshold = asked("threshold") ?? reload?.threshold;
  const amount = asked("amount_usd") ?? reload?.amount_usd;
  const cap = asked("monthly_cap_usd") ?? reload?.monthly_cap_usd;
  return (
    <>
      <h2>Auto-reload</h2>
      <p>{standingOf(reload)}</p>
      <p class="hint">An agent's key can lower these amounts or switch auto-reload off. Only you can raise them.</p>
      {asked("monthly_cap_usd") !== undefined && (
        <p class="notice">The form shows what an agent asks for. Nothing changes until you confirm it.</p>
      )}
      <Form to="auto-reload" submit={reload ? "Change" : "Switch on"}>
        <div class="row">
          <Amount id="threshold" label="Buy below this balance (tokens)" value={threshold} min={1} step="1" />
          <Amount id="reload_usd" name="amount_usd" label="Amount each time (USD)" value={amount} />
          <Amount id="monthly_cap_usd" label="At most per month (USD)" value={cap} />
        </div>
      </Form>
      {reload && <Form to="auto-reload" quiet="Switch auto-reload off" hidden={{ enabled: "false" }} />}
    </>
  );
}

function stateOf({ id, kind, state, wallet }: ListedPurchase) {
  if (kind === "checkout") return <a href={PATHS.checkout.replace(":id", id)}>{state}</a>;
  if (!wallet?.transaction) return state;
  const { reference, transaction } = wallet;
  return [`${state}, transaction `, <TransactionLink reference={reference}>{transaction}</TransactionLink>];
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

function Amount({ min = PURCHASE_MIN_USD, step = "0.01", ...field }: Parameters<typeof Field>[0]) {
  return <Field type="number" required min={min} step={step} {...field} />;
}

export const purchases: ConsolePage = {
  title: "Purchases",
  view: purchasesPage,
  forms: {
    async ""({ c, session }, form) {
      const asked = { amount_usd: numberOf(form, "amount_usd") };
      const { checkout_url } = await callAsOwner(c, session, "buy_tokens", asked);
      return c.redirect(String(checkout_url), 303);
    },
    async "auto-reload"({ c, session }, form) {
      const isOff = form.get("enabled") === "false";
      const fields = ["threshold", "amount_usd", "monthly_cap_usd"].map((field) => [field, numberOf(form, field)]);
      await callAsOwner(c, session, "set_auto_reload", isOff ? { enabled: false } : Object.fromEntries(fields));
      return isOff ? "Auto-reload is off." : "Auto-reload is saved.";
    },
  },
};
