import { IdLink, numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { WalletLink } from "../payments/x402/chain-links.tsx";
import { listPendingPayments, type PendingPayment, readNetworkPayments } from "../payments/x402/payment-claims.ts";
import { organisationPath } from "./operator-page.tsx";

const SHOWN_PENDING = 50;

/** Payments by wallets, and those whose outcome is unknown. */
export async function walletPaymentsPage({ c }: PrivateVisit) {
  const { X402_PAY_TO: payTo, X402_NETWORK: network } = c.var.config;
  const [networks, pending] = await Promise.all([
    readNetworkPayments(c.env.DB),
    listPendingPayments(c.env.DB, SHOWN_PENDING),
  ]);
  return (
    <>
      <p>
        {payTo ? (
          <>
            On: USDC on <code>{network}</code> to <code>{payTo}</code>.
          </>
        ) : (
          <>
            Off: set <code>X402_PAY_TO</code> to switch them on.
          </>
        )}
      </p>
      <h2>By network</h2>
      <Records
        none="No payments yet."
        columns={["Network", ...numbers("Settled", "Tokens", "Calls running", "Pending", "Failed"), "Last settlement"]}
        rows={networks.map((row) => [
          <code>{row.network}</code>,
          row.paid,
          <Tokens of={row.tokens} />,
          row.running,
          row.pending,
          row.failed,
          row.lastPaidAt === null ? "–" : <Time at={row.lastPaidAt} />,
        ])}
      />
      <RecoveryQueue payments={pending} />
    </>
  );
}

function RecoveryQueue({ payments }: { payments: PendingPayment[] }) {
  return (
    <>
      <h2>Recovery queue</h2>
      <p class="hint">
        Payments whose outcome is unknown. The cron asks the facilitator and the chain until the transfer is found or
        can never happen.
      </p>
      <Records
        none="Empty."
        columns={["Since", "Wallet", "Organisation", ...numbers("Tokens"), "Authorisation ends", "Next check"]}
        rows={payments.map((payment) => [
          <Time at={payment.createdAt} />,
          <WalletLink reference={payment.reference}>{payment.payer}</WalletLink>,
          <IdLink to={organisationPath(payment.organisationId)}>{payment.organisationId}</IdLink>,
          payment.tokens,
          <Time at={payment.validBefore * 1000} />,
          payment.nextCheckAt === null ? "–" : <Time at={payment.nextCheckAt} />,
        ])}
      />
    </>
  );
}
